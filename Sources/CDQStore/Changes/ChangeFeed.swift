import CDQValues

/// The current data of a store, and who is to hear of the next.
///
/// Change sets are delivered one after another in the order of the commits, after the data is current, by whichever
/// thread is at it; no lock is held while an observer is called, so that it may read and change the store.
package final class ChangeFeed: Sendable {
  fileprivate struct Observer: Sendable {
    var call: @Sendable (ChangeSet) -> Void
    /// Called when there will be no more.
    var end: @Sendable () -> Void
    /// The number of the data that it began with: it hears of what comes after.
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
    /// Commits that have not been delivered. There are none while there are no observers.
    var queue: [Commit] = []
    var isDelivering = false
  }

  private let state: Locked<State>

  init(_ snapshot: Snapshot) {
    state = Locked(State(snapshot: snapshot))
  }

  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Makes the data of a transaction current. The caller holds the writer lock, and calls `deliver` without it.
  func publish(_ transaction: StoreTransaction) {
    let snapshot = Snapshot(transaction.state, number: transaction.base.number + 1)
    state.withLock { state in
      state.snapshot = snapshot
      if state.observers.isEmpty { return }
      state.queue.append(Commit(before: transaction.base, after: snapshot, touched: transaction.touched))
    }
  }

  /// Calls observers with what is waiting, unless another thread is at it, which then does.
  func deliver() {
    while let (commit, observers) = state.withLock({ $0.next() }) {
      let change = ChangeSet(from: commit.before, to: commit.after, touched: commit.touched)
      for id in change.isEmpty ? [] : observers {
        // Looked up again for each, as a call may have cancelled the next.
        state.withLock { $0.observers[id] }?.call(change)
      }
      state.withLock { $0.isDelivering = false }
    }
  }

  /// Adds an observer, which hears of every commit after `snapshot` at the time of the call.
  ///
  /// - Returns: what removes it.
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
    // What the observer holds is let go of outside of the lock, as that may run any code.
    let (observer, rest) = state.withLock { state in
      let observer = state.observers.removeValue(forKey: id)
      let rest = state.observers.isEmpty ? state.queue : []
      if state.observers.isEmpty { state.queue = [] }
      return (observer, rest)
    }
    withExtendedLifetime((observer, rest)) {}
  }

  /// Tells all observers that there will be no more.
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
  /// Takes the commit that is to be delivered next, and those who are to hear of it, in the order in which they began.
  fileprivate mutating func next() -> (ChangeFeed.Commit, [Int])? {
    guard !isDelivering, let commit = queue.first else { return nil }
    queue.removeFirst()
    isDelivering = true
    return (commit, observers.filter { $0.value.start < commit.after.number }.keys.sorted())
  }
}
