import Foundation
import SwiftData

extension Probe {
  /// Probes of optional attributes.
  static func optionalProbes() -> [Probe] {
    let names = ["aba", "nord"]
    return [
      .swiftData("a coalesced value on the left of IN", "String?", #"nick IN {"aba", "nord"}"#) {
        #Predicate<Town> { town in names.contains(town.nick ?? "?") }
      },
      .swiftData("a search in a coalesced text", "starts", #"nick BEGINSWITH "a""#) {
        #Predicate<Town> { town in (town.nick ?? "").starts(with: "a") }
      },
      .swiftData("a search in a coalesced text", "contains", #"nick CONTAINS "b""#) {
        #Predicate<Town> { town in (town.nick ?? "").contains("b") }
      },
      .swiftData("a coalesced value in a comparison by order", "Int64?", "people > 4") {
        #Predicate<Town> { town in (town.people ?? 0) > 4 }
      },
      .swiftData("a coalesced value in an equality", "String?", #"nick == "aba""#) {
        #Predicate<Town> { town in (town.nick ?? "") == "aba" }
      },
      .swiftData("a condition on an unwrapped value", "?.", #"nick BEGINSWITH "a""#) {
        #Predicate<Town> { town in town.nick?.starts(with: "a") ?? false }
      },
      .swiftData("a condition on an unwrapped value", "flatMap", #"nick IN {"aba", "nord"}"#) {
        #Predicate<Town> { town in town.nick.flatMap { nick in names.contains(nick) } ?? false }
      },
      .swiftData("a condition on an unwrapped value", "if let", #"nick IN {"aba", "nord"}"#) {
        #Predicate<Town> { town in
          if let nick = town.nick { names.contains(nick) } else { false }
        }
      },
      .swiftData("a condition on an unwrapped value", "negated", #"NOT (nick BEGINSWITH "a")"#) {
        #Predicate<Town> { town in !(town.nick?.starts(with: "a") ?? false) }
      },
      .nations(
        "an unwrapped value inside of a SUBQUERY", "?.", #"ANY towns.nick BEGINSWITH "n""#
      ) {
        #Predicate<Nation> { nation in nation.towns.contains(where: { town in town.nick?.starts(with: "n") ?? false }) }
      },
    ]
  }
}
