import CDQIR

extension PredicateIR {
  /// Whether the predicate has a `LIKE` or `MATCHES` whose pattern is not known to be the same for all rows, as in
  /// `name LIKE code`. Such a pattern may come from the rows, some of which may have a malformed one.
  var hasPatternOfRows: Bool {
    IRNode.predicate(self).contains { node in
      guard case .predicate(.text(let test)) = node else { return false }
      switch test.pattern {
      case .literal, .parameter: return false
      // A path from a parameter that names an object is the same for all rows.
      case .path(let path): return path.variable >= 0 && !test.operator.hasNeedle
      default:
        return !test.operator.hasNeedle
      }
    }
  }
}
