package import CDQIR
package import CDQSyntax

/// A checked condition, still in the shape in which it was written.
package indirect enum TypedPredicate: Hashable, Sendable {
  case constant(Bool)
  case and([TypedPredicate])
  case or([TypedPredicate])
  case not(TypedPredicate)
  case comparison(TypedComparison)
  /// A Bool that stands for itself; under a quantifier the value is a collection of Bool.
  case bare(quantifier: QuantifierNode.Kind?, TypedExpression)
}

/// A comparison whose meaning the checker has settled.
package struct TypedComparison: Hashable, Sendable {
  /// What the operator does to the types that it was given.
  package enum Form: Hashable, Sendable {
    /// `== != < <= > >=`
    case relation(ComparisonIR.Operator)
    /// `x == NULL`; the right side is the literal.
    case isNull
    /// `x != NULL`; the right side is the literal.
    case isNotNull
    case text(TextMatchIR.Operator)
    /// `"san" IN name`: the left text is part of the right one.
    case substring
    /// `right` is a pair of bounds, or a collection value with two elements.
    case between
    /// `right` is the collection.
    case membership
  }
  package var quantifier: QuantifierNode.Kind?
  package var form: Form
  /// Under a quantifier a collection, whose elements are compared.
  package var left: TypedExpression
  package var right: TypedExpression
  package var options: TextOptions
  package var span: SourceSpan
}
