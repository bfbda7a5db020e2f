import CDQSyntax

extension Printer {
  /// Prints the keys of `limit 1 per country, (year(founded))`; those that are no paths stand in parentheses.
  func limitKeys(_ keys: [ExpressionNode]) {
    word("per")
    var isFirst = true
    for key in keys {
      if !isFirst { attached(",") }
      isFirst = false
      if case .path = key { expression(key) } else { parenthesized(key) }
    }
  }
}
