import Foundation

/// Measurement of times.
struct Measuring {
  /// Whether to take a single, cold run: for a machine that only has to check that everything works.
  var isQuick = false

  /// The median of at least five warm runs, in milliseconds, and the result of the first run. A body that is too short
  /// for the clock is run several times in a row; one that takes longer than ten seconds runs only once.
  func time(_ body: () throws -> Outcome) throws -> (milliseconds: Double, outcome: Outcome) {
    var outcome = Outcome.none
    let first = try Measuring.once { outcome = try body() }
    if isQuick || first > 10_000 { return (first, outcome) }
    let repetitions = max(1, min(10_000, Int(1 / max(first, 0.0001))))
    // As many runs as fit a fifth of a second, within bounds.
    let runs = max(5, min(25, Int(200 / max(first * Double(repetitions), 1))))
    var times: [Double] = []
    for _ in 0..<runs {
      if repetitions == 1 {
        // The result is freed after the clock has stopped.
        var result = Outcome.none
        times.append(try Measuring.once { result = try body() })
        keep(result)
      } else {
        times.append(
          try Measuring.once { for _ in 0..<repetitions { keep(try body()) } } / Double(repetitions))
      }
    }
    return (Measuring.median(times), outcome)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Processor time of one call in milliseconds.
  static func once(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    try body()
    return processorTime() - start
  }

  /// Processor time of the process in milliseconds. Every engine has one thread, so that this is the elapsed time on an
  /// idle machine, and nearly the same number on a busy one.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Elapsed time of one call in milliseconds, for work of other processes.
  static func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
  }
}

/// Keeps the optimiser from removing the computation of a value.
@inline(never)
func keep<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
