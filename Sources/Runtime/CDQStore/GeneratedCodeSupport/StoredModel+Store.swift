public import CDQIR
import CDQValues

/// The operations of `Store` and `StoreReader`, as methods of the generated structs.
extension StoredModel {
  /// All objects of the entity and its sub-entities, in insertion order.
  ///
  /// - Throws: `ExecutionError.schemaMismatch` when the reader's schema has other properties than the generated code.
  public static func all(in reader: some StoreReader) throws(ExecutionError) -> [Self] {
    try reader.all(Self.self)
  }

  /// The number of objects of the entity and its sub-entities.
  public static func count(in reader: some StoreReader) -> Int {
    reader.count(Self.self)
  }

  /// Deletes all objects of the entity and its sub-entities, and everything that their delete rules cascade to.
  ///
  /// - Throws: `StoreError` when a rule forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public static func deleteAll(in store: Store) throws(StoreError) -> Int {
    try store.deleteAll(Self.self)
  }

  /// Adds an object with the values of this struct.
  ///
  /// - Throws: `StoreError` when a value is missing, refused or not unique, or when a reference has no target.
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(in store: Store) throws(StoreError) -> ObjectKey {
    try store.insert(self)
  }
}

extension IdentifiedModel {
  /// Updates the stored object with the same identity, or adds one.
  ///
  /// - Throws: `StoreError` when a value is missing, refused or not unique, or when a reference has no target.
  @discardableResult
  public func save(in store: Store) throws(StoreError) -> SavedObject {
    try store.save(self)
  }

  /// Updates the stored object with the same identity.
  ///
  /// - Throws: `StoreError` as `save`; `.notFound` when there is no such object.
  public func update(in store: Store) throws(StoreError) {
    try store.update(self)
  }

  /// Deletes the stored object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Throws: `StoreError.notFound` when there is no such object; `.deleteDenied` or `.missingValue` when a rule
  ///   forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(in store: Store) throws(StoreError) -> Int {
    try store.delete(self)
  }
}
