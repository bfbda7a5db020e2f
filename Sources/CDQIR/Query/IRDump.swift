import Foundation

extension QueryIR {
  /// The query in one line, every path, literal and parameter annotated with its type, such as
  /// `City where name~String BEGINSWITH[c] $prefix~String sort name~String desc`. For people and tests; it is not parsed.
  public var dump: String { IRDump(parameters: parameters).query(self) }
}

/// Writes IR as one line of text.
struct IRDump {
  private let parameters: [ParameterIR]

  init(parameters: [ParameterIR]) {
    self.parameters = parameters
  }

  func query(_ ir: QueryIR) -> String {
    var parts: [String] = []
    if ir.cardinality != .many { parts.append(ir.cardinality.rawValue) }
    parts.append(ir.entity)
    if !ir.includesSubentities { parts.append("only") }
    if ir.predicate != .constant(true) { parts.append("where \(predicate(ir.predicate))") }
    if let projection = ir.projection { parts += clauses(projection) }
    if let clause = sort(ir.sort) { parts.append(clause) }
    if let limit = ir.limit { parts.append("limit \(count(limit))") }
    if let offset = ir.offset { parts.append("offset \(count(offset))") }
    return parts.joined(separator: " ")
  }

  private func clauses(_ projection: ProjectionIR) -> [String] {
    var parts: [String] = []
    if !projection.grouping.isEmpty { parts.append("group by \(list(projection.grouping))") }
    if let having = projection.having { parts.append("having \(predicate(having))") }
    let items = projection.items.map { "\(expression($0.expression)) as \($0.name)" }
    parts.append("select \(projection.isDistinct ? "distinct " : "")\(items.joined(separator: ", "))")
    return parts
  }

  private func sort(_ sort: SortIR) -> String? {
    switch sort {
    case .keys(let keys): keys.isEmpty ? nil : "sort \(keys.map(key).joined(separator: ", "))"
    case .choice(let parameter, let keys): "sort \(name(parameter)) in (\(keys.map(key).joined(separator: ", ")))"
    }
  }

  private func key(_ key: SortKeyIR) -> String {
    var text = expression(key.expression)
    if !key.options.isEmpty { text += " \(key.options.suffix)" }
    if key.isDescending { text += " desc" }
    // The default is not written.
    if key.nullsFirst == key.isDescending { text += key.nullsFirst ? " nulls first" : " nulls last" }
    return text
  }

  private func count(_ count: CountIR) -> String {
    switch count {
    case .constant(let number): String(number)
    case .parameter(let index): name(index)
    }
  }

  private func name(_ parameter: Int) -> String {
    guard parameters.indices.contains(parameter) else { return "$#\(parameter)" }
    return "$\(parameters[parameter].name)\(parameters[parameter].isOmittable ? "?" : "")"
  }

  /// What a variable is called: 0 is the object under test, which paths leave out.
  private func name(_ variable: VariableIR) -> String { "$v\(variable.id)" }

  // MARK: Predicates

