package import CDQIR
package import CDQSyntax

/// The source places of the nodes of a query's IR, which has none itself. Whoever reports an error about a node lowers
/// the query once more to make this table; queries without errors need no such table.
package struct LoweredPlaces: Sendable {
  private var spans: [IRNode: SourceSpan] = [:]

  /// Lowers a query and notes the places of its nodes.
  package init(_ query: TypedQuery) {
    var lowering = Lowering(
      nextVariable: query.variableCount, omittable: query.parameters.map(\.isOmittable), notesPlaces: true)
    _ = lowering.lowered(query)
    spans = lowering.places
  }

  /// The place of a node, of several equal ones the first; nil for a node that the lowering added.
  package subscript(node: IRNode) -> SourceSpan? { spans[node] }
}
