import Foundation

/// A lock for the writers of a store. It throws when a thread that holds it locks it again, instead of a deadlock.
final class WriterLock: @unchecked Sendable {
  /// Recursive, so that a second request of the same thread reaches the check of `isHeld`.
  private let lock = NSRecursiveLock()
  private var isHeld = false

  /// - Throws: The error of `body`, or `nested` when this thread holds the lock already.
  func withLock<Result, Failure: Error>(
    orThrow nested: Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    if isHeld { throw nested }
    isHeld = true
    defer { isHeld = false }
    return try body()
  }
}
