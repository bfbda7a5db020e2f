import CDQConnections
import CDQDatabase
import CDQDuckDB
import CDQFuzzSupport
import CDQIR
import CDQKit
import CDQSQL
import CDQStore
import CDQValues
import Foundation
import Testing

/// Files and folders as tables of DuckDB, and the connection itself.
@Suite(.enabled(if: DuckDBLibraryTest.isThere, "DuckDB is not on this machine: see .ci/duckdb"))
struct DuckDBFileTests {
  /// A new folder, whose name has what means something in a pattern of files or in SQL.
  private static func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "cdq-\(UUID().uuidString)/it's a [folder]*").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Writes a Parquet file of a SELECT.
  private static func write(_ select: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    _ = try DuckDBConnection(canWrite: true).rows("COPY (\(select)) TO '\(path.replacing("'", with: "''"))' (FORMAT parquet)")
  }

  /// The rows of a query on files, whose schema is read from them.
  private static func rows(_ query: String, _ path: String, isAsked: Bool = false) throws -> [[String]] {
    let connection = try #require(DuckDBFiles(path, isAsked: isAsked)).connect()
    let imported = try DatabaseImport(connection)
    let schema = try Schema(parsing: imported.text)
    let database = Database(schema: schema, mapping: imported.mapping, dialect: connection.dialect)
    let ir = try CheckedQuery(parsing: query, in: schema).ir
    switch try database.run(ir, on: connection) {
    case .rows(let rows): return rows.map { row in row.map { ValueJSON.text($0) } }
    case .records(let records): return records.map { ["\($0.key)"] }
    case .count(let number): return [[String(number)]]
    case .exists(let truth): return [[String(truth)]]
    }
  }

  private static func error(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test func `Each type of a Parquet file has a type of the language`() throws {
    let folder = try DuckDBFileTests.folder()
    try DuckDBFileTests.write(
      """
      SELECT true AS b, 1::TINYINT AS i1, 2::SMALLINT AS i2, 3::INTEGER AS i4, 4::BIGINT AS i8, 255::UTINYINT AS u1,
        18446744073709551615::UBIGINT AS u8, 1.5::FLOAT AS f, 0.1::DOUBLE AS d, -0.05::DECIMAL(4, 2) AS m4,
        12345678901234567890.5::DECIMAL(38, 2) AS m38, 'é'::VARCHAR AS s, 'a longer text than twelve' AS long,
        'ab'::BLOB AS data, UUID '80000000-0000-0000-0000-00000000000a' AS id, DATE '2001-01-02' AS day,
        TIMESTAMP '2001-01-01 00:00:00.000001' AS at, TIMESTAMPTZ '2001-01-01 01:00:00+01' AS zoned,
        ['a"b', NULL, 'c'] AS texts, [1.5, 'NaN'::DOUBLE] AS numbers, {'a': 1} AS object, NULL::VARCHAR AS absent
      """, to: folder + "/all types.parquet")
    let found = try DuckDBFileTests.rows(
      "allTypes select b, i1, i2, i4, i8, u1, u8, f, d, m4, m38, s, long, data, id, day, at, zoned, object, absent",
      folder + "/all types.parquet")
    let expected = [
      "true", "1", "2", "3", "4", "255", "18446744073709551615", "1.5", "0.1", "-0.05", "12345678901234567890.5", "é",
      "a longer text than twelve",
    ]
    #expect(found.count == 1)
    for (value, text) in zip(found[0], expected) { #expect(value.contains(text), "\(value) is not \(text)") }
    #expect(found[0][14].uppercased().contains("80000000-0000-0000-0000-00000000000A"))
    #expect(try DuckDBFileTests.rows("allTypes where zoned == date(\"2001-01-01\") select i1", folder) == [["1"]])
    #expect(try DuckDBFileTests.rows("allTypes where day == date(\"2001-01-02\") and at > date(\"2001-01-01\") select i1", folder) == [["1"]])
    #expect(try DuckDBFileTests.rows("count allTypes where u8 > 9223372036854775807 and m38 > 12345678901234567890", folder) == [["1"]])
    #expect(try DuckDBFileTests.rows("count allTypes where any texts == \"c\" and texts.@count == 3", folder) == [["1"]])
    #expect(try DuckDBFileTests.rows("count allTypes where id == uuid(\"80000000-0000-0000-0000-00000000000A\")", folder) == [["1"]])
  }

  @Test func `Files are tables, in the order of their rows`() throws {
    let folder = try DuckDBFileTests.folder()
    try DuckDBFileTests.write("SELECT 3 - i AS n, 'a' AS name FROM range(3) AS t(i)", to: folder + "/City.parquet")
    try DuckDBFileTests.write("SELECT 9 AS n", to: folder + "/parts/part-1.parquet")
    try DuckDBFileTests.write("SELECT 8 AS n", to: folder + "/parts/part-0.parquet")
    try DuckDBFileTests.write("SELECT 1 AS n", to: folder + "/sales/year=2024/a.parquet")
    try DuckDBFileTests.write("SELECT 2 AS n", to: folder + "/sales/year=2025/a.parquet")
    try Data("n,name\n1,x\n2,\n".utf8).write(to: URL(fileURLWithPath: folder + "/Town.csv"))
    try Data("none".utf8).write(to: URL(fileURLWithPath: folder + "/notes.txt"))
    #expect(try DuckDBFileTests.rows("City select n", folder) == [["3"], ["2"], ["1"]])
    #expect(try DuckDBFileTests.rows("parts select n", folder) == [["8"], ["9"]])
    #expect(try DuckDBFileTests.rows("parts select n", folder + "/parts") == [["8"], ["9"]])
    #expect(try DuckDBFileTests.rows("sales where year == 2025 select n", folder) == [["2"]])
    #expect(try DuckDBFileTests.rows("sales where year == 2025 select n", folder + "/sales") == [["2"]])
    #expect(try DuckDBFileTests.rows("Town where name == nil select n", folder) == [["2"]])
    #expect(try DuckDBFileTests.rows("count Town", folder + "/Town.csv", isAsked: true) == [["2"]])
    #expect(DuckDBFiles(folder + "/Town.csv") == nil)
    #expect(DuckDBFiles(folder + "/notes.txt", isAsked: true) == nil)
    // cdq itself reads a folder with JSON.
    try Data("[]".utf8).write(to: URL(fileURLWithPath: folder + "/Other.json"))
    #expect(DuckDBFiles(folder) == nil)
    #expect(DuckDBFiles(folder, isAsked: true) != nil)
  }

  @Test func `A column may have a name of DuckDB's own`() throws {
    let folder = try DuckDBFileTests.folder()
    try DuckDBFileTests.write("SELECT 7 - i AS file_row_number, 1 AS file_index FROM range(2) AS t(i)", to: folder + "/A.parquet")
    #expect(try DuckDBFileTests.rows("A select file_row_number", folder) == [["7"], ["6"]])
    try DuckDBFileTests.write("SELECT 1 AS cdq_row", to: folder + "/B.parquet")
    #expect(DuckDBFileTests.error { _ = try DuckDBFiles(folder)?.connect() }?.code == "cannot-connect")
  }

  @Test func `A database file has its keys, and is only read`() throws {
    let path = try DuckDBFileTests.folder() + "/shop.duckdb"
    let writing = try DuckDBConnection(path: path, canWrite: true)
    for text in [
      "CREATE TABLE country (code VARCHAR PRIMARY KEY)",
      "CREATE TABLE city (id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, country VARCHAR REFERENCES country (code))",
      "INSERT INTO country VALUES ('no')", "INSERT INTO city VALUES (1, 'Oslo', 'no'), (2, 'Bergen', NULL)", "CHECKPOINT",
    ] { _ = try writing.rows(text) }
    let imported = try DatabaseImport(writing)
    let relationships = imported.schema.entities.flatMap { entity in imported.schema.allRelationships(of: entity.name).map(\.name) }
    #expect(!relationships.isEmpty)
    #expect(DuckDBFileTests.error { _ = try DuckDBConnection().rows("CREATE TABLE t (a INTEGER)") } == .readOnly)
    #expect(DuckDBFileTests.error { _ = try DuckDBConnection().rows("COPY (SELECT 1) TO 'never.csv'") } == .readOnly)
    #expect(DuckDBFileTests.error { _ = try DuckDBConnection().rows("SET threads = 1") } == .readOnly)
  }

  @Test func `A column may be named as a statement names its rows`() throws {
    let path = try DuckDBFileTests.folder() + "/people.duckdb"
    let writing = try DuckDBConnection(path: path, canWrite: true)
    for text in [
      "CREATE TABLE person (id BIGINT PRIMARY KEY, t1 VARCHAR, t2 VARCHAR, boss BIGINT REFERENCES person (id))",
      "INSERT INTO person VALUES (1, 'a', 'b', NULL)", "INSERT INTO person VALUES (2, 'c', 'd', 1)", "CHECKPOINT",
    ] { _ = try writing.rows(text) }
    let imported = try DatabaseImport(writing)
    let person = imported.schema.entities[0].name
    let back = try #require(imported.schema.allRelationships(of: person).first { $0.isToMany }).name
    let database = Database(schema: imported.schema, mapping: imported.mapping, dialect: writing.dialect)
    let query = try CheckedQuery(parsing: "count \(person) where ANY \(back).bossRef.t1 == 'a'", in: imported.schema)
    let result = try database.run(query.ir, on: writing)
    if case .count(let number) = result { #expect(number == 1) } else { Issue.record("\(result)") }
  }

  @Test func `A damaged file is told by its name`() throws {
    let folder = try DuckDBFileTests.folder()
    for (name, bytes) in [
      ("a.parquet", Data("PAR1 and nothing else PAR1".utf8)), ("b.parquet", Data()), ("c.duckdb", Data(repeating: 7, count: 9000)),
    ] {
      let path = "\(folder)/\(name)"
      try bytes.write(to: URL(fileURLWithPath: path))
      let error = DuckDBFileTests.error { _ = try #require(DuckDBFiles(path)).connect() }
      #expect(error?.code == "cannot-connect")
      #expect(error?.message.contains(name) ?? false, "\(error.map { "\($0)" } ?? "no error")")
    }
  }

  @Test func `A run ends at its deadline, and when it is cancelled`() throws {
    let connection = try DuckDBConnection()
    let long = "SELECT count(*) FROM range(1000000) AS a(x), range(1000000) AS b(y) WHERE hash(x + y) = 1"
    let error = DuckDBFileTests.error { _ = try connection.rows(long, deadline: .now + .milliseconds(50)) }
    #expect(error == .deadlineExceeded)
    #expect(DuckDBFileTests.error { _ = try connection.rows("SELECT 1", deadline: .now - .seconds(1)) } == .deadlineExceeded)
    nonisolated(unsafe) let shared = connection
    let thread = Thread {
      // Until the run has begun, there is nothing to cancel.
      for _ in 0..<100 {
        Thread.sleep(forTimeInterval: 0.02)
        shared.cancel()
      }
    }
    thread.start()
    #expect(DuckDBFileTests.error { _ = try connection.rows(long, deadline: .now + .seconds(60)) } == .cancelled)
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
    #expect(try connection.rows("SELECT 1 + $1::BIGINT", [.int(2)]) == [[.int(3)]])
  }

  @Test func `What is out of range is told, and the connection goes on`() throws {
    let connection = try DuckDBConnection()
    #expect(DuckDBFileTests.error { _ = try connection.rows("SELECT 9223372036854775807 + $1::BIGINT", [.int(1)]) }?.code == "value-out-of-range")
    #expect(DuckDBFileTests.error { _ = try connection.rows("SELECT nothing") }?.code == "database-error")
    let wide = try connection.rows("SELECT 170141183460469231731687303715884105727::HUGEINT, -5::HUGEINT, $1, $2", [.text(""), .blob(Data())])
    #expect(wide == [[.text("170141183460469231731687303715884105727"), .int(-5), .text(""), .blob(Data())]])
    #expect(try connection.rows("SELECT i FROM range(5000) AS t(i)").count == 5000)
  }
}
