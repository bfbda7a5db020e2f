import CDQComparison
import CDQIR
import CDQSchema
import CDQSyntax
import Testing

/// Differences between two versions of a schema.
@Suite struct SchemaDiffTests {
  static func lines(_ old: Schema, _ new: Schema) -> [String] {
    SchemaDiff(from: old, to: new).changes.map { "\($0.impact.rawValue) \($0)" }
  }

  private static let before = """
    enum E: Int64 { a = 1, b = 2 }
    entity Base { id: Int64 @unique }
    entity City: Base { title: String @index  size: Int32?  e: E?  note: String  old: Bool
      country: Country? inverse cities  @@unique(title, size) @@index(title, size desc) }
    entity Country { name: String = "x"  cities: [City] inverse country @delete(cascade) }
    entity Gone { x: Int64 }
    """

  static let cases: [(new: String, lines: [String])] = [
    (before, []),
    ("/// Other words.\n" + before, []),
    (before.replacing("entity Gone { x: Int64 }", with: ""), ["breaking entity Gone: removed"]),
    (before + "entity New {}", ["compatible entity New: added"]),
    (before.replacing("x: Int64", with: "y: Int64"),
      ["compatible property Gone.y: added, Int64", "breaking property Gone.x: removed, was Int64"]),
    (before.replacing("x: Int64", with: "y: Int64 @renamed(from: \"x\")"), ["breaking property Gone.y: renamed from 'x'"]),
    (before.replacing("entity Gone { x: Int64 }", with: "entity Went { @@renamed(from: \"Gone\") z: String @renamed(from: \"x\") }"),
      ["breaking entity Went: renamed from 'Gone'", "breaking property Went.z: renamed from 'x'",
       "breaking property Went.z: type changed: Int64 -> String"]),
    (before.replacing("Country", with: "Land").replacing("entity Land { ", with: "entity Land { @@renamed(from: \"Country\") "),
      ["breaking entity Land: renamed from 'Country'"]),
    (before.replacing("cities", with: "towns").replacing("towns: [City]", with: "towns: [City] @renamed(from: \"cities\")"),
      ["breaking property Country.towns: renamed from 'cities'"]),
    (before.replacing("title", with: "name").replacing("name: String @index", with: "name: String @index @renamed(from: \"title\")"),
      ["breaking property City.name: renamed from 'title'"]),
    (before.replacing("size: Int32?", with: "size: Int64 = 5 @range(0...9) @transient @json(\"s\") @userInfo(\"k\", \"v\")"),
      ["breaking property City.size: type changed: Int32 -> Int64",
       "breaking property City.size: optional changed: yes -> no",
       "compatible property City.size: default added: 5",
       "breaking property City.size: transient changed: no -> yes",
       "compatible property City.size: constraints added: @range(0...9)",
       "compatible property City.size: json key added: s",
       "compatible property City.size: user info added: \"k\" = \"v\""]),
    (before.replacing("@@unique(title, size) @@index(title, size desc)", with: "@@index(size)"),
      ["compatible entity City: unique removed: (title, size)",
       "compatible entity City: index removed: (title, size desc)",
       "compatible entity City: index added: (size)"]),
    (before.replacing("@delete(cascade)", with: "@delete(deny) @count(...5)"),
      ["compatible property Country.cities: delete rule changed: cascade -> deny",
       "compatible property Country.cities: count added: ...5"]),
    (before.replacing("country: Country? inverse", with: "country: Country inverse"),
      ["breaking property City.country: optional changed: yes -> no"]),
    (before.replacing("country: Country? inverse", with: "country: [Country] inverse"),
      ["breaking property City.country: type changed: to-one -> to-many"]),
    (before.replacing("cities: [City] inverse country", with: "cities: ordered [City]")
      .replacing(" inverse cities", with: ""),
      ["compatible property City.country: inverse removed: cities",
       "compatible property Country.cities: ordered changed: no -> yes",
       "compatible property Country.cities: inverse removed: country"]),
    (before.replacing("country: Country? inverse cities", with: "country: Gone?").replacing(" inverse country", with: ""),
      ["breaking property City.country: destination changed: Country -> Gone",
       "compatible property City.country: inverse removed: cities",
       "compatible property Country.cities: inverse removed: country"]),
    (before.replacing("old: Bool", with: "").replacing("id: Int64 @unique", with: "id: Int64 @unique old: Bool"),
      ["compatible property Base.old: added, Bool",
       "compatible property City.old: moved to 'Base', from which it is inherited"]),
    (before.replacing("City: Base", with: "City"), ["breaking entity City: parent removed: Base"]),
    (before.replacing("entity Base", with: "abstract entity Base"), ["compatible entity Base: abstract changed: no -> yes"]),
    (before.replacing("b = 2", with: "c = 2"),
      ["compatible case E.c: added, 2", "breaking case E.b: removed, was 2"]),
    (before.replacing("b = 2", with: "b = 3"), ["compatible case E.b: raw value changed: 2 -> 3"]),
    (before.replacing("E:", with: "F:").replacing("E?", with: "F?"),
      ["breaking property City.e: type changed: E -> F", "compatible enum F: added, Int64", "breaking enum E: removed, was Int64"]),
  ]