  func predicate(_ node: PredicateIR) -> String {
    switch node {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let operands): joined(operands, " AND ")
    case .or(let operands): joined(operands, " OR ")
    case .not(let operand): "NOT \(nested(operand))"
    case .comparison(let node):
      "\(expression(node.left)) \(node.operator.rawValue)\(node.options.suffix) \(expression(node.right))"
    case .text(let node):
      "\(expression(node.text)) \(node.operator.rawValue)\(node.options.suffix) \(expression(node.pattern))"
    case .between(let node):
      "\(expression(node.value)) BETWEEN {\(expression(node.low)), \(expression(node.high))}"
    case .membership(let node):
      "\(expression(node.value)) IN\(node.options.suffix) \(collection(node.collection))"
    case .isNull(let operand): "\(expression(operand)) == NULL"
    case .boolean(let operand): expression(operand)
    case .quantified(let node):
      "\(node.kind.rawValue) \(name(node.variable)) IN \(collection(node.collection)): (\(predicate(node.predicate)))"
    case .whenPresent(let parameters, let operand):
      "WHEN \(parameters.map { name($0) }.joined(separator: ", ")): (\(predicate(operand)))"
    }
  }

  private func joined(_ operands: [PredicateIR], _ separator: String) -> String {
    operands.isEmpty ? "()" : operands.map { nested($0) }.joined(separator: separator)
  }

  private func nested(_ node: PredicateIR) -> String {
    switch node {
    case .and, .or, .not: "(\(predicate(node)))"
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified, .whenPresent:
      predicate(node)
    }
  }

  // MARK: Expressions

  private func list(_ nodes: [ExpressionIR]) -> String {
    nodes.map { expression($0) }.joined(separator: ", ")
  }

  func expression(_ node: ExpressionIR) -> String {
    switch node {
    case .literal(let value, let type): literal(value, type)
    case .parameter(let index, let type): "\(name(index))~\(type)"
    case .path(let path): self.path(path)
    case .arithmetic(let node): arithmetic(node)
    case .negate(let operand): "-\(expression(operand))"
    case .function(let node): "\(node.function.rawValue)(\(list(node.arguments)))"
    case .aggregate(let node): "\(word(node.function))(\(collection(node.collection)))"
    case .groupAggregate(let node):
      "\(word(node.function))(\(node.isDistinct ? "distinct " : "")\(node.argument.map { expression($0) } ?? ""))"
    case .element(let node): "\(collection(node.collection))[\(position(node.position))]"
    case .conditional(let node):
      "TERNARY(\(predicate(node.condition)), \(expression(node.then)), \(expression(node.otherwise)))"
    case .cast(let operand, let type): "CAST(\(expression(operand)), '\(type)')"
    }
  }

  private func arithmetic(_ node: ArithmeticIR) -> String {
    var text = node.operands.first.map { expression($0) } ?? ""
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      text += " \(operation.rawValue) \(expression(operand))"
    }
    return "(\(text))~\(node.type)"
  }

  private func position(_ position: ElementIR.Position) -> String {
    switch position {
    case .first: "FIRST"
    case .last: "LAST"
    case .index(let index): expression(index)
    }
  }

  private func word(_ function: AggregateFunction) -> String {
    switch function {
    case .count: "count"
    case .sum: "sum"
    case .average: "avg"
    case .minimum: "min"
    case .maximum: "max"
    case .median: "median"
    case .standardDeviation: "stddev"
    }
  }

  private func path(_ path: PathIR) -> String {
    let steps = path.steps.map(\.name).joined(separator: ".")
    let start = path.variable == 0 ? (steps.isEmpty ? "SELF" : "") : "$v\(path.variable)"
    return "\(start)\(start.isEmpty || steps.isEmpty ? "" : ".")\(steps)~\(path.type)"
  }

  private func literal(_ value: Value, _ type: ValueType) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let payload): payload ? "YES" : "NO"
    case .int(let payload): "\(payload)~\(type)"
    case .double(let payload): "\(payload)~\(type)"
    case .decimal(let payload): "decimal(\"\(payload)\")"
    case .string(let payload): "\(quoted(payload))~\(type)"
    case .date(let payload): "date(\(payload.timeIntervalSinceReferenceDate))"
    case .duration(let payload): "seconds(\(payload))"
    case .data(let payload): "data(\"\(payload.base64EncodedString())\")"
    case .uuid(let payload): "uuid(\"\(payload.uuidString)\")"
    case .url(let payload): "url(\(quoted(payload.absoluteString)))"
    case .object(let key): "\(key.root)(\(key.identity))"
    case .list(let values): "{\(values.map { literal($0, type.element ?? type) }.joined(separator: ", "))}"
    }
  }

  /// The text in quotation marks, on one line.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Collections

  func collection(_ node: CollectionIR) -> String {
    switch node {
    case .path(let path): self.path(path)
    case .literal(let values, _): "{\(list(values))}"
    case .parameter(let index, let element): "\(name(index))~[\(element)]"
    case .filter(let source, let variable, let condition):
      "SUBQUERY(\(collection(source)), \(name(variable)), \(predicate(condition)))"
    case .map(let source, let variable, let value):
      "MAP(\(collection(source)), \(name(variable)), \(expression(value)))"
    case .flatMap(let source, let variable, let inner):
      "FLATMAP(\(collection(source)), \(name(variable)), \(collection(inner)))"
    case .distinct(let source): "DISTINCT(\(collection(source)))"
    case .set(let operation, let left, let right):
      "(\(collection(left)) \(operation.rawValue) \(collection(right)))"
    case .mode(let source): "MODE(\(collection(source)))"
    }
  }
}
