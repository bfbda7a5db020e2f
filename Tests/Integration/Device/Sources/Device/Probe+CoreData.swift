import Foundation
import SwiftData

extension Probe {
  /// A probe of Core Data: a format for a fetch request of towns, and what it means to cdq. Without Core Data
  /// the format is read by cdq, too.
  private static func coreData(_ construct: String, _ format: String, means condition: String? = nil) -> Probe {
    Probe(framework: "Core Data", construct: construct, detail: format) { _ in
      #if canImport(Darwin)
        try ManagedStore(World()).ids(of: format)
      #else
        try World.ids(of: "Town where " + format, in: World().store())
      #endif
    } expected: {
      try World.ids(of: "Town where " + (condition ?? format), in: World().store())
    }
  }

  /// Probes of the formats that the Core Data back end writes, and of those that it avoids.
  static func coreDataProbes() -> [Probe] {
    var probes = [
      coreData("an equality", #"name == "aba""#),
      coreData("an equality", #"nick != "aba" OR nick == nil"#, means: #"nick != "aba""#),
      coreData("a captured Bool as a condition", "YES == YES AND isPort == YES", means: "isPort == TRUE"),
      coreData("a captured list", #"name IN {"aba", "nord"}"#),
      coreData("a comparison by order", "height > 2.25"),
      coreData("a comparison by order with options", #"name <[c] "nord""#),
      coreData("a search in a text", #"nick BEGINSWITH "a""#),
      coreData("a search for a stored text", #""aba nord" CONTAINS name"#),
      coreData("an attribute compared with nil", "nick == nil"),
      coreData("an attribute of a related object compared with nil", "nation.code == nil", means: "nation == NULL"),
      coreData("a relationship compared with nil", "nation == nil"),
      coreData("a calculated bound of BETWEEN", "rank BETWEEN {0, 1 + 1}"),
      coreData(
        "a coalesced value in a comparison by order", "TERNARY(people != nil, people, 0) > 4", means: "people > 4"),
      coreData(
        "a coalesced value in an equality", #"TERNARY(nick != nil, nick, "") == "aba""#, means: #"nick == "aba""#),
      coreData(
        "a coalesced value on the left of IN", #"TERNARY(nick != nil, nick, "?") IN {"aba", "nord"}"#,
        means: #"nick IN {"aba", "nord"}"#),
      coreData(
        "a search in a coalesced text", #"TERNARY(nick != nil, nick, "") BEGINSWITH "a""#,
        means: #"nick BEGINSWITH "a""#),
      coreData("a cast", #"CAST(rank, "NSString") == "1""#, means: "rank == 1"),
      coreData("one optional step", #"nation.name == "nord""#),
      coreData("several optional steps", #"nation.continent.title == "aba""#),
      coreData("a count of a relationship", "nation.towns.@count > 20"),
      coreData("a relationship to many of a related object", "ANY nation.towns.people > 100"),
      coreData(
        "a SUBQUERY", "SUBQUERY(nation.towns, $x, $x.people > 100).@count > 0", means: "ANY nation.towns.people > 100"),
      coreData(
        "a SUBQUERY in a SUBQUERY",
        "SUBQUERY(nation.continent.nations, $x, SUBQUERY($x.towns, $y, $y.rank > 3).@count > 0).@count > 0",
        means: "ANY nation.continent.nations.towns.rank > 3"),
      coreData(
        "a SUBQUERY that compares with the object outside of it",
        "SUBQUERY(nation.towns, $x, $x.name == name).@count > 1"),
      coreData("ANY", "ANY nation.towns.people > 100"),
      coreData("several ANY", "ANY nation.towns.people > 100 AND ANY nation.towns.rank > 3"),
      coreData("ALL", "ALL nation.towns.rank < 4"),
      coreData("NONE", "NONE nation.towns.rank > 3"),
      coreData("an aggregate of a relationship", "nation.towns.@max.rank > 3"),
      coreData("arithmetic", "height * 2.0 > 60.0"),
      coreData("a remainder", "modulus:by:(rank, 2) == 1"),
      coreData("a power, a shift or an exclusive or", "rank ** 2 > 4.0"),
      coreData("uppercase, lowercase or abs", #"uppercase:(name) == "ABA""#),
      coreData("a function", "length:(name) == 3"),
      coreData("arithmetic of Decimals", "rate * 2 > 1"),
      coreData("a division of fractions by 0", "1.0 / height > 0.4"),
      coreData("an average of values that may be nil", "nation.towns.@avg.people > 100"),
      coreData("MATCHES", #"name MATCHES "[a-z]+""#),
      coreData("an escape in LIKE", #"name LIKE "Nor\\*d""#),
      coreData("the option [l]", #"name ==[l] "aba""#),
      coreData("the options [c] and [d]", #"name ==[cd] "EBENE""#),
    ]
    #if canImport(Darwin)
      // cdq refuses to read these, and a store of cdq has no transient attributes.
      probes += [
        coreData("a transient attribute", "draft == nil", means: "TRUEPREDICATE"),
        coreData("a path through a relationship to many", "nation.towns.rank > 3", means: "ANY nation.towns.rank > 3"),
        coreData(
          "a path through several relationships to many", "ANY nation.continent.nations.towns.rank > 3",
          means: "ANY nation.continent.nations.towns.rank > 3"),
        coreData("a relationship to many compared with nil", "nation.towns == nil", means: "nation == NULL"),
      ]
    #endif
    return probes
  }
}
