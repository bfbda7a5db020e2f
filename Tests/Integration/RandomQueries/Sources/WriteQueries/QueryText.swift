/// Generates random query texts for `Schema.cdq` that every back end under test accepts.
struct QueryText {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func pick(_ choices: [String]) -> String { choices[next(choices.count)] }

  /// Whether to use only constructs that a `#Predicate` may express, which holds for half of the queries.
  private var isPlain = false

  mutating func query() -> String {
    isPlain = next(2) == 0
    var text = "Town where \(predicate(3))"
    if next(3) > 0 {
      let keys = (0...next(2)).map { _ in
        pick(
          ["name", "nick", "people", "rank", "score", "height", "opened"]
            + (isPlain ? [] : ["rate", "isPort", "size", "nation.name"]))
          + pick(["", "", " desc"]) + (isPlain ? "" : pick(["", "", "", " nulls last", " nulls first"]))
      }
      text += " sort " + keys.joined(separator: ", ")
    }
    if next(4) == 0 { text += " limit \(next(30))" }
    if next(4) == 0 { text += " offset \(next(10))" }
    return text
  }

  private mutating func predicate(_ depth: Int) -> String {
    if depth > 0 {
      switch next(6) {
      case 0: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
      case 1: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
      case 2: return "NOT (\(predicate(depth - 1)))"
      default: break
      }
    }
    return test()
  }

  private mutating func test() -> String {
    switch next(isPlain ? 9 : 12) {
    case 0, 1: return numberTest("")
    case 2, 3: return textTest("")
    case 4: return "isPort == \(pick(["TRUE", "FALSE"]))"
    case 5: return "\(pick(["nick", "people", "isOld", "size", "opened", "nation", "nation.area"])) \(pick(["==", "!="])) NULL"
    case 6: return "size \(pick(["==", "!="])) \(pick([".small", ".medium", ".large"]))"
    case 7: return "opened \(relation()) date(\"2001-01-0\(1 + next(5))\")"
    case 8: return "nation.\(pick(["code", "name"])) \(relation()) \(text())"
    case 9: return "\(pick(["ANY", "ALL", "NONE"])) nation.towns.\(numberOfTown()) \(relation()) \(integer())"
    case 10: return "SUBQUERY(nation.towns, $t, \(numberTest("$t."))).@count \(relation()) \(next(4))"
    default: return "nation.towns.\(pick(["@count", "@sum.people", "@avg.rank", "@max.people", "@min.rank"])) \(relation()) \(integer())"
    }
  }

  private mutating func relation() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }

  private mutating func numberOfTown() -> String { pick(["people", "rank"]) }

  private mutating func integer() -> String { pick(["0", "1", "5", "77", "2", "-3"]) }

  private mutating func text() -> String {
    "\"" + pick(["aba", "ABA", "ebene", "Straße", "nord", "N2", "x", "STRASSE x", "b"]) + "\""
  }

  private mutating func numberTest(_ base: String) -> String {
    if isPlain {
      switch next(5) {
      case 0: return "\(base)score \(relation()) \(pick(["1.0", "-0.5", "2.5"]))"
      case 1: return "\(base)rank BETWEEN {\(pick(["-1", "0", "3"])), \(pick(["1", "4"]))}"
      case 2: return "\(base)people IN {\(integer()), \(integer()), 1000}"
      case 3: return "\(base)height * 2.0 \(relation()) \(pick(["61.0", "4.5", "-6.0", "0.0"]))"
      default: return "\(base)people \(relation()) \(integer())"
      }
    }
    switch next(7) {
    case 0: return "\(base)people \(relation()) \(integer())"
    case 1: return "\(base)rank + \(base)people \(relation()) \(integer())"
    case 2: return "\(base)height * 2.0 \(relation()) \(pick(["61.0", "4.5", "-6.0", "0.0"]))"
    case 3: return "\(base)score \(relation()) \(pick(["1.0", "-0.5", "2.5"]))"
    case 4: return "\(base)rate \(relation()) \(pick(["decimal(\"0.25\")", "decimal(\"1\")", "decimal(\"2.5\")"]))"
    case 5: return "\(base)rank BETWEEN {\(pick(["-1", "0", "3"])), \(pick(["1", "4"]))}"
    default: return "\(base)people IN {\(integer()), \(integer()), 1000}"
    }
  }

  private mutating func textTest(_ base: String) -> String {
    let property = base + pick(["name", "nick"])
    if isPlain {
      return "\(property) \(pick(["==", "!=", "<", ">=", "BEGINSWITH", "CONTAINS"])) \(text())"
    }
    let options = pick(["", "", "[c]", "[d]", "[cd]"])
    switch next(6) {
    case 0: return "\(property) \(relation())\(options) \(text())"
    case 1: return "\(property) \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"]))\(options) \(text())"
    case 2: return "\(property) LIKE\(options) \(pick(["\"*b*\"", "\"?ba*\"", "\"n\\\\*d\"", "\"*e\""]))"
    case 3: return "\(property) MATCHES \(pick(["\"[a-z]+\"", "\"(?i)st.*\"", "\".*x\""]))"
    case 4: return "\(property) IN\(options) {\(text()), \(text())}"
    default: return "length(\(property)) \(relation()) \(next(7))"
    }
  }
}
