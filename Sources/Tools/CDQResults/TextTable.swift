import CDQSyntax
import CDQTerminal

/// A table of text cells in aligned columns.
package struct TextTable {
  package struct Column: Hashable, Sendable {
    package var title: String
    /// Whether cells are aligned to the right: columns of numbers.
    package var isRightAligned = false
    /// Whether a cell may be cut to fit the line. A cut number, date or identifier would look like another one.
    package var isCuttable = true

    package init(title: String, isRightAligned: Bool = false, isCuttable: Bool = true) {
      (self.title, self.isRightAligned, self.isCuttable) = (title, isRightAligned, isCuttable)
    }

    /// A column of numbers.
    package static func number(_ title: String) -> Column { Column(title: title, isRightAligned: true, isCuttable: false) }
  }

  package struct Cell: Hashable, Sendable {
    package var text: String
    /// Whether the value is nil, which is shown dimmed to tell it from the text `nil`.
    package var isNil = false

    package init(_ text: String, isNil: Bool = false) {
      self.text = VisibleText.escaped(text)
      self.isNil = isNil
    }
  }

  private static let gap = "  "
  /// The width that a column of texts keeps, or its widest cell if that is narrower.
  private static let narrowest = 12

  package var columns: [Column]
  package var rows: [[Cell]]

  package init(columns: [Column], rows: [[Cell]]) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// The columns that fit into a line, and their widths.
  package struct Layout: Hashable {
    fileprivate var widths: [Int]
    /// The number of columns that are shown; the others do not fit.
    var shown: Int { widths.count }
  }

  /// Lays out the columns for lines of at most `limit` terminal columns; nil for lines of any length. Columns of texts
  /// become narrower, the widest first. If that is not enough, the last columns are omitted. The first column is always
  /// shown, even if it is too wide.
  package func layout(_ limit: Int?) -> Layout {
    let full = columns.indices.map { index in
      max(DisplayWidth.of(columns[index].title), rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0)
    }
    guard let limit else { return Layout(widths: full) }
    // The titles are shown in full, too.
    let least = columns.indices.map { index in
      guard columns[index].isCuttable else { return full[index] }
      return min(full[index], max(TextTable.narrowest, DisplayWidth.of(columns[index].title)))
    }
    var count = columns.count
    while count > 1, TextTable.total(least.prefix(count)) > limit { count -= 1 }
    var widths = Array(full.prefix(count))
    while true {
      let excess = TextTable.total(widths) - limit
      guard excess > 0, let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
      else { break }
      // The widest column shrinks to the width of the next one, so that the columns end up even.
      let next = widths.indices.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 0
      widths[widest] -= max(1, min(widths[widest] - max(next, least[widest]), excess))
    }
    if count == 1, columns[0].isCuttable { widths[0] = min(widths[0], max(1, limit)) }
    return Layout(widths: widths)
  }

  private static func total(_ widths: some Collection<Int>) -> Int {
    widths.reduce(0, +) + gap.count * (widths.count - 1)
  }

  /// Renders the table as lines, with titles and a rule above the rows.
  package func lines(_ layout: Layout, isColored: Bool) -> [String] {
    guard !columns.isEmpty else { return [] }
    let widths = layout.widths
    let titles = zip(columns, widths).map { aligned($0.title, $1, $0) }
    var lines = [TextStyle.bold.applied(to: joined(titles), isColored: isColored)]
    lines.append(
      TextStyle.dim.applied(to: joined(widths.map { String(repeating: "─", count: $0) }), isColored: isColored))
    for row in rows {
      var cells: [String] = []
      for (index, cell) in row.prefix(widths.count).enumerated() {
        let text = aligned(cell.text, widths[index], columns[index])
        cells.append(cell.isNil ? TextStyle.dim.applied(to: text, isColored: isColored) : text)
      }
      lines.append(joined(cells))
    }
    return lines
  }

  private func aligned(_ text: String, _ width: Int, _ column: Column) -> String {
    let text = column.isCuttable ? DisplayWidth.truncated(text, to: width) : text
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    return column.isRightAligned ? padding + text : text + padding
  }

  private func joined(_ cells: [String]) -> String {
    let line = cells.joined(separator: TextTable.gap)
    guard let end = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...end])
  }
}
