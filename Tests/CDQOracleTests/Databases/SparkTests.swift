import CDQAnalytics
import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import Foundation
import Testing

/// Compares the answers of a Spark cluster with those of memory, on random schemas, data and texts.
///
///     Tests/Spark/run
///
/// `CDQ_SPARK` has the command that runs statements on the cluster, `CDQ_SPARK_CASES` the number of queries.
@Suite struct SparkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let command = environment["CDQ_SPARK"]
  private static let cases = environment["CDQ_SPARK_CASES"].flatMap { Int($0) } ?? 1040

  #if os(macOS) || os(Linux)
    /// A process that runs statements on a cluster, as `Tests/Spark/server.py` does.
    private final class Connection: BulkConnection {
      let dialect = SQLDialect.spark
      private(set) var isUsable = true
      /// The columns of the tables of a layout, with Spark's names of their types.
      var columns: [TableName: [(name: String, type: String)]] = [:]
      private let process = Process()
      private let (input, output) = (Pipe(), Pipe())
      private var buffer = Data()

      init(_ command: String) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
      }

      deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
      }

      private func answer(_ request: [String: Any]) throws(DatabaseError) -> [String: Any] {
        do {
          try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: request) + [0x0A])
          while !buffer.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw DatabaseError.connectionLost("the process ended") }
            buffer += more
          }
          let line = buffer.prefix { $0 != 0x0A }
          buffer = Data(buffer.dropFirst(line.count + 1))
          let answer = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
          if let message = answer["error"] as? String { throw Connection.error(message) }
          return answer
        } catch let error as DatabaseError {
          throw error
        } catch {
          isUsable = false
          throw .connectionLost("\(error)")
        }
      }

      /// The error for a message of Spark, such as `[DIVIDE_BY_ZERO] …`.
      private static func error(_ message: String) -> DatabaseError {
        let code = message.first == "[" ? String(message.dropFirst().prefix { $0 != "]" }) : ""
        let ranges = ["OVERFLOW", "DIVIDE_BY_ZERO", "OUT_OF_RANGE", "CAST_INVALID_INPUT"]
        if ranges.contains(where: { code.contains($0) }) { return .outOfRange(code) }
        if code.contains("UNSUPPORTED") { return .refused([SQLRefusal("Spark has no plan: \(code)")]) }
        return .failed(code: code, message: message)
      }

      private static func json(_ datum: SQLDatum) -> Any {
        switch datum {
        case .null: NSNull()
        case .int(let number): ["i": number]
        case .real: ["r": datum.textForm ?? ""]
        case .text(let text): ["t": text]
        case .blob(let data): ["b": data.base64EncodedString()]
        }
      }

      private static func datum(_ json: Any) -> SQLDatum {
        guard let pair = (json as? [String: Any])?.first else { return .null }
        switch (pair.key, pair.value) {
        case ("i", let number as NSNumber): return .int(number.int64Value)
        case ("r", let text as String): return .real(Double(text) ?? .nan)
        case ("b", let text as String): return .blob(Data(base64Encoded: text) ?? Data())
        case (_, let value): return .text(value as? String ?? "")
        }
      }

      func run(
        _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
      ) throws(DatabaseError) {
        var arguments: [String: Any] = [:]
        for (index, datum) in statement.bindings.enumerated() { arguments["p\(index + 1)"] = Connection.json(datum) }
        let rows = try answer(["sql": statement.text, "args": arguments])["rows"] as? [[Any]] ?? []
        for values in rows where try !row(values.map { Connection.datum($0) }) { return }
      }

      func copy(
        into table: TableName, columns names: [String],
        rows: (_ write: ([SQLDatum]) throws(DatabaseError) -> Void) throws(DatabaseError) -> Void
      ) throws(DatabaseError) {
        var values: [[Any]] = []
        try rows { row throws(DatabaseError) in values.append(row.map { Connection.json($0) }) }
        let columns = (self.columns[table] ?? []).map { [$0.name, $0.type] }
        _ = try answer(["table": table.name, "columns": columns, "rows": values])
      }

      func cancel() {}
    }
  #endif

  private static let schema = """
    entity City {
      id: Int64 @unique  name: String  population: Int64?  area: Double?  price: Decimal?  founded: Date?  tags: [String]
      country: Country? inverse cities
    }
    entity Country { code: String @unique  cities: [City] inverse country }
    """

  @Test(arguments: [
    ("count City where name ==[c] 'Ö'", "SELECT count(*) AS c0 FROM `City` AS t1 WHERE t1.`name_c` = :p1::string"),
    ("count City where population IN {1, 2}", "SELECT count(*) AS c0 FROM `City` AS t1 WHERE t1.`population` IN (:p1::bigint, :p2::bigint)"),
    ("count City where ANY tags == 'a'",
      "SELECT count(*) AS c0 FROM `City` AS t1 WHERE EXISTS (SELECT 1 FROM posexplode(t1.`tags`) AS t2(ordinal, value) WHERE t2.value = :p1::string)"),
    ("City select id sort id limit 3 offset 2",
      "SELECT t1.`id` AS c0 FROM `City` AS t1 ORDER BY t1.`id` ASC, t1.`_id` LIMIT :p1 OFFSET :p2"),
    ("count Country where SUBQUERY(cities, $c, $c.population > 5).@count > 1",
      "SELECT count(*) AS c0 FROM `Country` AS t1 WHERE (SELECT count(*) FROM `City` AS t2 WHERE t2.`country` = t1.`_id` AND t2.`population` > :p1::bigint) > :p2::bigint"),
  ])
  func `Spark's statements`(query: String, statement: String) throws {
    let schema = try Schema(parsing: SparkTests.schema)
    let plan = try Database(schema: schema, dialect: .spark).plan(CheckedQuery(parsing: query, in: schema).ir)
    #expect(plan.statement.text == statement)
  }

  @Test(arguments: [
    ("count City where name MATCHES 'a'", "Spark has other regular expressions than ICU's"),
    ("count City where uppercase:(name) == 'A'", "Spark has no exact form of 'uppercase'"),
    ("City select sum(area) as total", "Spark adds Doubles in any order, and each order has another sum"),
    ("count City where price == 0.0000000000000000001", "a Decimal of Spark has 20 digits before the point and 18 behind it"),
    ("Country sort cities.@count", "Spark does not sort by a subquery of each row"),
    ("count Country where ANY cities.name == code", nil),
    ("count Country where SUBQUERY(cities, $c, SUBQUERY($c.country.cities, $d, $d.name == $c.name AND $d.id == cities.@count).@count > 0).@count > 0",
      "a subquery of Spark sees the query around it, and none around that"),
  ] as [(String, String?)])
  func `What Spark cannot say is refused`(query: String, reason: String?) throws {
    let schema = try Schema(parsing: SparkTests.schema)
    let ir = try CheckedQuery(parsing: query, in: schema).ir
    let database = Database(schema: schema, dialect: .spark)
    let result = Result { () throws(DatabaseError) in try database.plan(ir) }
    guard case .failure(.refused(let reasons)) = result else {
      #expect(reason == nil)
      return
    }
    #expect(reasons.map(\.reason).contains(reason ?? "nothing"))
  }

  /// The world with Decimals that Spark can hold.
  private static func stored(_ world: RandomWorld) -> RandomWorld {
    func stored(_ value: Value) -> Value {
      switch value {
      case .decimal: (try? SQLDialect.spark.datum(value, .decimal)) == nil ? .decimal(1) : value
      case .list(let values): .list(values.map { stored($0) })
      default: value
      }
    }
    var result = world.stored(withoutNaN: false)
    for index in result.objects.indices { result.objects[index].attributes = result.objects[index].attributes.mapValues { stored($0) } }
    return result
  }

  #if os(macOS) || os(Linux)
    @Test(.enabled(if: SparkTests.command != nil)) func `Spark gives the rows of memory`() throws {
      let connection = try Connection(try #require(SparkTests.command))
      var tallies: [String: DatabaseTests.Tally] = [:]
      var failures = 0
      let perWorld = DatabaseTests.casesPerWorld
      for number in 0..<((SparkTests.cases + perWorld - 1) / perWorld) where failures < 10 {
        let seed = DatabaseTests.seed << 32 + UInt64(number)
        var random = SplitMix(seed: seed)
        let loaded = try OracleCase.Loaded(SparkTests.stored(RandomWorld.make(&random)))
        let schema = loaded.checked.schema
        let database = Database(schema: schema, dialect: .spark)
        for table in OwnLayout(schema).tables {
          connection.columns[table.name] = table.columns.map { ($0.name, SQLDialect.spark.columnType($0.content)) }
        }
        try database.fill(with: loaded.store.snapshot, on: connection)
        let world = DatabaseWorld(loaded: loaded, databases: [("Spark", database, connection)])
        for _ in 0..<perWorld where failures < 10 { failures += DatabaseTests.run(world, &random, &tallies, seed) }
      }
      for (name, tally) in tallies {
        #expect(tally.exact * 2 > tally.total, "\(name) answers less than half of the queries")
        print("\(name): \(tally.total) queries, \(tally.exact) by SQL, \(tally.refused) refused")
        for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
      }
    }
  #endif
}
