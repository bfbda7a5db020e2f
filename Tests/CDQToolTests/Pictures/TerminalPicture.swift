import CDQSyntax
import CDQTerminal

@testable import CDQTool

/// A terminal as a picture: what a command wrote, with its colours.
enum TerminalPicture {
  private static let cell = (width: 8.4, height: 19.0)
  private static let background = "#1d2330"
  private static let ink = "#d7dde6"
  private static let dim = "#8a94a6"
  private static let colors = [
    31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea",
  ]

  static func svg(title: String, _ screen: TestScreen) -> String {
    let rows = screen.runs
    let width = Double(screen.columns) * cell.width + 32
    var canvas = SVGCanvas(title: title, width: width, height: Double(rows.count) * cell.height + 56)
    for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      canvas.circle(x: 20 + Double(index) * 18, y: 18, radius: 5.5, fill: color, title: "")
    }
    canvas.label(title, x: width / 2, y: 22, size: 12, fill: dim, anchor: .middle)
    for (index, runs) in rows.enumerated() {
      let y = 54 + Double(index) * cell.height
      for run in runs {
        let x = 16 + Double(run.column) * cell.width
        let length = Double(DisplayWidth.of(run.text)) * cell.width
        let color = run.style.color.flatMap { colors[$0] } ?? (run.style.isDim ? dim : ink)
        if run.style.isReversed { canvas.box(x: x, y: y - 14, width: length, height: cell.height, fill: color) }
        canvas.label(
          run.text, x: x, y: y, size: 14, fill: run.style.isReversed ? background : color, isBold: run.style.isBold,
          length: length)
      }
    }
    return canvas.text(background: background, font: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace")
  }

  /// A command line after a prompt, and what the command writes.
  static func screen(command: String, output: String, columns: Int) -> TestScreen {
    var screen = TestScreen(columns: columns, rows: 100)
    screen.feed("\u{1B}[32m$\u{1B}[0m \u{1B}[1m\(command)\u{1B}[0m\n\(output)")
    return screen
  }
}
