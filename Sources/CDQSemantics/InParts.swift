import Dispatch

/// What `body` makes of each part of `0..<count`, in the order of the parts, which are done side by side where there are
/// processors for them. A part has 32 items or more, so that it is worth a thread; there are 16 parts at most.
package func inParts<Part: Sendable>(of count: Int, _ body: @Sendable (Range<Int>) -> Part) -> [Part] {
  let number = max(1, min(16, count / 32))
  if number == 1 { return [body(0..<count)] }
  var parts = [Part?](repeating: nil, count: number)
  parts.withUnsafeMutableBufferPointer { buffer in
    // Each of them is written once, and read when all are.
    nonisolated(unsafe) let slots = buffer
    DispatchQueue.concurrentPerform(iterations: number) { part in
      slots[part] = body((count * part / number)..<(count * (part + 1) / number))
    }
  }
  return parts.compactMap(\.self)
}
