/// A Swift statement: `return 0` is `.return(.integer(0))`.
package indirect enum SwiftStatement: Hashable, Sendable {
  /// `let name: Type = value`
  case `let`(String, SwiftType?, SwiftExpression)
  /// `var name: Type = value`
  case `var`(String, SwiftType, SwiftExpression)
  /// `let (first, second) = value`
  case destructure([String], SwiftExpression)
  /// `target operator value` with the operator `=`, `+=` and the like.
  case assign(SwiftExpression, String, SwiftExpression)
  case expression(SwiftExpression)
  case `if`([SwiftCondition], then: [SwiftStatement], else: [SwiftStatement])
  case `guard`([SwiftCondition], else: [SwiftStatement])
  case `for`(label: String?, String, in: SwiftExpression, [SwiftStatement])
  case `switch`(SwiftExpression, [SwiftCase])
  case `return`(SwiftExpression?)
  case `throw`(SwiftExpression)
  case `break`(String?)
  case `continue`(String?)
  /// `// text`
  case comment(String)
  /// `#sourceLocation(file:line:)`; `endSourceLocation` ends its effect.
  case sourceLocation(file: String, line: Int)
  case endSourceLocation
}

/// A condition of an `if` or `guard`, which may have several, separated by commas.
package enum SwiftCondition: Hashable, Sendable {
  case holds(SwiftExpression)
  /// `let name = value` for an optional value.
  case unwrap(String, SwiftExpression)
  /// `case pattern = value`, with the pattern as Swift text.
  case match(String, SwiftExpression)
}

/// A case of a `switch`.
package struct SwiftCase: Hashable, Sendable {
  /// The pattern as Swift text; nil for `default`.
  package var pattern: String?
  package var body: [SwiftStatement]

  package init(_ pattern: String?, _ body: [SwiftStatement]) {
    self.pattern = pattern
    self.body = body
  }
}
