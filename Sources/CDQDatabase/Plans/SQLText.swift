package import CDQSQL

/// A statement as lines for people: a clause on each, and the values of its parameters as comments.
package enum SQLText {
  package static func lines(_ plan: DatabasePlan, _ dialect: SQLDialect) -> [String] {
    var lines = clauses(plan.statement.text)
    lines[lines.count - 1] += ";"
    let mark = dialect.name == .postgres ? "$" : "?"
    for (index, datum) in plan.statement.bindings.enumerated() {
      lines.append("-- \(mark)\(index + 1) = \(shown(datum))")
    }
    for reason in plan.reasons where plan.isSuperset { lines.append("-- tested again in memory: \(reason.reason)") }
    return lines
  }

  private static func shown(_ datum: SQLDatum) -> String {
    switch datum {
    case .null: "NULL"
    case .int, .real: datum.textForm ?? ""
    case .text(let text): "'\(text.count > 60 ? text.prefix(60) + "…" : text[...])'".replacing("\n", with: "\\n")
    case .blob(let data): "\(data.count) bytes"
    }
  }

  /// The clauses of a statement, each on a line of its own; those of subqueries stay where they are.
  package static func clauses(_ text: String) -> [String] {
    let words = [" FROM ", " LEFT JOIN ", " JOIN ", " WHERE ", " GROUP BY ", " ORDER BY ", " LIMIT ", " OFFSET "]
    var lines: [String] = []
    var line = ""
    var depth = 0
    var quote: Character?
    var rest = text[...]
    while let character = rest.first {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if depth == 0, character == " ", let word = words.first(where: { rest.hasPrefix($0) }) {
        lines.append(line)
        line = word.hasSuffix("JOIN ") ? "  " + word.dropFirst() : String(word.dropFirst())
        rest = rest.dropFirst(word.count)
        continue
      }
      line.append(character)
      rest = rest.dropFirst()
    }
    return lines + [line]
  }
}
