import Foundation

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  /// Guards all state below, hence `@unchecked Sendable`.
  private let lock = NSLock()
  private var time = Instant()
  private var sleepers: [Int: Sleeper] = [:]
  private var cancelled: Set<Int> = []
  private var count = 0
  private var watchers: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  /// The number of sleeps that began.
  var sleepCount: Int { lock.withLock { count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        lock.lock()
        let isCancelled = cancelled.contains(number)
        if !isCancelled { sleepers[number] = Sleeper(deadline: deadline, continuation: continuation) }
        let ready = watchers.filter { $0.number <= number }
        watchers.removeAll { $0.number <= number }
        lock.unlock()
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for watcher in ready { watcher.continuation.resume() }
      }
    } onCancel: {
      let sleeper = lock.withLock {
        cancelled.insert(number)
        return sleepers.removeValue(forKey: number)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until the sleep of a number, counted from 1, has begun.
  func sleep(_ number: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if count >= number, sleepers[number] != nil || cancelled.contains(number) { return true }
        watchers.append((number, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Moves the time, and wakes all whose deadline it reaches.
  func advance(by duration: Duration) {
    let woken = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for number in due.keys { sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
