public import CDQConnections
public import CDQIR
import CDQSQL
public import CDQStore

extension Database {
  /// Makes changes as one transaction, with the rules of the schema: types, limits, uniqueness, inverses and delete rules
  /// are those of a `Store`. All changes are committed when `body` returns; none is when it throws.
  ///
  /// ```swift
  /// let connection = try PostgresConnection(url: url, canWrite: true)
  /// try database.transaction(on: connection) { transaction in
  ///   let norway = try transaction.insert("Country", ["code": .string("NO")])
  ///   try transaction.upsert("City", ["id": .int(1), "name": .string("Oslo"), "country": .object(norway)])
  /// }
  /// ```
  ///
  /// A transaction sees no half of another one: PostgreSQL runs it as `SERIALIZABLE`, SQLite writes one at a time.
  ///
  /// - Parameter connection: A connection that was opened for writing, and is in no transaction.
  /// - Throws: What `body` throws, and `DatabaseError`: `.conflict` when another transaction changed the same data, after
  ///   which it can be run again, and `.outcomeUnknown` when nobody answered the COMMIT, after which it must not.
  @discardableResult
  public func transaction<Result>(
    on connection: any DatabaseConnection, _ body: (DatabaseTransaction) throws -> Result
  ) throws -> Result {
    let layout = try ownLayout()
    return try connection.inTransaction(or: { $0 as any Error }) { () throws(any Error) in
      let transaction = DatabaseTransaction(self, layout, connection)
      defer { transaction.isOver = true }
      let result = try body(transaction)
      try transaction.finish()
      return result
    }
  }
}

/// Changes of a database that are committed together. `Database.transaction(on:_:)` makes one.
///
/// Each method checks its arguments before it changes anything and refuses with
/// `DatabaseError.execution(.refused(error))`, with the `StoreError` of a store; the caller may catch it and go on. After
/// any other error the transaction can only be rolled back, to a savepoint or completely.
public final class DatabaseTransaction {
  let database: Database
  let layout: OwnLayout
  let connection: any DatabaseConnection
  let reader: ValueReader
  var schema: Schema { database.schema }
  var mapping: DatabaseMapping { database.mapping }
  var dialect: SQLDialect { database.dialect }
  /// The error after which the database takes no more statements until a savepoint is restored.
  private var failure: DatabaseError?
  /// Set when the transaction is committed or rolled back.
  var isOver = false
  /// The rows whose required relationships are checked at the end.
  private var touched: Set<ObjectRow> = []
  private var savepoints: [(name: String, touched: Set<ObjectRow>)] = []
  private var savepointCount = 0
  private var limits: [String: [(attribute: Attribute, limits: AttributeLimits)]] = [:]
  private var columns: [String: [(attribute: Attribute, columns: StoredColumns)]] = [:]

  init(_ database: Database, _ layout: OwnLayout, _ connection: any DatabaseConnection) {
    (self.database, self.layout, self.connection) = (database, layout, connection)
    reader = ValueReader(schema: database.schema, mapping: database.mapping, dialect: database.dialect)
  }

  // MARK: Statements

  private func ready() throws(DatabaseError) {
    if isOver { throw .refused([SQLRefusal("the transaction is over")]) }
    if let failure { throw failure }
  }

  /// The rows of a statement. An error of the database ends the transaction.
  func read(_ text: String, _ bindings: [SQLDatum] = []) throws(DatabaseError) -> [[SQLDatum]] {
    try ready()
    do throws(DatabaseError) {
      return try connection.rows(text, bindings)
    } catch {
      failure = error.asConflict
      throw error.asConflict
    }
  }

  func write(_ text: String, _ bindings: [SQLDatum]) throws(DatabaseError) {
    _ = try read(text, bindings)
  }

  func touch(_ row: ObjectRow) {
    touched.insert(row)
  }

  func forget(_ rows: Set<ObjectRow>) {
    touched.subtract(rows)
  }

  /// Checks what must hold only after all changes.
  func finish() throws(DatabaseError) {
    try ready()
    try checkRequired(touched)
  }

  /// The limits of an entity's attributes, prepared once.
  func limits(of entity: String) -> [(attribute: Attribute, limits: AttributeLimits)] {
    if let known = limits[entity] { return known }
    let found = schema.allAttributes(of: entity).compactMap { attribute in AttributeLimits(attribute).map { (attribute, $0) } }
    limits[entity] = found
    return found
  }

