import CDQValues

import Foundation

/// Runs that share the scan of a table: each tests its own chunks with its own plan, so that none has to wait.
extension ColumnRun {
  /// Chunks of a part that is worth a thread of its own.
  static let fewestChunks = 16

  /// How many parts the scan is worth dividing into, of at most `most`.
  func partCount(most: Int, _ options: ExecutionOptions) -> Int {
    // Steps are counted by one run only, and what an index finds is not worth dividing.
    guard most > 1, options.maximumSteps == nil, !hasCandidates, entities.count == 1, condition.cost > 0 else { return 1 }
    return max(1, min(most, source.tables[entities[0]].chunkCount / ColumnRun.fewestChunks))
  }

  /// What `body` makes of the part of each run, in the order of the rows. The first failure in this order is that of this
  /// run.
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

/// One piece of work in parts, of which the caller does the first and threads of their own the others.
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
