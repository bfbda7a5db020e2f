import CDQIR
package import CDQSQL

/// What a dialect does with a construct of the language, for the documentation.
package struct SQLCapability: Sendable {
  /// The construct, such as `uppercase of String`.
  package var construct: String
  /// What each dialect does, by its name: `SQL`, `SQL, or memory beyond the range`, or `memory`, with a reason.
  package var dialects: [SQLDialect.Name: String]

  /// The functions, operators and aggregates that some dialect lacks or that may leave its range, from the tables.
  package static func all() -> [SQLCapability] {
    let dialects = SQLDialect.all
    var result: [SQLCapability] = []
    func add(_ name: String, _ family: SQLDialect.Family, _ form: (SQLDialect) -> SQLDialect.Form?) {
      let forms = dialects.map { ($0.name, form($0)) }
      guard forms.contains(where: { $0.1 != nil }) else { return }
      let construct = "`\(name)` of \(family.title)"
      result.append(
        SQLCapability(
          construct: construct, dialects: Dictionary(uniqueKeysWithValues: forms.map { ($0.0, SQLCapability.text($0.1)) })))
    }
    for function in FunctionIR.Function.allCases {
      for family in SQLDialect.Family.allCases { add(function.rawValue, family) { $0.functions[function]?[family] } }
    }
    for operation in ArithmeticIR.Operator.allCases {
      for family in SQLDialect.Family.allCases { add(operation.rawValue, family) { $0.arithmetic[operation]?[family] } }
    }
    for function in AggregateFunction.allCases where function != .count {
      for family in SQLDialect.Family.allCases { add(function.rawValue, family) { $0.aggregates[function]?[family] } }
    }
    for from in SQLDialect.Family.allCases {
      for to in SQLDialect.Family.allCases { add("CAST to \(to.title)", from) { $0.casts[.init(from, to)] } }
    }
    for family in SQLDialect.Family.allCases {
      add("[T]", family) { dialect in dialect.elementForms[family] ?? .template("") }
    }
    return result
  }

  private static func text(_ form: SQLDialect.Form?) -> String {
    switch form {
    case .template?: "SQL"
    case .checked?: "SQL; memory where a value leaves the range"
    case .refused(let reason)?: "memory: \(reason)"
    case nil: "memory"
    }
  }

  /// The capabilities as a table of Markdown, without those that are SQL everywhere.
  package static func table() -> String {
    let names = SQLDialect.all.map(\.name)
    var lines = ["| | \(SQLDialect.all.map(\.title).joined(separator: " | ")) |", "|---|\(names.map { _ in "---|" }.joined())"]
    for capability in all() where capability.dialects.values.contains(where: { $0 != "SQL" }) {
      lines.append("| \(capability.construct) | \(names.map { capability.dialects[$0] ?? "" }.joined(separator: " | ")) |")
    }
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
