import CDQIR

extension PredicateIR {
  /// Whether a text operator somewhere in it takes a pattern, which may be malformed, from the objects under test: neither
  /// from the query's text nor from an argument.
  var hasPatternOfRows: Bool {
    IRNode.predicate(self).contains { node in
      guard case .predicate(.text(let test)) = node else { return false }
      switch test.pattern {
      case .literal, .parameter: return false
      case .path, .arithmetic, .negate, .function, .aggregate, .groupAggregate, .element, .conditional, .cast:
        return !test.operator.hasNeedle
      }
    }
  }
}
