import CDQRuntime
import Foundation

/// Observers that read and write in their callbacks, and a live query whose closure asks other queries, while threads write.
struct Watching {
  /// Returns the numbers of commits that the observers made, and of results of the live query.
  static func run(_ transfers: Int) async throws -> (commits: Int, results: Int) {
    let bank = try Bank()
    let (poor, rich) = try (Bank.sum(where: Bank.limit), Bank.sum(where: .not(Bank.limit)))
    let (answers, wrong, results, nested) = (Counter(), Counter(), Counter(), Counter())

    // Answers each commit with one of its own, which it then observes, too.
    let writer = bank.store.observe { _ in
      guard answers.value < transfers else { return }
      do {
        answers.add()
        try bank.transfer(answers.value * 3 + 1)
        try bank.store.transaction { _ in
          do {
            try bank.store.transaction { _ in }
            wrong.add()
          } catch StoreError.nestedTransaction {
            nested.add()
          }
        }
      } catch {
        wrong.add()
      }
    }
    let reader = bank.store.observe { change in
      do {
        try Bank.check(change.after, poor, rich)
        try Bank.check(bank.store.snapshot, poor, rich)
      } catch {
        wrong.add()
      }
    }
    let live = Task {
      let sums = bank.store.live { reader in
        // A query of the store within one of the reader.
        try Bank.check(bank.store.snapshot, poor, rich)
        return [try reader.run(poor), try reader.run(rich)]
      }
      for try await sum in sums {
        guard sum.count == 2 else { throw Failure("a live query without its sums") }
        results.add()
        if results.value % 5 == 0 { try bank.transfer(results.value) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<2 {
        group.addTask {
          for number in 0..<transfers / 4 {
            try bank.transfer(number * 2 + thread)
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    live.cancel()
    try await live.value
    withExtendedLifetime((writer, reader)) {}
    try Bank.check(bank.store.snapshot, poor, rich)
    if wrong.value > 0 { throw Failure("\(wrong.value) callbacks failed") }
    if nested.value == 0 { throw Failure("no observer wrote") }
    return (answers.value, results.value)
  }
}
