import CDQSyntax
import CDQTerminal

/// A chart as lines of text for a terminal.
package struct ChartText {
  package let chart: Chart
  /// The number of columns of the terminal.
  package let width: Int

  package init(chart: Chart, width: Int) {
    (self.chart, self.width) = (chart, width)
  }

  /// The rows of a line chart.
  private static let height = 14

  package var lines: [String] {
    let body: [String] =
      switch chart.shape {
      case .bars(let bars): BarChart(bars: bars).lines(width: width)
      case .histogram(let histogram): self.lines(of: histogram)
      case .line(let points): self.lines(of: points)
      }
    return [chart.title] + body + (chart.note.map { ["(\($0))"] } ?? [])
  }

  private func lines(of histogram: Histogram) -> [String] {
    let bars = histogram.counts.enumerated().map { index, count in
      BarChart.Bar(label: chart.label(histogram, index), value: Double(count), text: String(count))
    }
    // Labels are read like numbers.
    let labelWidth = bars.map { DisplayWidth.of($0.label) }.max() ?? 0
    return BarChart(
      bars: bars.map { bar in
        var bar = bar
        bar.label = String(repeating: " ", count: labelWidth - DisplayWidth.of(bar.label)) + bar.label
        return bar
      }
    ).lines(width: width)
  }

  private func lines(of points: [Chart.Point]) -> [String] {
    let axes = ChartAxes(points, chart.scale, mostX: max(1, width / 16), mostY: 5)
    let labels = axes.ticksY.map { AxisScale.numbers.text($0, step: axes.stepY) }
    let labelWidth = labels.map(\.count).max() ?? 0
    let columns = max(8, width - labelWidth - 3)
    var dots = BrailleCanvas(columns: columns, rows: ChartText.height)
    var previous: (x: Int, y: Int)?
    for point in points {
      let place = (
        x: Int((axes.partX(point.x) * Double(dots.width - 1)).rounded()),
        y: Int(((1 - axes.partY(point.y)) * Double(dots.height - 1)).rounded())
      )
      dots.line(from: previous ?? place, to: place)
      previous = place
    }
    var lines: [String] = []
    let rows = dots.lines
    for (row, text) in rows.enumerated() {
      let tick = axes.ticksY.firstIndex { tick in
        Int(((1 - axes.partY(tick)) * Double(ChartText.height - 1)).rounded()) == row
      }
      let label = tick.map { labels[$0] } ?? ""
      let line = String(repeating: " ", count: labelWidth - label.count) + label + (tick == nil ? " │" : " ┤") + text
      lines.append(line.trimmingEnd)
    }
    return lines + axisLines(axes, labelWidth, columns)
  }

  private func axisLines(_ axes: ChartAxes, _ labelWidth: Int, _ columns: Int) -> [String] {
    let margin = String(repeating: " ", count: labelWidth + 1)
    var rule = Array(repeating: Character("─"), count: columns)
    var labels = Array(repeating: Character(" "), count: columns + labelWidth + 2)
    var free = 0
    for tick in axes.ticksX {
      let place = Int((axes.partX(tick) * Double(columns - 1)).rounded())
      guard rule.indices.contains(place) else { continue }
      let text = Array(chart.scale.text(tick, step: axes.stepX))
      let start = max(0, min(place + labelWidth + 2 - text.count / 2, labels.count - text.count))
      guard start >= free, start + text.count <= labels.count else { continue }
      rule[place] = "┴"
      labels.replaceSubrange(start..<(start + text.count), with: text)
      free = start + text.count + 1
    }
    return ["\(margin)└\(String(rule))", String(labels).trimmingEnd]
  }
}

/// The ranges of a line chart, and the numbers that stand at its axes.
struct ChartAxes {
  let ticksX: [Double]
  let ticksY: [Double]
  private let lowX: Double
  private let highX: Double

  init(_ points: [Chart.Point], _ scale: AxisScale, mostX: Int, mostY: Int) {
    lowX = points.first?.x ?? 0
    highX = points.last?.x ?? 1
    let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 1)
    // Zero belongs to the picture unless the numbers are far from it.
    let bottom = low > 0 && low < high / 2 ? 0 : low
    let top = high < 0 && high > low / 2 ? 0 : high
    ticksY = AxisScale.numbers.steps(from: bottom, to: top, most: mostY)
    let (first, last) = (lowX, highX)
    ticksX = scale.steps(from: first, to: last, most: mostX).filter { $0 >= first && $0 <= last }
  }

  var stepX: Double { ticksX.count > 1 ? ticksX[1] - ticksX[0] : highX - lowX }
  var stepY: Double { ticksY.count > 1 ? ticksY[1] - ticksY[0] : 1 }

  /// The place of a number along an axis, from 0 to 1.
  func partX(_ x: Double) -> Double { ChartAxes.part(x, lowX, highX) }
  func partY(_ y: Double) -> Double { ChartAxes.part(y, ticksY.first ?? 0, ticksY.last ?? 1) }

  private static func part(_ value: Double, _ low: Double, _ high: Double) -> Double {
    // Halves, so that the distance of two huge numbers is finite.
    let range = high / 2 - low / 2
    guard range > 0 else { return 0.5 }
    return min(1, max(0, (value / 2 - low / 2) / range))
  }
}

/// Dots in the characters of Braille, two by four in each.
struct BrailleCanvas {
  let width: Int
  let height: Int
  private let columns: Int
  private var cells: [UInt32]

  init(columns: Int, rows: Int) {
    self.columns = columns
    (width, height) = (columns * 2, rows * 4)
    cells = Array(repeating: 0, count: columns * rows)
  }

  private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  mutating func dot(_ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    cells[y / 4 * columns + x / 2] |= BrailleCanvas.bits[y % 4][x % 2]
  }

  /// Draws a straight line by Bresenham's algorithm.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    var (x, y) = start
    let (distanceX, distanceY) = (abs(end.x - x), -abs(end.y - y))
    let (stepX, stepY) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
    var error = distanceX + distanceY
    while true {
      dot(x, y)
      if x == end.x, y == end.y { return }
      let double = 2 * error
      if double >= distanceY { (error, x) = (error + distanceY, x + stepX) }
      if double <= distanceX { (error, y) = (error + distanceX, y + stepY) }
    }
  }

  var lines: [String] {
    stride(from: 0, to: cells.count, by: columns).map { start in
      var text = String.UnicodeScalarView()
      for cell in cells[start..<(start + columns)] {
        text.append(cell == 0 ? " " : Unicode.Scalar(0x2800 + cell) ?? " ")
      }
      return String(text)
    }
  }
}

extension Chart {
  /// The range of a histogram as a text: `5M – 10M`, or the first date of the range.
  package func label(_ histogram: Histogram, _ index: Int) -> String {
    let (low, high) = (histogram.bounds[index], histogram.bounds[index + 1])
    let step = high - low
    if scale == .dates { return scale.text(low, step: step) }
    return "\(scale.text(low, step: step)) – \(scale.text(high, step: step))"
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingEnd: String {
    guard let end = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...end])
  }
}
