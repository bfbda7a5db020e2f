import CDQIR
import CDQPrinting
import CDQRandom
import CDQSchema
import CDQSyntax
import Testing

@Suite struct DeclaredSchemaTests {
  static let everything = """
    /// How rich.
    enum Income: String {
      /// Very.
      high = "1. High income", low
    }
    enum Level: Int16 { none, some = 5, more }

    /// A country.
    /// Second line.
    abstract entity Place {
      id: String @unique
      name: String = "none" @index @renamed(from: "title") @json("place_name") @length(1...50) @matches("[A-Z].*")
    }
    entity Country: Place {
      income: Income? = .low
      levels: [Level] = {.some, .more}
      population: Int? @range(0...)
      ratio: Float = -0.5 @range(-1...1.5)
      gdp: Double = 1e3
      price: Decimal = 0.10
      exact: Decimal = decimal("123456789012345678901234567890.5")
      since: Date = date("2001-01-01T00:00:10Z") @range(date("2000-01-01")...date("2030-01-01"))
      key: UUID? = uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
      site: URL? = url("https://example.org")
      blob: Data? = data("AQID")
      tags: [String]? = {"a", "b"}
      anything: Transformable? @class("UIColor") @transient
      now: Date @derived("now()") @userInfo("a", "b") @userInfo("c", "d")
      number: Int32? @scalar
      other: Int64 = -9223372036854775808 @scalar(false)
      nothing: Int16? = NULL
      cities: ordered [City] inverse country @delete(cascade) @count(1...10) @json("towns")
      capital: City? inverse capitalOf
      friends: [Country]? inverse friends @count(2...) @renamed(from: "allies")
      @@unique(name, key)
      @@index(income, population desc, name: "byIncome")
      @@renamed(from: "Land") @@class("CountryObject") @@userInfo("k", "v")
    }
    entity City: Place {
      country: Country inverse cities @delete(deny)
      capitalOf: Country? inverse capital
      order: String inverse: Int64 ordered: Bool @index entity: String? query: String? from: Date? size: Int64?
    }
    """

  @Test func `Names in a database are read and printed`() {
    let text = """
      entity Town {
        name: String @column("the \\"name\\"")
        land: Land? inverse towns @column("land_id")
        @@table("tbl_town")
      }
      entity Land {
        towns: [Town] inverse land
      }

      """
    let built = Built(text)
    #expect(built.schema.entities[0].tableName == "tbl_town")
    #expect(built.schema.allAttributes(of: "Town").first?.columnName == "the \"name\"")
    #expect(SchemaPrinter.text(built.schema).filter { $0 != "\n" } == text.filter { $0 != "\n" })
  }

  @Test(arguments: [
    ("entity A { bs: [B] inverse a @column(\"x\") } entity B { a: A? inverse bs }", "misplaced-annotation"),
    ("entity A { b: Int @column }", "invalid-annotation"),
    ("entity A { b: Int @column(\"\") }", "invalid-annotation"),
    ("entity A { b: Int @column(\"a\\u{0}\") }", "invalid-annotation"),
    ("entity A { @@table(1) }", "invalid-annotation"),
    ("entity A { @@column(\"a\") }", "unknown-annotation"),
  ])
  func `Wrong names in a database are reported`(text: String, code: String) {
    let codes = Built(text).diagnostics.map { "\($0.code)" }
    #expect(codes == [code])
  }

