package import CDQIR
package import CDQSyntax

/// A checked condition, with the structure of the text.
package indirect enum TypedPredicate: Hashable, Sendable {
  case constant(Bool)
  case and([TypedPredicate])
  case or([TypedPredicate])
  case not(TypedPredicate)
  case comparison(TypedComparison)
  /// A Bool used as a condition, such as `isCapital`; under a quantifier a collection of Bools.
  case bare(quantifier: QuantifierNode.Kind?, TypedExpression)
}

/// A checked comparison. `form` says what the operator means for the types of its operands.
package struct TypedComparison: Hashable, Sendable {
  /// The meanings of comparison operators: `IN` between two texts differs from `IN` with a collection.
  package enum Form: Hashable, Sendable {
    /// `== != < <= > >=`
    case relation(ComparisonIR.Operator)
    /// `x == NULL`; the right side is the literal.
    case isNull
    /// `x != NULL`; the right side is the literal.
    case isNotNull
    case text(TextMatchIR.Operator)
    /// `"san" IN name`: the left text is a part of the right one.
    case substring
    /// `BETWEEN`; `right` is a list of two bounds, or another collection with two elements.
    case between
    /// `x IN c` and `c CONTAINS x`; `right` is the collection.
    case membership
  }
  package var quantifier: QuantifierNode.Kind?
  package var form: Form
  /// The left operand; under a quantifier a collection whose elements are compared.
  package var left: TypedExpression
  package var right: TypedExpression
  package var options: TextOptions
  package var span: SourceSpan
}
