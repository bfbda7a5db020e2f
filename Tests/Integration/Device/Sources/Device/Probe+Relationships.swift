import Foundation
import SwiftData

extension Probe {
  /// Probes of relationships.
  static func relationshipProbes() -> [Probe] {
    [
      .swiftData("the identifier of an object", "of a related object", #"nation.code == "N1""#) {
        #Predicate<Town> { town in town.nation?.code == "N1" && town.persistentModelID == town.persistentModelID }
      },
      .swiftData("one optional step", "String", #"nation.name == "nord""#) {
        #Predicate<Town> { town in town.nation?.name == "nord" }
      },
      .swiftData("several optional steps", "String?", #"nation.continent.title == "aba""#) {
        #Predicate<Town> { town in town.nation?.continent?.title == "aba" }
      },
      .swiftData("an unwrapped relationship", "flatMap", #"nation.continent.title == "aba""#) {
        #Predicate<Town> { town in town.nation.flatMap { nation in nation.continent?.title == "aba" } ?? false }
      },
      .swiftData("an attribute of a related object compared with nil", "String", "nation == NULL") {
        #Predicate<Town> { town in town.nation?.code == nil }
      },
      .swiftData("a relationship compared with nil", "==", "nation == NULL") {
        #Predicate<Town> { town in town.nation == nil }
      },
      Probe(framework: "SwiftData", construct: "a relationship to many compared with nil", detail: "== nil") {
        context in
        try context.fetch(FetchDescriptor<Box>(predicate: #Predicate<Box> { box in box.pieces == nil })).map(\.id)
      } expected: {
        [0, 2]
      },
      Probe(framework: "SwiftData", construct: "an optional relationship to many", detail: "isEmpty") { context in
        let some = #Predicate<Box> { box in box.pieces?.isEmpty == false }
        return try context.fetch(FetchDescriptor<Box>(predicate: some)).map(\.id)
      } expected: {
        [1]
      },
      .nations("a count of a relationship", "count", "towns.@count > 20") {
        #Predicate<Nation> { nation in nation.towns.count > 20 }
      },
      .nations("a SUBQUERY", "contains", "ANY towns.people > 100") {
        #Predicate<Nation> { nation in nation.towns.contains(where: { town in (town.people ?? 0) > 100 }) }
      },
      .nations("a SUBQUERY", "allSatisfy", "ALL towns.rank < 4") {
        #Predicate<Nation> { nation in nation.towns.allSatisfy { town in town.rank < 4 } }
      },
      .nations("a SUBQUERY", "filter and count", "SUBQUERY(towns, $t, $t.rank > 3).@count > 2") {
        #Predicate<Nation> { nation in nation.towns.filter { town in town.rank > 3 }.count > 2 }
      },
      Probe(framework: "SwiftData", construct: "a SUBQUERY in a SUBQUERY", detail: "contains") { context in
        let old = #Predicate<Continent> { continent in
          continent.nations.contains(where: { nation in nation.towns.contains(where: { town in town.rank > 3 }) })
        }
        return try context.fetch(FetchDescriptor<Continent>(predicate: old)).compactMap { Int64($0.code.dropFirst()) }
      } expected: {
        let world = World()
        let codes = try World.codes(of: "Continent where ANY nations.towns.rank > 3", in: world.store())
        return codes.compactMap { Int64($0.dropFirst()) }
      },
      .nations(
        "a SUBQUERY that compares with the object outside of it", "String",
        "SUBQUERY(towns, $t, $t.name == name).@count > 0"
      ) {
        #Predicate<Nation> { nation in nation.towns.contains(where: { town in town.name == nation.name }) }
      },
      .swiftData("a relationship to many of a related object", "flatMap", "nation.towns.@count > 20") {
        #Predicate<Town> { town in town.nation.flatMap { nation in nation.towns.count > 20 } ?? false }
      },
    ]
  }
}
