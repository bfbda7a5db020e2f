import Foundation

/// How times are taken.
struct Measuring {
  /// One run, not even warm: for a machine that shall only see that everything works.
  var isQuick = false

  /// The median of at least five warm runs, in milliseconds, and what the first run gave. What is too short for the
  /// clock is run several times in a row, what takes longer than ten seconds only once.
  func time(_ body: () throws -> Outcome) throws -> (milliseconds: Double, outcome: Outcome) {
    var outcome = Outcome.none
    let first = try Measuring.once { outcome = try body() }
    if isQuick || first > 10_000 { return (first, outcome) }
    let repetitions = max(1, min(10_000, Int(1 / max(first, 0.0001))))
    // A fifth of a second of measuring, within bounds.
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

  /// Milliseconds of one call.
  static func once(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    try body()
    return processorTime() - start
  }

  /// Milliseconds that the process has run on a processor. Every engine has one thread, so that this is the time that
  /// passes where nothing else runs, and nearly the same where something does.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Milliseconds that pass during one call, for what other processes do.
  static func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
  }
}

/// Lets the optimiser believe that somebody looks at the value.
@inline(never)
func keep<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
