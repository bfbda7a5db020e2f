import CDQCodegen
import CDQSQL
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
    """

  private static func generate(_ query: String, _ dialect: SQLDialect.Name) -> GenerateResult {
    let corpus = CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var options = GenerateOptions(backend: .sql)
    options.dialect = dialect
    return corpus.generate(options)
  }

  /// A query, a dialect, and lines of the generated file.
  @Test(arguments: [
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
        #"WHERE t1."name_c" >= $1::text COLLATE "C""#, #"  AND t1."name_c" < $2::text COLLATE "C""#,
        #"  AND t1."name_c" ~ $3::text"#,
        #"[.folded(prefix, "c"), .prefixEnd(prefix, "c"), .pattern(prefix, "BEGINSWITH[c]")]"#,
      ]
    ),
    (
      "Place where size > $least? AND name == $name?", .sqlite,
      [
        #"WHERE TRUE{least: AND t1."size" > ?1}{name: AND t1."name" = ?2}"#,
        #".part("least", least != nil)"#, #".part("name", name != nil)"#,
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
        #"WHERE t1."name" >= $1::text COLLATE "C""#,
        #"  AND (t1."name" > $1::text COLLATE "C" OR (t1."name" = $1::text AND t1."id" > $2::bigint))"#,
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
  ] as [(String, SQLDialect.Name, [String])])
  func `Statements stand in the file`(query: String, dialect: SQLDialect.Name, lines: [String]) throws {
    let result = SQLTests.generate(query, dialect)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = try #require(result.files.first).text
    for line in lines { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  @Test(arguments: [
    ("Place where name LIKE $pattern", .postgres, "other patterns than LIKE's"),
    ("Place where name BEGINSWITH[l] 'a'", .sqlite, "locale"),
    ("Place where name MATCHES $pattern", .postgres, "regular expressions"),
    ("delete Place where id == 1", .sqlite, "functions that read"),
    ("Couple where id == 1", .sqlite, "are not identified by one attribute"),
    ("Place where SUBQUERY(land.places, $p, $p.size > $n?).@count > 1", .sqlite, "all conditions of a SUBQUERY"),
    ("Place where opened > now() - days(7)", .postgres, "no exact form of '-' of Date"),
  ] as [(String, SQLDialect.Name, String)])
  func `What has no exact SQL is refused with its reason`(query: String, dialect: SQLDialect.Name, reason: String) throws {
    let result = SQLTests.generate(query, dialect)
    let found = try #require(result.diagnostics.first { $0.severity == .error })
    #expect(found.message.contains(reason) && found.code.rawValue == "backend-sql", "\(found.message)")
    #expect(!found.help.isEmpty && result.files.isEmpty)
  }

  @Test func `The README has the statement of its query`() throws {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    let file = try #require(readme.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    let statement = try #require(readme.firstMatch(of: /```sql\n([\s\S]*?)```/)?.output.1)
    let corpus = CodegenCorpus(texts: [("Cities.cdq", String(file))])
    let text = try #require(corpus.generate(GenerateOptions(backend: .sql)).files.first).text
    for line in statement.split(separator: "\n") { #expect(text.contains("      \(line)\n"), "\(line)\n\(text)") }
  }
}
