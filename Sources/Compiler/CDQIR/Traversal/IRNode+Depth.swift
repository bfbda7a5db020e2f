extension IRNode {
  /// Whether nodes are nested in this one more deeply than a number of levels.
  package func isNested(deeperThan levels: Int) -> Bool {
    var level = [self]
    for _ in 0..<levels {
      level = level.flatMap(\.children)
      if level.isEmpty { return false }
    }
    return true
  }
}
