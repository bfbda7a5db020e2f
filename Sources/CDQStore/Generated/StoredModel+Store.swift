public import CDQIR
import CDQValues

/// The same from the other side: what can be done with an object, or with the objects of its entity.
extension StoredModel {
  /// All objects of the entity and its sub-entities, in insertion order.
  ///
  /// - Throws: `ExecutionError.schemaMismatch` when the data has another schema than the generated code.
  public static func all(in reader: some StoreReader) throws(ExecutionError) -> [Self] {
    try reader.all(Self.self)
  }

  /// How many objects of the entity and its sub-entities there are.
  public static func count(in reader: some StoreReader) -> Int {
    reader.count(Self.self)
  }

  /// Deletes all objects of the entity and its sub-entities, and what their delete rules say.
  ///
  /// - Throws: `StoreError` when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public static func deleteAll(in store: Store) throws(StoreError) -> Int {
    try store.deleteAll(Self.self)
  }

  /// Adds it to a store.
  ///
  /// - Throws: `StoreError` when a value is missing or not unique, or a reference leads nowhere.
  /// - Returns: what identifies it.
  @discardableResult
  public func insert(in store: Store) throws(StoreError) -> ObjectKey {
    try store.insert(self)
  }
}

extension IdentifiedModel {
  /// Updates the stored object with its identity, or adds one.
  ///
  /// - Throws: `StoreError` when a value is missing or not unique, or a reference leads nowhere.
  @discardableResult
  public func save(in store: Store) throws(StoreError) -> SavedObject {
    try store.save(self)
  }

  /// Updates the stored object with its identity.
  ///
  /// - Throws: `StoreError` as `save`, `.notFound`.
  public func update(in store: Store) throws(StoreError) {
    try store.update(self)
  }

  /// Deletes the stored object with its identity, and what its delete rules say.
  ///
  /// - Throws: `StoreError.notFound`, and when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public func delete(in store: Store) throws(StoreError) -> Int {
    try store.delete(self)
  }
}
