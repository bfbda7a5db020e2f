public import CDQIR

/// What queries are run on: a store, a snapshot, a transaction, or what a live query reads through.
public protocol StoreReader {
  /// The schema of the data.
  var schema: Schema { get }
  /// The data that a query is to be run on.
  func data(for query: PreparedStoreQuery) -> Snapshot
  /// The data for reading objects of an entity without a query.
  func data(of entity: String) -> Snapshot
}

extension Store: StoreReader {
  /// The data as it is now.
  public func data(for query: PreparedStoreQuery) -> Snapshot { snapshot }

  /// The data as it is now.
  public func data(of entity: String) -> Snapshot { snapshot }
}

extension Snapshot: StoreReader {
  /// This snapshot.
  public func data(for query: PreparedStoreQuery) -> Snapshot { self }

  /// This snapshot.
  public func data(of entity: String) -> Snapshot { self }
}

extension StoreTransaction: StoreReader {
  /// The data with the changes so far.
  public func data(for query: PreparedStoreQuery) -> Snapshot { snapshot }

  /// The data with the changes so far.
  public func data(of entity: String) -> Snapshot { snapshot }
}
