import CDQKit
import Foundation
import Testing

/// Texts of strangers, which may name only what an allowance lists.
@Suite struct AllowanceTests {
  private static func allowance() throws -> Allowance {
    try Allowance(["Town": ["name", "people", "isPort", "land.name"], "Land": ["name", "towns.name"]], in: Towns.schema)
  }

  static let allowed = [
    "name BEGINSWITH[c] 'o' AND people > 5", "land.name == 'Norge'", "land == NULL", "isPort",
    "name IN {'Oslo', 'Bergen'}", "people BETWEEN {1, 2}", "lowercase(name) == 'oslo'", "people / 2 > 5", "TRUEPREDICATE",
  ]

  @Test(arguments: allowed) func `What is listed may be used`(text: String) throws {
    _ = try CheckedPredicate(parsing: text, for: "Town", allowing: Self.allowance())
  }

  static let refused: [(String, String)] = [
    ("secret == 's'", "1:1: error: 'Town' has no property 'secret' [unknown-property]"),
    ("secrets == 's'", "1:1: error: 'Town' has no property 'secrets' [unknown-property]"),
    ("height > 5", "1:1: error: 'Town' has no property 'height' [unknown-property]"),
    ("land.code == 'NO'", "1:6: error: 'Land' has no property 'code' [unknown-property]"),
    ("land.towns.name == 'x'", "error: "),
    ("ANY land.towns.name == 'x'", "1:5: error: the key path 'land.towns.name' is not allowed here [not-allowed]"),
    ("SUBQUERY(land.towns, $t, $t.name == 'x').@count > 0", "is not allowed here [not-allowed]"),
    ("Town.@count > 5", "1:1: error: 'Town' is not allowed here [not-allowed]"),
    ("SUBQUERY(Town, $t, $t.name == 'x').@count > 0", "1:10: error: 'Town' is not allowed here [not-allowed]"),
    ("Land.@count > 5", "1:1: error: 'Land' is not allowed here [not-allowed]"),
    ("name MATCHES '(a+)+'", "1:6: error: MATCHES is not allowed here [not-allowed]"),
    ("name == $n", "1:9: error: parameters such as '$n' are not allowed here [not-allowed]"),
    ("Land where name == 'x'", "error: "),
    ("delete Town", "error: "),
    ("Town", "error: "),
    ("SELECT * FROM Town", "error: "),
    ("", "error: "),
  ]

  @Test(arguments: refused) func `What is not listed is refused without telling what else there is`(
    text: String, message: String
  ) throws {
    let error = #expect(throws: QueryError.self, "\(text)") {
      try CheckedPredicate(parsing: text, for: "Town", allowing: Self.allowance())
    }
    let report = error?.description ?? ""
    #expect(report.contains(message), "\(report)")
    for hidden in ["height", "founded", "mood", "tags", "code"] where !text.contains(hidden) {
      #expect(!report.contains(hidden), "\(report)")
    }
    #expect(!report.contains("properties of"), "\(report)")
    if text != "secret == 's'", text != "secrets == 's'" { #expect(!report.contains("secret"), "\(report)") }
  }

