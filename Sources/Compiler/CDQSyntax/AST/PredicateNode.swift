/// The predicate after `where`: a node that is true or false for an object.
///
/// Parentheses have no node of their own; `isParenthesized` of the node inside records them where they matter.
package indirect enum PredicateNode: Hashable, Sendable {
  /// `TRUEPREDICATE`, `FALSEPREDICATE`
  case constant(ConstantPredicate)
  /// `a == 1 AND b == 2 AND c == 3`, n-ary
  case compound(CompoundPredicate)
  /// `NOT a == 1`
  case not(NotPredicate)
  /// `ANY cities.name BEGINSWITH[c] $prefix`
  case comparison(ComparisonPredicate)
  /// `isCapital`, `ANY cities.isCapital`: a key path alone, which must be a Bool (cdq only, not in strict mode)
  case bare(BarePredicate)
  /// Text that could not be parsed; an error has been reported for it.
  case invalid(SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .constant(let node): node.span
    case .compound(let node): node.span
    case .not(let node): node.span
    case .comparison(let node): node.span
    case .bare(let node): node.span
    case .invalid(let span): span
    }
  }
}

package struct ConstantPredicate: Hashable, Sendable {
  package var value: Bool
  package var span: SourceSpan

  package init(_ value: Bool, _ span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

/// Predicates joined by AND or by OR. Invariant: at least two operands.
package struct CompoundPredicate: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case and = "AND"
    case or = "OR"
  }
  package var kind: Kind
  package var operands: [PredicateNode]
  package var isParenthesized: Bool
  package var span: SourceSpan

  package init(_ kind: Kind, _ operands: [PredicateNode], isParenthesized: Bool = false, span: SourceSpan) {
    self.kind = kind
    self.operands = operands
    self.isParenthesized = isParenthesized
    self.span = span
  }
}

package struct NotPredicate: Hashable, Sendable {
  package var operand: PredicateNode
  package var span: SourceSpan

  package init(_ operand: PredicateNode, span: SourceSpan) {
    self.operand = operand
    self.span = span
  }
}

/// The quantifier before a comparison, which makes the comparison apply to the elements of a collection.
package struct QuantifierNode: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
  }
  package var kind: Kind
  package var span: SourceSpan

  package init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }
}

/// The options `[cd]` after an operator or a sort key.
package struct OptionsNode: Hashable, Sendable {
  package var caseInsensitive: Bool
  package var diacriticInsensitive: Bool
  /// `[n]`: accepted for compatibility with Apple's language; it has no effect.
  package var normalized: Bool
  package var localeSensitive: Bool
  package var span: SourceSpan

  package init(
    caseInsensitive: Bool, diacriticInsensitive: Bool, normalized: Bool, localeSensitive: Bool, span: SourceSpan
  ) {
    self.caseInsensitive = caseInsensitive
    self.diacriticInsensitive = diacriticInsensitive
    self.normalized = normalized
    self.localeSensitive = localeSensitive
    self.span = span
  }
}

package struct ComparisonPredicate: Hashable, Sendable {
  package var quantifier: QuantifierNode?
  package var left: ExpressionNode
  package var `operator`: ComparisonOperator
  package var operatorSpan: SourceSpan
  package var options: OptionsNode?
  package var right: ExpressionNode
  /// `isKindOfClass:` when the operator is `.selector`; else nil.
  package var selector: String?
  package var span: SourceSpan

  package init(
    quantifier: QuantifierNode?, left: ExpressionNode, operator: ComparisonOperator, operatorSpan: SourceSpan,
    options: OptionsNode?, right: ExpressionNode, selector: String? = nil, span: SourceSpan
  ) {
    self.quantifier = quantifier
    self.left = left
    self.operator = `operator`
    self.operatorSpan = operatorSpan
    self.options = options
    self.right = right
    self.selector = selector
    self.span = span
  }
}

package struct BarePredicate: Hashable, Sendable {
  package var quantifier: QuantifierNode?
  /// Always a path or a variable.
  package var expression: ExpressionNode
  package var span: SourceSpan

  package init(quantifier: QuantifierNode?, expression: ExpressionNode, span: SourceSpan) {
    self.quantifier = quantifier
    self.expression = expression
    self.span = span
  }
}
