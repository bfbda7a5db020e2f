import CDQConnections
import CDQDatabase
import CDQIR
import CDQSQL
import CDQStore
import Foundation
import Testing

/// Compares SQLite and PostgreSQL under random changes with the naive model of a store: the same objects and the same
/// refusals after every step. `CDQ_WALK_TRANSACTIONS` sets the number of transactions of each walk.
@Suite(.serialized) struct DatabaseWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let transactions = environment["CDQ_WALK_TRANSACTIONS"].flatMap { Int($0) } ?? 60
  static let seeds: [UInt64] = {
    let first = environment["CDQ_STORE_SEED"].flatMap { UInt64($0) } ?? 1
    return (0..<4).map { first + $0 }
  }()

  @Test(arguments: seeds)
  func `SQLite keeps every rule`(_ seed: UInt64) throws {
    try walk(seed, WalkedDatabase(SQLiteConnection(path: ":memory:", access: .create)))
  }

  @Test(.enabled(if: environment["CDQ_POSTGRES"] != nil), arguments: seeds)
  func `PostgreSQL keeps every rule`(_ seed: UInt64) throws {
    let connection = try PostgresConnection(url: try #require(DatabaseWalkTests.environment["CDQ_POSTGRES"]), canWrite: true)
    try connection.execute("DROP SCHEMA IF EXISTS walk CASCADE; CREATE SCHEMA walk; SET search_path = walk")
    try walk(seed, WalkedDatabase(connection))
  }

  private func walk(_ seed: UInt64, _ target: WalkedDatabase) throws {
    try target.database.create(on: target.connection)
    var walk = StoreWalk(seed: seed, target: target)
    var committed = 0
    for _ in 0..<DatabaseWalkTests.transactions {
      committed += walk.transaction() ? 1 : 0
      let trace = Comment(rawValue: "seed \(seed)\n\(walk.log.joined(separator: "\n"))")
      let (found, order) = try target.picture()
      guard found == walk.model.picture else {
        for (key, values) in walk.model.picture where found[key] != values {
          Issue.record("\(key): \(found[key] ?? [:])\ninstead of \(values)\n\(trace)")
        }
        Issue.record("\(Set(found.keys).symmetricDifference(walk.model.picture.keys))\n\(trace)")
        return
      }
      for root in ["Person", "House", "Room", "Pet"] {
        #expect(order[root] == walk.model.ids(of: root).map(walk.model.key), trace)
      }
    }
    #expect(committed > DatabaseWalkTests.transactions / 3)
  }
}

/// A database as the target of a walk.
final class WalkedDatabase: WalkTarget {
  let connection: any DatabaseConnection
  let database: Database
  var keepsLaterSavepoints: Bool { false }

  init(_ connection: any DatabaseConnection) {
    self.connection = connection
    database = Database(schema: StoreWalk.schema, dialect: connection.dialect)
  }

  func transaction(_ body: (any WalkTransaction) throws -> Void) throws {
    try database.transaction(on: connection) { transaction in try body(Transaction(transaction, connection)) }
  }

  private final class Transaction: WalkTransaction {
    let transaction: DatabaseTransaction
    let connection: any DatabaseConnection
    private var savepoints: [DatabaseTransaction.Savepoint] = []

    init(_ transaction: DatabaseTransaction, _ connection: any DatabaseConnection) {
      (self.transaction, self.connection) = (transaction, connection)
    }

    /// PostgreSQL gives no number twice, not even after a rollback, as the model does.
    func expect(_ number: Int, of root: String) throws {
      guard connection.dialect.name == .postgres else { return }
      _ = try connection.rows(
        "SELECT setval(pg_get_serial_sequence($1, '_id'), $2, false)", [.text("\"\(root)\""), .int(Int64(number))])
    }

    func insert(_ entity: String, _ values: [String: Value]) throws { try transaction.insert(entity, values) }
    func insert(
      _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]?
    ) throws { try transaction.insert(entity, values, onConflict: policy, of: attributes) }
    func update(_ key: ObjectKey, _ values: [String: Value]) throws { try transaction.update(key, values) }
    func add(_ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int?) throws {
      try transaction.add(targets, to: relationship, of: owner, at: index)
    }
    func remove(_ targets: [ObjectKey], from relationship: String, of owner: ObjectKey) throws {
      try transaction.remove(targets, from: relationship, of: owner)
    }
    func move(_ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey) throws {
      try transaction.move(targets, to: index, in: relationship, of: owner)
    }
    func delete(_ keys: [ObjectKey]) throws { try transaction.delete(keys) }
    func savepoint() throws -> Int {
      savepoints.append(try transaction.savepoint())
      return savepoints.count - 1
    }
    func rollBack(to savepoint: Int) throws { try transaction.rollBack(to: savepoints[savepoint]) }
  }

  /// All visible values of all objects by key, and the keys of each root entity in insertion order. To-many relationships
  /// are read from the tables.
  func picture() throws -> (values: [ObjectKey: [String: Value]], order: [String: [ObjectKey]]) {
    let (schema, layout) = (StoreWalk.schema, OwnLayout(StoreWalk.schema))
    var values: [ObjectKey: [String: Value]] = [:]
    var order: [String: [ObjectKey]] = [:]
    var entities: [ObjectKey: String] = [:]
    var keys: [String: [Int64: ObjectKey]] = [:]
    for entity in schema.entities where entity.parent == nil {
      let records = try database.records(QueryIR(entity: entity.name), on: connection)
      order[entity.name] = records.map(\.key)
      let table = connection.dialect.identifier(entity.name)
      let numbers = try connection.rows("SELECT \"_id\" FROM \(table) ORDER BY \"_id\"").map { $0[0].integer ?? -1 }
      keys[entity.name] = Dictionary(uniqueKeysWithValues: zip(numbers, records.map(\.key)))
      for record in records {
        entities[record.key] = record.entityName
        values[record.key] = record.values
      }
    }
    // An object that is found as one of its parent entity has only the properties of that.
    for entity in schema.entities where entity.parent != nil {
      for record in try database.records(QueryIR(entity: entity.name), on: connection) {
        values[record.key]?.merge(record.values) { $1 }
      }
    }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where relationship.isToMany {
        let place = try #require(layout.mapping.entities[entity.name]?.relationships[relationship.name])
        let text: String
        switch place {
        case .joinTable(let join):
          text = "SELECT \"\(join.owner[0])\", \"\(join.destination[0])\" FROM \"\(join.table.name)\" ORDER BY 1, \"\(join.order ?? "")\""
        case .inverse(let key):
          text = "SELECT \"\(key.columns[0])\", \"_id\" FROM \"\(relationship.destination)\" WHERE \"\(key.columns[0])\" IS NOT NULL ORDER BY 1, \"\(key.order ?? "")\""
        case .foreignKey: continue
        }
        for key in order[schema.root(of: entity.name)] ?? [] where schema.isEntity(entities[key] ?? "", kindOf: entity.name) {
          values[key]?[relationship.name] = .list([])
        }
        for row in try connection.rows(text) {
          let owner = try #require(keys[schema.root(of: entity.name)]?[row[0].integer ?? -1])
          let target = try #require(keys[schema.root(of: relationship.destination)]?[row[1].integer ?? -1])
          guard case .list(var list)? = values[owner]?[relationship.name] else { continue }
          list.append(.object(target))
          values[owner]?[relationship.name] = .list(list)
        }
      }
    }
    return (values, order)
  }
}
