package import CDQIR
package import CDQSyntax

/// Where the parts of a query's IR were written. The IR itself has no places; who finds something wrong with a part of
/// it asks here, and the query is lowered once more, which costs nothing where nothing is wrong.
package struct LoweredPlaces: Sendable {
  private var spans: [IRNode: SourceSpan] = [:]

  /// The places of a query.
  package init(_ query: TypedQuery) {
    var lowering = Lowering(
      nextVariable: query.variableCount, omittable: query.parameters.map(\.isOmittable), notesPlaces: true)
    _ = lowering.lowered(query)
    spans = lowering.places
  }

  /// Where a part was written, the first time if several are alike; nil for what the lowering made itself.
  package subscript(node: IRNode) -> SourceSpan? { spans[node] }
}
