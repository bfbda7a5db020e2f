import CDQSyntax
import CDQTerminal

/// Rows with one property a line, such as
///
///     ── 1 ──────────
///     name        Oslo
///     population  709037
///
/// Nothing is cut; a long text continues on the next line of the terminal. A record with related objects has their
/// properties below each other.
struct RecordText {
  let table: TextTable
  /// The rows of the table that continue the record of the row before.
  let continuations: Set<Int>

  func lines(isColored: Bool) -> [String] {
    let width = table.columns.map { DisplayWidth.of($0.title) }.max() ?? 0
    var lines: [String] = []
    var number = 0
    for (index, row) in table.rows.enumerated() {
      let isContinued = continuations.contains(index)
      if !isContinued {
        number += 1
        let rule = "── \(number) " + String(repeating: "─", count: max(3, width + 6 - String(number).count))
        lines.append(TextStyle.dim.applied(to: rule, isColored: isColored))
      }
      for (column, cell) in zip(table.columns, row) where !isContinued || !cell.text.isEmpty {
        let padding = String(repeating: " ", count: width - DisplayWidth.of(column.title))
        let title = TextStyle.bold.applied(to: column.title, isColored: isColored)
        let text = cell.isNil ? TextStyle.dim.applied(to: cell.text, isColored: isColored) : cell.text
        lines.append(text.isEmpty ? title : "\(title)\(padding)  \(text)")
      }
    }
    return lines
  }
}
