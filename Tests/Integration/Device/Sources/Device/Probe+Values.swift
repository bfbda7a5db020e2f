import Foundation
import SwiftData

extension Probe {
  /// Probes of captured values, comparisons and calculations, with attributes of all types.
  static func valueProbes() -> [Probe] {
    let yes = true
    let names = ["aba", "nord"]
    let range: Range<Int64> = 0..<78
    let size = Size.small
    let key = World.key(3)
    let opened = Date(timeIntervalSinceReferenceDate: 86_400)
    let rate = Decimal(25) / 100
    let site = URL(string: "https://example.org/1")
    let seal = Data([3])
    var probes: [Probe] = [
      .swiftData("a captured Bool as a condition", "Bool", "isPort == TRUE") {
        #Predicate<Town> { town in yes && town.isPort }
      },
      .swiftData("a captured list", "[String]", #"name IN {"aba", "nord"}"#) {
        #Predicate<Town> { town in names.contains(town.name) }
      },
      .swiftData("a captured range", "Range<Int64>", "people >= 0 AND people < 78") {
        #Predicate<Town> { town in range.contains(town.people ?? -1) }
      },
      .swiftData("a captured enum", "raw value String", "size == .small") {
        #Predicate<Town> { town in town.size == size }
      },
      .swiftData("a computed member", "UUID.uuidString", "id == 3") {
        #Predicate<Town> { town in town.key.uuidString == "00000000-0000-0000-0000-000000000003" }
      },
      .swiftData("a transient attribute", "String?", "TRUEPREDICATE") {
        #Predicate<Town> { town in town.draft == nil }
      },
      .swiftData("an attribute that holds several values", "[String]", #"ANY tags == "a""#) {
        #Predicate<Town> { town in town.tags.contains("a") }
      },
      .swiftData("an unwrapping by '!'", "after a test", #"nick == "aba""#) {
        #Predicate<Town> { town in town.nick != nil && town.nick! == "aba" }
      },
      .swiftData("an equality", "String", #"name == "aba""#) { #Predicate<Town> { town in town.name == "aba" } },
      .swiftData("an equality", "UUID", "id == 3") { #Predicate<Town> { town in town.key == key } },
      .swiftData("an equality", "Date?", #"opened == date("2001-01-02")"#) {
        #Predicate<Town> { town in town.opened == opened }
      },
      .swiftData("an equality", "Decimal?", #"rate == decimal("0.25")"#) {
        #Predicate<Town> { town in town.rate == rate }
      },
      .swiftData("an equality", "URL?", #"site == url("https://example.org/1")"#) {
        #Predicate<Town> { town in town.site == site }
      },
      .swiftData("an equality", "Data?", #"seal == data("Aw==")"#) { #Predicate<Town> { town in town.seal == seal } },
      .swiftData("an equality", "Int32?", "houses == 2") { #Predicate<Town> { town in town.houses == 2 } },
      .swiftData("an equality", "Bool?", "isOld == TRUE") { #Predicate<Town> { town in town.isOld == true } },
      .swiftData("an equality", "raw value", "size == .large") {
        #Predicate<Town> { town in town.sizeRawValue == "LARGE" }
      },
      .swiftData("an equality", "of nil by !=", #"nick != "aba" AND nick != NULL"#) {
        #Predicate<Town> { town in town.nick != "aba" && town.nick != nil }
      },
      .swiftData("a comparison by order", "Double", "height > 2.25") {
        #Predicate<Town> { town in town.height > 2.25 }
      },
      .swiftData("a comparison by order", "Int16", "rank <= 1") { #Predicate<Town> { town in town.rank <= 1 } },
      .swiftData("a search in a text", "starts", #"name BEGINSWITH "a""#) {
        #Predicate<Town> { town in town.name.starts(with: "a") }
      },
      .swiftData("a search in a text", "contains", #"name CONTAINS "b""#) {
        #Predicate<Town> { town in town.name.contains("b") }
      },
      .swiftData("a search for a stored text", "contains", #"name == "" OR "aba nord" CONTAINS name"#) {
        let all = "aba nord"
        return #Predicate<Town> { town in all.contains(town.name) }
      },
      .swiftData("an attribute compared with nil", "String?", "nick == NULL") {
        #Predicate<Town> { town in town.nick == nil }
      },
      .swiftData("arithmetic", "Double", "height * 2.0 > 60.0") {
        #Predicate<Town> { town in town.height * 2.0 > 60.0 }
      },
      .swiftData("a function", "count of a String", "length(name) == 3") {
        #Predicate<Town> { town in town.name.count == 3 }
      },
    ]
    #if canImport(Darwin)
      probes.append(
        .swiftData("a localized search in a text", "String", #"name CONTAINS[cd] "EBENE""#) {
          #Predicate<Town> { town in town.name.localizedStandardContains("EBENE") }
        })
    #endif
    return probes
  }
}
