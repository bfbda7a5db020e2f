/// Durations as the system's functions take them. No duration traps, and a negative one is 0.
extension Duration {
  /// The duration in whole milliseconds, rounded up.
  package var wholeMilliseconds: Int32 { whole(.milliseconds(1)) }

  /// The duration in whole seconds, rounded up.
  package var wholeSeconds: Int32 { whole(.seconds(1)) }

  /// The duration in seconds; at most thirty years, which dates can be added to.
  package var waitingSeconds: Double { min(max(0, self / .seconds(1)), 1e9) }

  private func whole(_ unit: Duration) -> Int32 {
    Int32(min(max(0, self / unit), Double(Int32.max)).rounded(.up))
  }
}
