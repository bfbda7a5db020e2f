public import CDQIR
import CDQValues

/// An in-memory store for the objects of a schema. Readers take a snapshot and never wait. Writers run one after
/// another; each change is applied completely or not at all, and becomes visible at once.
public final class Store: Sendable {
  package let feed: ChangeFeed
  /// Held while a change is made, so that no two changes start from the same snapshot.
  private let writer = WriterLock()

  /// The schema that the store was created with.
  public let schema: Schema

  /// Creates an empty store.
  public convenience init(schema: Schema) {
    self.init(StoreState(layout: StoreLayout.shared(by: schema)))
  }

  /// Creates a store that starts with the data of a snapshot and shares the unchanged parts, for example to try out a
  /// change.
  public convenience init(_ snapshot: Snapshot) {
    self.init(snapshot.state)
  }

  package init(_ state: StoreState) {
    schema = state.layout.schema
    feed = ChangeFeed(Snapshot(state))
  }

  deinit {
    feed.end()
  }

  /// The current data. Taking a snapshot is cheap, and it does not change when the store does.
  public var snapshot: Snapshot {
    feed.snapshot
  }

  /// The objects of an entity in insertion order; empty when the schema has no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    snapshot.records(of: entity, includingSubentities: includingSubentities)
  }

  /// The number of objects of an entity; 0 when the schema has no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    snapshot.count(of: entity, includingSubentities: includingSubentities)
  }

  /// The object with a key; nil when there is none.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    snapshot.record(key)
  }

  /// Makes several changes as one. All are committed when `body` returns; none is when `body` or the final check
  /// throws.
  ///
  /// Within `body`, change the data by the transaction's methods. Those of the store throw
  /// `StoreError.nestedTransaction`.
  ///
  /// - Throws: The error that `body` throws, or a `StoreError` when the changes leave a required relationship without a
  ///   target.
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    let result = try writer.withLock(orThrow: StoreError.nestedTransaction as any Error) {
      var transaction = StoreTransaction(snapshot)
      let result = try body(&transaction)
      try commit(&transaction)
      return result
    }
    feed.deliver()
    return result
  }

  /// Adds an object.
  ///
  /// - Parameter values: By property name, with a to-one as `.object` and a to-many as a `.list` of `.object`. Omitted
  ///   properties get their default, or nil.
  /// - Throws: `StoreError` when a value is missing, of another type, refused or not unique, or when a reference has no
  ///   target.
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.insert(entity, values) }
  }

  /// Sets properties of an object. Properties that are not given keep their values.
  ///
  /// - Throws: `StoreError` as `insert`; `.notFound` when there is no such object.
  /// - Returns: The key of the object, which differs from before when its identity was changed.
  @discardableResult
  public func update(_ key: ObjectKey, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.update(key, values) }
  }

  /// Adds an object, or applies a policy to the existing object with the same unique values. See
  /// `StoreTransaction.insert(_:_:onConflict:of:)`.
  ///
  /// - Throws: `StoreError` as `insert(_:_:)`; `.unknownConstraint` when `attributes` are no constraint of the entity.
  /// - Returns: The key of the object, and what was done.
  @discardableResult
  public func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    try change { transaction throws(StoreError) in
      try transaction.insert(entity, values, onConflict: policy, of: attributes)
    }
  }

  /// Updates the object with the same identity, or adds one.
  ///
  /// - Throws: `StoreError` as `insert`; `.noIdentity` when the entity has none, or when a value of the identity is
  ///   missing.
  /// - Returns: The key of the object, and whether it is new.
  @discardableResult
  public func upsert(
    _ entity: String, _ values: [String: Value]
  ) throws(StoreError) -> (key: ObjectKey, isNew: Bool) {
    try change { transaction throws(StoreError) in try transaction.upsert(entity, values) }
  }

  /// Deletes an object and everything that its delete rules cascade to.
  ///
  /// - Throws: `StoreError.deleteDenied` when a rule forbids the deletion, `.missingValue` when a remaining object
  ///   requires a deleted one, `.notFound` when there is no such object.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(_ key: ObjectKey) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete([key]).total }
  }

  /// Makes one change and publishes it. The attributes keep the compiler from specializing the function for each result
  /// type.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func change<Result>(
    _ body: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result = try writer.withLock(orThrow: StoreError.nestedTransaction) { () throws(StoreError) in
      var transaction = StoreTransaction(snapshot)
      let result = try body(&transaction)
      try commit(&transaction)
      return result
    }
    // Called without the lock, since observers may change the store.
    feed.deliver()
    return result
  }

  private func commit(_ transaction: inout StoreTransaction) throws(StoreError) {
    try transaction.pending.validate()
    if transaction.pending.isChanged { feed.publish(transaction) }
  }
}
