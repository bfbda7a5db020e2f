import CDQIR
import CDQSyntax

/// The typed tree as text, each value with its type: `name~String BEGINSWITH[c] $prefix~String`.
extension TypedQuery {
  /// The query as text, one clause per line, after a line for each parameter.
  package var dump: String {
    let declarations = parameters.map { "parameter $\($0.name)\($0.isOmittable ? "?" : ""): \($0.type)\n" }
    return declarations.joined() + dump(parameters)
  }

  /// The clauses of the query, or of a shape, whose parameters are those of the query around it.
  private func dump(_ parameters: [TypedParameter]) -> String {
    var shown = self
    shown.parameters = parameters
    return shown.clauses
  }

  private var clauses: String {
    var lines: [String] = []
    let word = cardinality == .many ? "" : "\(cardinality.rawValue) "
    lines.append("\(word)\(entity)\(includesSubentities ? "" : " only")")
    if let predicate { lines.append("where \(dump(predicate))") }
    if !assignments.isEmpty {
      lines.append("set \(assignments.map { "\($0.property) = \(dump($0.value))" }.joined(separator: ", "))")
    }
    if let projection {
      if !projection.grouping.isEmpty {
        lines.append("group by \(projection.grouping.map { dump($0) }.joined(separator: ", "))")
      }
      if let having = projection.having { lines.append("having \(dump(having))") }
      var items = projection.items.map { "\(dump($0.expression)) as \($0.name)" }
      for shape in projection.shapes {
        let path = shape.steps.map(\.name).joined(separator: ".")
        let body = shape.query.dump(parameters).split(separator: "\n").joined(separator: " ")
        items.insert("\(path) { \(body) } as \(shape.name)", at: min(shape.position, items.count))
      }
      lines.append("select \(projection.isDistinct ? "distinct " : "")\(items.joined(separator: ", "))")
    }
    switch sort {
    case .keys(let keys): if !keys.isEmpty { lines.append("sort \(dump(keys))") }
    case .choice(let index, let keys): lines.append("sort $\(parameters[index].name) in (\(dump(keys)))")
    }
    if let limit {
      lines.append("limit \(dump(limit))\(limitKeys.isEmpty ? "" : " per \(limitKeys.map { dump($0) }.joined(separator: ", "))")")
    }
    if let offset { lines.append("offset \(dump(offset))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func dump(_ keys: [TypedSortKey]) -> String {
    keys.map { key in
      "\(dump(key.expression))\(key.options.suffix) \(key.isDescending ? "desc" : "asc") nulls \(key.nullsFirst ? "first" : "last")"
    }.joined(separator: ", ")
  }

  private func dump(_ count: CountIR) -> String {
    switch count {
    case .constant(let number): String(number)
    case .parameter(let index): "$\(parameters[index].name)"
    }
  }

  private func dump(_ predicate: TypedPredicate) -> String {
    switch predicate {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let operands): "(\(operands.map { dump($0) }.joined(separator: " AND ")))"
    case .or(let operands): "(\(operands.map { dump($0) }.joined(separator: " OR ")))"
    case .not(let operand): "NOT \(dump(operand))"
    case .comparison(let comparison): dump(comparison)
    case .bare(let quantifier, let value): (quantifier.map { "\($0.rawValue) " } ?? "") + dump(value)
    }
  }

  private func dump(_ node: TypedComparison) -> String {
    let word: String
    switch node.form {
    case .relation(let relation): word = relation.rawValue
    case .isNull: word = "=="
    case .isNotNull: word = "!="
    case .text(let operation): word = operation.rawValue
    case .substring, .membership: word = "IN"
    case .between: word = "BETWEEN"
    }
    let quantifier = node.quantifier.map { "\($0.rawValue) " } ?? ""
    return "\(quantifier)\(dump(node.left)) \(word)\(node.options.suffix) \(dump(node.right))"
  }

  private func dump(_ value: TypedExpression) -> String {
    "\(shape(value))~\(value.type)"
  }

  private func dump(_ values: [TypedExpression]) -> String {
    values.map { dump($0) }.joined(separator: ", ")
  }

  private func shape(_ value: TypedExpression) -> String {
    switch value.kind {
    case .literal(let literal): LiteralText.text(literal)
    case .parameter(let index): "$\(parameters[index].name)"
    case .path(let variable, let steps):
      (start(variable, isAlone: steps.isEmpty) + steps.map(\.name)).joined(separator: ".")
    case .aggregate(let elements): "{\(dump(elements))}"
    case .arithmetic(let operators, let operands): arithmetic(operators, operands)
    case .negate(let operand): "-\(dump(operand))"
    case .function(let function, let arguments): "\(function.rawValue)(\(dump(arguments)))"
    case .reduce(let function, let operand): "\(function.rawValue)(\(dump(operand)))"
    case .reduceGroup(let function, let isDistinct, let argument):
      "group \(function.rawValue)(\(isDistinct ? "distinct " : "")\(argument.map { dump($0) } ?? ""))"
    case .first(let source): "\(dump(source))[FIRST]"
    case .last(let source): "\(dump(source))[LAST]"
    case .element(let source, let position): "\(dump(source))[\(dump(position))]"
    case .objects(let entity): entity
    case .subquery(let source, let variable, let predicate):
      "SUBQUERY(\(dump(source)), $\(variable.id), \(dump(predicate)))"
    case .map(let source, let variable, let inner): "map(\(dump(source)), $\(variable.id), \(dump(inner)))"
    case .set(let operation, let left, let right): "(\(dump(left)) \(operation.rawValue) \(dump(right)))"
    case .distinct(let source): "distinct(\(dump(source)))"
    case .mode(let source): "mode(\(dump(source)))"
    case .conditional(let condition, let then, let otherwise):
      "TERNARY(\(dump(condition)), \(dump(then)), \(dump(otherwise)))"
    case .cast(let operand): "CAST(\(dump(operand)))"
    }
  }

  private func start(_ variable: Int, isAlone: Bool) -> [String] {
    if variable < 0 { return ["$\(parameters[-1 - variable].name)"] }
    return variable == 0 ? (isAlone ? ["SELF"] : []) : ["$\(variable)"]
  }

  private func arithmetic(_ operators: [ArithmeticIR.Operator], _ operands: [TypedExpression]) -> String {
    var result = "(" + dump(operands[0])
    for (index, symbol) in operators.enumerated() { result += " \(symbol.rawValue) \(dump(operands[index + 1]))" }
    return result + ")"
  }
}