  @Test func `A misspelt name is suggested only when it is listed`() throws {
    let near = #expect(throws: QueryError.self) {
      try CheckedPredicate(parsing: "nmae == 'x'", for: "Town", allowing: Self.allowance())
    }
    #expect(near?.diagnostics.first?.label == "did you mean 'name'?")
    let hidden = #expect(throws: QueryError.self) {
      try CheckedPredicate(parsing: "heigth > 5", for: "Town", allowing: Self.allowance())
    }
    #expect(hidden?.diagnostics.first?.label == nil)
  }

  @Test func `Operators, functions, constructs and clauses are listed, too`() throws {
    var allowance = try Allowance(
      ["Land": ["name", "code", "towns.name", "towns.people"]], in: Towns.schema)
    func message(_ text: String) -> String? {
      do throws(QueryError) {
        _ = try CheckedQuery(parsing: text, allowing: allowance)
        return nil
      } catch {
        return error.diagnostics.map(\.message).joined(separator: "; ")
      }
    }
    #expect(message("Land where ANY towns.people > 5 sort name limit 5") == nil)
    #expect(message("Land where SUBQUERY(towns, $t, $t.people > 5).@count > 1") == nil)
    #expect(message("delete Land") == "'delete' is not allowed here")
    #expect(message("Town") == "'Town' is not allowed here")
    #expect(message("Twon") == "there is no entity 'Twon'")
    allowance.clauses = [.limit]
    #expect(message("Land sort name limit 5") == "'sort' is not allowed here")
    #expect(message("Land select name") == "'select' is not allowed here")
    #expect(message("count Land where name == 'x'") == "'count' is not allowed here")
    #expect(message("Land only limit 3") == "'only' is not allowed here")
    allowance.includesToMany = false
    #expect(message("Land where ANY towns.people > 5")?.contains("ANY is not allowed here") == true)
    #expect(message("Land where towns.@count > 5") == "a relationship to many is not allowed here")
    allowance.functions = ["lowercase"]
    #expect(message("Land where lowercase(name) == 'x'") == nil)
    #expect(message("Land where uppercase(name) == 'X'") == "the function 'uppercase' is not allowed here")
    allowance.includesArithmetic = false
    #expect(message("Land where length(name) + 1 > 5")?.contains("'+' is not allowed here") == true)
    allowance.operators = [.equal]
    #expect(message("Land where name LIKE 'x*'") == "LIKE is not allowed here")
  }

  /// Each property here is visible at the end of some key path, but `secret` only from another entity.
  @Test func `An update sets only what a key path of its entity names`() throws {
    var allowance = try Allowance(["Town": ["name", "people", "land.code"], "Land": ["towns.secret"]], in: Towns.schema)
    #expect(throws: QueryError.self) { try CheckedQuery(parsing: "update Town set name = 'x'", allowing: allowance) }
    allowance.clauses.insert(.update)
    _ = try CheckedQuery(parsing: "update Town where land.code == 'NO' set people = people + 1", allowing: allowance)
    _ = try CheckedQuery(parsing: "update Town set land = nil", allowing: allowance)
    for (text, column) in [
      ("update Town set secret = 'x'", 17), ("update Town set name = 'x', secret = name", 29),
      ("update Land set code = 'x'", 17),
    ] {
      let error = #expect(throws: QueryError.self, "\(text)") { try CheckedQuery(parsing: text, allowing: allowance) }
      let finding = try #require(error?.diagnostics.first { $0.severity == .error })
      #expect(finding.message.hasPrefix("the key path '") && finding.message.hasSuffix("' is not allowed here"))
      #expect(Int(finding.span.start) == column - 1)
    }
    #expect(throws: QueryError.self) { try CheckedQuery(parsing: "update Town set height = 1", allowing: allowance) }
  }

  @Test func `Orders of strangers follow the allowance`() throws {
    let allowance = try Self.allowance()
    #expect(try CheckedOrder(parsing: "people desc, land.name", for: "Town", allowing: allowance).keys.count == 2)
    #expect(throws: QueryError.self) { try CheckedOrder(parsing: "secret", for: "Town", allowing: allowance) }
    #expect(throws: QueryError.self) { try CheckedOrder(parsing: "", for: "Town", allowing: allowance) }
    #expect(throws: QueryError.self) { try CheckedOrder(parsing: "name limit 5", for: "Town", allowing: allowance) }
  }

  @Test func `An allowance of what the schema does not have is refused`() {
    #expect(throws: QueryError.self) { try Allowance(["Twon": []], in: Towns.schema) }
    #expect(throws: QueryError.self) { try Allowance(["Town": ["nmae"]], in: Towns.schema) }
    #expect(throws: QueryError.self) { try Allowance(["Town": ["name.length"]], in: Towns.schema) }
    #expect(throws: QueryError.self) { try Allowance(["Town": [""]], in: Towns.schema) }
  }

  @Test func `Inherited properties are those of the listed entity only`() throws {
    let schema = try Schema(
      parsing: """
        abstract entity Place { name: String  secret: String }
        entity City: Place { people: Int64  twin: Place? }
        entity Village: Place { farms: Int64 }
        """)
    let allowance = try Allowance(["City": ["name", "people"]], in: schema)
    _ = try CheckedPredicate(parsing: "name == 'x' AND people > 5", for: "City", allowing: allowance)
    for text in ["secret == 'x'", "farms > 5", "twin.name == 'x'"] {
      #expect(throws: QueryError.self) { try CheckedPredicate(parsing: text, for: "City", allowing: allowance) }
    }
    #expect(throws: QueryError.self) { try CheckedPredicate(parsing: "name == 'x'", for: "Place", allowing: allowance) }
    #expect(throws: QueryError.self) { try CheckedQuery(parsing: "Village", allowing: allowance) }
  }

  @Test func `A text for one entity is never read as another query`() {
    for text in ["Land", "Land where name == 'x'", "delete Town", "count Town", "one Land", "Town where people > 5"] {
      #expect(throws: QueryError.self, "\(text)") {
        try CheckedPredicate(parsing: text, for: "Town", in: Towns.schema)
      }
    }
  }

  @Test func `A finding prints as one line, and a report as JSON`() throws {
    let error = #expect(throws: QueryError.self) {
      try CheckedPredicate(parsing: "nmae == 'x'", for: "Town", in: Towns.schema)
    }
    let report = try #require(error?.report)
    #expect(
      report.diagnostics.first.map { "\($0)" }
        == "<query>, byte 0: error: 'Town' has no property 'nmae', did you mean 'name'? [unknown-property]")
    let json = try #require(JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    #expect(Set(json.keys) == ["version", "tool", "diagnostics", "summary"])
  }
}
