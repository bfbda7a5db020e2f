import CDQSchema
import CDQSyntax
import CDQTerminal

/// A chart as an SVG picture, which stands alone and has no fonts or scripts of its own.
package struct ChartSVG {
  package let chart: Chart

  package init(chart: Chart) {
    self.chart = chart
  }

  private static let width = 760.0
  private static let fill = "#3b6ea5"
  private static let grid = "#d8dde3"
  private static let ink = "#2b2f36"

  package var text: String {
    let (body, height): ([String], Double) =
      switch chart.shape {
      case .bars(let bars): self.bars(bars)
      case .histogram(let histogram): self.histogram(histogram)
      case .line(let points): self.line(points)
      }
    let note = chart.note.map { [label(16, height + 14, "(\($0))", anchor: "start", size: 11)] } ?? []
    let whole = height + (note.isEmpty ? 8 : 26)
    return ([
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(ChartSVG.width)) \(number(whole))\" "
        + "width=\"\(number(ChartSVG.width))\" height=\"\(number(whole))\" role=\"img\" "
        + "font-family=\"system-ui, sans-serif\" fill=\"\(ChartSVG.ink)\">",
      "<title>\(XMLText.escaped(chart.title))</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      label(16, 26, chart.title, anchor: "start", size: 16),
    ] + body + note + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  // MARK: Shapes

  private func bars(_ bars: [BarChart.Bar]) -> ([String], Double) {
    let widest = bars.map { DisplayWidth.of($0.label) }.max() ?? 0
    let left = min(240, 24 + Double(min(widest, 40)) * 7)
    let room = ChartSVG.width - left - 110
    let values = bars.map { $0.value ?? 0 }
    let (low, high) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
    var lines: [String] = []
    let place = { (value: Double) in left + ChartSVG.part(value, low, high) * room }
    for (index, bar) in bars.enumerated() {
      let y = 44 + Double(index) * 24
      let (start, end) = (min(place(0), place(bar.value ?? 0)), max(place(0), place(bar.value ?? 0)))
      lines.append(label(left - 8, y + 13, DisplayWidth.truncated(bar.label, to: 40), anchor: "end", size: 12))
      lines.append(rectangle(start, y, end - start, 18, title: "\(bar.label): \(bar.text)"))
      lines.append(label(end + 6, y + 13, bar.text, anchor: "start", size: 12))
    }
    return (lines, 48 + Double(bars.count) * 24)
  }

  private func histogram(_ histogram: Histogram) -> ([String], Double) {
    let most = histogram.counts.max() ?? 0
    let ticks = AxisScale.numbers.steps(from: 0, to: Double(max(most, 1)), most: 5, isWhole: true)
    let frame = Frame(top: 44, bottom: 340, left: 64, right: ChartSVG.width - 24)
    let top = ticks.last ?? 1
    var lines = gridLines(ticks, low: 0, high: top, frame)
    let width = (frame.right - frame.left) / Double(max(1, histogram.counts.count))
    for (index, count) in histogram.counts.enumerated() {
      let x = frame.left + Double(index) * width
      let height = ChartSVG.part(Double(count), 0, top) * (frame.bottom - frame.top)
      lines.append(
        rectangle(x + 1, frame.bottom - height, width - 2, height, title: "\(chart.label(histogram, index)): \(count)"))
    }
    for (index, bound) in histogram.bounds.enumerated() {
      let step = histogram.bounds.count > 1 ? histogram.bounds[1] - histogram.bounds[0] : 1
      lines.append(
        label(frame.left + Double(index) * width, frame.bottom + 18, chart.scale.text(bound, step: step), anchor: "middle", size: 11))
    }
    return (lines, frame.bottom + 28)
  }

  private func line(_ points: [Chart.Point]) -> ([String], Double) {
    let axes = ChartAxes(points, chart.scale, mostX: 8, mostY: 6)
    let frame = Frame(top: 44, bottom: 340, left: 72, right: ChartSVG.width - 32)
    var lines = gridLines(axes.ticksY, low: axes.ticksY.first ?? 0, high: axes.ticksY.last ?? 1, frame)
    for tick in axes.ticksX {
      let x = frame.left + axes.partX(tick) * (frame.right - frame.left)
      lines.append(label(x, frame.bottom + 18, chart.scale.text(tick, step: axes.stepX), anchor: "middle", size: 11))
    }
    let places = points.map { point in
      let x = frame.left + axes.partX(point.x) * (frame.right - frame.left)
      let y = frame.bottom - axes.partY(point.y) * (frame.bottom - frame.top)
      return "\(number(x)),\(number(y))"
    }
    lines.append(
      "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\" stroke=\"\(ChartSVG.fill)\" stroke-width=\"2\" "
        + "stroke-linejoin=\"round\"/>")
    return (lines, frame.bottom + 28)
  }

  // MARK: Elements

  private struct Frame {
    var top: Double
    var bottom: Double
    var left: Double
    var right: Double
  }

  private func gridLines(_ ticks: [Double], low: Double, high: Double, _ frame: Frame) -> [String] {
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    return ticks.flatMap { tick in
      let y = frame.bottom - ChartSVG.part(tick, low, high) * (frame.bottom - frame.top)
      return [
        "<line x1=\"\(number(frame.left))\" y1=\"\(number(y))\" x2=\"\(number(frame.right))\" y2=\"\(number(y))\" "
          + "stroke=\"\(ChartSVG.grid)\"/>",
        label(frame.left - 8, y + 4, AxisScale.numbers.text(tick, step: step), anchor: "end", size: 11),
      ]
    }
  }

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, title: String) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(0, width)))\" height=\"\(number(max(0, height)))\" "
      + "fill=\"\(ChartSVG.fill)\"><title>\(XMLText.escaped(title))</title></rect>"
  }

  private func label(_ x: Double, _ y: Double, _ text: String, anchor: String, size: Int) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(XMLText.escaped(text))</text>"
  }

  private static func part(_ value: Double, _ low: Double, _ high: Double) -> Double {
    let range = high / 2 - low / 2
    return range > 0 ? min(1, max(0, (value / 2 - low / 2) / range)) : 0
  }

  /// A coordinate with one decimal.
  private func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return abs(tenths) % 10 == 0 ? "\(sign)\(abs(tenths) / 10)" : "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
