import CDQIR
import CDQSyntax

/// A transformation of a syntax tree: it replaces parameters and format arguments, and can move the object under test
/// to the end of a path. The spans of the result mean nothing, so that it must be printed before it is checked.
///
/// The parser limits the nesting of a tree, which bounds the recursion.
struct SyntaxRewriting {
  /// Replacements of parameters, by name. Where only a parameter can stand, as at the start of `$user.name`, only
  /// another parameter replaces it.
  var parameters: [String: ExpressionNode] = [:]
  /// Replacements of the format arguments `%@`, `%d` …, by their 0-based number.
  var arguments: [Int: ExpressionNode] = [:]
  /// The key paths of the format arguments `%K`, by their 0-based number.
  var keyPaths: [Int: String] = [:]
  /// Where the object under test is found instead; nil to leave it.
  var root: Root?
  /// The variables of the enclosing SUBQUERYs, which are no parameters.
  private var variables: [String] = []

  init() {}

  /// Where a lifted predicate finds the object that it tests.
  enum Root {
    /// In the variable of a SUBQUERY.
    case variable(String)
    /// At the end of a path through relationships to one.
    case path([Identifier])
  }

  static let noSpan = SourceSpan(at: 0)

  mutating func predicate(_ node: PredicateNode) -> PredicateNode {
    switch node {
    case .constant, .invalid: node
    case .compound(let node): compound(node)
    case .not(let node): .not(NotPredicate(predicate(node.operand), span: node.span))
    case .comparison(let node): comparison(node)
    case .bare(let node): bare(node)
    }
  }

  private mutating func compound(_ node: CompoundPredicate) -> PredicateNode {
    var node = node
    for index in node.operands.indices { node.operands[index] = predicate(node.operands[index]) }
    return .compound(node)
  }

  private mutating func comparison(_ node: ComparisonPredicate) -> PredicateNode {
    var node = node
    node.left = expression(node.left)
    node.right = expression(node.right)
    return .comparison(node)
  }

  private mutating func bare(_ node: BarePredicate) -> PredicateNode {
    var node = node
    node.expression = expression(node.expression)
    guard case .path = root, node.quantifier == nil else { return .bare(node) }
    // At the end of a path it may be nil, and then it cannot stand alone.
    return .comparison(
      ComparisonPredicate(
        quantifier: nil, left: node.expression, operator: .equal, operatorSpan: node.span, options: nil,
        right: .literal(LiteralNode(.boolean(true), node.span)), span: node.span))
  }

  mutating func expression(_ node: ExpressionNode) -> ExpressionNode {
    switch node {
    case .literal, .enumCase, .invalid: node
    case .path(let node): path(node)
    case .variable(let node): replacement(of: node) ?? .variable(node)
    case .argument(let node): argument(node)
    case .aggregate(let node): .aggregate(AggregateNode(all(node.elements), span: node.span))
    case .chain(let node): chain(node)
    case .unary(let node): unary(node)
    case .call(let node): call(node)
    case .subquery(let node): subquery(node)
    case .ternary(let node): ternary(node)
    }
  }

  private mutating func all(_ nodes: [ExpressionNode]) -> [ExpressionNode] {
    var result: [ExpressionNode] = []
    for node in nodes { result.append(expression(node)) }
    return result
  }

  private mutating func chain(_ node: ChainNode) -> ExpressionNode {
    var node = node
    node.operands = all(node.operands)
    return .chain(node)
  }

  private mutating func unary(_ node: UnaryNode) -> ExpressionNode {
    var node = node
    node.operand = expression(node.operand)
    return .unary(node)
  }

  private mutating func call(_ node: CallNode) -> ExpressionNode {
    var node = node
    node.arguments = all(node.arguments)
    return .call(node)
  }

  private mutating func subquery(_ node: SubqueryNode) -> ExpressionNode {
    var node = node
    node.collection = expression(node.collection)
    variables.append(node.variable.name)
    node.predicate = predicate(node.predicate)
    variables.removeLast()
    return .subquery(node)
  }

