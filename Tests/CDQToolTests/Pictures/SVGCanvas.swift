/// An SVG picture as it is drawn. It stands alone: it has no fonts, scripts or links of its own.
struct SVGCanvas {
  static let ink = "#2b2f36"
  static let faint = "#6b7480"
  static let rule = "#c3cad3"
  static let accent = "#3b6ea5"

  let title: String
  let width: Double
  var height: Double
  private var elements: [String] = []

  init(title: String, width: Double, height: Double = 0) {
    (self.title, self.width, self.height) = (title, width, height)
  }

  /// The picture as a file.
  func text(background: String = "#ffffff", font: String = "system-ui, sans-serif") -> String {
    let size = "width=\"\(SVGCanvas.number(width))\" height=\"\(SVGCanvas.number(height))\""
    return
      ([
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(SVGCanvas.number(width)) \(SVGCanvas.number(height))\" "
          + "\(size) role=\"img\" font-family=\"\(font)\">",
        "<title>\(SVGCanvas.escaped(title))</title>",
        "<rect \(size) rx=\"8\" fill=\"\(background)\"/>",
      ] + elements + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  enum Anchor: String { case start, middle, end }

  /// - Parameter length: the width into which the text is fitted, whatever the font; nil for its own.
  mutating func label(
    _ text: String, x: Double, y: Double, size: Double = 13, fill: String = ink, anchor: Anchor = .start,
    isBold: Bool = false, isCode: Bool = false, length: Double? = nil
  ) {
    var attributes = "x=\"\(SVGCanvas.number(x))\" y=\"\(SVGCanvas.number(y))\" font-size=\"\(SVGCanvas.number(size))\" fill=\"\(fill)\""
    if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
    if isBold { attributes += " font-weight=\"bold\"" }
    if isCode { attributes += " font-family=\"ui-monospace, Menlo, Consolas, monospace\"" }
    if let length { attributes += " textLength=\"\(SVGCanvas.number(length))\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"" }
    elements.append("<text \(attributes)>\(SVGCanvas.escaped(text))</text>")
  }

  mutating func box(
    x: Double, y: Double, width: Double, height: Double, fill: String = "none", stroke: String? = nil, radius: Double = 0
  ) {
    var attributes = "x=\"\(SVGCanvas.number(x))\" y=\"\(SVGCanvas.number(y))\" width=\"\(SVGCanvas.number(width))\" "
      + "height=\"\(SVGCanvas.number(height))\" fill=\"\(fill)\""
    if let stroke { attributes += " stroke=\"\(stroke)\"" }
    if radius > 0 { attributes += " rx=\"\(SVGCanvas.number(radius))\"" }
    elements.append("<rect \(attributes)/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, fill: String, title: String) {
    elements.append(
      "<circle cx=\"\(SVGCanvas.number(x))\" cy=\"\(SVGCanvas.number(y))\" r=\"\(SVGCanvas.number(radius))\" fill=\"\(fill)\">"
        + "<title>\(SVGCanvas.escaped(title))</title></circle>")
  }

  /// A line through points, with an arrow's head at the last one if `isArrow`.
  mutating func line(_ points: [(x: Double, y: Double)], stroke: String = faint, isArrow: Bool = false, isDashed: Bool = false) {
    let places = points.map { "\(SVGCanvas.number($0.x)),\(SVGCanvas.number($0.y))" }.joined(separator: " ")
    let dashes = isDashed ? " stroke-dasharray=\"4 3\"" : ""
    elements.append("<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"1.5\"\(dashes)/>")
    guard isArrow, let end = points.last, let before = points.dropLast().last else { return }
    let (dx, dy) = (end.x - before.x, end.y - before.y)
    let length = max((dx * dx + dy * dy).squareRoot(), 0.001)
    let (ux, uy) = (dx / length, dy / length)
    let base = (x: end.x - 8 * ux, y: end.y - 8 * uy)
    let head = [end, (base.x - 4 * uy, base.y + 4 * ux), (base.x + 4 * uy, base.y - 4 * ux)]
      .map { "\(SVGCanvas.number($0.0)),\(SVGCanvas.number($0.1))" }.joined(separator: " ")
    elements.append("<polygon points=\"\(head)\" fill=\"\(stroke)\"/>")
  }

  /// A number with at most one decimal.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, tenth) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (tenth == 0 ? "\(whole)" : "\(whole).\(tenth)")
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
