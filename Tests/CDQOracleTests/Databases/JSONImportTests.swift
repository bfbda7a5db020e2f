import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// JSON that is imported into databases gives the objects, reports and errors that it gives in a store.
/// `CDQ_IMPORT_CASES` sets the number of random schemas.
@Suite(.serialized) struct JSONImportTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let worlds = environment["CDQ_IMPORT_CASES"].flatMap { Int($0) } ?? 40

  // MARK: Random imports

  /// What an import gave: a report, or an error.
  private enum Outcome: Equatable {
    case keys([ObjectKey])
    case report(MappingReport)
    case failure(DecodeError)
    /// An error that only databases have.
    case other(String)

    init(_ body: () throws -> Outcome) {
      do {
        self = try body()
      } catch var error as DecodeError {
        // Of several objects that forbid a deletion, or lack a reference in the end, any may be named.
        if error.codingPath.isEmpty, [.conflictingInverse, .missingValue].contains(error.code) { error.message = "" }
        self = .failure(error)
      } catch {
        self = .other("\(error)")
      }
    }
  }

  @Test(arguments: SQLDialect.standard.map(\.name))
  func `Random JSON has the same effect as in memory`(dialect: SQLDialect.Name) throws {
    if dialect == .postgres, DatabaseTests.postgres == nil { return }
    var outcomes: [String: Int] = [:]
    for seed in 0..<UInt64(JSONImportTests.worlds) {
      // A connection of its own: the tables of another world have the same names.
      let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
      var random = SplitMix(seed: seed &+ 23_000)
      let world = JSONWorld(&random)
      guard let connection = try MigrationTests.empty(dialect, server), let dialect = SQLDialect.named(dialect) else { return }
      let (store, database) = (Store(schema: world.schema), Database(schema: world.schema, dialect: dialect))
      try database.create(on: connection)
      for round in 0..<12 {
        let (entity, text) = world.records(&random)
        let (expected, found) = try JSONImportTests.imported(entity, text, world, store, database, connection, &random)
        let trace = Comment(rawValue: "seed \(seed), round \(round), \(entity): \(text)")
        #expect(found == expected, trace)
        let (content, wanted) = try JSONImportTests.content(of: connection, as: store)
        guard content == wanted, found == expected else {
          let (missing, extra) = (Set(wanted).subtracting(content), Set(content).subtracting(wanted))
          Issue.record("missing \(missing.sorted())\nextra \(extra.sorted())\n\(trace)")
          return
        }
        switch expected {
        case .failure(let error): outcomes[error.code.rawValue, default: 0] += 1
        case .report(let report):
          for error in report.errors { outcomes["refused " + error.code.rawValue, default: 0] += 1 }
          if !report.deleted.isEmpty { outcomes["deleted", default: 0] += 1 }
          if !report.updated.isEmpty { outcomes["updated", default: 0] += 1 }
        case .keys(let keys): if !keys.isEmpty { outcomes["decoded", default: 0] += 1 }
        case .other: break
        }
      }
    }
    for outcome in ["decoded", "updated", "deleted", "missing-value", "refused missing-value", "refused unresolved-reference"] {
      #expect(outcomes[outcome, default: 0] > 0, "no \(outcome) among \(outcomes)")
    }
  }

  private static func imported(
    _ entity: String, _ text: String, _ world: JSONWorld, _ store: Store, _ database: Database,
    _ connection: any DatabaseConnection, _ random: inout SplitMix
  ) throws -> (expected: Outcome, found: Outcome) {
    if database.dialect.name == .postgres {
      // PostgreSQL gives no number twice, not even after a rollback.
      let state = store.snapshot.state
      for root in world.schema.entities where root.parent == nil {
        let next = state.nextNumbers[state.layout.index(of: root.name) ?? 0]
        let table = database.dialect.identifier(database.mapping.entities[root.name]?.table ?? TableName(root.name))
        _ = try connection.rows(
          "SELECT setval(pg_get_serial_sequence($1, '_id'), $2, false)", [.text(table), .int(Int64(next))])
      }
    }
    let data = Data(text.utf8)
    func inDatabase(_ body: (DatabaseTransaction) throws -> Outcome) -> Outcome {
      Outcome { try database.transaction(on: connection, body) }
    }
    guard random.chance(65) else {
      return (
        Outcome { .keys(try store.decode(entity, from: data)) },
        inDatabase { .keys(try $0.decode(entity, from: data)) }
      )
    }
    let mapping = try PreparedMapping(world.mapping(of: entity, &random), schema: world.schema)
    let page = random.chance(40) ? MappingPage(offset: random.below(4), limit: 1 + random.below(4)) : nil
    let policy: MappingErrorPolicy = random.chance(25) ? .stop : .skip
    return (
      Outcome { .report(try store.apply(mapping, response: data, page: page, onError: policy)) },
      inDatabase { .report(try $0.apply(mapping, response: data, page: page, onError: policy)) }
    )
  }

  /// The rows of all tables, and those of a new database with the objects of a store.
  private static func content(
    of connection: any DatabaseConnection, as store: Store
  ) throws -> (found: [String], wanted: [String]) {
    let layout = OwnLayout(store.schema)
    let other: any DatabaseConnection
    if connection.dialect.name == .postgres {
      let fresh = try PostgresConnection(url: try #require(DatabaseTests.postgres), canWrite: true)
      try fresh.execute("DROP SCHEMA IF EXISTS wanted CASCADE; CREATE SCHEMA wanted; SET search_path = wanted")
      other = fresh
    } else {
      other = try SQLiteConnection(path: ":memory:", access: .create)
    }
    try Database(schema: store.schema, dialect: connection.dialect).create(on: other, with: store.snapshot)
    return (try MigrationTests.content(layout, connection), try MigrationTests.content(layout, other))
  }

  // MARK: Cases

  private static let text = """
    entity Brand { id: Int64 @unique  name: String @length(1...20)  country: String? @json("country_code")
      founded: Date?  models: [Model] inverse brand @delete(cascade) }
    entity Model { name: String  year: Int64  price: Decimal?  place: Int64?  brand: Brand inverse models  @@unique(name, year) }
    """

  struct Brand: StoredModel, Equatable {
    var id: Int64
    var name: String
    var country: String?

    static var entityName: String { "Brand" }
    static var attributeNames: [String] { ["id", "name", "country", "founded"] }
    static var relationshipNames: [String] { ["models"] }

    func store(into values: inout StoredValues) {}

    init(stored record: StoredRecord) throws(StoreError) {
      id = try record.int64(at: 0)
      name = try record.string(at: 1)
      country = record.optionalString(at: 2)
    }
  }

  struct Model: StoredModel, Equatable {
    var name: String
    var brand: Int64

    static var entityName: String { "Model" }
    static var attributeNames: [String] { ["name", "year", "price", "place"] }
    static var relationshipNames: [String] { ["brand"] }

    func store(into values: inout StoredValues) {}

    init(stored record: StoredRecord) throws(StoreError) {
      name = try record.string(at: 0)
      brand = try record.identity(at: 0)
    }
  }

  struct Answer: Decodable {
    struct Page: Decodable {
      @Imported var brands: [[Brand]]
      @Imported var best: Brand?
    }
    var total: Int
    var page: Page
    @Imported var owner: Brand
  }

  /// A new database of each kind.
  private static func databases() throws -> [(Database, any DatabaseConnection)] {
    let schema = try Schema(parsing: text)
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    return try SQLDialect.standard.compactMap { dialect in
      guard dialect.name != .postgres || server != nil, let connection = try MigrationTests.empty(dialect.name, server)
      else { return nil }
      let database = Database(schema: schema, dialect: dialect)
      try database.create(on: connection)
      return (database, connection)
    }
  }

  private static func data(_ text: String) -> Data { Data(text.utf8) }

  @Test func `Structs and shapes are those that are stored now`() throws {
    for (database, connection) in try JSONImportTests.databases() {
      try database.transaction(on: connection) { transaction in
        let first = #"[{"id": 1, "name": "Tatra", "country_code": "CZ"}, {"id": 2, "name": "Saab"}]"#
        #expect(try transaction.decode(Brand.self, from: Self.data(first)).map(\.name) == ["Tatra", "Saab"])
        // What a record does not mention stays; the last of two records of one object counts for both.
        let update = #"{"data": [{"id": 1, "name": "TATRA"}, {"id": 1, "name": "Tatra!"}]}"#
        let brands = try transaction.decode(Brand.self, from: Self.data(update), at: "data")
        #expect(brands.map(\.name) == ["Tatra!", "Tatra!"] && brands.map(\.country) == ["CZ", "CZ"])
        let shape = try transaction.decode([[Brand?]].self, from: Self.data(#"[[{"id": 2, "name": "S"}, null], []]"#))
        #expect(shape.map { $0.map { $0?.name } } == [["S", nil], []])
        let models = #"[{"name": "87", "year": 1936, "price": 1.50, "brand": 1}, {"name": "96", "year": 1960, "brand": {"id": 3, "name": "C"}}]"#
        #expect(try transaction.decode(Model.self, from: Self.data(models)).map(\.brand) == [1, 3])
        #expect(try transaction.decode("Brand", from: Self.data(#"{"id": 9, "name": "X"}"#)) == [
          ObjectKey(root: "Brand", identity: .int(9))
        ])
      }
      #expect(try database.records(QueryIR(entity: "Brand"), on: connection).count == 4)
    }
  }

  @Test func `Values within other types are stored together or not at all`() throws {
    let answer = #"""
      {"total": 2, "page": {"brands": [[{"id": 1, "name": "a"}], []]}, "owner": {"id": 5, "name": "é", "models": [
        {"name": "m", "year": 1, "price": 1.25}]}}
      """#
    for (database, connection) in try JSONImportTests.databases() {
      try database.transaction(on: connection) { transaction in
        let found = try transaction.decode(containing: Answer.self, from: Self.data(answer))
        #expect(found.page.brands.map { $0.map(\.name) } == [["a"], []] && found.page.best == nil && found.owner.id == 5)
        let broken = answer.replacing(#""id": 1,"#, with: #""id": 7,"#).replacing(#""id": 5,"#, with: "")
        let error = #expect(throws: DecodeError.self) {
          try transaction.decode(containing: Answer.self, from: Self.data(broken))
        }
        #expect(error?.codingPath.jsonPath == "owner")
        // The transaction goes on as if nothing had been decoded.
        #expect(try transaction.count(Brand.self) == 2)
        try transaction.insert("Brand", ["id": 8, "name": "b"])
      }
      #expect(try database.records(QueryIR(entity: "Brand"), on: connection).map { $0["id"] } == [1, 5, 8])
    }
  }

  @Test(arguments: [
    (#"[{"id": 1, "name": "a"}, {"id": "x", "name": "b"}]"#, "[1].id", LoadIssue.Code.typeMismatch),
    (#"[{"id": 1, "name": "a"}, {"id": 2}]"#, "[1]", .missingValue),
    (#"{"id": 1, "name": "a", "models": [["b", 1]]}"#, "models", .unresolvedReference),
    (#"{"id": 1, "name": "123456789012345678901"}"#, "name", .refusedValue),
    (#"{"id": 1, "name": "a""#, "", .invalidJSON), ("null", "", .unexpectedShape),
  ])
  func `One mistake leaves the database as it was`(text: String, path: String, code: LoadIssue.Code) throws {
    for (database, connection) in try JSONImportTests.databases() {
      let error = #expect(throws: DecodeError.self) {
        try database.transaction(on: connection) { try $0.decode(Brand.self, from: Self.data(text)) }
      }
      #expect(error?.codingPath.jsonPath == path && error?.code == code)
      #expect(try database.records(QueryIR(entity: "Brand"), on: connection).isEmpty)
      #expect(try database.records(QueryIR(entity: "Model"), on: connection).isEmpty)
    }
  }

  private static func models(_ names: [String], brand: Int = 1) -> Data {
    data("[" + names.map { #"{"name": "\#($0)", "year": 1, "brand": \#(brand)}"# }.joined(separator: ", ") + "]")
  }

  @Test func `Refused records are skipped, or stop the import`() throws {
    let mapping = "mapping M: Model scope year == 1 { place = @index }"
    for (database, connection) in try JSONImportTests.databases() {
      let ir = try MappingIR(parsing: mapping, named: "M", in: database.schema)
      let prepared = try PreparedMapping(ir, schema: database.schema)
      func places() throws -> [String: Value] {
        Dictionary(
          try database.records(QueryIR(entity: "Model"), on: connection).map { ("\($0["name"])", $0["place"]) },
          uniquingKeysWith: { $1 })
      }
      try database.transaction(on: connection) { try $0.insert("Brand", ["id": 1, "name": "a"]) }
      func apply(_ data: Data, _ page: MappingPage? = nil, _ policy: MappingErrorPolicy = .skip) throws -> MappingReport {
        try database.transaction(on: connection) { try $0.apply(prepared, response: data, page: page, onError: policy) }
      }
      #expect(try apply(Self.models(["p", "q", "r", "s"])).inserted.count == 4)
      #expect(try apply(Self.models(["p", "q", "r", "s"])).unchanged.count == 4)
      // Only what was on the page goes.
      #expect(try apply(Self.models(["r"]), MappingPage(offset: 2, limit: 1)).deleted == [])
      #expect(try apply(Self.models(["q", "p"]), MappingPage(offset: 0, limit: 2)).updated.count == 2)
      #expect(try apply(Self.models(["p"]), MappingPage(offset: 1, limit: 1)).deleted == [])
      let deleted = try apply(Self.models(["q"]), MappingPage(offset: 1, limit: 1)).deleted
      #expect(deleted == [ObjectKey(root: "Model", identity: .composite(["p", "1"]))])
      #expect(try places().count == 3)
      // A brand that is not there, a value that no database holds, and a sound record.
      let nul = database.dialect.name == .postgres ? #"a\u0000b"# : "ok"
      let mixed = Self.data(#"""
        [{"name": "lost", "year": 1, "brand": 99}, {"name": "alone", "year": 1}, {"name": "\#(nul)", "year": 1, "brand": 1},
         {"name": "t", "year": 1, "brand": 1}]
        """#)
      let before = try places()
      let stopped = #expect(throws: DecodeError.self) { try apply(mixed, nil, .stop) }
      #expect(stopped?.code == (database.dialect.name == .postgres ? .invalidValue : .unresolvedReference))
      #expect(try places() == before)
      let report = try apply(mixed)
      let codes = report.errors.map { "\($0.codingPath.jsonPath) \($0.code.rawValue)" }
      let expected = ["[0].brand unresolved-reference", "[0].brand missing-value", "[1].brand missing-value"]
      #expect(codes == (database.dialect.name == .postgres ? ["[2] invalid-value"] + expected : expected))
      #expect(report.deleted == [] && report.inserted.last?.identity == .composite(["t", "1"]))
      #expect(try places().count == (database.dialect.name == .postgres ? 4 : 5))
    }
  }

  @Test func `An import within a transaction is taken back alone`() throws {
    for (database, connection) in try JSONImportTests.databases() {
      try database.transaction(on: connection) { transaction in
        // What is incomplete before an import may be completed after it.
        let model = try transaction.insert("Model", ["name": "m", "year": 1])
        #expect(throws: DecodeError.self) {
          try transaction.decode("Model", from: Self.data(#"[{"id": 1}, {"name": "n", "year": 2}]"#))
        }
        try transaction.decode("Brand", from: Self.data(#"{"id": 1, "name": "a"}"#))
        // The brand goes, and its model with it, though the import had them.
        let mark = try transaction.savepoint()
        try transaction.decode("Brand", from: Self.data(#"{"id": 1, "models": [["m", 1]]}"#))
        try transaction.rollBack(to: mark)
        try transaction.update(model, ["brand": .object(ObjectKey(root: "Brand", identity: .int(1)))])
      }
      #expect(try database.records(QueryIR(entity: "Model"), on: connection).map { $0["name"] } == ["m"])
      let refused = #expect(throws: DecodeError.self) {
        try database.transaction(on: connection) { try $0.decode("Brand", from: Self.data(#"{"id": 1, "models": []}"#)) }
      }
      #expect(refused?.code == .missingValue && refused?.codingPath == [])
    }
  }

  @Test func `A pool imports on its threads`() async throws {
    let schema = try Schema(parsing: JSONImportTests.text)
    let store = DatabaseStore(schema: schema, .sqlite(path: ":memory:"))
    try store.create()
    #expect(try await store.decode(Brand.self, from: Self.data(#"{"id": 1, "name": "a"}"#)).map(\.name) == ["a"])
    #expect(try await store.decode([Brand].self, from: Self.data("[]")) == [])
    #expect(try await store.decode("Model", from: Self.models(["p", "q"])).count == 2)
    let mapping = try PreparedMapping(
      MappingIR(parsing: "mapping M: Model scope year == 1 {}", named: "M", in: schema), schema: schema)
    let report = try await store.apply(mapping, response: Self.models(["p"]))
    #expect(report.deleted.count == 1 && report.unchanged.count == 1)
    await #expect(throws: DecodeError.self) { try await store.apply(mapping, response: Self.data("{")) }
    // A decoder of the caller stores each value by itself.
    let decoder = JSONDecoder()
    decoder.userInfo[.store] = store
    struct Holder: Decodable { @Imported var brand: Brand }
    #expect(try decoder.decode(Holder.self, from: Self.data(#"{"brand": {"id": 4, "name": "d"}}"#)).brand.id == 4)
    #expect(try await Brand.count(in: store) == 2)
    let other = try PreparedMapping(
      MappingIR(parsing: "mapping M: A {}", named: "M", in: try Schema(parsing: "entity A { a: Int64 }")),
      schema: try Schema(parsing: "entity A { a: Int64 }"))
    let error = await #expect(throws: DecodeError.self) { try await store.apply(other, response: Self.data("[]")) }
    #expect(error?.code == .unknownEntity)
  }
}
