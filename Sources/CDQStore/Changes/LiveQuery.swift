/// The results of a query over time: the first at once, then one after each change that gives another.
///
/// It runs again only when a change touches what the last run read, and only as often as results are asked for: several
/// changes meanwhile are one run. Each iteration runs on its own, and ends when its task is cancelled or a run throws.
public struct LiveQuery<Result: Sendable>: AsyncSequence, Sendable {
  let store: Store
  let body: @Sendable (LiveReader) throws -> Result
  let isSame: @Sendable (Result, Result) -> Bool

  /// Starts to watch the store.
  public func makeAsyncIterator() -> Iterator {
    let (wakeUps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let run = LiveRun(self)
    let observation = store.observe { change in
      if run.note(change) { continuation.yield() }
    }
    return Iterator(run: run, observation: observation, wakeUps: wakeUps.makeAsyncIterator())
  }

  /// One reader of the results.
  public struct Iterator: AsyncIteratorProtocol {
    let run: LiveRun<Result>
    /// Held, as the observation ends when it is let go of.
    let observation: StoreObservation
    var wakeUps: AsyncStream<Void>.AsyncIterator

    /// The next result that differs from the last one; nil when the task was cancelled.
    ///
    /// - Throws: what the query throws, which also ends the iteration.
    public mutating func next() async throws -> Result? {
      while !Task.isCancelled {
        if let result = try run.result() { return result }
        guard await wakeUps.next() != nil else { return nil }
      }
      return nil
    }
  }
}

/// One iteration of a live query: what it last read and gave.
final class LiveRun<Result: Sendable>: Sendable {
  fileprivate struct State: Sendable {
    var last: Result?
    /// What the last run read; nil before the first.
    var dependencies: QueryDependencies?
    /// Number of the data that the last run read.
    var number = -1
    /// Whether the query is to be run.
    var isStale = true
    var isRunning = false
    /// Changes while it ran.
    var missed: [ChangeSet] = []

    /// Whether a change calls for another run.
    func isTouched(by change: ChangeSet) -> Bool {
      change.after.number > number && dependencies?.areTouched(by: change) ?? true
    }
  }

  private let query: LiveQuery<Result>
  private let state = Locked(State())

  init(_ query: LiveQuery<Result>) {
    self.query = query
  }

  /// Takes notice of a change.
  ///
  /// - Returns: whether the query is to be run again.
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

  /// Runs the query as long as it is to be run, until it gives something else than before.
  ///
  /// - Returns: the new result, nil when there is none.
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
  /// - Returns: whether the query is to be run.
  fileprivate mutating func begin() -> Bool {
    guard isStale else { return false }
    isStale = false
    isRunning = true
    return true
  }

  /// After a run that failed: who asks again runs again.
  fileprivate mutating func end() {
    isRunning = false
    isStale = true
    missed = []
  }
}
