/// The printer of IR as one line of text, in two styles.
///
/// Query text is for people: `population > 5 AND ANY cities.name BEGINSWITH "O"`. Bound arguments are literals in the IR and
/// so in the text. What a text cannot say, such as an object as a literal, is printed so that a reader understands it. A dump
/// also has the types, and each node as it is: `population~Int64 > 5~Int64 AND ANY $v1 IN cities~City: (…)`.
package struct IRPrinter: Sendable {
  package enum Style: Sendable {
    /// Query text. The function says of a name whether it is reserved and written `#name`.
    case text(isReserved: @Sendable (String) -> Bool)
    case dump
  }

  private let parameters: [ParameterIR]
  /// The names of variables by their ids, without the `$`.
  private var names: [Int: String]
  private let isReserved: (@Sendable (String) -> Bool)?
  private var isDump: Bool { isReserved == nil }
  /// The number of nodes around the one that is printed. In query text, what is nested more deeply is printed as `…`, so that
  /// the recursion fits a small stack, and lines stay readable.
  private var level = 0
  private static let greatestLevel = 40

  /// A printer for the parts of one query.
  ///
  /// - Parameter names: names of variables that are in scope, by their ids.
  package init(_ style: Style, parameters: [ParameterIR] = [], names: [Int: String] = [:]) {
    self.parameters = parameters
    self.names = names
    if case .text(let isReserved) = style { self.isReserved = isReserved } else { isReserved = nil }
  }

  /// The printer for what is in the scope of one more variable, which is named after its type: `$city`. In a dump it is named
  /// after its id.
  package func entering(_ variable: VariableIR) -> IRPrinter {
    var result = self
    if !isDump, result.names[variable.id] == nil { result.names[variable.id] = result.freeName(for: variable.type.base) }
    return result
  }

  private func freeName(for type: ValueType) -> String {
    var base = "element"
    if case .object(let entity) = type, let first = entity.first { base = first.lowercased() + entity.dropFirst() }
    let taken = Set(names.values).union(parameters.map(\.name))
    var name = base
    var number = 2
    while taken.contains(name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  private func name(_ variable: VariableIR) -> String { name(ofVariable: variable.id) }

  private func name(ofVariable id: Int) -> String { "$" + (names[id] ?? (isDump ? "v\(id)" : "x\(id)")) }

  func name(ofParameter index: Int) -> String {
    guard parameters.indices.contains(index) else { return "$\(isDump ? "#" : "")\(index)" }
    return "$\(parameters[index].name)\(isDump && parameters[index].isOmittable ? "?" : "")"
  }

  private func typed(_ text: String, _ type: @autoclosure () -> String) -> String { isDump ? "\(text)~\(type())" : text }

  // MARK: Conditions. Each kind of node has its own function, so that stack frames stay small.

  /// The printer for the children of a node; nil where they are nested too deeply.
  private var inner: IRPrinter? {
    guard isDump || level < IRPrinter.greatestLevel else { return nil }
    var result = self
    result.level += 1
    return result
  }

  /// A condition as text.
  package func text(_ predicate: PredicateIR) -> String { inner?.printed(predicate) ?? "…" }

  /// - Parameter head: what replaces the text of the operand on the left of a condition without conditions in it.
  private func printed(_ predicate: PredicateIR, head: String? = nil) -> String {
    switch predicate {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let operands): joined(operands, " AND ", none: "TRUEPREDICATE")
    case .or(let operands): joined(operands, " OR ", none: "FALSEPREDICATE")
    case .comparison(let node): relation(head, node.left, node.operator.rawValue, node.options, text(node.right))
    case .text(let node): relation(head, node.text, node.operator.rawValue, node.options, text(node.pattern))
    case .between(let node): between(head, node)
    case .membership(let node): relation(head, node.value, "IN", node.options, text(node.collection))
    case .isNull(let value): relation(head, value, "==", [], "NULL")
    case .not(.isNull(let value)): relation(head, value, "!=", [], "NULL")
    case .not(let operand): negation(operand)
    case .boolean(let value): head ?? text(value)
    case .quantified(let node): isDump ? explicit(node) : quantified(node)
    case .whenPresent(let parameters, let operand): isDump ? whenPresent(parameters, operand) : text(operand)
    }
  }

  private func relation(
    _ head: String?, _ left: ExpressionIR, _ word: String, _ options: TextOptions, _ right: String
  ) -> String {
    "\(head ?? text(left)) \(word)\(options.suffix) \(right)"
  }

  private func between(_ head: String?, _ node: BetweenIR) -> String {
    relation(head, node.value, "BETWEEN", [], "{\(text(node.low)), \(text(node.high))}")
  }

  private func joined(_ operands: [PredicateIR], _ word: String, none: String) -> String {
    if operands.count == 1 { return text(operands[0]) }
    return operands.isEmpty ? none : operands.map { nested($0) }.joined(separator: word)
  }

  private func nested(_ node: PredicateIR) -> String {
    if case .whenPresent(_, let operand) = node, !isDump { return nested(operand) }
    var isParenthesised = false
    if case .and(let operands) = node { isParenthesised = operands.count > 1 }
    if case .or(let operands) = node { isParenthesised = operands.count > 1 }
    return isParenthesised ? "(\(text(node)))" : text(node)
  }

  private func negation(_ operand: PredicateIR) -> String {
    if case .quantified(let node) = operand, node.kind == .any, let inner = shortForm(node) { return "NONE \(inner)" }
    return "NOT (\(text(operand)))"
  }

  private func whenPresent(_ parameters: [Int], _ operand: PredicateIR) -> String {
    "WHEN \(parameters.map { name(ofParameter: $0) }.joined(separator: ", ")): (\(text(operand)))"
  }

  private func explicit(_ node: QuantifiedIR) -> String {
    "\(node.kind.rawValue) \(name(node.variable)) IN \(text(node.collection)): (\(text(node.predicate)))"
  }

  private func quantified(_ node: QuantifiedIR) -> String {
    if let short = shortForm(node) { return "\(node.kind.rawValue) \(short)" }
    let inner = entering(node.variable)
    let condition = node.kind == .any ? inner.text(node.predicate) : inner.text(.not(node.predicate))
    let count = node.kind == .any ? "> 0" : "== 0"
    return "SUBQUERY(\(text(node.collection)), \(inner.name(node.variable)), \(condition)).@count \(count)"
  }

  /// The condition of a quantifier with the path of the elements at its head, such as `cities.name == "Oslo"`; nil when
  /// it uses the element elsewhere, and in a dump.
  private func shortForm(_ node: QuantifiedIR) -> String? {
    guard !isDump, case .path(let path)? = IRPrinter.head(of: node.predicate), path.variable == node.variable.id,
      case .path(let source) = node.collection,
      IRNode.predicate(node.predicate).countUses(of: node.variable.id) == 1
    else { return nil }
    var whole = source
    whole.steps += path.steps
    return printed(node.predicate, head: text(whole))
  }

  /// The operand on the left of a condition without conditions in it; nil for any other condition.
  private static func head(of predicate: PredicateIR) -> ExpressionIR? {
    if case .not(.isNull(let value)) = predicate { return value }
    let children = IRNode.predicate(predicate).children
    for case .predicate in children { return nil }
    if case .expression(let left)? = children.first { return left }
    return nil
  }

  // MARK: Values

  /// A value as text.
  package func text(_ expression: ExpressionIR) -> String { inner?.printed(expression) ?? "…" }

  private func printed(_ expression: ExpressionIR) -> String {
    switch expression {
    case .literal(let value, let type): literal(value, type)
    case .parameter(let index, let type): typed(name(ofParameter: index), "\(type)")
    case .path(let path): text(path)
    case .arithmetic(let node): arithmetic(node)
    case .negate(let operand): "-\(operandText(operand))"
    case .function(let node): function(node)
    case .aggregate(let node): aggregate(node)
    case .groupAggregate(let node): groupAggregate(node)
    case .element(let node): element(node)
    case .conditional(let node): conditional(node)
    case .cast(let operand, let type): "CAST(\(text(operand)), \"\(type)\")"
    }
  }

  /// The text of a literal names the types of most values, and nil has none.
  private func literal(_ value: Value, _ type: ValueType) -> String {
    switch value {
    case .int, .double, .string, .list: typed(LiteralText.text(value), "\(type)")
    case .null, .bool, .decimal, .date, .duration, .data, .uuid, .url, .object: LiteralText.text(value)
    }
  }

  /// A path as text: `country.name`, `$city.name`, `SELF`.
  package func text(_ path: PathIR) -> String {
    let isInner = path.variable != 0
    var words = path.steps.map(\.name)
    if !isInner, let first = words.first, isReserved?(first) == true { words[0] = "#\(first)" }
    if isInner { words.insert(path.parameter.map { name(ofParameter: $0) } ?? name(ofVariable: path.variable), at: 0) }
    return typed(words.isEmpty ? "SELF" : words.joined(separator: "."), "\(path.type)")
  }

  private func operandText(_ node: ExpressionIR) -> String {
    if case .negate = node { return "(\(text(node)))" }
    if case .arithmetic(let inner) = node, !isDump, inner.operators != [.modulus] { return "(\(text(node)))" }
    return text(node)
  }

  private func arithmetic(_ node: ArithmeticIR) -> String {
    var result = node.operands.first.map { operandText($0) } ?? ""
    var isFirst = true
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      if operation == .modulus {
        result = "modulus:by:(\(result), \(text(operand)))"
      } else if operation == .power, !isFirst {
        result = "(\(result)) ** \(operandText(operand))"
      } else {
        result += " \(operation.rawValue) \(operandText(operand))"
      }
      isFirst = false
    }
    return isDump ? "(\(result))~\(node.type)" : result
  }

  private func function(_ node: FunctionIR) -> String {
    if node.function == .onesComplement, let operand = node.arguments.first { return "~\(operandText(operand))" }
    return "\(node.function.rawValue)(\(list(node.arguments)))"
  }

  func list(_ nodes: [ExpressionIR]) -> String { nodes.map { text($0) }.joined(separator: ", ") }

  private func aggregate(_ node: AggregateIR) -> String {
    if let text = ofAllObjects(node) { return text }
    let source = text(node.collection)
    if node.function == .count, !isDump, node.collection.isWrittenAsPath { return "\(source).@count" }
    return "\(IRPrinter.word(node.function))(\(source))"
  }

  /// An aggregate of a property of all objects of an entity, such as `Track.@avg.length`; nil for another, and in a dump.
  private func ofAllObjects(_ node: AggregateIR) -> String? {
    switch node.function {
    case .count, .median, .standardDeviation: return nil
    case .sum, .average, .minimum, .maximum: break
    }
    guard !isDump, case .map(.objects(let entity), let variable, let value) = node.collection, let path = value.path,
      path.variable == variable.id
    else { return nil }
    return (["\(entity).@\(IRPrinter.word(node.function))"] + path.steps.map(\.name)).joined(separator: ".")
  }

  private func groupAggregate(_ node: GroupAggregateIR) -> String {
    let argument = node.argument.map { text($0) } ?? ""
    return "\(IRPrinter.word(node.function))(\(node.isDistinct ? "distinct " : "")\(argument))"
  }

  private static func word(_ function: AggregateFunction) -> String {
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

  private func element(_ node: ElementIR) -> String {
    let position =
      switch node.position {
      case .first: "FIRST"
      case .last: "LAST"
      case .index(let index): text(index)
      }
    return "\(text(node.collection))[\(position)]"
  }

  private func conditional(_ node: ConditionalIR) -> String {
    "TERNARY(\(text(node.condition)), \(text(node.then)), \(text(node.otherwise)))"
  }

  // MARK: Collections

  /// A collection as text.
  package func text(_ collection: CollectionIR) -> String { inner?.printed(collection) ?? "…" }

  private func printed(_ collection: CollectionIR) -> String {
    switch collection {
    case .path(let path): text(path)
    case .objects(let entity): entity
    case .literal(let elements, _): "{\(list(elements))}"
    case .parameter(let index, let element): typed(name(ofParameter: index), "[\(element)]")
    case .filter(let source, let variable, let condition): filter(source, variable, condition)
    case .map(let source, let variable, let value):
      followed(source, variable, value.path) ?? mapped(source, variable, "MAP", entering(variable).text(value))
    case .flatMap(let source, let variable, let inner):
      followed(source, variable, inner.path) ?? mapped(source, variable, "FLATMAP", entering(variable).text(inner))
    case .distinct(let source): "distinct(\(text(source)))"
    case .set(let operation, let left, let right): "(\(text(left)) \(operation.rawValue) \(text(right)))"
    case .mode(let source): "mode(\(text(source)))"
    }
  }

  private func filter(_ source: CollectionIR, _ variable: VariableIR, _ condition: PredicateIR) -> String {
    let inner = entering(variable)
    return "SUBQUERY(\(text(source)), \(inner.name(variable)), \(inner.text(condition)))"
  }

  private func mapped(_ source: CollectionIR, _ variable: VariableIR, _ word: String, _ value: String) -> String {
    isDump ? "\(word)(\(text(source)), \(name(variable)), \(value))" : "\(text(source)) as \(value)"
  }

  /// A collection whose elements are followed along a path, such as `cities.name`; nil when the path does not start from the
  /// element, and in a dump.
  private func followed(_ source: CollectionIR, _ variable: VariableIR, _ path: PathIR?) -> String? {
    guard !isDump, let path, path.variable == variable.id else { return nil }
    var start = text(source)
    // A path from the name of an entity begins with an operator.
    if case .objects = source { start += ".@unionOfObjects" }
    return ([start] + path.steps.map(\.name)).joined(separator: ".")
  }
}

extension ExpressionIR {
  fileprivate var path: PathIR? {
    if case .path(let path) = self { path } else { nil }
  }
}

extension CollectionIR {
  fileprivate var path: PathIR? {
    if case .path(let path) = self { path } else { nil }
  }

  /// Whether the text can be followed by `.@count`.
  fileprivate var isWrittenAsPath: Bool {
    switch self {
    case .path, .filter, .objects: true
    // The path from all objects has an operator, and a path has one at most.
    case .map(.objects, _, _), .flatMap(.objects, _, _): false
    case .map, .flatMap: true
    default: false
    }
  }
}

extension IRNode {
  /// The number of paths in the node that start from a variable.
  fileprivate func countUses(of variable: Int) -> Int {
    var count = 0
    walk { node in
      if case .expression(.path(let path)) = node, path.variable == variable { count += 1 }
      if case .collection(.path(let path)) = node, path.variable == variable { count += 1 }
      return true
    }
    return count
  }
}
