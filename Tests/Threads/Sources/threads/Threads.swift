import CDQRuntime
import Foundation

/// Counter that any thread can increment.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func add() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}

@main struct Threads {
  static func main() async throws {
    let transfers = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
    let bank = try Bank()
    let (commits, results, checks) = (Counter(), Counter(), Counter())
    let (poor, rich) = try (Bank.sum(where: Bank.limit), Bank.sum(where: .not(Bank.limit)))
    let richest = try Bank.richest()
    let begin = bank.store.snapshot.number

    let observation = bank.store.observe { change in
      if change.after.number == change.before.number + 1 { commits.add() }
    }
    let watching = Task {
      for try await result in bank.store.live(richest) {
        guard case .records(let records) = result, records.count == 3 else { throw Failure("not the three richest") }
        results.add()
      }
    }
    let listening = Task {
      var last = begin
      for await change in bank.store.changes {
        if change.after.number <= last { throw Failure("changes came in another order") }
        last = change.after.number
        if change.updated.isEmpty && change.inserted.isEmpty { throw Failure("a change of nothing was told") }
      }
    }

    try await withThrowingTaskGroup(of: Void.self) { group in
      let done = Counter()
      for writer in 0..<2 {
        group.addTask {
          for number in 0..<transfers / 2 {
            try bank.transfer(number * 2 + writer)
            // The thread pool is small, so every task yields to the others.
            await Task.yield()
          }
          done.add()
        }
      }
      for _ in 0..<3 {
        group.addTask {
          repeat {
            try Bank.check(bank.store.snapshot, poor, rich)
            checks.add()
            await Task.yield()
          } while done.value < 2
        }
      }
      try await group.waitForAll()
    }
    try Bank.check(bank.store.snapshot, poor, rich)
    watching.cancel()
    listening.cancel()
    _ = try await (watching.value, listening.value)
    let committed = bank.store.snapshot.number - begin
    guard commits.value == committed, committed > transfers / 2 else {
      throw Failure("\(commits.value) of \(committed) changes were told")
    }
    withExtendedLifetime(observation) {}
    try await askTheCrowd()
    let answers = try Nesting.run().sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    let watched = try await Watching.run(transfers / 4)
    print("calls within calls: \(answers.joined(separator: ", "))")
    print("\(watched.commits) commits of observers, \(watched.results) results of a live query that asks others")
    print("\(committed) commits, \(checks.value) snapshots added up, \(results.value) results of a live query")
  }

  /// Runs queries on several threads each, while a writer changes the store.
  private static func askTheCrowd() async throws {
    let crowd = try Crowd()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<40 {
          try crowd.change(number)
          await Task.yield()
        }
      }
      group.addTask {
        for _ in 0..<2 {
          try crowd.check()
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
  }
}
