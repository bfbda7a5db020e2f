import Dispatch
import Foundation

/// Splits `0..<count` into parts, runs `body` on each of them in parallel, and returns the results in the order of the
/// parts. A part has 32 items or more, so that it is worth a thread; there are at most 16 parts.
///
/// - Parameter stack: the bytes of stack that `body` may need; nil when it fits the 512 KB of a pool thread. Otherwise
///   each part, even a single one, runs on a thread of its own.
package func inParts<Part: Sendable>(
  of count: Int, stack: Int? = nil, _ body: @escaping @Sendable (Range<Int>) -> Part
) -> [Part] {
  let number = max(1, min(16, count / 32))
  if number == 1, stack == nil { return [body(0..<count)] }
  var parts = [Part?](repeating: nil, count: number)
  parts.withUnsafeMutableBufferPointer { buffer in
    // Each slot is written by one part, and read after all parts are done.
    nonisolated(unsafe) let slots = buffer
    let work = { @Sendable (part: Int) in
      slots[part] = body((count * part / number)..<(count * (part + 1) / number))
    }
    guard let stack else { return DispatchQueue.concurrentPerform(iterations: number, execute: work) }
    let running = DispatchGroup()
    for part in 0..<number {
      running.enter()
      let thread = Thread {
        work(part)
        running.leave()
      }
      thread.stackSize = stack
      thread.start()
    }
    running.wait()
  }
  return parts.compactMap(\.self)
}