  /// The stored attributes of an entity with their columns, found once.
  func columns(of entity: String) -> [(attribute: Attribute, columns: StoredColumns)] {
    if let known = columns[entity] { return known }
    let found = schema.allAttributes(of: entity).compactMap { attribute in
      StoredColumns(attribute, of: entity, schema, mapping).map { (attribute, $0) }
    }
    columns[entity] = found
    return found
  }

  // MARK: Objects

  /// Adds an object.
  ///
  /// - Parameter values: By property name, with a to-one as `.object` and a to-many as a `.list` of `.object`. Omitted
  ///   properties get their default, or nil.
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Value]) throws(DatabaseError) -> ObjectKey {
    try insertObject(entity, values)
  }

  /// Adds objects of an entity, with their numbers taken at once.
  ///
  /// - Returns: The keys of the new objects. If one is refused, the ones before it stay; a savepoint can undo them.
  @discardableResult
  public func insert(_ entity: String, all objects: [[String: Value]]) throws(DatabaseError) -> [ObjectKey] {
    var numbers = objects.isEmpty ? [] : try newNumbers(objects.count, of: entity)[...]
    var keys: [ObjectKey] = []
    keys.reserveCapacity(objects.count)
    for values in objects { keys.append(try insertObject(entity, values, number: numbers.popFirst())) }
    return keys
  }

  /// Sets properties of an object. Properties that are not given keep their values.
  ///
  /// - Returns: The key of the object, which differs from before when its identity was changed.
  @discardableResult
  public func update(_ key: ObjectKey, _ values: [String: Value]) throws(DatabaseError) -> ObjectKey {
    guard let row = try find(key) else { throw .refusedChange(.notFound(key)) }
    try update(row, values)
    return try self.key(of: row)
  }

  /// Updates the object with the same identity, or adds one.
  ///
  /// - Returns: The key of the object, and whether it is new.
  @discardableResult
  public func upsert(
    _ entity: String, _ values: [String: Value]
  ) throws(DatabaseError) -> (key: ObjectKey, isNew: Bool) {
    try requireConcrete(entity)
    guard let identity = schema.entityIdentity(of: entity) else { throw .refusedChange(.noIdentity(entity: entity)) }
    let wanted = identity.attributes.map { ($0.name, values[$0.name] ?? .null) }
    if wanted.contains(where: { $0.1.isNull || $0.1.isNaN }) { throw .refusedChange(.noIdentity(entity: entity)) }
    guard let existing = try holders(of: wanted, identity.owner).first else { return (try insert(entity, values), true) }
    guard schema.isEntity(existing.entity, kindOf: entity) else { throw notUnique(wanted, identity.owner) }
    try update(existing, values)
    return (try key(of: existing), false)
  }

  /// Adds an object, or applies a policy to the existing object with the same unique values, as
  /// `StoreTransaction.insert(_:_:onConflict:of:)` does.
  @discardableResult
  public func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(DatabaseError) -> SavedObject {
    try requireConcrete(entity)
    guard let existing = try conflicting(entity, values, attributes), policy != .refuse else {
      return SavedObject(key: try insert(entity, values), action: .inserted)
    }
    switch policy {
    case .refuse, .keep: return SavedObject(key: try key(of: existing), action: .kept)
    case .update:
      try update(existing, values)
      return SavedObject(key: try key(of: existing), action: .updated)
    case .replace:
      try update(existing, complete(values, of: existing.entity))
      return SavedObject(key: try key(of: existing), action: .replaced)
    }
  }

  /// Deletes objects and everything that their delete rules cascade to.
  ///
  /// - Returns: `requested`, the number of different objects among `keys`, and `total`, which includes those that
  ///   cascades deleted.
  @discardableResult
  public func delete(_ keys: [ObjectKey]) throws(DatabaseError) -> (requested: Int, total: Int) {
    var rows: [ObjectRow] = []
    for key in keys {
      guard let row = try find(key) else { throw .refusedChange(.notFound(key)) }
      rows.append(row)
    }
    return try delete(rows: rows)
  }

  // MARK: Queries

  /// Runs a query on the data with the changes so far. A `delete` query deletes all objects that it finds, by their delete
  /// rules, or none, and an `update` query changes all, or none; the result is their number, as `DatabaseResult.count`.
  @discardableResult
  public func run(
    _ ir: QueryIR, arguments: Arguments = [:], options: DatabaseOptions = DatabaseOptions()
  ) throws(DatabaseError) -> DatabaseResult {
    if ir.cardinality == .update { return .count(try update(ir, arguments, options)) }
    var query = ir
    if ir.cardinality == .delete { query.cardinality = .many }
    let result = try self.query { connection throws(DatabaseError) in
      try database.run(query, arguments: arguments, on: connection, options: options)
    }
    guard ir.cardinality == .delete, case .records(let records) = result else { return result }
    return .count(try delete(rows: rows(of: records)).requested)
  }

  func rows(of records: [DatabaseRecord]) -> [ObjectRow] {
    records.compactMap { record in
      record.row.values.first?.integer.map {
        ObjectRow(root: schema.root(of: record.entityName), entity: record.entityName, number: $0)
      }
    }
  }

  /// Calls a closure with a connection for queries. An error of the database ends the transaction.
  func query<Result>(
    _ body: (any DatabaseConnection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try ready()
    do throws(DatabaseError) {
      return try body(guarded)
    } catch {
      switch error {
      case .connectionLost, .failed, .cancelled, .deadlineExceeded: failure = error.asConflict
      default: break
      }
      throw error.asConflict
    }
  }

  /// A connection on which a statement that fails does not end the transaction of PostgreSQL: a query may be run in
  /// another way then.
  private var guarded: any DatabaseConnection {
    dialect.name == .postgres ? GuardedConnection(connection) : connection
  }

  // MARK: Savepoints

  /// A state of a transaction, to which `rollBack(to:)` returns.
  public struct Savepoint: Hashable, Sendable {
    let name: String
  }

  /// Marks the current state.
  public func savepoint() throws(DatabaseError) -> Savepoint {
    savepointCount += 1
    let name = "cdq_\(savepointCount)"
    try write("SAVEPOINT \(name)", [])
    savepoints.append((name, touched))
    return Savepoint(name: name)
  }

  /// Returns the data to its state at a savepoint, which stays valid; those that were made after it do not.
  ///
  /// - Throws: `StoreError.foreignSavepoint` for a savepoint of another transaction, or of one that was undone.
  public func rollBack(to savepoint: Savepoint) throws(DatabaseError) {
    guard !isOver, let place = savepoints.lastIndex(where: { $0.name == savepoint.name }) else {
      throw .refusedChange(.foreignSavepoint)
    }
    failure = nil
    try write("ROLLBACK TO SAVEPOINT \(savepoint.name)", [])
    touched = savepoints[place].touched
    savepoints.removeSubrange((place + 1)...)
  }

  /// Makes changes that all hold or none, and checks at once what must hold after them.
  ///
  /// - Parameter checksRequired: Whether required relationships are checked now, and not only at the end of the
  ///   transaction.
  func allOrNothing<Result>(checksRequired: Bool = true, _ body: () throws -> Result) throws -> Result {
    let start = try savepoint()
    let before = touched
    do {
      let result = try body()
      if checksRequired {
        try checkRequired(touched.subtracting(before))
        touched.formIntersection(before)
      }
      try write("RELEASE SAVEPOINT \(start.name)", [])
      savepoints.removeAll { $0.name == start.name }
      return result
    } catch {
      // What went wrong first is what the caller needs to know; after a lost connection nothing can be rolled back.
      try? rollBack(to: start)
      throw error
    }
  }
}

/// A connection that runs each statement with a savepoint around it.
private final class GuardedConnection: DatabaseConnection {
  private let connection: any DatabaseConnection
  var dialect: SQLDialect { connection.dialect }
  var isUsable: Bool { connection.isUsable }

  init(_ connection: any DatabaseConnection) {
    self.connection = connection
  }

  func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try connection.change("SAVEPOINT cdq_query")
    do throws(DatabaseError) {
      try connection.run(statement, deadline: deadline, row: row)
    } catch {
      try connection.change("ROLLBACK TO SAVEPOINT cdq_query")
      throw error
    }
    try connection.change("RELEASE SAVEPOINT cdq_query")
  }

  func cancel() { connection.cancel() }
}
