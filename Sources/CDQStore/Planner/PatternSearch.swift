import CDQIR

extension PredicateIR {
  /// Whether the predicate has a `LIKE` or `MATCHES` whose pattern is neither a literal nor a parameter, as in
  /// `name LIKE code`. Such a pattern may come from the rows, some of which may have a malformed one.
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
