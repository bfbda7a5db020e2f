import CDQConnections
import CDQDatabase
import CDQKit
import Foundation

/// Writes data into databases. An input is that of `data`; what a store takes is loaded into SQLite, and into PostgreSQL if
/// `CDQ_POSTGRES` names a server, all at once and again object by object.
public struct WritingTarget: FuzzTarget {
  public static let name = "writing"

  public init() {}

  public static func seeds() -> [[UInt8]] { DataTarget.seeds() }

  public static var dictionary: [String] {
    DataTarget.dictionary + ["\\\\N", "\\\\.", "\\t", "\\r", "'", "''", "$1", "?1", "\\\"\\\"", "--", "\\u0001", "{\\\"", "Infinity", "-0.0"]
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let source = DataTarget.input(input) else { return [] }
    let schema = Worlds.all[0].schema
    let store: Store
    do throws(LoadError) { store = try StoreLoader(schema: schema).load([source]).store } catch { return ["not loaded"] }
    var features: Set<String> = []
    let sqlite = try SQLiteConnection(path: ":memory:", access: .create)
    features.formUnion(try write(store, Database(schema: schema, dialect: .sqlite), sqlite))
    if let url = ProcessInfo.processInfo.environment["CDQ_POSTGRES"] {
      let postgres = try PostgresConnection(url: url, canWrite: true)
      // Tables of the session, which end with it.
      try postgres.execute("SET search_path = pg_temp")
      features.formUnion(try write(store, Database(schema: schema, dialect: .postgres), postgres))
    }
    return features
  }

  private func write(
    _ store: Store, _ database: Database, _ connection: any DatabaseConnection
  ) throws -> Set<String> {
    do throws(DatabaseError) {
      try database.create(on: connection, with: store.snapshot)
    } catch {
      guard case .unstorableValue = error else { throw Violation("a database takes what a store holds", "\(error)") }
      // After the failure nothing is left.
      try database.create(on: connection)
      return ["\(database.dialect.name) \(error.code)"]
    }
    for entity in database.schema.entities where entity.parent == nil {
      let found = try database.records(QueryIR(entity: entity.name), on: connection)
      let wanted = Array(store.records(of: entity.name))
      try require(found.map(\.entityName) == wanted.map(\.entityName), "a database has the objects that were written")
      for (record, original) in zip(found, wanted) {
        for attribute in database.schema.allAttributes(of: original.entityName) where record.values[attribute.name] != nil {
          guard case .string(let text) = original[attribute.name] else { continue }
          let stored = text.precomposedStringWithCanonicalMapping
          try require(record[attribute.name] == .string(stored), "a database holds texts in NFC")
        }
      }
    }
    return try change(store, database, connection).union(["\(database.dialect.name) written"])
  }

  /// Writes the attributes of each object once more, in a transaction that is taken back.
  private func change(
    _ store: Store, _ database: Database, _ connection: any DatabaseConnection
  ) throws -> Set<String> {
    struct TakenBack: Error {}
    var features: Set<String> = []
    do {
      try database.transaction(on: connection) { transaction in
        for entity in database.schema.entities where entity.parent == nil {
          for record in store.records(of: entity.name).prefix(20) {
            var values: [String: Value] = [:]
            for attribute in database.schema.allAttributes(of: record.entityName) { values[attribute.name] = record[attribute.name] }
            do throws(DatabaseError) {
              try transaction.update(record.key, values)
              try transaction.delete([record.key])
            } catch {
              // What a loader takes leniently, such as a missing object, a change may refuse.
              guard case .execution(.refused(let refusal)) = error else { throw error }
              features.insert("\(refusal.code)")
            }
          }
        }
        throw TakenBack()
      }
    } catch is TakenBack {}
    return features
  }
}
