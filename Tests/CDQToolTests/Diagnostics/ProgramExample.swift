import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// The example of an explanation that is a part of a program: the same calls with all that they need. It must end with the
/// code of its page.
struct ProgramExample: Sendable, CustomTestStringConvertible {
  /// The code of the explanation.
  var code: String
  /// The calls. They throw the error, or give the error output of a command.
  private var body: @Sendable () throws -> String

  private init(_ code: String, _ body: @escaping @Sendable () throws -> String) {
    (self.code, self.body) = (code, body)
  }

  /// An example whose calls throw.
  init(throwing code: String, _ body: @escaping @Sendable () throws -> Void) {
    self.init(code) {
      try body()
      return ""
    }
  }

  var testDescription: String { code }

  /// The codes with which the program ends.
  var codes: [String] {
    do {
      return try body().matches(of: #/(?:error|warning): .*\[([a-z-]+)\]/#).map { String($0.output.1) }
    } catch let error as ExecutionError {
      return [error.code]
    } catch let error as StoreError {
      return [error.code]
    } catch let error as SnapshotError {
      return [error.code]
    } catch let error as DatabaseError {
      return [error.code]
    } catch let error as QueryError {
      return error.diagnostics.map(\.code.rawValue)
    } catch {
      return ["\(error)"]
    }
  }

  static let all = data + queries + stores + snapshots + databases

  // MARK: What the examples share

  private struct Town: Sendable {
    var name: String
    var rank: Int
  }

  private static let text = """
    entity Country { id: String @unique  name: String  capital: City?  cities: [City] inverse country }
    entity City { id: Int64 @unique  name: String  rank: Int16  area: Double?  country: Country? inverse cities }
    entity Street { name: String }
    """
  static func schema() throws -> Schema { try Schema(parsing: text) }

  static let values: [String: Value] = ["id": .int(1), "name": .string("Paris"), "rank": .int(1)]
  private static let paris = ObjectKey(root: "City", identity: .int(1))
  private static let france = ObjectKey(root: "Country", identity: .string("FR"))

  static func store() throws -> Store {
    let store = Store(schema: try schema())
    try store.insert("City", values)
    try store.insert("Country", ["id": .string("FR"), "name": .string("France")])
    return store
  }

  static func query(_ text: String) throws -> CheckedQuery { try CheckedQuery(parsing: text, in: schema()) }

  /// The access to towns as if they were cities.
  private static let towns = RecordAccess<Town>("City") {
    $0.attribute("name", \.name)
    $0.attribute("rank", \.rank)
  }

  private static func path(_ name: String, _ type: ValueType) -> ExpressionIR {
    .path(PathIR(variable: 0, steps: [StepIR(name, .attribute, of: "City")], type: OptionalType(type)))
  }

  /// A file in a folder of its own, which is removed after `body`.
  static func withFile(_ body: (URL) throws -> Void) throws {
    let folder = try TestFolder()
    try body(URL(fileURLWithPath: folder.path).appendingPathComponent("file"))
    withExtendedLifetime(folder) {}
  }

  /// A file of SQLite with the store's objects.
  static func withDatabase(_ body: (Database, String) throws -> Void) throws {
    try withFile { file in
      let database = Database(schema: try schema(), dialect: .sqlite)
      try database.create(on: SQLiteConnection(path: file.path, access: .create), with: store().snapshot)
      try body(database, file.path)
    }
  }

  private static func eval(_ query: String, _ files: [String: String], schema: String? = nil) throws -> String {
    let folder = try TestFolder(files.merging(["Schema.cdq": schema ?? text]) { $1 })
    return ToolRun(["eval", query, "--schema", "DIR/Schema.cdq", "--data", "DIR/data"], in: folder).errors
  }

  // MARK: Data and schemas

  private static let data = [
    ProgramExample("inheritance-too-deep") {
      let entities = (1..<5000).map { "entity E\($0): E\($0 - 1) { }\n" }
      let folder = try TestFolder(["Deep.cdq": "entity E0 { }\n" + entities.joined()])
      return ToolRun("schema check DIR/Deep.cdq", in: folder).errors
    },
    ProgramExample("nesting-too-deep") {
      try eval("Street", ["data/Street.json": String(repeating: "[", count: 1000)])
    },
    ProgramExample("ambiguous-reference") {
      let schema = """
        abstract entity Place { }
        entity Town: Place { id: Int64 @unique }
        entity Village: Place { id: Int64 @unique }
        entity Visit { place: Place? }
        """
      let data = ["data/Town.json": #"[{"id": 1}]"#, "data/Village.json": #"[{"id": 1}]"#]
      return try eval("Visit", data.merging(["data/Visit.json": #"[{"place": 1}]"#]) { $1 }, schema: schema)
    },
  ]

  // MARK: Queries in memory

  private static let queries = [
    ProgramExample(throwing: "malformed-query") {
      _ = try PreparedQuery(QueryIR(entity: "City", predicate: .boolean(path("name", .string))), access: towns)
    },
    ProgramExample(throwing: "incomparable") {
      let comparison = ComparisonIR(.equal, path("name", .string), .literal(.int(1), .int64))
      _ = try PreparedQuery(QueryIR(entity: "City", predicate: .comparison(comparison)), access: towns)
    },
    ProgramExample(throwing: "malformed-cursor") { _ = try PageCursor("x", .readable) },
    ProgramExample(throwing: "unsupported-version") {
      var ir = try query("City").ir
      ir.version = QueryIR.currentVersion + 1
      let newer = String(decoding: try JSONEncoder().encode(ir), as: UTF8.self)
      _ = try GeneratedQuery(newer).ir()
    },
    ProgramExample(throwing: "wrong-entity") {
      _ = try query("City").prepare(for: RecordAccess<Town>("Country") { $0.attribute("name", \.name) })
    },
    ProgramExample(throwing: "wrong-property") {
      let access = RecordAccess<Town>("City") { $0.toOne("name", { _ in nil }, towns) }
      _ = try query("City where name == 'Paris'").prepare(for: access)
    },
    ProgramExample(throwing: "missing-identity") {
      let access = RecordAccess<Town>("City") { $0.toOne("country", { _ in nil }, RecordAccess<Town>("Country") { _ in }) }
      _ = try query("City where country == $country").prepare(for: access)
    },
    ProgramExample(throwing: "null-argument") { _ = try query("City where name == $name").run(in: store(), ["name": .null]) },
    ProgramExample(throwing: "wrong-argument") {
      _ = try query("City where rank == $rank").run(in: store(), ["rank": .string("5")])
    },
    ProgramExample(throwing: "text-limit") {
      let large = Town(name: String(repeating: "a", count: 5000), rank: 1)
      _ = try query("City where replacing(name, 'a', name) CONTAINS 'b'").prepare(for: towns).records(in: [large])
    },
    ProgramExample(throwing: "regex-limit") {
      let hostile = Town(name: String(repeating: "a", count: 60) + "c", rank: 1)
      _ = try query("City where name MATCHES '(a+)+b'").prepare(for: towns).records(in: [hostile])
    },
    ProgramExample(throwing: "not-allowed") {
      let allowance = try Allowance(["City": ["name"]], in: schema())
      _ = try CheckedPredicate(parsing: "name MATCHES '(a+)+'", for: "City", allowing: allowance)
    },
  ]

  // MARK: Changes of a store

  private static let stores = [
    ProgramExample(throwing: "no-identity") { _ = try store().upsert("Street", ["name": .string("Broadway")]) },
    ProgramExample(throwing: "unknown-constraint") {
      _ = try store().insert("City", values, onConflict: .update, of: ["rank"])
    },
    ProgramExample(throwing: "not-to-many") {
      try store().transaction { try $0.add([paris], to: "capital", of: france) }
    },
    ProgramExample(throwing: "nested-transaction") {
      let store = try Self.store()
      try store.transaction { _ in _ = try store.delete(paris) }
    },
    ProgramExample(throwing: "foreign-savepoint") {
      let store = try Self.store()
      let markOfYesterday = try store.transaction { transaction in
        _ = try transaction.delete([paris])
        return transaction.savepoint()
      }
      try store.transaction { try $0.rollBack(to: markOfYesterday) }
    },
  ]

  // MARK: Snapshot files

  private static let snapshots = [
    ProgramExample(throwing: "unreadable-snapshot") {
      try withFile { _ = try Store(contentsOf: $0.deletingLastPathComponent()) }
    },
    ProgramExample(throwing: "damaged-snapshot") {
      try withFile { file in
        try store().snapshot.encoded().dropLast(9).write(to: file)
        _ = try Store(contentsOf: file)
      }
    },
    ProgramExample(throwing: "not-migratable") {
      try withFile { file in
        try store().save(to: file)
        _ = try Store(contentsOf: file, schema: Schema(parsing: "entity City { mayor: String }"))
      }
    },
  ]
}
