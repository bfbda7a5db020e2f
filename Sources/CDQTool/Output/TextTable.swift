import CDQSyntax

/// A table of text cells in aligned columns.
struct TextTable {
  struct Column: Hashable, Sendable {
    var title: String
    /// Whether cells are aligned to the right: columns of numbers.
    var isRightAligned = false
  }

  struct Cell: Hashable, Sendable {
    var text: String
    /// Whether the value is nil, which is shown dimmed to tell it from the text `nil`.
    var isNil = false

    init(_ text: String, isNil: Bool = false) {
      self.text = Cell.printable(text)
      self.isNil = isNil
    }

    /// Escapes control characters, which would break lines or control the terminal.
    private static func printable(_ text: String) -> String {
      guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.properties.generalCategory == .control:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }

  private static let gap = "  "
  private static let narrowest = 6

  var columns: [Column]
  var rows: [[Cell]]

  /// Renders the table as lines, with titles and a rule above the rows.
  ///
  /// - Parameter width: Number of columns of the terminal; nil for lines of any length.
  func lines(width: Int?, isColored: Bool) -> [String] {
    guard !columns.isEmpty else { return [] }
    let widths = columnWidths(width)
    let titles = zip(columns, widths).map { aligned($0.title, $1, $0.isRightAligned) }
    var lines = [TextStyle.bold.applied(to: joined(titles), isColored: isColored)]
    lines.append(
      TextStyle.dim.applied(to: joined(widths.map { String(repeating: "─", count: $0) }), isColored: isColored))
    for row in rows {
      var cells: [String] = []
      for (index, cell) in row.prefix(widths.count).enumerated() {
        let text = aligned(cell.text, widths[index], columns[index].isRightAligned)
        cells.append(cell.isNil ? TextStyle.dim.applied(to: text, isColored: isColored) : text)
      }
      lines.append(joined(cells))
    }
    return lines
  }

  /// Computes the widths of the columns for a line of at most `limit`. The widest columns shrink first, down to
  /// `narrowest`; if that is not enough, the last columns are omitted.
  private func columnWidths(_ limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      max(DisplayWidth.of(columns[index].title), rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0)
    }
    guard let limit else { return widths }
    func total() -> Int { widths.reduce(0, +) + TextTable.gap.count * (widths.count - 1) }
    while total() > limit {
      let widest = widths.max() ?? 0
      guard widest > TextTable.narrowest, let index = widths.firstIndex(of: widest) else {
        if widths.count == 1 { return [max(1, limit)] }
        widths.removeLast()
        continue
      }
      let next = max(TextTable.narrowest, widths.filter { $0 < widest }.max() ?? 0)
      widths[index] -= max(1, min(widest - next, total() - limit))
    }
    return widths
  }

  private func aligned(_ text: String, _ width: Int, _ isRight: Bool) -> String {
    let text = DisplayWidth.truncated(text, to: width)
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    return isRight ? padding + text : text + padding
  }

  private func joined(_ cells: [String]) -> String {
    let line = cells.joined(separator: TextTable.gap)
    guard let end = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...end])
  }
}
