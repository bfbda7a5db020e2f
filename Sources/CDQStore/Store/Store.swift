public import CDQIR
import CDQValues

/// Objects of a schema in memory. Readers take a snapshot and never wait; changes are made one after another, each
/// all or nothing, and become visible at once.
public final class Store: Sendable {
  package let feed: ChangeFeed
  /// Held while a change is worked out, so that no two start from the same snapshot.
  private let writer = WriterLock()

  /// The schema of the data.
  public let schema: Schema

  /// An empty store.
  public convenience init(schema: Schema) {
    self.init(StoreState(layout: StoreLayout.shared(by: schema)))
  }

  /// A store that begins with the data of a snapshot, of which it shares what it does not change: for trying a change.
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

  /// The data as it is now.
  public var snapshot: Snapshot {
    feed.snapshot
  }

  /// The objects of an entity in insertion order; none when there is no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    snapshot.records(of: entity, includingSubentities: includingSubentities)
  }

  /// How many objects an entity has; 0 when there is no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    snapshot.count(of: entity, includingSubentities: includingSubentities)
  }

  /// The object of that key; nil when there is none.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    snapshot.record(key)
  }

  /// Several changes as one: all of them when `body` returns, none when it or the check at its end throws.
  ///
  /// Changes to the store itself from within `body` are refused with `StoreError.nestedTransaction`; use the
  /// transaction's.
  ///
  /// - Throws: what `body` throws, or the `StoreError` that what it made breaks.
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
  /// - Parameter values: By property name: a to-one as `.object`, a to-many as `.list` of them. What is missing has its
  ///   default, or nil.
  /// - Throws: `StoreError` when a value is missing, of another type or not unique, or a reference leads nowhere.
  /// - Returns: what identifies it.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.insert(entity, values) }
  }

  /// Sets properties of an object; others keep their value.
  ///
  /// - Throws: `StoreError` as `insert`, or when there is no such object.
  /// - Returns: what identifies it now.
  @discardableResult
  public func update(_ key: ObjectKey, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.update(key, values) }
  }

  /// Adds an object, or does what the policy says about the one that has its unique values:
  /// `StoreTransaction.insert(_:_:onConflict:of:)`.
  ///
  /// - Throws: `StoreError` as `insert(_:_:)`, `.unknownConstraint`.
  /// - Returns: what identifies the object, and what was done.
  @discardableResult
  public func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    try change { transaction throws(StoreError) in
      try transaction.insert(entity, values, onConflict: policy, of: attributes)
    }
  }

  /// Updates the object that has the same identity, or adds one.
  ///
  /// - Throws: `StoreError` as `insert`, or when a value of the identity is missing.
  /// - Returns: what identifies it, and whether it is new.
  @discardableResult
  public func upsert(
    _ entity: String, _ values: [String: Value]
  ) throws(StoreError) -> (key: ObjectKey, isNew: Bool) {
    try change { transaction throws(StoreError) in try transaction.upsert(entity, values) }
  }

  /// Deletes an object, and what its delete rules say.
  ///
  /// - Throws: `StoreError.deleteDenied` where a rule forbids it, `.missingValue` where an object that stays needs one
  ///   that would go, `.notFound`.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public func delete(_ key: ObjectKey) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete([key]).total }
  }

  /// Makes one change and publishes it.
  // The compiler would write it anew for each kind of result.
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
    // Observers may change the store, so that they are called without the lock.
    feed.deliver()
    return result
  }

  private func commit(_ transaction: inout StoreTransaction) throws(StoreError) {
    try transaction.validate()
    if transaction.isChanged { feed.publish(transaction) }
  }
}
