import CDQSyntax

/// What the rules need of a syntax tree. The nodes are looked for when a rule first asks for some, as in most texts none
/// does.
final class SyntaxWalk {
  let limit: SourceSpan?
  let hasSort: Bool
  let cardinality: QueryNode.Cardinality.Kind?
  private let query: QueryNode
  private lazy var nodes = SyntaxNodes(query)

  var compounds: [CompoundPredicate] { nodes.compounds }
  var comparisons: [SourceSpan: ComparisonPredicate] { nodes.comparisons }
  var subqueries: [SourceSpan: SubqueryNode] { nodes.subqueries }

  init(_ query: QueryNode) {
    self.query = query
    limit = query.limit?.span ?? query.offset?.span
    hasSort = query.sort != nil
    cardinality = query.cardinality?.kind
  }
}

/// Nodes of a syntax tree, found without recursion.
private struct SyntaxNodes {
  private(set) var compounds: [CompoundPredicate] = []
  private(set) var comparisons: [SourceSpan: ComparisonPredicate] = [:]
  private(set) var subqueries: [SourceSpan: SubqueryNode] = [:]

  private var openConditions: [PredicateNode]
  private var openValues: [ExpressionNode]

  init(_ query: QueryNode) {
    openConditions = [query.predicate, query.having].compactMap { $0 }
    openValues = query.grouping + (query.selection?.items.map(\.expression) ?? [])
    switch query.sort {
    case .keys(let keys), .choice(_, let keys, _): openValues += keys.map(\.expression)
    case nil: break
    }
    run()
  }

  private mutating func run() {
    while true {
      if let condition = openConditions.popLast() {
        openParts(of: condition)
      } else if let value = openValues.popLast() {
        openParts(of: value)
      } else {
        return
      }
    }
  }

  private mutating func openParts(of condition: PredicateNode) {
    switch condition {
    case .constant, .invalid: break
    case .compound(let compound):
      compounds.append(compound)
      openConditions += compound.operands
    case .not(let not): openConditions.append(not.operand)
    case .comparison(let comparison):
      comparisons[comparison.span] = comparison
      openValues += [comparison.left, comparison.right]
    case .bare(let bare): openValues.append(bare.expression)
    }
  }

  private mutating func openParts(of value: ExpressionNode) {
    switch value {
    case .literal, .variable, .argument, .enumCase, .invalid: break
    case .path(let path): openParts(of: path)
    case .aggregate(let node): openValues += node.elements
    case .chain(let node): openValues += node.operands
    case .unary(let node): openValues.append(node.operand)
    case .call(let node): openValues += node.arguments
    case .subquery(let node):
      subqueries[node.span] = node
      openValues.append(node.collection)
      openConditions.append(node.predicate)
    case .ternary(let node):
      openConditions.append(node.condition)
      openValues += [node.then, node.otherwise]
    }
  }

  private mutating func openParts(of path: PathNode) {
    if case .expression(let base) = path.base { openValues.append(base) }
    for case .index(let index) in path.components {
      if case .expression(let position) = index.kind { openValues.append(position) }
    }
  }
}