  @Test func readsEveryDeclaration() {
    let built = Built(Self.everything)
    #expect(
      SchemaDump.text(built.schema) == """
        /// How rich.
        enum Income: String
          /// Very.
          case high = "1. High income"
          case low = "low"
        enum Level: Int16
          case none = 0
          case some = 5
          case more = 6
        /// A country.
        /// Second line.
        entity Place, abstract
          attribute id: String
          attribute name: String, default "none", length 1...50, matches "[A-Z].*", renamed from "title", \
        json "place_name"
          unique (id)
          index (name)
        entity Country: Place, renamed from "Land", class "CountryObject", info "k" = "v"
          attribute income: Income?, default "low"
          attribute levels: [Level], default {5, 6}
          attribute population: Int64?, range 0...
          attribute ratio: Float, default -0.5, range -1.0...1.5
          attribute gdp: Double, default 1000.0
          attribute price: Decimal, default decimal("0.1")
          attribute exact: Decimal, default decimal("123456789012345678901234567890.5")
          attribute since: Date, default date("2001-01-01T00:00:10Z"), \
        range date("2000-01-01T00:00:00Z")...date("2030-01-01T00:00:00Z")
          attribute key: UUID?, default uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
          attribute site: URL?, default url("https://example.org")
          attribute blob: Data?, default data("AQID")
          attribute tags: [String]?, default {"a", "b"}
          attribute anything: Transformable?, transient, class "UIColor"
          attribute now: Date, derived "now()", info "a" = "b", info "c" = "d"
          attribute number: Int32?, scalar true
          attribute other: Int64, default -9223372036854775808, scalar false
          attribute nothing: Int16?
          relationship cities: ordered [City], at least one, inverse country, delete cascade, count 1...10, json "towns"
          relationship capital: City?, inverse capitalOf, delete nullify
          relationship friends: [Country], inverse friends, delete nullify, count 2..., renamed from "allies"
          unique (name, key)
          index "byIncome" (income, population desc)
        entity City: Place
          relationship country: Country, inverse cities, delete deny
          relationship capitalOf: Country?, inverse capital, delete nullify
          attribute order: String
          attribute inverse: Int64
          attribute ordered: Bool
          attribute entity: String?
          attribute query: String?
          attribute from: Date?
          attribute size: Int64?
          index (ordered)

        """)
    #expect(built.problems == [])
    #expect(built.findings == ["note predicate-word `size`"])
  }

  @Test func declarationsPointAtNames() throws {
    let built = Built(Self.everything)
    let source = try #require(built.sources.first)
    for (declaration, text) in [
      (.entity("City"), "City"), (.property(entity: "Country", name: "gdp"), "gdp"), (.enumeration("Level"), "Level"),
      (.enumerationCase(enumeration: "Income", name: "low"), "low"),
    ] as [(CheckedSchema.Declaration, String)] {
      let place = try #require(built.checked.declarations[declaration])
      #expect(source.text(place.span) == text)
    }
  }

  /// Members of an entity `A`, and the expected diagnostics.
  static let members: [(String, [String])] = [
    ("x: Strin", ["error unknown-type `Strin`"]),
    ("x: Boolean", ["error unknown-type `Boolean`"]),
    ("x: [Transformable]", ["error invalid-type `[Transformable]`"]),
    ("x: ordered [String]", ["error misplaced-ordered `ordered [String]`"]),
    ("x: String inverse y", ["error misplaced-inverse `y`"]),
    ("x: Int16 = 40000", ["error invalid-default `40000`"]),
    ("x: Int64 = 1.5", ["error invalid-default `1.5`"]),
    ("x: Int64 = \"1\"", ["error invalid-default `\"1\"`"]),
    ("x: Bool = 1", ["error invalid-default `1`"]),
    ("x: String = 5", ["error invalid-default `5`"]),
    ("x: String = NULL", ["error invalid-default `NULL`"]),
    ("x: Date = \"2026-01-31\"", ["error invalid-default `\"2026-01-31\"`"]),
    ("x: Date = date(\"2026-02-30\")", ["error malformed-literal `\"2026-02-30\"`"]),
    ("x: Date = uuid(\"x\")", ["error invalid-default `uuid(\"x\")`"]),
    ("x: Level = .hgih", ["error unknown-case `.hgih`"]),
    ("x: Level = \"high\"", ["error invalid-default `\"high\"`"]),
    ("x: Int64 = .high", ["error invalid-default `.high`"]),
    ("x: [Int64] = {1, \"2\"}", ["error invalid-default `\"2\"`"]),
    ("x: [Int64] = 1", ["error invalid-default `1`"]),
    ("x: Transformable? = 5", ["error invalid-default `5`"]),
    ("x: String @uniqe", ["error unknown-annotation `@uniqe`"]),
    ("x: String @frobnicate", ["error unknown-annotation `@frobnicate`"]),
    ("x: String @index @index", ["error duplicate-annotation `@index`"]),
    ("x: String @delete(cascade)", ["error misplaced-annotation `@delete(cascade)`"]),
    ("x: String @range(0...1)", ["error misplaced-annotation `@range(0...1)`"]),
    ("x: Int64 @length(1...2)", ["error misplaced-annotation `@length(1...2)`"]),
    ("x: [String] @unique", ["error misplaced-annotation `@unique`"]),
    ("x: String @class(\"X\")", ["error misplaced-annotation `@class(\"X\")`"]),
    ("x: String @index(5)", ["error invalid-annotation `@index(5)`"]),
    ("x: String @renamed(\"y\")", ["error invalid-annotation `@renamed(\"y\")`"]),
    ("x: String @json", ["error invalid-annotation `@json`"]),
    ("x: String @matches(\"(\")", ["error invalid-regex `\"(\"`"]),
    ("x: String @length(5...2)", ["error empty-range `5...2`"]),
    ("x: Int64 @range(5...2)", ["error empty-range `5...2`"]),
    ("x: Int64 @range(5)", ["error invalid-annotation `@range(5)`"]),
    ("x: Int64 @range(\"a\"...)", ["error invalid-default `\"a\"`"]),
    ("x: String x: Int64", ["error duplicate-name `x`"]),
    ("x: String X: Int64", ["note similar-name `X`"]),
    ("@@unique(x)", ["error unknown-key `x`"]),
    ("x: Transformable? @@index(x)", ["error unfit-key `x`"]),
    ("x: String @@unique(x, x)", ["error duplicate-key `x`"]),
    ("x: String @@unique()", ["error invalid-annotation `@@unique()`"]),
    ("x: String @@uniqu(x)", ["error unknown-annotation `@@uniqu`"]),
    ("b: B", ["warning missing-inverse `b`"]),
    ("b: B inverse a @delete(casade)", ["error unknown-delete-rule `casade`", "error one-sided-inverse `a`"]),
    ("b: [B] inverse x", ["error unknown-inverse `x`"]),
    ("b: [B] inverse name", ["error inverse-mismatch `name`"]),
    ("b: [B] inverse c", ["error inverse-mismatch `c`"]),
    ("b: [B] inverse a", ["error one-sided-inverse `a`"]),
    ("b: B = 5 inverse a2", ["error misplaced-default `5`", "error one-sided-inverse `a2`"]),
    ("a2: [B] inverse a2", []),
    ("a2: [B] inverse a2 @delete(noAction)", ["warning delete-rule `@delete(noAction)`"]),
    ("a3: [B] inverse a3", ["warning delete-rule `a3`"]),
    ("a3: [B] inverse a3 @delete(cascade)", []),
    ("a2: B? inverse a2 @count(1...2)", ["error misplaced-annotation `@count(1...2)`"]),
    ("internal: String like: String", ["note swift-keyword `internal`", "note predicate-word `like`"]),
    (
      "order: String type: String count: Int64 group: String limit: Int64 desc: String first: String?",
      ["note predicate-word `first`"]
    ),
  ]

  @Test(arguments: members.indices)
  func reportsMembers(_ index: Int) {
    let (text, findings) = Self.members[index]
    let built = Built(
      """
      entity A {
        \(text)
      }
      enum Level { high, low }
      entity B { name: String a: A? c: B? a2: A? \(text.hasPrefix("a2") ? "inverse a2" : "") \
      a3: A \(text.hasPrefix("a3") ? "inverse a3" : "") }
      """)
    let own = zip(built.findings, built.diagnostics).filter { finding, diagnostic in
      // Ignores warnings about the relationships of `B`, which these cases do not test.
      !(finding.hasPrefix("warning missing-inverse") && diagnostic.span.start > UInt32(text.utf8.count) + 13)
    }
    #expect(own.map(\.0) == findings)
  }

  /// Whole texts and the expected diagnostics.
  static let texts: [(String, [String])] = [
    ("entity A {} entity A {}", ["error duplicate-name `A`"]),
    ("entity A {} enum A { x }", ["error duplicate-name `A`"]),
    ("entity A: B {}", ["error unknown-parent `B`"]),
    ("entity Country {} entity A: Contry {}", ["error unknown-parent `Contry`"]),
    ("entity A: A {}", ["error inheritance-cycle `A`"]),
    ("entity A: B {} entity B: C {} entity C: A {}", ["error inheritance-cycle `A`"]),
    ("abstract entity A {}", ["warning abstract-without-children `A`"]),
    ("entity A { x: String } entity B: A { x: String }", ["error redeclared-property `x`"]),
    ("enum E { a, a }", ["error duplicate-name `a`"]),
    ("enum E { a = \"x\", b = \"x\" }", ["error duplicate-raw-value `\"x\"`"]),
    ("enum E: Int64 { a = 1, b, c = 2 }", ["error duplicate-raw-value `2`"]),
    ("enum E: Int16 { a = 32767, b }", ["error invalid-default `b`"]),
    ("enum E: Double { a }", ["error invalid-raw-type `Double`"]),
    ("enum E: Int64 { a = \"x\" }", ["error invalid-default `\"x\"`"]),
    ("enum E {}", ["error empty-enum `E`"]),
    ("entity Date { d: Date e: #Date? }", ["note type-name `Date`", "warning missing-inverse `e`"]),
    ("schema \"M.xcdatamodeld\" entity A { x: Unknown }", ["error unreadable-file `\"M.xcdatamodeld\"`"]),
    ("schema \"other.json\"", ["error not-a-schema `\"other.json\"`"]),
    ("schema \"a.cdq\"", ["error import-cycle `\"a.cdq\"`"]),
  ]

  @Test(arguments: texts.indices)
  func reportsTexts(_ index: Int) {
    let (text, findings) = Self.texts[index]
    #expect(Built(text).findings == findings)
  }

  @Test func mistakesSayWhatWasMeant() {
    let built = Built(
      """
      entity City { name: Strng country: Country? inverse cites }
      entity Country { cities: [City] inverse country }
      """)
    #expect(built.diagnostics.map(\.message) == ["there is no type 'Strng'", "'Country' has no relationship 'cites'"])
    #expect(built.diagnostics.map(\.label) == ["did you mean 'String'?", "did you mean 'cities'?"])
    #expect(built.diagnostics.map { $0.fixIts.first?.edits.first?.newText } == ["String", "cities"])
  }

  @Test func aOneSidedInverseHasAFixIt() throws {
    let text = "entity A { b: B? inverse a } entity B { a: [A] @delete(cascade) }"
    let built = Built(text)
    let fixIt = try #require(built.diagnostics.first?.fixIts.first)
    var bytes = Array(text.utf8)
    for edit in fixIt.edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    #expect(Built(String(decoding: bytes, as: UTF8.self)).findings == [])
  }

  @Test func importsFollowPaths() {
    let model = Built.modelText("<entity name=\"City\"><attribute name=\"name\" attributeType=\"String\"/></entity>")
    let files = [
      "m/World.xcdatamodeld/W.xcdatamodel/contents": model,
      "s/shared.cdq": "schema \"../m/World.xcdatamodeld\" schema \"./more.cdq\" enum Level { a }",
      "s/more.cdq": "entity Street { city: City? level: Level? }",
    ]
    let built = Built("schema \"s/shared.cdq\" schema \"s/more.cdq\" entity Top { s: Street? }", files: files)
    #expect(built.problems == ["warning missing-inverse `s`", "warning missing-inverse `city`"])
    #expect(built.schema.entities.map(\.name) == ["City", "Top", "Street"])
    #expect(
      built.sources.map(\.name) == [
        "a.cdq", "s/shared.cdq", "s/more.cdq", "m/World.xcdatamodeld/W.xcdatamodel/contents",
      ])
  }

  @Test func importCyclesAreErrorsAtThePath() {
    let built = Built(
      "schema \"b.cdq\" entity A {}", files: ["b.cdq": "schema \"c.cdq\" entity B {}", "c.cdq": "schema \"a.cdq\""])
    #expect(built.findings == ["error import-cycle `\"a.cdq\"`"])
    #expect(built.diagnostics.map(\.file) == ["c.cdq"])
    #expect(built.schema.entities.map(\.name) == ["A", "B"])
  }

  @Test func aLongLineOfInheritanceIsCut() {
    let text =
      "entity E0 {} " + (1..<2000).map { "entity E\($0): E\($0 - 1) { a\($0): String }" }.joined(separator: " ")
    let built = Built(text)
    #expect(Set(built.diagnostics.map(\.code)) == ["inheritance-too-deep"])
    #expect(built.schema.entities.count == 2000)
  }

  @Test func noMutationOfATextTraps() {
    let text = Array(Self.everything.utf8)
    var random = SplitMix(seed: 11)
    for _ in 0..<400 {
      var bytes = text
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count - 60)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.insert(contentsOf: bytes[place..<(place + random.below(40))], at: random.below(bytes.count))
        default: bytes.removeSubrange(place..<(place + random.below(30)))
        }
      }
      let source = SourceText(name: "a.cdq", utf8: bytes)
      let parsed = Parser.parseDocument(source)
      let built = Built(SchemaInputs(documents: [(source, parsed.tree)]), MemoryReader())
      for diagnostic in built.diagnostics { #expect(Int(diagnostic.span.end) <= bytes.count) }
      _ = SchemaPrinter.text(built.schema) + SchemaDump.text(built.schema) + SchemaMermaid.text(built.schema)
    }
  }

  @Test func whatIsWrongStillMakesASchemaThatHoldsTogether() {
    let built = Built(
      """
      entity A: B { x: Nope r: Missing? } entity B: A { x: String a: [A] inverse q @@unique(zzz) } entity A { y: Date }
      """)
    #expect(built.schema.entities.map(\.name) == ["A", "B"])
    #expect(built.schema.lineage(of: "A").map(\.name) == ["A", "B"])
    #expect(built.schema.entities[1].uniquenessConstraints == [])
  }
}
