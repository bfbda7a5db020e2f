package import CDQIR
import CDQPrinting
import CDQSyntax

/// The printer of IR as query text, for people: `population > 5 AND ANY cities.name BEGINSWITH "O"`.
///
/// Bound arguments are literals in the IR and so in the text. What a text cannot say, such as an object as a literal, is
/// printed so that a reader understands it.
package struct ConditionText {
  private let parameters: [ParameterIR]
  /// The names of variables by their ids, without the `$`.
  private var names: [Int: String]
  /// The number of nodes around the one that is printed. What is nested more deeply is printed as `…`, so that the
  /// recursion fits a small stack, and lines stay readable.
  private var level = 0
  private static let greatestLevel = 40

  /// A printer for the conditions of one query.
  ///
  /// - Parameter names: names of variables that are in scope, by their ids.
  package init(parameters: [ParameterIR] = [], names: [Int: String] = [:]) {
    self.parameters = parameters
    self.names = names
  }

  /// The printer for what stands in the scope of one more variable, which is named after its type: `$city`.
  package func entering(_ variable: VariableIR) -> ConditionText {
    var result = self
    if result.names[variable.id] == nil { result.names[variable.id] = result.freeName(for: variable.type.base) }
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

  // MARK: Conditions. As in `IRDump`, each kind of node has its own function, so that stack frames stay small.

  /// The printer for the children of a node; nil where they are nested too deeply.
  private var inner: ConditionText? {
    guard level < ConditionText.greatestLevel else { return nil }
    var result = self
    result.level += 1
    return result
  }

  /// A condition as text.
  package func text(_ predicate: PredicateIR) -> String { inner?.printed(predicate) ?? "…" }

  private func printed(_ predicate: PredicateIR) -> String {
    switch predicate {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let operands): joined(operands, " AND ", none: "TRUEPREDICATE")
    case .or(let operands): joined(operands, " OR ", none: "FALSEPREDICATE")
    case .not(let operand): negation(operand)
    case .comparison, .text, .between, .membership, .isNull, .boolean: simple(predicate)
    case .quantified(let node): quantified(node)
    case .whenPresent(_, let operand): text(operand)
    }
  }

  private func joined(_ operands: [PredicateIR], _ word: String, none: String) -> String {
    if operands.count == 1 { return text(operands[0]) }
    return operands.isEmpty ? none : operands.map { nested($0) }.joined(separator: word)
  }

  private func nested(_ node: PredicateIR) -> String {
    switch node {
    case .and(let operands), .or(let operands): operands.count > 1 ? "(\(text(node)))" : text(node)
    case .whenPresent(_, let operand): nested(operand)
    case .constant, .not, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified: text(node)
    }
  }

  private func negation(_ operand: PredicateIR) -> String {
    if case .isNull(let value) = operand { return "\(text(value)) != NULL" }
    if case .quantified(let node) = operand, node.kind == .any, let inner = shortForm(node) { return "NONE \(inner)" }
    return "NOT (\(text(operand)))"
  }

  /// A condition without conditions in it. `head` replaces the text of the operand on its left.
  private func simple(_ predicate: PredicateIR, head: String? = nil) -> String {
    switch predicate {
    case .comparison(let node):
      return "\(head ?? text(node.left)) \(node.operator.rawValue)\(node.options.suffix) \(text(node.right))"
    case .text(let node):
      return "\(head ?? text(node.text)) \(node.operator.rawValue)\(node.options.suffix) \(text(node.pattern))"
    case .between(let node): return "\(head ?? text(node.value)) BETWEEN {\(text(node.low)), \(text(node.high))}"
    case .membership(let node):
      return "\(head ?? text(node.value)) IN\(node.options.suffix) \(text(node.collection))"
    case .isNull(let value): return "\(head ?? text(value)) == NULL"
    case .boolean(let value): return head ?? text(value)
    case .not(.isNull(let value)): return "\(head ?? text(value)) != NULL"
    case .constant, .and, .or, .not, .quantified, .whenPresent: return text(predicate)
    }
  }

  private func quantified(_ node: QuantifiedIR) -> String {
    if let short = shortForm(node) { return "\(node.kind.rawValue) \(short)" }
    let inner = entering(node.variable)
    let name = inner.names[node.variable.id] ?? ""
    let condition = node.kind == .any ? inner.text(node.predicate) : inner.negation(node.predicate)
    return "SUBQUERY(\(text(node.collection)), $\(name), \(condition)).@count \(node.kind == .any ? "> 0" : "== 0")"
  }

  /// The condition of a quantifier with the path of the elements at its head, such as `cities.name == "Oslo"`; nil when
  /// it uses the element elsewhere.
  private func shortForm(_ node: QuantifiedIR) -> String? {
    guard let left = ConditionText.head(of: node.predicate), case .path(let path) = left,
      path.variable == node.variable.id, case .path(let source) = node.collection
    else { return nil }
    let uses = IRNode.predicate(node.predicate).countUses(of: node.variable.id)
    guard uses == 1 else { return nil }
    var whole = source
    whole.steps += path.steps
    return simple(node.predicate, head: text(whole))
  }

  /// The operand on the left of a condition without conditions in it; nil for any other condition.
  private static func head(of predicate: PredicateIR) -> ExpressionIR? {
    switch predicate {
    case .comparison(let node): node.left
    case .text(let node): node.text
    case .between(let node): node.value
    case .membership(let node): node.value
    case .isNull(let value), .boolean(let value), .not(.isNull(let value)): value
    case .constant, .and, .or, .not, .quantified, .whenPresent: nil
    }
  }

  // MARK: Values

  /// A value as text.
  package func text(_ expression: ExpressionIR) -> String { inner?.printed(expression) ?? "…" }

  private func printed(_ expression: ExpressionIR) -> String {
    switch expression {
    case .literal(let value, _): LiteralText.text(value)
    case .parameter(let index, _): parameter(index)
    case .path(let path): text(path)
    case .arithmetic(let node): arithmetic(node)
    case .negate(let operand): "-\(operandText(operand))"
    case .function(let node): function(node)
    case .aggregate(let node): aggregate(node)
    case .groupAggregate(let node): groupAggregate(node)
    case .element(let node): element(node)
    case .conditional(let node): "TERNARY(\(text(node.condition)), \(text(node.then)), \(text(node.otherwise)))"
    case .cast(let operand, let type): "CAST(\(text(operand)), \"\(type)\")"
    }
  }

  private func parameter(_ index: Int) -> String {
    parameters.indices.contains(index) ? "$\(parameters[index].name)" : "$\(index)"
  }

  /// A path as text: `country.name`, `$city.name`, `SELF`.
  package func text(_ path: PathIR) -> String {
    let isInner = path.variable != 0
    let steps = path.steps.enumerated().map { ConditionText.name($1.name, isOperand: $0 == 0 && !isInner) }
    let start = path.parameter.map { parameter($0) } ?? (isInner ? "$\(names[path.variable] ?? "x\(path.variable)")" : nil)
    return ((start.map { [$0] } ?? (steps.isEmpty ? ["SELF"] : [])) + steps).joined(separator: ".")
  }

  private static func name(_ text: String, isOperand: Bool) -> String {
    isOperand && KeywordTable.shared.keyword(of: text).isReserved ? "#\(text)" : text
  }

  private func operandText(_ node: ExpressionIR) -> String {
    switch node {
    case .arithmetic(let inner) where inner.operators != [.modulus]: "(\(text(node)))"
    case .negate: "(\(text(node)))"
    case .literal, .parameter, .path, .arithmetic, .function, .aggregate, .groupAggregate, .element, .conditional, .cast:
      text(node)
    }
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
    return result
  }

  private func function(_ node: FunctionIR) -> String {
    if node.function == .onesComplement, let operand = node.arguments.first { return "~\(operandText(operand))" }
    return "\(node.function.rawValue)(\(node.arguments.map { text($0) }.joined(separator: ", ")))"
  }

  private func aggregate(_ node: AggregateIR) -> String {
    let source = text(node.collection)
    if node.function == .count {
      switch node.collection {
      case .path, .filter, .map, .flatMap: return "\(source).@count"
      case .literal, .parameter, .distinct, .set, .mode: return "count(\(source))"
      }
    }
    return "\(ConditionText.word(node.function))(\(source))"
  }

  private func groupAggregate(_ node: GroupAggregateIR) -> String {
    let argument = node.argument.map { text($0) } ?? ""
    return "\(ConditionText.word(node.function))(\(node.isDistinct ? "distinct " : "")\(argument))"
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
    let source = text(node.collection)
    return switch node.position {
    case .first: "\(source)[FIRST]"
    case .last: "\(source)[LAST]"
    case .index(let index): "\(source)[\(text(index))]"
    }
  }

  // MARK: Collections

  /// A collection as text.
  package func text(_ collection: CollectionIR) -> String { inner?.printed(collection) ?? "…" }

  private func printed(_ collection: CollectionIR) -> String {
    switch collection {
    case .path(let path): text(path)
    case .literal(let elements, _): "{\(elements.map { text($0) }.joined(separator: ", "))}"
    case .parameter(let index, _): parameter(index)
    case .filter(let source, let variable, let condition): filter(source, variable, condition)
    case .map(let source, let variable, let value): map(source, variable, value)
    case .flatMap(let source, let variable, let inner): flatMap(source, variable, inner)
    case .distinct(let source): "distinct(\(text(source)))"
    case .set(let operation, let left, let right): "(\(text(left)) \(operation.rawValue) \(text(right)))"
    case .mode(let source): "mode(\(text(source)))"
    }
  }

  private func filter(_ source: CollectionIR, _ variable: VariableIR, _ condition: PredicateIR) -> String {
    let inner = entering(variable)
    return "SUBQUERY(\(text(source)), $\(inner.names[variable.id] ?? ""), \(inner.text(condition)))"
  }

  private func map(_ source: CollectionIR, _ variable: VariableIR, _ value: ExpressionIR) -> String {
    guard case .path(let path) = value, path.variable == variable.id else {
      return "\(text(source)) as \(entering(variable).text(value))"
    }
    return followed(source, path.steps)
  }

  private func flatMap(_ source: CollectionIR, _ variable: VariableIR, _ inner: CollectionIR) -> String {
    guard case .path(let path) = inner, path.variable == variable.id else {
      return "\(text(source)) as \(entering(variable).text(inner))"
    }
    return followed(source, path.steps)
  }

  private func followed(_ source: CollectionIR, _ steps: [StepIR]) -> String {
    ([text(source)] + steps.map { ConditionText.name($0.name, isOperand: false) }).joined(separator: ".")
  }
}

extension IRNode {
  /// Whether nodes are nested in this one more deeply than a number of levels.
  package func isNested(deeperThan levels: Int) -> Bool {
    var level = [self]
    for _ in 0..<levels {
      level = level.flatMap(\.children)
      if level.isEmpty { return false }
    }
    return true
  }

  /// The number of paths in the node that start from a variable.
  fileprivate func countUses(of variable: Int) -> Int {
    var count = 0
    walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)):
        if path.variable == variable { count += 1 }
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return count
  }
}
