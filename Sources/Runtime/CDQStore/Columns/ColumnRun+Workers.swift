import CDQValues

import Foundation

/// Runs that share the scan of a table. Each tests its own chunks with its own plan, so that no run waits for another.
extension ColumnRun {
  /// The least number of chunks for which a thread is worth while.
  static let fewestChunks = 16

  /// The number of parts, at most `most`, into which the scan is divided.
  func partCount(most: Int, _ options: ExecutionOptions) -> Int {
    // A limit on steps needs one run that counts all of them, and the candidates of an index are too few to divide.
    guard most > 1, options.maximumSteps == nil, !hasCandidates, entities.count == 1, condition.cost > 0 else { return 1 }
    return max(1, min(most, source.tables[entities[0]].chunkCount / ColumnRun.fewestChunks))
  }

  /// Calls `body` with each run and its chunks, each run on its own thread, and gives the results in the order of the
  /// rows. If runs have failed, this run fails with the first failure in that order.
  func sideBySide<Part>(_ body: @escaping (ColumnRun, Range<Int>) -> Part) -> [Part] {
    let runs = [self] + workers
    let chunkCount = source.tables[entities[0]].chunkCount
    let work = Work(runs.count) { part in
      body(runs[part], (chunkCount * part / runs.count)..<(chunkCount * (part + 1) / runs.count))
    }
    let parts = work.perform()
    if let failure = runs.lazy.compactMap(\.run.execution.failure).first { run.execution.fail(failure) }
    return parts
  }
}

/// A piece of work in parts. The calling thread does the first part, and a new thread each of the others.
private final class Work<Part>: @unchecked Sendable {
  private let body: (Int) -> Part
  private let count: Int
  private let condition = NSCondition()
  private var parts: [Int: Part] = [:]

  init(_ count: Int, _ body: @escaping (Int) -> Part) {
    self.count = count
    self.body = body
  }

  func perform() -> [Part] {
    for part in 1..<count {
      let thread = Thread { self.perform(part) }
      thread.stackSize = 1 << 20
      thread.start()
    }
    perform(0)
    condition.lock()
    defer { condition.unlock() }
    while parts.count < count { condition.wait() }
    return (0..<count).compactMap { parts[$0] }
  }

  private func perform(_ part: Int) {
    let result = body(part)
    condition.lock()
    parts[part] = result
    condition.signal()
    condition.unlock()
  }
}
