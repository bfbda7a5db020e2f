/// The results of a query over time, as an asynchronous sequence: the first result at once, then one after each change
/// that leads to a different result.
///
/// The query runs again only after a change of data that the last run read, and only when the loop asks for the next
/// result; several changes in the meantime cause one run. Each iteration runs the query on its own, and ends when its
/// task is cancelled or a run throws.
public struct LiveQuery<Result: Sendable>: AsyncSequence, Sendable {
  let store: Store
  let body: @Sendable (LiveReader) throws -> Result
  let isSame: @Sendable (Result, Result) -> Bool

  /// Starts an iteration, which observes the store until it is released.
  public func makeAsyncIterator() -> Iterator {
    let (wakeUps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let run = LiveRun(self)
    let observation = store.observe { change in
      if run.note(change) { continuation.yield() }
    }
    return Iterator(run: run, observation: observation, wakeUps: wakeUps.makeAsyncIterator())
  }

  /// One iteration over the results.
  public struct Iterator: AsyncIteratorProtocol {
    let run: LiveRun<Result>
    /// Kept because releasing it would end the observation.
    let observation: StoreObservation
    var wakeUps: AsyncStream<Void>.AsyncIterator

    /// The next result that differs from the last one; nil when the task is cancelled or the store is gone.
    ///
    /// - Throws: The error of the query.
    public mutating func next() async throws -> Result? {
      while !Task.isCancelled {
        if let result = try run.result() { return result }
        guard await wakeUps.next() != nil else { return nil }
      }
      return nil
    }
  }
}

/// The state of one iteration: what its last run read and returned.
final class LiveRun<Result: Sendable>: Sendable {
  fileprivate struct State: Sendable {
    var last: Result?
    /// What the last run read; nil before the first run.
    var dependencies: QueryDependencies?
    /// The number of the snapshot that the last run read.
    var number = -1
    /// Whether the query has to run again.
    var isStale = true
    var isRunning = false
    /// The changes that arrived during the run.
    var missed: [ChangeSet] = []

    /// Whether a change requires another run.
    func isTouched(by change: ChangeSet) -> Bool {
      change.after.number > number && dependencies?.areTouched(by: change) ?? true
    }
  }

  private let query: LiveQuery<Result>
  private let state = Locked(State())

  init(_ query: LiveQuery<Result>) {
    self.query = query
  }

  /// Records a change.
  ///
  /// - Returns: Whether the query has to run again.
  func note(_ change: ChangeSet) -> Bool {
    state.withLock { state in
      if state.isRunning {
        state.missed.append(change)
      } else if !state.isStale {
        state.isStale = state.isTouched(by: change)
      }
      return state.isStale
    }
  }

  /// Runs the query, repeatedly if necessary, until the result differs from the last one.
  ///
  /// - Returns: The new result; nil when there is none yet.
  func result() throws -> Result? {
    while state.withLock({ $0.begin() }) {
      let snapshot = query.store.snapshot
      let reader = LiveReader(snapshot)
      let result: Result
      do {
        result = try query.body(reader)
      } catch {
        state.withLock { $0.end() }
        throw error
      }
      let last = state.withLock { state in
        state.number = snapshot.number
        state.dependencies = reader.dependencies
        state.isRunning = false
        state.isStale = state.missed.contains(where: state.isTouched)
        state.missed = []
        defer { state.last = result }
        return state.last
      }
      if let last, query.isSame(last, result) { continue }
      return result
    }
    return nil
  }
}

extension LiveRun.State {
  /// Starts a run if the query has to run again.
  ///
  /// - Returns: Whether it has to.
  fileprivate mutating func begin() -> Bool {
    guard isStale else { return false }
    isStale = false
    isRunning = true
    return true
  }

  /// Ends a failed run. The next request runs the query again.
  fileprivate mutating func end() {
    isRunning = false
    isStale = true
    missed = []
  }
}
