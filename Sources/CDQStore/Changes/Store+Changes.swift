/// Hearing of changes.
extension Store {
  /// Calls `body` with every change from now on that makes a difference: once each, in the order in which they became
  /// visible, after they did.
  ///
  /// The calls come one at a time, on the thread that made the change or on another that is changing the store just
  /// then. No lock is held meanwhile: `body` may read the store and change it, and hears of its own changes afterwards.
  ///
  /// - Returns: what ends it, which it also does when that is let go of.
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> StoreObservation {
    feed.observe(body) {}
  }

  /// Every change from the call of this property on, as `observe(_:)` tells them, until the store is gone. What is not
  /// read waits in memory.
  public var changes: AsyncStream<ChangeSet> {
    AsyncStream { continuation in
      let observation = feed.observe { continuation.yield($0) } end: { continuation.finish() }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}
