import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Texts that are joined, cut and replaced in tables whose texts need not be in NFC, and the starts of their dates.
@Suite(.serialized) struct ComputedTextTests {
  private static let pieces = [
    "a", "A", "e", "e\u{301}", "\u{E9}", "\u{301}", "\u{323}", "K", "\u{212A}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "👩‍👧",
    "\u{390}", "ß", " ", "\r", "\n", ",",
  ]

  private static func text(_ random: inout SplitMix) -> String {
    (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
  }

  private static let values = [
    "n + m", "m + n + m", "n + '\u{301}'", "'e' + m", "$a + n", "prefix(n, 2)", "suffix(n, 2)", "prefix(n + m, 3)", "before(n, m)",
    "after(n, m)", "before(n, $a)", "after(n, ',')", "replacing(n, $a, m)", "replacing(n, 'e\u{301}', '')", "replacing(n, m, $a)",
    "uppercase(n)", "lowercase(n)", "trimmed(n)", "substring(n, 1, 2)", "uppercase(n + $a)", "replacing(n + m, m, 'x') + n",
  ]

  private static let dates = [
    "startOfDay(d)", "startOfWeek(d)", "startOfMonth(d)", "startOfYear(d)", "startOfMonth(d, 'Europe/Oslo')", "startOfDay(startOfYear(d))",
  ]

  /// Two statements about each value: its results, and a comparison of it.
  private static let queries =
    values.flatMap { value in
      [
        "o select id, \(value) as x, length(\(value)) as l sort id", "o where \(value) == $b sort id", "o where \(value) BEGINSWITH $a sort id",
        "o where \(value) < $b OR \(value) == NULL sort id", "o where \(value) ==[c] $b sort id", "o where \(value) CONTAINS 'e' sort id",
      ]
    }
    + dates.flatMap { value in
      ["o select id, \(value) as x sort id", "o where \(value) <= d sort id", "o where \(value) == $d sort id", "o where \(value) < $d sort id"]
    }
    + ["o select distinct startOfMonth(d) as x sort x", "o select distinct n + m as x sort x", "o select distinct n sort n", "o where n + m IN {$a, $b} sort id"]

  private static func schema() throws -> Schema { try Schema(parsing: "entity o { id: Int64 @unique  n: String?  m: String?  d: Date? }") }

  private static func check(_ connection: any DatabaseConnection, _ random: inout SplitMix) throws {
    let schema = try schema()
    let isPostgres = connection.dialect.name == .postgres
    let mark = connection.dialect.parameterMark
    _ = try? connection.rows("DROP TABLE o")
    _ = try connection.rows("CREATE TABLE o (id bigint PRIMARY KEY, n text, m text, d \(isPostgres ? "timestamptz" : "datetime"))")
    defer { _ = try? connection.rows("DROP TABLE o") }
    let store = Store(schema: schema)
    for id in 0..<60 {
      let texts: [String?] = (0..<2).map { _ in random.chance(10) ? nil : ComputedTextTests.text(&random) }
      let date = random.chance(10) ? nil : Date(timeIntervalSinceReferenceDate: Double(random.below(2_000_000_000) - 1_000_000_000))
      let cells = texts.map { $0.map { SQLDatum.text($0) } ?? .null }
      let written = date.flatMap { ISO8601.text($0) }.map { SQLDatum.text($0.replacing("T", with: " ")) } ?? .null
      let cast = isPostgres ? "::timestamptz" : ""
      _ = try connection.rows(
        "INSERT INTO o VALUES (\(id), \(mark)1, \(mark)2, \(mark)3\(cast))", [cells[0], cells[1], written])
      _ = try store.transaction { transaction in
        try transaction.insert(
          "o",
          [
            "id": .int(Int64(id)), "n": texts[0].map { .string($0) } ?? .null, "m": texts[1].map { .string($0) } ?? .null,
            "d": date.map { .date($0) } ?? .null,
          ])
      }
    }
    let database = Database(schema: schema, mapping: try ImportedDatabase(connection).mapping(for: schema), dialect: connection.dialect)
    for text in queries { try check(text, schema, store, database, connection, &random) }
  }

  private static func check(
    _ text: String, _ schema: Schema, _ store: Store, _ database: Database, _ connection: any DatabaseConnection,
    _ random: inout SplitMix
  ) throws {
    let query = try CheckedQuery(parsing: text, in: schema)
    let all = try CheckedQuery(parsing: "o select n + m as x, n", in: schema).rows(in: store).compactMap { row -> String? in
      guard case .string(let text)? = random.chance(50) ? row["x"] : row["n"] else { return nil }
      return text
    }
    let days = try CheckedQuery(parsing: "o where d != NULL select startOfMonth(d) as x, d", in: schema).rows(in: store).compactMap {
      random.chance(50) ? $0["x"] : $0["d"]
    }
    var arguments: Arguments = [:]
    for parameter in query.ir.parameters {
      switch parameter.name {
      case "a": arguments["a"] = .string(random.pick(pieces))
      case "b": arguments["b"] = .string(random.pick(all))
      default: arguments[parameter.name] = random.pick(days)
      }
    }
    let answer = try database.run(query.ir, arguments: arguments, on: connection)
    switch answer {
    case .rows(let rows):
      let expected = try query.rows(in: store, arguments).map(\.values)
      #expect(rows == expected, "\(connection.dialect.title): \(text) \(arguments)")
    case .records(let records):
      let reference = try CheckedQuery(parsing: text.replacing("sort id", with: "select id sort id"), in: schema)
      let expected = try reference.rows(in: store, arguments).map { $0["id"] }
      #expect(records.map { $0["id"] } == expected, "\(connection.dialect.title): \(text) \(arguments)")
    case .count, .exists: Issue.record("\(text) gives objects or rows")
    }
    // Of equal texts, memory gives the first, and the statement one in NFC.
    if query.ir.projection?.isDistinct == true { return }
    if case .different(let difference) = StatementRun(schema, store, query.ir, arguments, database, connection).outcome() {
      Issue.record("\(connection.dialect.title): \(text) \(arguments): \(difference)")
    }
  }

  @Test func `SQLite computes the texts and dates of memory`() throws {
    var random = SplitMix(seed: 51)
    for _ in 0..<4 { try ComputedTextTests.check(try SQLiteConnection(path: ":memory:", access: .create), &random) }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] != nil))
  func `PostgreSQL computes the texts and dates of memory`() throws {
    var random = SplitMix(seed: 52)
    let connection = try PostgresConnection(url: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] ?? "", canWrite: true)
    for _ in 0..<2 { try ComputedTextTests.check(connection, &random) }
  }

  @Test func `The starts of the first dates of PostgreSQL are computed in memory`() throws {
    guard let url = ProcessInfo.processInfo.environment["CDQ_POSTGRES"] else { return }
    let connection = try PostgresConnection(url: url, canWrite: true)
    _ = try? connection.rows("DROP TABLE o")
    _ = try connection.rows("CREATE TABLE o (id bigint PRIMARY KEY, n text, m text, d timestamptz)")
    defer { _ = try? connection.rows("DROP TABLE o") }
    _ = try connection.rows("INSERT INTO o VALUES (1, NULL, NULL, '4714-11-24 00:00:00+00 BC'), (2, NULL, NULL, '2026-05-06')")
    let schema = try ComputedTextTests.schema()
    let database = Database(schema: schema, mapping: try ImportedDatabase(connection).mapping(for: schema), dialect: .postgres)
    let query = try CheckedQuery(parsing: "o where startOfYear(d) < d sort id", in: schema)
    #expect(try database.records(query.ir, on: connection).map { $0["id"] } == [.int(1), .int(2)])
  }
}