  private mutating func ternary(_ node: TernaryNode) -> ExpressionNode {
    .ternary(
      TernaryNode(
        condition: predicate(node.condition), then: expression(node.then), otherwise: expression(node.otherwise),
        span: node.span))
  }

  private func replacement(of node: VariableNode) -> ExpressionNode? {
    variables.contains(node.name) ? nil : parameters[node.name]
  }

  private func argument(_ node: ArgumentNode) -> ExpressionNode {
    guard node.kind == .keyPath else { return arguments[node.index] ?? .argument(node) }
    guard let steps = steps(of: node) else { return .argument(node) }
    return moved(PathNode(base: .implicit, components: steps, span: node.span))
  }

  // MARK: Paths

  private mutating func path(_ node: PathNode) -> ExpressionNode {
    var node = node
    var components: [PathComponent] = []
    for component in node.components { components += self.components(of: component) }
    node.components = components
    switch node.base {
    case .implicit, .selfObject: break
    case .variable(let variable):
      if case .variable(let other)? = replacement(of: variable) { node.base = .variable(other) }
      return .path(node)
    case .expression(.argument(let argument)) where argument.kind == .keyPath:
      guard let steps = steps(of: argument) else { return .path(node) }
      node.base = .implicit
      node.components = steps + components
    case .expression(let base):
      node.base = .expression(expression(base))
      return .path(node)
    }
    return moved(node)
  }

  private mutating func components(of component: PathComponent) -> [PathComponent] {
    switch component {
    case .property, .collectionOperator, .variable: return [component]
    case .argument(let argument): return steps(of: argument) ?? [component]
    case .index(let index):
      guard case .expression(let position) = index.kind else { return [component] }
      return [.index(IndexNode(.expression(expression(position)), index.span))]
    }
  }

  /// The steps of the key path that was passed for a `%K`; nil when none was. A `SELF` at its start is no step.
  private func steps(of node: ArgumentNode) -> [PathComponent]? {
    guard let text = keyPaths[node.index] else { return nil }
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.first == "SELF" { names.removeFirst() }
    return names.map { name in
      name.hasPrefix("@")
        ? .collectionOperator(Identifier(String(name.dropFirst()), node.span)) : .property(Identifier(name, node.span))
    }
  }

  /// A path that starts at the object under test, started where `root` says.
  private func moved(_ node: PathNode) -> ExpressionNode {
    var node = node
    switch root {
    case nil:
      if node.components.isEmpty { node.base = .selfObject(node.span) }
    case .variable(let name):
      let variable = VariableNode(name: name, isOptional: false, span: node.span)
      if node.components.isEmpty { return .variable(variable) }
      node.base = .variable(variable)
    case .path(let steps):
      node.base = .implicit
      node.components = steps.map { .property($0) } + node.components
    }
    return .path(node)
  }
}

extension Pipeline.Tree {
  /// The tree after a transformation, which reaches the condition of a query but not its other clauses.
  func rewritten(by rewriting: SyntaxRewriting) -> Pipeline.Tree {
    var rewriting = rewriting
    switch self {
    case .predicate(let node): return .predicate(rewriting.predicate(node))
    case .query(var node):
      node.predicate = node.predicate.map { rewriting.predicate($0) }
      return .query(node)
    }
  }

  /// The top nodes: the predicate, or those of the clauses of a query, except limit and offset.
  var nodes: [SyntaxNode] {
    switch self {
    case .predicate(let node): [.predicate(node)]
    case .query(let node): node.children
    }
  }

  /// The names of all parameters and SUBQUERY variables in the tree.
  var variableNames: Set<String> {
    var names: Set<String> = []
    SyntaxNode.walk(nodes) { node in
      switch node {
      case .expression(.variable(let variable)): names.insert(variable.name)
      case .expression(.path(let path)):
        if case .variable(let variable) = path.base { names.insert(variable.name) }
      case .expression(.subquery(let subquery)): names.insert(subquery.variable.name)
      case .predicate, .expression: break
      }
    }
    return names
  }
}
