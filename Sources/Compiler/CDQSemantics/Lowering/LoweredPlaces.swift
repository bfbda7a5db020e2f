package import CDQIR
package import CDQSyntax

/// The source places of the nodes of a query's IR, which has none itself. Whoever reports an error about a node lowers
/// the query once more to make this table; queries without errors need no such table.
package struct LoweredPlaces: Sendable {
  /// The places by a hash of the uppermost nodes only. A hash of all nodes below each node would take a time that grows with
  /// the product of their number and the depth.
  private var places: [Int: [(node: IRNode, span: SourceSpan)]] = [:]
  /// So many nodes are hashed: more than those of two comparisons with AND.
  private static let hashed = 24

  init() {}

  /// Lowers a query and notes the places of its nodes.
  package init(_ query: TypedQuery) {
    var lowering = Lowering(
      nextVariable: query.variableCount, omittable: query.parameters.map(\.isOmittable), notesPlaces: true)
    _ = lowering.lowered(query)
    self = lowering.places
  }

  mutating func note(_ node: IRNode, _ span: SourceSpan) {
    places[LoweredPlaces.hash(node), default: []].append((node, span))
  }

  /// The place of a node, of several equal ones the first; nil for a node that the lowering added.
  package subscript(node: IRNode) -> SourceSpan? {
    places[LoweredPlaces.hash(node)]?.first { $0.node == node }?.span
  }

  /// A hash of the first nodes, level by level: leaves as they are, of others the number of children.
  private static func hash(_ node: IRNode) -> Int {
    var hasher = Hasher()
    var nodes = [node]
    var next = 0
    while next < nodes.count {
      let children = nodes[next].children
      if children.isEmpty { hasher.combine(nodes[next]) } else { hasher.combine(children.count) }
      nodes += children.prefix(hashed - nodes.count)
      next += 1
    }
    return hasher.finalize()
  }
}
