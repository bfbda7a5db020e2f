import CDQRuntime
import CDQTerminal

/// Progress line of a long load on the terminal. A load that takes less than `patience` shows none.
final class ProgressBar {
  private let output: any ConsoleOutput
  private let patience: Duration
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?

  private static let interval = Duration.milliseconds(100)
  private static let width = 24

  /// - Parameter patience: How long a load runs before the line appears.
  /// - Returns: nil where standard error is no terminal that can rewrite a line.
  init?(_ console: Console, patience: Duration = .milliseconds(700)) {
    guard console.errors.isTerminal, console.environment["TERM"] != "dumb" else { return nil }
    output = console.errors
    self.patience = patience
  }

  func show(_ progress: LoadProgress) {
    show(ProgressBar.line(progress))
  }

  /// Shows a line, unless the last one is too recent.
  func show(_ line: @autoclosure () -> String) {
    let now = ContinuousClock.now
    guard now - start >= patience else { return }
    if let lastShown, now - lastShown < ProgressBar.interval { return }
    lastShown = now
    output.writeControls("\r\(TerminalText.safe(line()))\u{1B}[K")
    output.flush()
  }

  /// Erases the line.
  func clear() {
    guard lastShown != nil else { return }
    output.writeControls("\r\u{1B}[K")
    output.flush()
    lastShown = nil
  }

  private static func line(_ progress: LoadProgress) -> String {
    let part = progress.totalBytes > 0 ? Double(progress.bytes) / Double(progress.totalBytes) : 1
    let filled = Int(part * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let megabytes = (progress.totalBytes + 500_000) / 1_000_000
    return "loading [\(bar)] \(Int(part * 100)) % of \(megabytes) MB, \(progress.records) records"
  }
}
