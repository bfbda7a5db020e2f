public import CDQConnections
public import CDQStore

/// A struct that the back end `sql` generates for an entity with the setting `"writes"`: a copy of an object's attributes
/// and to-one references, which transactions write and statements read.
public protocol DatabaseModel: StoredModel {
  /// The statement of all objects of the entity and its sub-entities, in insertion order.
  static func all() throws(DatabaseError) -> SelectStatement<Self>
}

// Reading.
extension DatabaseModel {
  /// All objects of the entity and its sub-entities, in insertion order, with the transaction's changes so far.
  public static func all(in transaction: DatabaseTransaction) throws(DatabaseError) -> [Self] {
    try all().all(in: transaction)
  }

  /// All objects of the entity and its sub-entities, in insertion order.
  ///
  /// - Throws: `DatabaseError`, and what the connection throws.
  nonisolated(nonsending) public static func all(in connection: some SQLExecutor) async throws -> [Self] {
    try await all().all(in: connection)
  }
}

// One change, within a transaction. The errors are those of the functions of `DatabaseTransaction`.
extension StoredModel {
  /// The number of objects of the entity and its sub-entities, with the transaction's changes so far.
  public static func count(in transaction: DatabaseTransaction) throws(DatabaseError) -> Int {
    try transaction.count(Self.self)
  }

  /// Deletes all objects of the entity and its sub-entities, and everything that their delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public static func deleteAll(in transaction: DatabaseTransaction) throws(DatabaseError) -> Int {
    try transaction.deleteAll(Self.self)
  }

  /// Adds an object with the values of this struct.
  ///
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(in transaction: DatabaseTransaction) throws(DatabaseError) -> ObjectKey {
    try transaction.insert(self)
  }
}

extension IdentifiedModel {
  /// Updates the object with the same identity, or adds one.
  @discardableResult
  public func save(in transaction: DatabaseTransaction) throws(DatabaseError) -> SavedObject {
    try transaction.save(self)
  }

  /// Updates the object with the same identity.
  public func update(in transaction: DatabaseTransaction) throws(DatabaseError) {
    try transaction.update(self)
  }

  /// Deletes the object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(in transaction: DatabaseTransaction) throws(DatabaseError) -> Int {
    try transaction.delete(self)
  }
}

// One change as a transaction of its own. The errors are those of `DatabaseStore.transaction(_:)`.
extension StoredModel {
  /// Deletes all objects of the entity and its sub-entities, and everything that their delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public static func deleteAll(in store: DatabaseStore) async throws -> Int {
    try await store.transaction { try $0.deleteAll(Self.self) }
  }

  /// The number of objects of the entity and its sub-entities.
  public static func count(in store: DatabaseStore) async throws -> Int {
    try await store.transaction { try $0.count(Self.self) }
  }

  /// Adds an object with the values of this struct.
  ///
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(in store: DatabaseStore) async throws -> ObjectKey {
    try await store.transaction { try $0.insert(self) }
  }
}

extension IdentifiedModel {
  /// Updates the object with the same identity, or adds one.
  @discardableResult
  public func save(in store: DatabaseStore) async throws -> SavedObject {
    try await store.transaction { try $0.save(self) }
  }

  /// Updates the object with the same identity.
  public func update(in store: DatabaseStore) async throws {
    try await store.transaction { try $0.update(self) }
  }

  /// Deletes the object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(in store: DatabaseStore) async throws -> Int {
    try await store.transaction { try $0.delete(self) }
  }
}