  @Test(arguments: cases.indices)
  func namesEachChangeOnce(_ index: Int) {
    let (new, lines) = SchemaDiffTests.cases[index]
    let before = Built(SchemaDiffTests.before)
    let after = Built(new)
    #expect((before.diagnostics + after.diagnostics).filter { $0.severity == .error } == [])
    #expect(SchemaDiffTests.lines(before.schema, after.schema) == lines)
    #expect(SchemaDiffTests.lines(after.schema, after.schema) == [])
  }

  /// Core Data's renaming identifiers stay in later versions, and the comparison matches properties by them.
  static let renamings: [(old: [String], new: [String], lines: [String])] = [
    (["a"], ["b<a"], ["b: renamed from 'a'"]),
    (["b<a"], ["b<a"], []),
    (["b<a"], ["c<a"], ["c: renamed from 'b'"]),
    (["b<a"], ["c<b"], ["c: renamed from 'b'"]),
    (["b<a"], ["a"], ["a: renamed from 'b'"]),
    (["b<a"], ["a", "b"], ["b: renaming identifier removed: a", "a: added, Int64"]),
    (["b<a", "a"], ["b<a", "a"], []),
    (["a"], ["b<a", "a"], ["b: renamed from 'a'", "a: added, Int64"]),
    (["a", "b"], ["b<a", "a<b"], ["b: renamed from 'a'", "a: renamed from 'b'"]),
    (["a"], ["a<z"], ["a: renaming identifier added: z"]),
    (["a", "b"], ["a"], ["b: removed, was Int64"]),
  ]

  @Test(arguments: renamings.indices)
  func followsRenamingIdentifiers(_ index: Int) {
    func schema(_ names: [String]) -> Schema {
      Schema(entities: [
        Entity(
          name: "T",
          properties: names.map { name in
            let parts = name.split(separator: "<").map(String.init)
            return .attribute(Attribute(name: parts[0], type: .int64, renamedFrom: parts.count > 1 ? parts[1] : nil))
          })
      ])
    }
    let (old, new, lines) = SchemaDiffTests.renamings[index]
    let found = SchemaDiff(from: schema(old), to: schema(new)).changes.map { "\($0)".replacing("property T.", with: "") }
    #expect(found == lines)
  }

  @Test func randomSchemasDifferFromThemselvesInNothing() {
    for seed in 0..<300 {
      var random = RandomSchema(seed: UInt64(seed))
      let schema = random.schema()
      #expect(SchemaDiffTests.lines(schema, schema) == [], "seed \(seed)")
    }
  }

  @Test func randomEditsAreFoundAndNothingElse() {
    for seed in 0..<400 {
      var random = RandomSchema(seed: UInt64(seed))
      let old = random.schema()
      var edits = SchemaEdits(old, seed: UInt64(seed) &+ 99)
      edits.edit()
      let found = Set(SchemaDiff(from: old, to: edits.schema).changes.map(\.description))
      guard found == edits.expected else {
        Issue.record(
          "seed \(seed): too much \(found.subtracting(edits.expected)), too little \(edits.expected.subtracting(found))")
        return
      }
    }
  }
}
