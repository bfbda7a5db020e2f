import CDQJSON
import Foundation

extension QueryIR {
  /// The query on one line, with the type of every path, literal and parameter, such as
  /// `City where name~String BEGINSWITH[c] $prefix~String sort name~String desc`. It is for people and tests;
  /// nothing parses it.
  public var dump: String { IRDump(parameters: parameters).query(self) }
}

/// A printer of IR as one line of text.
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
    // nil is first ascending and last descending by default, which is not written.
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

  /// The name of a variable that is an element; paths omit variable 0, the object under test.
  private func name(_ variable: VariableIR) -> String { "$v\(variable.id)" }

  // MARK: Predicates

  // Each kind of node has its own function, so that the stack frames of the recursion stay small.

  func predicate(_ node: PredicateIR) -> String {
    switch node {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let operands): joined(operands, " AND ")
    case .or(let operands): joined(operands, " OR ")
    case .not(let operand): negation(operand)
    case .comparison(let node): comparison(node)
    case .text(let node): textMatch(node)
    case .between(let node): between(node)
    case .membership(let node): membership(node)
    case .isNull(let operand): isNull(operand)
    case .boolean(let operand): expression(operand)
    case .quantified(let node): quantified(node)
    case .whenPresent(let parameters, let operand): whenPresent(parameters, operand)
    }
  }

  private func negation(_ operand: PredicateIR) -> String { "NOT \(nested(operand))" }

  private func comparison(_ node: ComparisonIR) -> String {
    "\(expression(node.left)) \(node.operator.rawValue)\(node.options.suffix) \(expression(node.right))"
  }

  private func textMatch(_ node: TextMatchIR) -> String {
    "\(expression(node.text)) \(node.operator.rawValue)\(node.options.suffix) \(expression(node.pattern))"
  }

  private func between(_ node: BetweenIR) -> String {
    "\(expression(node.value)) BETWEEN {\(expression(node.low)), \(expression(node.high))}"
  }

  private func membership(_ node: MembershipIR) -> String {
    "\(expression(node.value)) IN\(node.options.suffix) \(collection(node.collection))"
  }

  private func isNull(_ operand: ExpressionIR) -> String { "\(expression(operand)) == NULL" }

  private func quantified(_ node: QuantifiedIR) -> String {
    "\(node.kind.rawValue) \(name(node.variable)) IN \(collection(node.collection)): (\(predicate(node.predicate)))"
  }

  private func whenPresent(_ parameters: [Int], _ operand: PredicateIR) -> String {
    "WHEN \(parameters.map { name($0) }.joined(separator: ", ")): (\(predicate(operand)))"
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
    case .negate(let operand): negation(operand)
    case .function(let node): function(node)
    case .aggregate(let node): aggregate(node)
    case .groupAggregate(let node): groupAggregate(node)
    case .element(let node): element(node)
    case .conditional(let node): conditional(node)
    case .cast(let operand, let type): cast(operand, type)
    }
  }

  private func negation(_ operand: ExpressionIR) -> String { "-\(expression(operand))" }

  private func function(_ node: FunctionIR) -> String { "\(node.function.rawValue)(\(list(node.arguments)))" }

  private func aggregate(_ node: AggregateIR) -> String { "\(word(node.function))(\(collection(node.collection)))" }

  private func groupAggregate(_ node: GroupAggregateIR) -> String {
    "\(word(node.function))(\(node.isDistinct ? "distinct " : "")\(node.argument.map { expression($0) } ?? ""))"
  }

  private func element(_ node: ElementIR) -> String { "\(collection(node.collection))[\(position(node.position))]" }

  private func conditional(_ node: ConditionalIR) -> String {
    "TERNARY(\(predicate(node.condition)), \(expression(node.then)), \(expression(node.otherwise)))"
  }

  private func cast(_ operand: ExpressionIR, _ type: ValueType) -> String { "CAST(\(expression(operand)), '\(type)')" }

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
    let start =
      path.parameter.map { name($0) } ?? (path.variable == 0 ? (steps.isEmpty ? "SELF" : "") : "$v\(path.variable)")
    return "\(start)\(start.isEmpty || steps.isEmpty ? "" : ".")\(steps)~\(path.type)"
  }

  private func literal(_ value: Value, _ type: ValueType) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let payload): payload ? "YES" : "NO"
    case .int(let payload): "\(payload)~\(type)"
    case .double(let payload): "\(payload)~\(type)"
    case .decimal(let payload): "decimal(\"\(payload)\")"
    case .string(let payload): "\(StringLiteral.quoted(payload, .dump))~\(type)"
    case .date(let payload): "date(\(payload.timeIntervalSinceReferenceDate))"
    case .duration(let payload): "seconds(\(payload))"
    case .data(let payload): "data(\"\(payload.base64EncodedString())\")"
    case .uuid(let payload): "uuid(\"\(payload.uuidString)\")"
    case .url(let payload): "url(\(StringLiteral.quoted(payload.absoluteString, .dump)))"
    case .object(let key): "\(key.root)(\(key.identity))"
    case .list(let values): "{\(values.map { literal($0, type.element ?? type) }.joined(separator: ", "))}"
    }
  }

  // MARK: Collections

  func collection(_ node: CollectionIR) -> String {
    switch node {
    case .path(let path): self.path(path)
    case .literal(let values, _): "{\(list(values))}"
    case .parameter(let index, let element): "\(name(index))~[\(element)]"
    case .filter(let source, let variable, let condition): filter(source, variable, condition)
    case .map(let source, let variable, let value): map(source, variable, value)
    case .flatMap(let source, let variable, let inner): flatMap(source, variable, inner)
    case .distinct(let source): call("DISTINCT", source)
    case .set(let operation, let left, let right): set(operation, left, right)
    case .mode(let source): call("MODE", source)
    }
  }

  private func filter(_ source: CollectionIR, _ variable: VariableIR, _ condition: PredicateIR) -> String {
    "SUBQUERY(\(collection(source)), \(name(variable)), \(predicate(condition)))"
  }

  private func map(_ source: CollectionIR, _ variable: VariableIR, _ value: ExpressionIR) -> String {
    "MAP(\(collection(source)), \(name(variable)), \(expression(value)))"
  }

  private func flatMap(_ source: CollectionIR, _ variable: VariableIR, _ inner: CollectionIR) -> String {
    "FLATMAP(\(collection(source)), \(name(variable)), \(collection(inner)))"
  }

  private func set(_ operation: CollectionIR.SetOperator, _ left: CollectionIR, _ right: CollectionIR) -> String {
    "(\(collection(left)) \(operation.rawValue) \(collection(right)))"
  }

  private func call(_ word: String, _ source: CollectionIR) -> String { "\(word)(\(collection(source)))" }
}
