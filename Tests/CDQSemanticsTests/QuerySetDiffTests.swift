import CDQComparison
import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import Testing

/// Compares a set of queries between two versions of a schema.
@Suite struct QuerySetDiffTests {
  static let old = """
    entity City { id: Int64 @unique title: String size: Int32? open: Bool country: Country? inverse cities }
    entity Country { name: String cities: [City] inverse country }
    entity Gone { x: Int64 }
    """
  static let new = """
    entity Town { @@renamed(from: "City") id: Int64 @unique name: String @renamed(from: "title") size: Int64?
      open: Bool? country: Country? inverse towns }
    entity Country { name: String towns: [Town] inverse country @renamed(from: "cities") }
    entity Sub: Country {}
    """

  /// Queries and their outcomes with the new version.
  static let cases: [(query: String, outcome: String)] = [
    ("a = Country where name == $n", "unaffected"),
    ("b = Country only where name == $n sort name desc limit 3", "unaffected"),
    ("c = City where title == $t", "broken unknown-entity `City`>Town"),
    ("d = Country where ANY cities.title == $t", "broken unknown-property `cities`>towns"),
    ("e = Country where cities.@count > 2", "broken unknown-property `cities`>towns"),
    ("f = Gone where x > 1", "broken unknown-entity `Gone`"),
    ("g = Country where nmae == 'x'", "was broken"),
    ("h = Country where towns.@count > 2", "fixed"),
    ("i = Nowhere", "was broken"),
    ("j = Country where name BEGINSWITH[c] $a AND name != $b? select name", "unaffected"),
  ]

  @Test(arguments: cases.map { [$0.query, $0.outcome] })
  func namesExactlyTheQueriesThatBreak(_ item: [String]) throws {
    let query = try #require(QuerySetDiffTests.diff("query " + item[0], QuerySetDiffTests.old, QuerySetDiffTests.new).first)
    #expect(query.name == String(item[0].prefix(1)))
    #expect(QuerySetDiffTests.text(query.outcome, "query " + item[0]) == item[1])
  }

  /// Queries and their outcomes when only types change.
  static let signatures: [(query: String, outcome: String)] = [
    ("a = City where size > $n", "changed: parameter 'n' was Int32, is Int64"),
    ("b = City where title == $n", "unaffected"),
    ("c = City select title, size", "changed: result was [(title: String, size: Int32?)], is [(title: String, size: Int64?)]"),
    ("d = City where open == $o", "changed: parameter 'o' was Bool, is Bool?"),
    ("e = City where open", "broken optional-bool-predicate"),
    ("f = count City where size > 5", "unaffected"),
    ("g = first City where country == $c", "unaffected"),
  ]

  @Test(arguments: signatures.map { [$0.query, $0.outcome] })
  func namesChangesOfTheSignature(_ item: [String]) throws {
    let new = QuerySetDiffTests.old.replacing("Int32?", with: "Int64?").replacing("open: Bool", with: "open: Bool?")
    let query = try #require(QuerySetDiffTests.diff("query " + item[0], QuerySetDiffTests.old, new).first)
    let text = QuerySetDiffTests.text(query.outcome, "query " + item[0])
    #expect(text.hasPrefix(item[1].hasPrefix("broken") ? "broken" : item[1]))
  }

  @Test func aRenamedEntityIsNoOtherType() {
    let new = QuerySetDiffTests.old.replacing("entity Country {", with: "entity Land { @@renamed(from: \"Country\")")
      .replacing("Country?", with: "Land?")
    let diff = QuerySetDiffTests.diff("query a = City where country == $c", QuerySetDiffTests.old, new)
    #expect(diff.map(\.outcome) == [.unaffected])
  }

  @Test func templatesAreQueriesOfBothVersions() {
    func built(_ body: String) -> CheckedSchema {
      let text = "<model>\(body)</model>"
      return buildSchema(
        SchemaInputs(modelPaths: ["M.xcdatamodel"]), reader: OneFile(path: "M.xcdatamodel/contents", text: text)
      ).schema
    }
    func thing(_ type: String) -> String {
      #"<entity name="T"><attribute name="a" optional="YES" attributeType="\#(type)"/></entity>"#
    }
    let old = built(
      thing("String") + #"<fetchRequest name="x" entity="T" predicateString="a == $A"/>"#
        + #"<fetchRequest name="y" entity="T"/><fetchRequest name="z" entity="T" predicateString="a LIKE 'b'"/>"#)
    let new = built(
      thing("Date") + #"<fetchRequest name="x" entity="T" predicateString="a == $A"/>"#
        + #"<fetchRequest name="z" entity="T" predicateString="a LIKE 'b'"/><fetchRequest name="n" entity="T"/>"#)
    let diff = QuerySetDiff([], from: old, to: new, renames: SchemaDiff(from: old.schema, to: new.schema).renames)
    #expect(diff.queries.map(\.name) == ["x", "z", "n", "y"])
    let words = diff.queries.map { QuerySetDiffTests.text($0.outcome, "") }
    #expect(words[0] == "changed: parameter 'a' was String?, is Date?")
    #expect(words[1].hasPrefix("broken"))
    #expect(Array(words[2...]) == ["added", "removed"])
    #expect(!diff.isClean)
  }

  static func diff(_ query: String, _ old: String, _ new: String) -> [QuerySetDiff.Query] {
    func schema(_ text: String) -> CheckedSchema {
      let source = SourceText(name: "s.cdq", text)
      let parsed = Parser.parseDocument(source)
      return buildSchema(
        SchemaInputs(documents: [(source, parsed.tree)]), reader: OneFile(path: "", text: "")
      ).schema
    }
    let source = SourceText(name: "q.cdq", query)
    let document = ParsedDocument(source: source, tree: Parser.parseDocument(source).tree)
    let (before, after) = (schema(old), schema(new))
    let renames = SchemaDiff(from: before.schema, to: after.schema).renames
    return QuerySetDiff([document], from: before, to: after, renames: renames).queries
  }

  static func text(_ outcome: QuerySetDiff.Outcome, _ query: String) -> String {
    switch outcome {
    case .unaffected: "unaffected"
    case .changed(let changes): "changed: " + changes.joined(separator: "; ")
    case .broken(let errors):
      "broken "
        + errors.map { error in
          let fixes = error.fixIts.flatMap(\.edits).map { ">\($0.newText)" }.joined()
          return "\(error.code) `\(SourceText(name: "", query).text(error.span))`\(fixes)"
        }.joined(separator: ", ")
    case .wasBroken: "was broken"
    case .fixed: "fixed"
    case .added: "added"
    case .removed: "removed"
    }
  }
}
