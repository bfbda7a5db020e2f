/// Rows as a Markdown table of GitHub's kind.
struct MarkdownTable {
  let table: TextTable

  func lines() -> [String] {
    guard !table.columns.isEmpty else { return [] }
    let rules = table.columns.map { $0.isRightAligned ? "---:" : "---" }
    return [line(table.columns.map { MarkdownTable.escaped($0.title) }), line(rules)]
      + table.rows.map { row in line(row.map { $0.isNil ? "" : MarkdownTable.escaped($0.text) }) }
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Escapes the characters that would end a cell or mean markup.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\|`*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
