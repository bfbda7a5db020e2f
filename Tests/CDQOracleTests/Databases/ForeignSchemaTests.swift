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

/// Tables that others made, with a schema that fits them or not: each query gives what memory gives for the values that
/// the cells mean, stops at a value that is not of its type, or the database is not opened. No result differs silently.
///
///     CDQ_POSTGRES=postgres://… CDQ_FOREIGN_CASES=10000 CDQ_FOREIGN_SEED=7 swift test --filter ForeignSchemaTests
@Suite(.serialized) struct ForeignSchemaTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let cases = environment["CDQ_FOREIGN_CASES"].flatMap { Int($0) } ?? 300
  static let seed = environment["CDQ_FOREIGN_SEED"].flatMap { UInt64($0) } ?? 1

  private struct Tally {
    var pairs = 0
    /// Columns whose order is that of their dates.
    var ordered = 0
    var equal = 0
    var stopped = 0
    var opened: [String: Int] = [:]
    var refused: [String: Int] = [:]
    var different = 0
  }

  @Test(arguments: [SQLDialect.Name.sqlite, .postgres])
  func `No query of a foreign table differs silently`(dialect: SQLDialect.Name) throws {
    let server = dialect == .postgres ? try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) } : nil
    if dialect == .postgres, server == nil { return }
    if let server {
      try server.execute("DROP SCHEMA IF EXISTS foreign_pairs CASCADE; CREATE SCHEMA foreign_pairs; SET search_path = foreign_pairs")
    }
    var tally = Tally()
    // One pair by its number, to find out why it differs.
    let only = ForeignSchemaTests.environment["CDQ_FOREIGN_PAIR"].flatMap { Int($0) }
    for number in only.map({ $0..<($0 + 1) }) ?? 0..<ForeignSchemaTests.cases where tally.different < 10 {
      var random = SplitMix(seed: ForeignSchemaTests.seed << 32 + UInt64(number))
      let pair = ForeignPair(dialect, &random)
      let connection: any DatabaseConnection = try server ?? SQLiteConnection(path: ":memory:", access: .create)
      let run = try ForeignRun(pair, connection, isMeasured: number % 2 == 1)
      tally.pairs += 1
      tally.ordered += run.mapping.entities["Pair"]?.attributes.values.count { $0.isOrdered == true } ?? 0
      if let refusal = run.refusal {
        tally.opened[refusal, default: 0] += 1
      } else {
        for query in run.queries(&random) {
          switch try run.outcome(query) {
          case .equal: tally.equal += 1
          case .stopped: tally.stopped += 1
          case .refused(let reason): tally.refused[reason, default: 0] += 1
          case .different(let difference):
            tally.different += 1
            Issue.record(
              """
              \(dialect.rawValue), pair \(number): \(query.text) \(query.arguments)
              \(difference)
              \(pair.schema)
              \((pair.statements(connection.dialect).tables + pair.statements(connection.dialect).rows).joined(separator: ";\n"))
              """)
          }
        }
      }
      if server != nil { try run.drop() }
    }
    #expect(!tally.opened.keys.contains { $0.hasPrefix("no place") }, "\(tally.opened)")
    #expect(only != nil || tally.equal > tally.pairs && tally.stopped > 0 && (tally.ordered > 0 || tally.pairs < 1000))
    print(
      "\(dialect.rawValue): \(tally.pairs) pairs, \(tally.ordered) columns of ordered dates, \(tally.equal) queries equal, \(tally.stopped) stopped at a value, "
        + "\(tally.refused.values.reduce(0, +)) refused, \(tally.different) different, "
        + "\(tally.opened.values.reduce(0, +)) pairs not opened")
    for (reason, count) in tally.opened.sorted(by: { $0.value > $1.value }) { print("  not opened, \(count): \(reason)") }
    for (reason, count) in tally.refused.sorted(by: { $0.value > $1.value }) { print("  refused, \(count): \(reason)") }
  }

  /// Values as people store them, of each storage class.
  private static let literals = [
    "NULL", "0", "1", "7", "-3", "1.5", "2.0", "9007199254740993", "'7'", "'12.50'", "'abc'", "''", "'true'", "'Y'", "x'00ff'",
    "'2024-01-31'", "'2024-01-31 10:20:30'", "'24.11.2026'", "1700000000", "1700000000000",
    "'0f8fad5b-d9cb-469f-a165-70867728950e'", "x'0f8fad5bd9cb469fa16570867728950e'",
  ]

  /// All combinations of a type, an affinity and an encoding, each with one value at a time: a clean column, or one with
  /// a value of another type.
  @Test(arguments: ForeignPair.types)
  func `A type, a column of SQLite and an encoding agree by the table, or are refused`(type: ValueType) throws {
    var random = SplitMix(seed: 1)
    var (agreed, refused) = (0, 0)
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for declared in ["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "DECIMAL(10,2)", ""] {
      for encoding in ColumnEncoding.allCases.map({ Optional($0) }) {
        var isRefused = false
        for literal in ForeignSchemaTests.literals where !isRefused {
          let pair = ForeignPair(declared: declared, type: type, literals: [literal, "NULL", literal])
          let run = try ForeignRun(pair, connection, encoding: encoding)
          defer { try? run.drop() }
          isRefused = run.refusal != nil
          #expect(isRefused != ColumnRules.encodings(of: type, in: ColumnFamily(affinityOf: declared)).contains(encoding))
          if isRefused { break }
          for query in run.queries(&random) {
            if case .different(let difference) = try run.outcome(query) {
              Issue.record("\(type) in \(declared) as \(encoding.map(\.rawValue) ?? "nil") of \(literal): \(query.text): \(difference)")
            }
          }
        }
        if isRefused { refused += 1 } else { agreed += 1 }
      }
    }
    #expect(agreed > 0 && refused > 0)
  }

  @Test func `A prepared statement of PostgreSQL survives a change of its columns`() throws {
    guard let url = DatabaseTests.postgres else { return }
    let server = try PostgresConnection(url: url, canWrite: true)
    try server.execute(
      """
      DROP SCHEMA IF EXISTS changing CASCADE; CREATE SCHEMA changing; SET search_path = changing;
      CREATE TABLE prepared (id bigint PRIMARY KEY, v uuid);
      INSERT INTO prepared VALUES (1, '0f8fad5b-d9cb-469f-a165-70867728950e')
      """)
    defer { try? server.execute("DROP SCHEMA changing CASCADE") }
    let argument = SQLDatum.text("0f8fad5b-d9cb-469f-a165-70867728950e")
    func all() throws -> [[SQLDatum]] { try server.rows("SELECT v FROM prepared") }
    func found() throws -> [[SQLDatum]] { try server.rows("SELECT id FROM prepared WHERE v = $1", [argument]) }
    #expect(try all() == [[argument]] && found() == [[.text("1")]])
    // The result has another type, and the comparison another operator.
    try server.execute("ALTER TABLE prepared ALTER v TYPE text")
    #expect(try all() == [[argument]] && found() == [[.text("1")]])
    // A transaction has failed by the error; the next one is as usual.
    try server.execute("ALTER TABLE prepared ALTER v TYPE uuid USING v::uuid; BEGIN")
    let error = #expect(throws: DatabaseError.self) { try all() }
    #expect(error?.message.contains("cached plan") == true)
    try server.execute("ROLLBACK; BEGIN")
    #expect(try all() == [[argument]])
    try server.execute("COMMIT")
    // What does not exist is an error that does not break the connection.
    try server.execute("ALTER TABLE prepared RENAME v TO w")
    #expect(throws: DatabaseError.self) { try all() }
    try server.execute("ALTER TABLE prepared RENAME w TO v")
    #expect(try all() == [[argument]] && found() == [[.text("1")]])
  }

  /// Every type of an attribute, of a column and every encoding of PostgreSQL; with few cases, a share of them by turns.
  @Test(arguments: ForeignPair.types)
  func `A type, a column of PostgreSQL and an encoding agree by the table, or are refused`(type: ValueType) throws {
    // The table has another type each time, which statements that were prepared for the one before do not survive.
    guard let url = DatabaseTests.postgres else { return }
    let server = try PostgresConnection(url: url, canWrite: true, preparesStatements: false)
    try server.execute("DROP SCHEMA IF EXISTS foreign_table CASCADE; CREATE SCHEMA foreign_table; SET search_path = foreign_table")
    var random = SplitMix(seed: 1)
    var turn = 0
    for declared in ForeignPair.postgresTypes {
      for encoding in [nil] + ColumnEncoding.allCases.map({ Optional($0) }) {
        turn += 1
        if turn % max(1, 300 / ForeignSchemaTests.cases) != 0 { continue }
        let pair = ForeignPair(declared: declared, type: type, literals: ForeignSchemaTests.literals + ["TRUE", "now()", "'10:20'"])
        let run = try ForeignRun(pair, server, encoding: .some(encoding))
        if run.refusal == nil {
          for query in run.queries(&random) {
            if case .different(let difference) = try run.outcome(query) {
              Issue.record("\(type) in \(declared) as \(encoding.map(\.rawValue) ?? "nil"): \(query.text): \(difference)")
            }
          }
        }
        try run.drop()
      }
    }
  }
}
