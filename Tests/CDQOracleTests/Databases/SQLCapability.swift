import CDQDuckDB
import CDQIR
import CDQSQL
import CDQSemantics

/// What a dialect does with a construct of the language, for the documentation.
struct SQLCapability: Sendable {
  /// The construct in Markdown, such as "`uppercase` of String".
  var construct: String
  /// What each dialect does, in the order of `SQLDialect.all`.
  var answers: [Answer]

  /// Where a construct is computed.
  enum Answer: Hashable, Sendable {
    case sql
    /// By the database, or in memory if a value leaves the database's range.
    case checked
    /// By the database where the types of the columns limit the digits of the result, otherwise in memory.
    case digits
    /// In memory, for a reason; nil where the dialect's table has no form.
    case memory(String?)
  }

  /// The functions, operators, aggregates and casts of the language.
  static func all() -> [SQLCapability] {
    var result: [SQLCapability] = []
    func add(_ name: String, _ family: SQLDialect.Family, _ form: (SQLDialect) -> SQLDialect.Form?) {
      let forms = SQLDialect.all.map(form)
      guard forms.contains(where: { $0 != nil }) else { return }
      result.append(SQLCapability(construct: "`\(name)` of \(family.title)", answers: forms.map(answer)))
    }
    func add(_ name: String, _ forms: (SQLDialect) -> [SQLDialect.Family: SQLDialect.Form]?) {
      if SQLDialect.all.allSatisfy({ forms($0)?.isEmpty != false }) {
        result.append(SQLCapability(construct: "`\(name)`", answers: SQLDialect.all.map { _ in .memory(nil) }))
      }
      for family in SQLDialect.Family.allCases { add(name, family) { forms($0)?[family] } }
    }
    // `now` is a value of the statement, as an argument is.
    for function in FunctionIR.Function.written where function != .now { add(function.rawValue) { $0.functions[function] } }
    for operation in ArithmeticIR.Operator.allCases { add(operation.rawValue) { $0.arithmetic[operation] } }
    for function in AggregateFunction.allCases where function != .count {
      add(function.rawValue) { $0.aggregates[function] }
    }
    for from in SQLDialect.Family.allCases {
      for to in SQLDialect.Family.allCases { add("CAST to \(to.title)", from) { $0.casts[.init(from, to)] } }
    }
    for family in SQLDialect.Family.allCases {
      add("[T]", family) { dialect in dialect.elementForms[family] ?? .template("") }
    }
    return result
  }

  private static func answer(_ form: SQLDialect.Form?) -> Answer {
    switch form {
    case .template?: .sql
    case .checked?: .checked
    case .digits?: .digits
    case .refused(let reason)?: .memory(reason)
    case nil: .memory(nil)
    }
  }

  /// The capabilities as a table of Markdown, without those that are SQL everywhere. Constructs with the same answers
  /// share a row; the reasons are a numbered list below.
  static func table() -> String {
    var rows: [(constructs: [String], answers: [Answer])] = []
    for capability in all() where capability.answers.contains(where: { $0 != .sql }) {
      if let known = rows.firstIndex(where: { $0.answers == capability.answers }) {
        rows[known].constructs.append(capability.construct)
      } else {
        rows.append(([capability.construct], capability.answers))
      }
    }
    var reasons: [String] = []
    func cell(_ answer: Answer) -> String {
      switch answer {
      case .sql: return "SQL"
      case .checked: return "checked"
      case .digits: return "SQL with known digits"
      case .memory(nil): return "memory"
      case .memory(let reason?):
        if !reasons.contains(reason) { reasons.append(reason) }
        return "memory (\((reasons.firstIndex(of: reason) ?? 0) + 1))"
      }
    }
    let dialects = SQLDialect.all
    var lines = ["| | \(dialects.map(\.title).joined(separator: " | ")) |", "|---|\(dialects.map { _ in "---|" }.joined())"]
    for row in rows {
      lines.append("| \(row.constructs.joined(separator: ", ")) | \(row.answers.map(cell).joined(separator: " | ")) |")
    }
    lines += [""] + reasons.enumerated().map { "\($0 + 1). \($1)" }
    return lines.joined(separator: "\n")
  }
}

extension SQLDialect.Family {
  /// The type of the language that a family stands for.
  fileprivate var title: String {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .decimal: "Decimal"
    case .text: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    }
  }
}
