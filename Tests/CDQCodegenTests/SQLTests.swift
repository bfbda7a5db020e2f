import CDQCodegen
import CDQSQL
import CDQSchema
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// What the back end `sql` writes and refuses. `StatementTests` compares what statements give with memory.
@Suite struct SQLTests {
  private static let schema = """
    enum Kind { small, large = "LARGE" }
    entity Place {
      id: Int64 @unique
      name: String
      size: Int64?
      price: Decimal?
      kind: Kind?
      opened: Date?
      tags: [String]
      land: Land? inverse places
    }
    entity Land {
      code: String @unique
      places: [Place] inverse land
    }
    entity Pair {
      a: Int64
      b: Int64
      @@unique(a, b)
    }
    entity Couple {
      id: Int64
      pair: Pair?
    }
    entity Mixture {
      mixed: Mixed?
    }
    entity Mixed { note: String? }
    entity Numbered: Mixed { number: Int64 @unique }
    """

  private static func generate(_ query: String, _ dialect: StatementDialect, writes: Bool = false) -> GenerateResult {
    let corpus = CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var options = GenerateOptions(backend: .sql)
    options.dialect = dialect
    options.writes = writes
    return corpus.generate(options)
  }

  /// A query, a dialect, and lines of the generated file.
  @Test(arguments: [
    (
      "Place where id < $most select sum(size * price) as worth", .sqlite,
      ["SELECT cdq_decimal_sum(t2.a0)", #"cdq_decimal_multiply(CAST(t1."size" AS TEXT), t1."price") AS a0"#, "SelectStatement<Decimal>"]
    ),
    (
      "Place where name BEGINSWITH[cd] $prefix sort name desc limit 3", .sqlite,
      [
        #"FROM "Place" AS t1"#,
        #"WHERE t1."name_cd" >= ?1 AND t1."name_cd" < ?2 AND cdq_match('BEGINSWITH[cd]', t1."name", ?3)"#,
        #"ORDER BY t1."name" DESC, t1."_id""#, "LIMIT 3", #"[.folded(prefix, "cd"), .prefixEnd(prefix, "cd"), .stored(prefix)]"#,
        "return try await Queries.q(prefix: prefix).all(in: connection)",
      ]
    ),
    (
      "Place where name BEGINSWITH[c] $prefix", .postgres,
      [
        #"WHERE t1."name_c" COLLATE "C" >= $1::text"#, #"  AND t1."name_c" COLLATE "C" < $2::text"#,
        #"  AND t1."name_c" LIKE regexp_replace($1::text, '([\\%_])', '\\\1', 'g') || '%'"#,
        #"  AND (substr(t1."name_c", char_length($1::text) + 1, 1) COLLATE "C" < chr(768) OR t1."name_c" ~ $3::text)"#,
        #"[.folded(prefix, "c"), .prefixEnd(prefix, "c"), .pattern(prefix, "BEGINSWITH[c]")]"#,
      ]
    ),
    (
      "Place where size > $least? AND name == $name?", .sqlite,
      [
        #"WHERE 1 = 1{least: AND t1."size" > ?1}{name: AND t1."name" = ?2}"#,
        #".part("least", least != nil)"#, #".part("name", name != nil)"#,
      ]
    ),
    // Each argument decides about parts by itself, so that the text grows with the number of arguments alone.
    (
      "Place where size > $least? OR name == $name?", .sqlite,
      [
        #"WHERE 1 = 1{least|name: AND (1 = 0{least: OR t1."size" > ?1}{name: OR t1."name" = ?2})}"#,
        #"[.part("least", least != nil), .part("name", name != nil)]"#,
      ]
    ),
    (
      "Place where kind IN $kinds OR land == $land sort $by in (name, size desc)", .sqlite,
      [
        #"WHERE t1."kind" IN (?1...) OR ({land: t2."code" = ?2}{!land: t2."code" IS NULL})"#,
        #"ORDER BY {by=name: t1."name" ASC, }{by=size: t1."size" DESC NULLS LAST, }t1."_id""#,
        #"[.list(kinds.map({ $0.rawValue })), .value(land)]"#,
      ]
    ),
    // An index serves each part, and neither keeps a place without a land.
    (
      "Place where size == $size", .postgres,
      [
        #"WHERE {size: t1."size" = $1::bigint}{!size: t1."size" IS NULL}"#, #".part("size", size != nil)"#,
        #".part("!size", size == nil)"#,
      ]
    ),
    // The bound lets an index start at the page.
    (
      "Place where name > $name OR name == $name AND id > $id sort name, id limit 20", .postgres,
      [
        #"WHERE t1."name" COLLATE "C" >= $1::text"#,
        #"  AND (t1."name" COLLATE "C" > $1::text OR (t1."name" = $1::text AND t1."id" > $2::bigint))"#,
      ]
    ),
    (
      "Place where name < $a OR name == $a AND $b < id OR name == $a AND id == $b AND size > 1", .sqlite,
      [#"WHERE t1."name" <= ?1"#]
    ),
    ("Place where name > $name OR name == $other", .sqlite, [#"WHERE t1."name" > ?1 OR t1."name" = ?2"#]),
    ("Place where name > $name OR name < $name", .sqlite, [#"WHERE t1."name" > ?1 OR t1."name" < ?1"#]),
    ("Place where id IN $ids", .postgres, [#"WHERE t1."id" = ANY ($1::bigint[])"#, "[.list(ids)]"]),
    (
      "Place where opened < $day", .postgres,
      [#"WHERE t1."opened" < $1::timestamptz"#, "[.instant(day, .up)]"]
    ),
    ("exists Place where size == $size limit $n", .sqlite, [#".limit(n, most: 1, name: "n")"#, "> 0"]),
    ("one Place where id == 7", .sqlite, [#"WHERE t1."id" = ?1"#, "LIMIT 2", "[.int(7)]", "{ row throws(DatabaseError) in", "try Place(row: row)", ".only(in: connection)"]),
    (
      "Place group by kind select kind, count() as n", .sqlite,
      ["self.kind = try row.optionalCase(at: 0)", "self.n = try row.value(at: 1)"]
    ),
    ("Place where opened > now()", .sqlite, ["let now = Date()", ".value(now)"]),
    (
      "Couple where pair == $pair", .sqlite,
      [
        #"SELECT t1."id", t2."a", t2."b""#, #"WHERE (t2."a" IS ?1) AND (t2."b" IS ?2)"#,
        "[.keyPart(pair, 0, of: 2, .int64), .keyPart(pair, 1, of: 2, .int64)]",
        "[row.keyPart(Int64.self, at: 1), row.keyPart(Int64.self, at: 2)]",
      ]
    ),
    ("Couple select pair", .sqlite, ["try row.optionalKey("]),
    // One statement for each level, which contains the one above.
    (
      "Land where code > $least? select code, places { name, land { code }, kind where size > $size sort name limit $n }",
      .sqlite,
      [
        "struct QRow: Sendable, Hashable, Codable {", "struct PlacesRow: Sendable, Hashable, Codable {", "struct LandRow:",
        "init(row: borrowing SQLRow, related: borrowing RelatedRows) throws(DatabaseError) {",
        "self.places = related.list(1, of: row, at: 1)", "self.land = related.optional(0, of: row, at: 3)",
        "self.kind = try row.optionalCase(at: 2)",
        #"row_number() OVER (PARTITION BY t2."_id" ORDER BY t3."name" ASC, t3."land_position", t3."_id") AS n"#,
        #"t2."_id" IN (SELECT t1."_id" FROM "Land" AS t1 WHERE 1 = 1{least: AND t1."code" > ?"#,
        #".limit(n, name: "n")"#, "related: [landStatement, placesStatement]",
        "try RelatedStatement(.sqlite, landText, landArguments, parts: parts) { row, _ throws(DatabaseError) in",
        "try RelatedStatement(.sqlite, placesText, placesArguments, parts: parts) { row, related throws(DatabaseError) in",
      ]
    ),
    (
      "first Place select id, land { code, places { id } } sort id", .postgres,
      [
        #"WHERE t2."_id" IN (SELECT t1."_id" FROM "Place" AS t1 ORDER BY t1."id" ASC, t1."_id" LIMIT 1)"#,
        #"  AND t3."_id" IS NOT NULL"#, "self.land = related.optional(1, of: row, at: 1)", ".first(in: connection)",
      ]
    ),
    ("Land select places { id }", .sqlite, ["self.places = related.list(0, of: row, at: 0)"]),
  ] as [(String, StatementDialect, [String])])
  func `Statements stand in the file`(query: String, dialect: StatementDialect, lines: [String]) throws {
    let result = SQLTests.generate(query, dialect)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = try #require(result.files.first).text
    for line in lines { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  @Test(arguments: [
    ("Place where id > 1 AND (size == 2 OR «name LIKE $pattern»)", .postgres, "other patterns than LIKE's"),
    ("Place where «name BEGINSWITH[l] 'a'» AND id > 1", .sqlite, "locale"),
    ("Place where «name MATCHES $pattern»", .postgres, "regular expressions"),
    ("delete Place where id == 1", .sqlite, "its functions only read"),
    ("update Place set name = 'x'", .sqlite, "its functions only read"),
    ("Mixture where «mixed == $mixed»", .sqlite, "not all identified by the same required attributes"),
    ("Place where «SUBQUERY(land.places, $p, $p.size > $n?).@count» > 1", .sqlite, "all conditions of a SUBQUERY"),
    ("Place select sum(«size * price») as worth", .postgres, "more digits than a Decimal has"),
    ("Place where opened > «now() - days(7)»", .postgres, "no exact form of '-' of Date"),
    // The cause is not in the first condition, or in none.
    ("Place where id > 1 select sum(length(«uppercase(name)»)) as n", .postgres, "no exact form of 'uppercase'"),
    ("Place where id > 1 AND size == 2 select name, «uppercase(name)» as big", .postgres, "no exact form of 'uppercase'"),
    ("Land select code, «places» { name, id sort $by in (name, id) }", .sqlite, "a parameter chooses the order of the shape"),
    ("Land select places { id where «name LIKE $pattern» }", .postgres, "other patterns than LIKE's"),
    ("Couple where id > 1 group by «pair» select pair, count() as n", .sqlite, "rows are grouped by an object"),
    ("Place where id > 1 AND NOT (size == 2 OR «uppercase(name)» == 'A')", .postgres, "no exact form of 'uppercase'"),
    ("Place where id > 1 AND TERNARY(«name MATCHES $pattern», 1, 2) == size", .postgres, "regular expressions"),
    ("Place where id > 1 group by name having count() > 1 AND «name MATCHES 'a'» select name", .postgres, "regular expressions"),
  ] as [(String, StatementDialect, String)])
  func `What has no exact SQL is refused at its place`(query: String, dialect: StatementDialect, reason: String) throws {
    let plain = query.replacing("«", with: "").replacing("»", with: "")
    let result = SQLTests.generate(plain, dialect)
    let found = try #require(result.diagnostics.first { $0.severity == .error })
    let place = query.firstMatch(of: /«(.*)»/).map { String($0.output.1) } ?? "q"
    let source = SourceText(name: "A.cdq", SQLTests.schema + "\nquery q = " + plain)
    #expect(source.text(found.span) == place)
    #expect(found.message.contains(reason) && found.code.rawValue == "backend-sql", "\(found.message)")
    #expect(!found.help.isEmpty && result.files.isEmpty)
  }

  private static let samples = [
    "Countries/Sources/Atlas", "CarBrands/Sources/Garage", "Tasks/Sources/Board", "Library/Sources/Shelves",
    "Messages/Sources/Board", "Diary/Sources/Journal", "Calculator/Sources/Tape",
  ]

  @Test(arguments: samples) func `Every query of the samples has a statement in both dialects`(sample: String) {
    let corpus = CodegenCorpus(folder: "Samples/" + sample)
    for dialect in StatementDialect.allCases {
      var options = GenerateOptions(backend: .sql)
      (options.dialect, options.writes) = (dialect, true)
      let result = corpus.generate(options)
      #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
      #expect(!corpus.queries.isEmpty && result.files.contains { $0.text.contains("DatabaseModel") })
    }
  }

  @Test func `What changes a database is generated when it is asked for`() throws {
    let result = SQLTests.generate("delete Place where id < $least AND name == $name?", .sqlite, writes: true)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = try #require(result.files.first).text
    for line in [
      "public import CDQDatabase\n", "extension Place: IdentifiedModel", "extension Place: DatabaseModel",
      "static func all() throws(DatabaseError) -> SelectStatement<Self>",
      "static func find(id: Int64) throws(DatabaseError) -> SelectStatement<Self>",
      "static func find(id: Int64, in connection: some SQLExecutor) async throws -> Self?",
      "static func find(id: Int64, in transaction: DatabaseTransaction) throws(DatabaseError) -> Self?",
      "static func find(a: Int64, b: Int64, in transaction: DatabaseTransaction) throws(DatabaseError) -> Self?",
      #"SELECT t1."_id""#, #"WHERE t1."id" < ?1{name: AND t1."name" = ?2}"#, #"parts: parts, of: "Place")"#,
      "static func q(in store: DatabaseStore, least: Int64, name: String? = nil) async throws -> Int",
      "return try Queries.q(least: least, name: name).run(in: transaction)",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    let update = SQLTests.generate("update Place where id < $least set name = $name?", .sqlite, writes: true)
    #expect(update.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let changing = try #require(update.files.first).text
    for line in [
      "static func q(least: Int64, name: String? = nil) -> UpdateStatement", "return UpdateStatement(CDQPrepared.q, arguments)",
      "static func q(in store: DatabaseStore, least: Int64, name: String? = nil) async throws -> Int",
      "return try await Queries.q(least: least, name: name).run(in: store)",
      "return try Queries.q(least: least, name: name).run(in: transaction)",
    ] {
      #expect(changing.contains(line), "\(line)\n\(changing)")
    }
    // Who only reads pays nothing for it.
    let reading = try #require(SQLTests.generate("Place where id < 7", .sqlite).files.first).text
    #expect(!reading.contains("CDQDatabase") && !reading.contains("StoredValues") && !reading.contains("func find"))
  }

  // MARK: Tables of another program

  private static let shop = """
    {
      "version": 1,  // as 'cdq schema import' writes it
      "entities": {
        "Place": {
          "table": {"schema": "geo", "name": "tbl_place"}, "key": ["place_no"],
          "attributes": {
            "id": {"column": "place_no"}, "name": {"column": "label", "isNormalized": true, "folds": {"c": "label_low"}},
            "opened": {"column": "opened_at", "encoding": "dateText"}, "tags": {"column": "tags"}
          },
          "relationships": {"land": {"foreignKey": {"columns": ["land_code"]}}}
        },
        "Land": {
          "table": {"name": "land"}, "key": ["code"], "order": ["sort_no", "code"], "attributes": {"code": {"column": "code"}},
          "relationships": {"places": {"inverse": {"columns": ["land_code"], "order": "position"}}}
        }
      }
    }
    """

  @Test func `A mapping of JSON has a function for a transaction and one for a database`() throws {
    let corpus = CodegenCorpus(texts: [
      ("A.cdq", SQLTests.schema + "\nmapping RemoteLand: Land at lands scope code == $code { places = Place where name == $code }")
    ])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var options = GenerateOptions(backend: .sql)
    let refused = try #require(corpus.generate(options).diagnostics.first { $0.severity == .error })
    #expect(refused.message == "the SQL back end has no function for the mapping 'RemoteLand': without \"writes\": true its functions only read")
    #expect(refused.help.first?.hasPrefix("\"writes\": true in cdq.json") == true && refused.file == "A.cdq")
    options.writes = true
    let result = corpus.generate(options)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    // The layout of long lines does not matter here.
    let text = try #require(result.files.first?.text).replacing(/\s+/, with: " ").replacing("( ", with: "(")
    for part in [
      "public import CDQMapping", "extension Mappings {", "static func remoteLand(in transaction: DatabaseTransaction, response: Data",
      "nonisolated(nonsending) public static func remoteLand(in store: DatabaseStore, response: Data", ") async throws -> MappingReport {",
      "return try CDQPrepared.mappingRemoteLand.apply(in: transaction,", "return try await CDQPrepared.mappingRemoteLand.apply(in: store,",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  private static func generate(_ query: String, mapping: String) -> (result: GenerateResult, findings: [Diagnostic]) {
    let corpus = CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
    var options = GenerateOptions(backend: .sql)
    var findings: [Diagnostic] = []
    options.mapping = SourceText(name: "Shop.mapping.json", mapping)
    _ = MappingReader.read(SourceText(name: "Shop.mapping.json", mapping), &findings)
    return (corpus.generate(options), findings)
  }

  @Test func `What changes the tables of a mapping is refused without naming a setting that is refused, too`() throws {
    let error = try #require(
      SQLTests.generate("delete Place where id == 1", mapping: SQLTests.shop).result.diagnostics.first { $0.severity == .error })
    #expect(error.message.contains("the functions for the tables of \"mapping\" only read"), "\(error.message)")
    #expect(error.help.count == 1 && !error.help[0].contains("writes") && error.help[0].contains("only tables of cdq's own layout"))
  }

  @Test func `Statements are for the tables of a mapping`() throws {
    let (result, findings) = SQLTests.generate(
      "Place where name BEGINSWITH[c] $prefix AND opened < $day AND land.code == $code sort name", mapping: SQLTests.shop)
    #expect(findings.map(\.message) == [] && result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = try #require(result.files.first).text
    for line in [
      #"FROM "geo"."tbl_place" AS t1"#, #"LEFT JOIN "land" AS t2 ON t1."land_code" = t2."code""#, #"t1."label_low" >= ?1"#,
      #"cdq_date(t1."opened_at", 'tbl_place.opened_at', t1."place_no") < ?4"#, #"ORDER BY t1."label" ASC, t1."place_no""#,
      // The mapping has no column for what may be nil.
      "self.size = nil", "self.opened = try row.optional(at:",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test(arguments: [
    ("Place where size > 7", "the database has no column or table for 'Place.size'"),
    ("Pair where a == 1", "the database has no table of 'Pair'"),
    ("count Place where kind == .small", "the database has no column or table for 'Place.kind'"),
  ])
  func `A query of what the mapping lacks is an error at the query`(query: String, message: String) throws {
    let error = try #require(SQLTests.generate(query, mapping: SQLTests.shop).result.diagnostics.first { $0.severity == .error })
    #expect(error.message.contains(message) && error.code.rawValue == "backend-sql" && error.span.start > 0, "\(error.message)")
  }

  @Test func `A required property without a column is an error at its entity`() throws {
    let mapping = SQLTests.shop.replacing(#""name": {"column": "label""#, with: #""kind": {"column": "label""#)
    let errors = SQLTests.generate("count Land", mapping: mapping).result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["the mapping has no column for 'Place.name', which is required"])
    #expect(errors.first?.file == "A.cdq" && errors.first.map { $0.span.start > 0 } ?? false)
  }

  @Test(arguments: [
    ("{", "the text ends where a key in quotation marks should be", "{"),
    ("[]", "the mapping is a list and not an object", "[]"),
    (#"{"version": 2, "entities": {}}"#, "a newer cdq wrote this mapping", "2"),
    (#"{"version": 1}"#, "'entities' is missing", "{"),
    (#"{"entities": {"A": {"table": {"name": "a"}}}}"#, "'key' is missing", "{"),
    (#"{"entities": {"A": {"tabel": 1, "table": {"name": "a"}, "key": []}}}"#, "the mapping of an entity has no 'tabel'", "\"tabel\""),
    (
      #"{"entities": {"A": {"table": {"name": "a"}, "key": [], "attributes": {"x": {"column": "x", "encoding": "text"}}}}}"#,
      "there is no form of values 'text'", "\"text\""
    ),
    (
      #"{"entities": {"A": {"table": {"name": "a"}, "key": [], "relationships": {"x": {}}}}}"#,
      "the place of a relationship is one of", "{}"
    ),
    (#"{"entities": {"A": {"table": {"name": "a"}, "key": "id"}}}"#, "this is a text and not a list of columns", "\"id\""),
    (#"{"entities": {"A": 1, "A": 2}}"#, "the mapping of an entity is a number and not an object", "1"),
  ])
  func `A mistake in a mapping is reported at its place`(text: String, message: String, place: String) throws {
    let source = SourceText(name: "Shop.mapping.json", text)
    var findings: [Diagnostic] = []
    #expect(MappingReader.read(source, &findings) == nil)
    let found = try #require(findings.first)
    #expect(found.message.contains(message) && !found.help.isEmpty, "\(found.message)")
    if text.count > 1 { #expect(source.text(found.span) == place, "\(source.text(found.span))") }
  }

  @Test func `A mapping that the command writes is read as it is`() throws {
    let corpus = CodegenCorpus(texts: [("A.cdq", SQLTests.schema)])
    let mapping = OwnLayout(corpus.schema.schema).mapping
    let text = String(decoding: try JSONEncoder().encode(mapping), as: UTF8.self)
    var findings: [Diagnostic] = []
    #expect(MappingReader.read(SourceText(name: "A.mapping.json", text), &findings) == mapping, "\(findings.map(\.message))")
  }

  @Test func `The page about SQL has the statement of the README's query`() throws {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    let page = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/CodeForSQL.md"), encoding: .utf8)
    let file = try #require(readme.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    let statement = try #require(page.firstMatch(of: /```sql\n([\s\S]*?)```/)?.output.1)
    let corpus = CodegenCorpus(texts: [("Cities.cdq", String(file))])
    let text = try #require(corpus.generate(GenerateOptions(backend: .sql)).files.first).text
    for line in statement.split(separator: "\n") { #expect(text.contains("      \(line)\n"), "\(line)\n\(text)") }
  }
}
