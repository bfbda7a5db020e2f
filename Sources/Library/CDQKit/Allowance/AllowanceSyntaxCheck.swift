import CDQSemantics
import CDQSyntax

/// The check of a syntax tree for operators, functions, clauses and constructs that an allowance does not list.
///
/// Its switches have no `default`, so that a new construct of the language does not compile until somebody decides which
/// setting of the allowance it needs; `AllowanceTests` has an example of each word of the grammar.
struct AllowanceSyntaxCheck {
  private let allowance: Allowance
  private let source: SourceText
  private(set) var findings: [Diagnostic] = []

  init(_ allowance: Allowance, _ source: SourceText) {
    (self.allowance, self.source) = (allowance, source)
  }

  mutating func check(_ tree: Pipeline.Tree) {
    var nodes = tree.nodes
    if case .query(let node) = tree {
      checkClauses(node)
      nodes += node.rowCounts.map { .expression($0) }
    }
    let variables = tree.subqueryVariables
    SyntaxNode.walk(nodes) { node in
      switch node {
      case .predicate(.comparison(let comparison)): check(comparison)
      case .predicate(.bare(let bare)): check(bare.quantifier)
      case .predicate(.constant), .predicate(.compound), .predicate(.not), .predicate(.invalid): break
      case .expression(let expression): check(expression, variables)
      }
    }
  }

  private mutating func refuse(_ part: String, _ span: SourceSpan) {
    findings.append(.notAllowed(part, source, span))
  }

  private mutating func check(_ node: ComparisonPredicate) {
    check(node.quantifier)
    // The checker refuses the operators that the allowance has no name for.
    guard let used = PredicateOperator(rawValue: node.operator.rawValue), !allowance.operators.contains(used) else {
      return
    }
    refuse("\(used.rawValue) is", node.operatorSpan)
  }

  private mutating func check(_ quantifier: QuantifierNode?) {
    guard let quantifier, !allowance.includesToMany else { return }
    refuse("\(quantifier.kind.rawValue) is", quantifier.span)
  }

  private mutating func check(_ node: ExpressionNode, _ variables: Set<String>) {
    switch node {
    case .variable(let variable): check(variable, variables)
    case .path(let path):
      if case .variable(let variable) = path.base { check(variable, variables) }
      for component in path.components { check(component) }
    case .call(let call): check(call)
    case .chain(let chain):
      chain.operators.first { !allows($0.kind) }.map { refuse("'\($0.kind.rawValue)' is", $0.span) }
    case .unary(let unary):
      if allowance.includesArithmetic { break }
      if case .literal = unary.operand { break }
      refuse("'\(unary.kind.rawValue)' is", unary.operatorSpan)
    case .subquery(let subquery):
      if !allowance.includesToMany { refuse("SUBQUERY is", subquery.span) }
    case .ternary(let ternary): checkFunction("TERNARY", ternary.span)
    case .literal, .argument, .aggregate, .enumCase, .invalid: break
    }
  }

  /// Whether operands may be joined by an operator: values are calculated with, and lists and relationships joined.
  private func allows(_ kind: ChainOperator) -> Bool {
    switch kind {
    case .union, .intersect, .minus: allowance.includesToMany
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight, .add, .subtract, .multiply, .divide, .power:
      allowance.includesArithmetic
    }
  }

  private mutating func check(_ component: PathComponent) {
    switch component {
    // What a path may name is checked with types.
    case .property, .variable, .argument: break
    case .collectionOperator(let name):
      checkFunction(AllowanceSyntaxCheck.functions[name.text] ?? name.text, name.span)
    case .index(let index):
      if case .size = index.kind { checkFunction("count", index.span) }
    }
  }

  /// Refuses a function that is not listed, under the name that a call has, such as `sum` for `@sum`.
  private mutating func checkFunction(_ name: String, _ span: SourceSpan) {
    guard let listed = allowance.functions, !listed.contains(name) else { return }
    // The average has two names.
    if ["avg", "average"].contains(name), !listed.isDisjoint(with: ["avg", "average"]) { return }
    refuse("the function '\(name)' is", span)
  }

  private mutating func check(_ variable: VariableNode, _ variables: Set<String>) {
    guard !allowance.includesParameters, !variables.contains(variable.name) else { return }
    refuse("parameters such as '$\(variable.name)' are", variable.span)
  }

  private mutating func check(_ node: CallNode) {
    let key = CallTable.key(node.name.text)
    // A call that the language does not have is an error of the checker. Literals such as date("…") are no functions.
    guard let callee = CallTable.callees[key] else { return }
    switch callee {
    case .literal, .refused: return
    case .arithmetic where !allowance.includesArithmetic: refuse("'\(key)' is", node.name.span)
    case .function, .aggregate, .mode, .distinct, .noIndex, .cast, .arithmetic:
      checkFunction(key, node.name.span)
      if let distinct = node.distinct { checkFunction("distinct", distinct) }
    }
  }

  /// The functions to which collection operators of another name are equal.
  private static let functions = ["size": "count", "distinctUnionOfObjects": "distinct"]

  private mutating func checkClauses(_ node: QueryNode) {
    if let cardinality = node.cardinality {
      check(Allowance.Clause(rawValue: cardinality.kind.rawValue), cardinality.span)
    }
    if let only = node.only { check(.only, only) }
    for part in node.parts { check(Allowance.Clause(rawValue: part.clause.words), part.span) }
    for shape in node.shapes.compactMap(\.shape) { checkClauses(shape) }
  }

  private mutating func check(_ clause: Allowance.Clause?, _ span: SourceSpan) {
    guard let clause, !allowance.clauses.contains(clause) else { return }
    refuse("'\(clause.rawValue)' is", span)
  }
}

extension Pipeline.Tree {
  /// The names of the variables that SUBQUERYs declare.
  fileprivate var subqueryVariables: Set<String> {
    var names: Set<String> = []
    SyntaxNode.walk(nodes) { node in
      if case .expression(.subquery(let subquery)) = node { names.insert(subquery.variable.name) }
    }
    return names
  }
}
