public import CDQIR

/// A source of data for queries: a store, a snapshot, a transaction, or the reader of a live query.
public protocol StoreReader {
  /// The schema of the source's data.
  var schema: Schema { get }
  /// The snapshot to run a query on. A live query's reader also notes what the query reads.
  func data(for query: PreparedStoreQuery) -> Snapshot
  /// The snapshot for reading objects of an entity without a query.
  func data(of entity: String) -> Snapshot
}

extension Store: StoreReader {
  /// The store's current snapshot.
  public func data(for query: PreparedStoreQuery) -> Snapshot { snapshot }

  /// The store's current snapshot.
  public func data(of entity: String) -> Snapshot { snapshot }
}

extension Snapshot: StoreReader {
  /// The snapshot itself, whatever the query.
  public func data(for query: PreparedStoreQuery) -> Snapshot { self }

  /// The snapshot itself, whatever the entity.
  public func data(of entity: String) -> Snapshot { self }
}

extension StoreTransaction: StoreReader {
  /// A snapshot with the transaction's changes so far.
  public func data(for query: PreparedStoreQuery) -> Snapshot { snapshot }

  /// A snapshot with the transaction's changes so far.
  public func data(of entity: String) -> Snapshot { snapshot }
}
