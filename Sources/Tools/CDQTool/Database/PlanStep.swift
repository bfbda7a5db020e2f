import CDQSQL
import Foundation

/// How a database reads the rows of one table in a statement, from the lines of its own plan.
struct PlanStep: Hashable {
  /// The name that the statement gives the rows.
  var row: String
  /// The index; nil for the table itself and for the key of SQLite's tables.
  var index: String?
  /// The conditions that choose the rows in an index or by the key, as the plan has them; empty where every row is read.
  var test = ""

  var isSearch: Bool { !test.isEmpty }

  /// Whether a column is one of those that choose the rows.
  func narrows(_ column: String) -> Bool { words.contains(column.lowercased()) }

  /// The names in the conditions, without the values.
  private var words: Set<String> {
    var words: Set<String> = []
    for part in test.split(separator: "'", omittingEmptySubsequences: false).enumerated() where part.offset % 2 == 0 {
      let names = part.element.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      words.formUnion(names.map { $0.lowercased() })
    }
    return words
  }

  /// The steps of a plan, and whether it sorts all rows that it finds.
  static func steps(_ lines: [String], _ dialect: SQLDialect.Name) -> (steps: [PlanStep], sorts: Bool) {
    let lines = lines.map { line in String(line.drop { $0 == " " || $0 == "-" || $0 == ">" }) }
    switch dialect {
    case .sqlite: return (lines.compactMap(sqlite), lines.contains("USE TEMP B-TREE FOR ORDER BY"))
    case .postgres: return (postgres(lines), lines.contains { $0.hasPrefix("Sort  (") })
    default: return ([], false)
    }
  }

  /// A line such as `SEARCH t1 USING INDEX orders_status_updated (status=? AND updated_at<?)`.
  private static func sqlite(_ line: String) -> PlanStep? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[0] == "SEARCH" || words[0] == "SCAN" else { return nil }
    var step = PlanStep(row: String(words[1]))
    // An index that SQLite makes for one run reads the whole table.
    guard words.count > 2, !words[2].contains("AUTOMATIC") else { return step }
    var rest = words[2]
    if words[0] == "SEARCH", let end = rest.lastIndex(of: ")"), let start = rest[..<end].range(of: " (", options: .backwards) {
      step.test = String(rest[start.upperBound..<end])
      rest = rest[..<start.lowerBound]
    }
    if let name = rest.range(of: "INDEX ") { step.index = String(rest[name.upperBound...]) }
    return step
  }

  /// The nodes that read tables, such as `Index Scan using orders_placed on orders t1  (cost=…)`, with their `Index Cond`.
  private static func postgres(_ lines: [String]) -> [PlanStep] {
    var steps: [PlanStep] = []
    for line in lines {
      let node = line.range(of: "  (cost=").map { line[..<$0.lowerBound] } ?? line[...]
      if line.hasPrefix("Index Cond: "), !steps.isEmpty {
        steps[steps.count - 1].test += line.dropFirst("Index Cond: ".count)
      } else if node.hasPrefix("Bitmap Index Scan on "), !steps.isEmpty {
        steps[steps.count - 1].index = String(node.dropFirst("Bitmap Index Scan on ".count))
      } else if let on = node.range(of: " Scan on ") ?? node.range(of: " on "), node.contains(" Scan "),
        let row = node[on.upperBound...].split(separator: " ").last
      {
        let using = node[..<on.lowerBound].range(of: " using ")
        steps.append(PlanStep(row: String(row), index: using.map { String(node[$0.upperBound..<on.lowerBound]) }))
      }
    }
    return steps
  }
}
