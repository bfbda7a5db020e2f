import CDQValues

/// The current snapshot of a store, and the observers of its commits.
///
/// Observers get the change sets in the order of the commits, after the commit is visible. One thread at a time
/// delivers them, and holds no lock while it calls an observer, so that the observer may read and change the store.
package final class ChangeFeed: Sendable {
  fileprivate struct Observer: Sendable {
    var call: @Sendable (ChangeSet) -> Void
    /// Called once when no more changes will come, because the store is gone.
    var end: @Sendable () -> Void
    /// The number of the snapshot at the start of the observation; the observer gets later commits only.
    var start: Int
  }

  fileprivate struct Commit: Sendable {
    var before: Snapshot
    var after: Snapshot
    var touched: Set<RowReference>
  }

  fileprivate struct State: Sendable {
    var snapshot: Snapshot
    var observers: [Int: Observer] = [:]
    var nextObserver = 0
    /// The commits to deliver. Empty while there are no observers.
    var queue: [Commit] = []
    var isDelivering = false
  }

  private let state: Locked<State>

  init(_ snapshot: Snapshot) {
    state = Locked(State(snapshot: snapshot))
  }

  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Makes the data of a transaction current. The caller holds the writer lock, and calls `deliver` after it has
  /// released the lock.
  func publish(_ transaction: StoreTransaction) {
    let snapshot = Snapshot(transaction.pending.state, number: transaction.base.number + 1)
    state.withLock { state in
      state.snapshot = snapshot
      if state.observers.isEmpty { return }
      state.queue.append(Commit(before: transaction.base, after: snapshot, touched: transaction.pending.touched))
    }
  }

  /// Calls the observers with all waiting commits. Returns at once when another thread is delivering; that thread takes
  /// over.
  func deliver() {
    while let (commit, observers) = state.withLock({ $0.next() }) {
      let change = ChangeSet(from: commit.before, to: commit.after, touched: commit.touched)
      for id in change.isEmpty ? [] : observers {
        // Looked up before each call, because an earlier observer may have cancelled this one.
        state.withLock { $0.observers[id] }?.call(change)
      }
      state.withLock { $0.isDelivering = false }
    }
  }

  /// Adds an observer, which gets every commit after the current snapshot.
  ///
  /// - Returns: The observation; cancelling or releasing it removes the observer.
  func observe(
    _ call: @escaping @Sendable (ChangeSet) -> Void, end: @escaping @Sendable () -> Void
  ) -> StoreObservation {
    let id = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = Observer(call: call, end: end, start: state.snapshot.number)
      return state.nextObserver
    }
    return StoreObservation { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    // The observer and the commits are released outside of the lock, because their deinitializers may run any code.
    let (observer, rest) = state.withLock { state in
      let observer = state.observers.removeValue(forKey: id)
      let rest = state.observers.isEmpty ? state.queue : []
      if state.observers.isEmpty { state.queue = [] }
      return (observer, rest)
    }
    withExtendedLifetime((observer, rest)) {}
  }

  /// Tells all observers that no more changes will come.
  func end() {
    let observers = state.withLock { state in
      let observers = state.observers
      state.observers = [:]
      return observers
    }
    for observer in observers.values { observer.end() }
  }
}

extension ChangeFeed.State {
  /// Takes the next commit from the queue, with the ids of its observers in the order in which they were added.
  fileprivate mutating func next() -> (ChangeFeed.Commit, [Int])? {
    guard !isDelivering, let commit = queue.first else { return nil }
    queue.removeFirst()
    isDelivering = true
    return (commit, observers.filter { $0.value.start < commit.after.number }.keys.sorted())
  }
}
