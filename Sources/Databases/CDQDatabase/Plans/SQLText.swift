import CDQConnections
package import CDQSQL

/// A statement as lines for people: a clause on each, and the values of its parameters as comments.
package enum SQLText {
  package static func lines(_ plan: DatabasePlan, _ dialect: SQLDialect) -> [String] {
    var lines = self.lines(plan.statement, dialect)
    for statement in plan.related {
      lines.append("-- and for the related objects of all rows at once, here of one:")
      lines += self.lines(statement, dialect)
    }
    for reason in plan.reasons where plan.isSuperset { lines.append("-- tested again in memory: \(reason.reason)") }
    return lines
  }

  private static func lines(_ statement: SQLStatement, _ dialect: SQLDialect) -> [String] {
    var lines = SQLLayout.clauses(statement.text)
    lines[lines.count - 1] += ";"
    for (index, datum) in statement.bindings.enumerated() {
      lines.append("-- \(dialect.parameter(index + 1)) = \(shown(datum))")
    }
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
}
