import Foundation
import QueryCases

/// The times of one way to answer a query, in milliseconds for each run: the least of all rounds.
struct Times {
  /// Of this process.
  var processor = Double.infinity
  /// Of the clock, the server's work included.
  var elapsed = Double.infinity
}

/// A way to answer a query; nil where it has none.
struct Engine {
  var name: String
  var run: () async throws -> Digest?
}

/// Runs the ways to answer a query in turn, so that what slows the machine slows all of them.
struct Stopwatch {
  /// The number of rounds.
  var rounds: Int
  /// How long the runs of one way in one round take together, at least, in milliseconds.
  var least: Double

  /// The times of each engine, and its digest, by its name.
  func time(_ engines: [Engine]) async throws -> [(engine: String, times: Times, digest: String)] {
    var running: [(engine: Engine, repetitions: Int, times: Times, digest: String)] = []
    for engine in engines {
      guard let digest = try await engine.run() else { continue }
      // The second run is warm.
      let warm = try await once(engine, 1)
      let repetitions = max(1, min(2000, Int(least / max(warm.elapsed, 0.001))))
      running.append((engine, repetitions, Times(), digest.text))
    }
    for round in 0..<rounds {
      for place in running.indices {
        let index = (place + round) % running.count
        let times = try await once(running[index].engine, running[index].repetitions)
        running[index].times.processor = min(running[index].times.processor, times.processor)
        running[index].times.elapsed = min(running[index].times.elapsed, times.elapsed)
      }
    }
    return running.map { ($0.engine.name, $0.times, $0.digest) }
  }

  private func once(_ engine: Engine, _ repetitions: Int) async throws -> Times {
    let start = (Stopwatch.now(CLOCK_PROCESS_CPUTIME_ID), Stopwatch.now(CLOCK_MONOTONIC))
    for _ in 0..<repetitions { _ = try await engine.run() }
    let end = (Stopwatch.now(CLOCK_PROCESS_CPUTIME_ID), Stopwatch.now(CLOCK_MONOTONIC))
    return Times(processor: (end.0 - start.0) / Double(repetitions), elapsed: (end.1 - start.1) / Double(repetitions))
  }

  /// The time of a clock in milliseconds.
  static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
