import Dispatch
import Foundation

/// What `body` makes of each part of `0..<count`, in the order of the parts, which are done side by side where there are
/// processors for them. A part has 32 items or more, so that it is worth a thread; there are 16 parts at most.
///
/// - Parameter stack: the bytes of stack that `body` may need; nil when it fits the 512 KB of a thread of a pool. Otherwise
///   each part has a thread of its own, even when there is one part.
package func inParts<Part: Sendable>(
  of count: Int, stack: Int? = nil, _ body: @escaping @Sendable (Range<Int>) -> Part
) -> [Part] {
  let number = max(1, min(16, count / 32))
  if number == 1, stack == nil { return [body(0..<count)] }
  var parts = [Part?](repeating: nil, count: number)
  parts.withUnsafeMutableBufferPointer { buffer in
    // Each of them is written once, and read when all are.
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
