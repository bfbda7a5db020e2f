/// Observing the commits of a store.
extension Store {
  /// Calls `body` once for each future commit that makes a difference, after the commit is visible and in the order of
  /// the commits.
  ///
  /// The calls come one at a time, on the thread that made the change or on another thread that is changing the store
  /// at that time. No lock is held meanwhile, so that `body` may read and change the store; it is called for its own
  /// changes afterwards.
  ///
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> StoreObservation {
    feed.observe(body) {}
  }

  /// The change sets that `observe(_:)` reports from now on, as an asynchronous sequence that ends when the store is
  /// released. Change sets that are not read yet stay in memory.
  public var changes: AsyncStream<ChangeSet> {
    AsyncStream { continuation in
      let observation = feed.observe { continuation.yield($0) } end: { continuation.finish() }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}
