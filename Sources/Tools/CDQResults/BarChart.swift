import CDQSyntax
import CDQTerminal

/// Rows as horizontal bars: the last column of numbers gives the lengths, the other columns the labels.
///
///     Africa  ███████████▊  54
///     Asia    ██████████▍   48
package struct BarChart {
  /// One bar.
  package struct Bar: Hashable {
    var label: String
    /// The number; nil for nil and for numbers that are not finite, which have no bar.
    var value: Double?
    /// The number as text.
    var text: String
  }

  let bars: [Bar]
  private static let greatestLabel = 40
  private static let shortestBar = 10
  /// A cell filled from the left by one to seven eighths.
  private static let eighths = Array("▏▎▍▌▋▊▉")

  /// Lays out the bars for lines of `width` terminal columns. Bars of negative numbers end at the line of zero, those of
  /// positive numbers begin there.
  func lines(width: Int) -> [String] {
    let labelWidth = min(BarChart.greatestLabel, bars.map { DisplayWidth.of($0.label) }.max() ?? 0)
    let textWidth = bars.map { DisplayWidth.of($0.text) }.max() ?? 0
    let room = max(BarChart.shortestBar, width - labelWidth - textWidth - 4)
    let values = bars.compactMap(\.value)
    // Halves, so that the range between two huge numbers does not overflow.
    let (low, high) = (min(0, values.min() ?? 0) / 2, max(0, values.max() ?? 0) / 2)
    let scale = high > low ? Double(room) / (high - low) : 0
    let zero = Int((-low * scale).rounded())
    return bars.map { bar in
      let label = DisplayWidth.truncated(bar.label, to: labelWidth)
      let padding = String(repeating: " ", count: labelWidth - DisplayWidth.of(label))
      let drawn = BarChart.drawn((bar.value ?? 0) / 2 * scale, zero, room)
      let gap = String(repeating: " ", count: max(0, room - drawn.count))
      let number = String(repeating: " ", count: textWidth - DisplayWidth.of(bar.text)) + bar.text
      return "\(label)\(padding)  \(drawn)\(gap)  \(number)"
    }
  }

  /// A bar from the left end of the room to its own end.
  ///
  /// - Parameter length: The length in cells; negative for a bar that ends at `zero`.
  private static func drawn(_ length: Double, _ zero: Int, _ room: Int) -> String {
    let left = String(repeating: " ", count: zero)
    if length < 0 {
      // No character fills a cell from the right, so that the length is a whole number of cells.
      let cells = min(zero, max(1, Int((-length).rounded())))
      return left.dropLast(cells) + String(repeating: "█", count: cells)
    }
    guard length > 0 else { return "" }
    // The shortest bar is one eighth, which tells it from zero.
    let parts = min(max(1, Int((length * 8).rounded())), 8 * max(1, room - zero))
    let rest = parts % 8
    return left + String(repeating: "█", count: parts / 8) + (rest > 0 ? String(eighths[rest - 1]) : "")
  }
}
