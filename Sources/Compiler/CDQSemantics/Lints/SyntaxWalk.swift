import CDQSyntax

/// The parts of a syntax tree that the rules need. The tree is walked when a rule first asks for a node, since most
/// texts give no rule a reason to.
final class SyntaxWalk {
  let limit: SourceSpan?
  let hasSort: Bool
  let cardinality: QueryNode.Cardinality.Kind?
  /// The columns with rows of related objects.
  let shapes: [QueryNode.NamedValue]
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
    shapes = query.shapes
  }
}

/// The compounds, comparisons and SUBQUERYs of a syntax tree.
private struct SyntaxNodes {
  private(set) var compounds: [CompoundPredicate] = []
  private(set) var comparisons: [SourceSpan: ComparisonPredicate] = [:]
  private(set) var subqueries: [SourceSpan: SubqueryNode] = [:]

  init(_ query: QueryNode) {
    SyntaxNode.walk(query.children) { node in
      switch node {
      case .predicate(.compound(let compound)): compounds.append(compound)
      case .predicate(.comparison(let comparison)): comparisons[comparison.span] = comparison
      case .expression(.subquery(let subquery)): subqueries[subquery.span] = subquery
      case .predicate, .expression: break
      }
    }
  }
}
