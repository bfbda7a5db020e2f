import Foundation

/// Lets one thread at a time change a store, and tells when that thread asks again: it would wait for itself for ever.
final class WriterLock: @unchecked Sendable {
  /// Recursive only so that the second request of a thread arrives here.
  private let lock = NSRecursiveLock()
  private var isHeld = false

  /// - Throws: what `body` throws, or `nested` when this thread holds the lock already.
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
