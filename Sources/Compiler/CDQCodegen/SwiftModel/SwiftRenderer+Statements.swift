import CDQJSON

extension SwiftRenderer {
  mutating func statement(_ statement: SwiftStatement) {
    switch statement {
    case .let(let name, let type, let value):
      line("let \(SwiftNames.quoted(name))\(type.map { ": \($0.text)" } ?? "") = ", value)
    case .var(let name, let type, let value):
      line("var \(SwiftNames.quoted(name)): \(type.text) = ", value)
    case .destructure(let names, let value):
      line("let (\(names.map(SwiftNames.quoted).joined(separator: ", "))) = ", value)
    case .assign(let target, let symbol, let value):
      line("\(SwiftText.expression(target)) \(symbol) ", value)
    case .expression(let value):
      line("", value)
    case .if(let conditions, let then, let otherwise):
      ifStatement("if ", conditions, then, otherwise)
    case .guard(let conditions, let otherwise):
      guardStatement(conditions, otherwise)
    case .for(let label, let name, let sequence, let body):
      let start = label.map { "\($0): " } ?? ""
      line("\(start)for \(name == "_" ? name : SwiftNames.quoted(name)) in \(SwiftText.expression(sequence)) {")
      indentedBlock(body)
      line("}")
    case .switch(let value, let cases):
      switchStatement(value, cases)
    case .return(let value):
      if let value { line("return ", value) } else { line("return") }
    case .throw(let value):
      line("throw ", value)
    case .break(let label):
      line(label.map { "break \($0)" } ?? "break")
    case .continue(let label):
      line(label.map { "continue \($0)" } ?? "continue")
    case .comment(let text):
      comment(text)
    case .sourceLocation(let file, let number):
      directive("#sourceLocation(file: \(StringLiteral.quoted(file, .swift)), line: \(number))")
    case .endSourceLocation:
      directive("#sourceLocation()")
    }
  }

  private mutating func ifStatement(
    _ keyword: String, _ conditions: [SwiftCondition], _ then: [SwiftStatement], _ otherwise: [SwiftStatement]
  ) {
    clauses(keyword, conditions, " {")
    indentedBlock(then)
    if otherwise.isEmpty {
      line("}")
    } else if otherwise.count == 1, case .if(let conditions, let then, let rest) = otherwise[0] {
      ifStatement("} else if ", conditions, then, rest)
    } else {
      line("} else {")
      indentedBlock(otherwise)
      line("}")
    }
  }

  private mutating func guardStatement(_ conditions: [SwiftCondition], _ otherwise: [SwiftStatement]) {
    var inner = SwiftRenderer()
    inner.block(otherwise)
    if let only = inner.onlyLine {
      let flat = clauseTexts(conditions).joined(separator: ", ") + " else { \(only) }"
      if fits(flat, and: 6) {
        line("guard " + flat)
        return
      }
    }
    clauses("guard ", conditions, " else {")
    indentedBlock(otherwise)
    line("}")
  }

  private mutating func clauses(_ keyword: String, _ conditions: [SwiftCondition], _ end: String) {
    let texts = clauseTexts(conditions)
    let flat = keyword + texts.joined(separator: ", ") + end
    if fits(flat) || texts.count == 1 {
      line(flat)
      return
    }
    line(String(keyword.dropLast()))
    indent()
    for (index, text) in texts.enumerated() { line(text + (index + 1 < texts.count ? "," : "")) }
    outdent()
    line(String(end.dropFirst()))
  }

  private func clauseTexts(_ conditions: [SwiftCondition]) -> [String] {
    conditions.map { condition in
      switch condition {
      case .holds(let value): SwiftText.expression(value)
      case .unwrap(let name, let value):
        // `let name` is short for `let name = name`.
        value == .name(name)
          ? "let \(SwiftNames.quoted(name))" : "let \(SwiftNames.quoted(name)) = \(SwiftText.expression(value))"
      case .match(let pattern, let value): "case \(pattern) = \(SwiftText.expression(value))"
      }
    }
  }

  private mutating func switchStatement(_ value: SwiftExpression, _ cases: [SwiftCase]) {
    line("switch \(SwiftText.expression(value)) {")
    for each in cases {
      line(each.pattern.map { "case \($0):" } ?? "default:")
      indentedBlock(each.body)
    }
    line("}")
  }
}
