package import CDQIR
package import CDQSyntax

/// A checked value: what it is, its type and where it was written.
package struct TypedExpression: Hashable, Sendable {
  package var kind: Kind
  package var type: OptionalType
  package var span: SourceSpan

  init(_ kind: Kind, _ type: OptionalType, _ span: SourceSpan) {
    self.kind = kind
    self.type = type
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    case literal(Value)
    /// Index into the query's parameters.
    case parameter(Int)
    /// A variable (0 is the object under test, `PathIR.variable(ofParameter:)` the object of a parameter) and steps; a
    /// collection when a step is to-many.
    case path(variable: Int, [StepIR])
    case aggregate([TypedExpression])
    case arithmetic([ArithmeticIR.Operator], [TypedExpression])
    case negate(TypedExpression)
    case function(FunctionIR.Function, [TypedExpression])
    /// One value out of a collection.
    case reduce(AggregateFunction, TypedExpression)
    /// One value out of the rows of a group.
    case reduceGroup(AggregateFunction, isDistinct: Bool, TypedExpression?)
    case first(TypedExpression)
    case last(TypedExpression)
    case element(TypedExpression, at: TypedExpression)
    case subquery(TypedExpression, VariableIR, TypedPredicate)
    /// A value, or the elements of a collection, for each element of a collection.
    case map(TypedExpression, VariableIR, TypedExpression)
    case set(CollectionIR.SetOperator, TypedExpression, TypedExpression)
    case distinct(TypedExpression)
    case mode(TypedExpression)
    case conditional(TypedPredicate, TypedExpression, TypedExpression)
    case cast(TypedExpression)
  }

  /// The parameter that this is, or from whose object it is a path.
  var parameter: Int? {
    switch kind {
    case .parameter(let index): index
    case .path(let variable, let steps): PathIR(variable: variable, steps: steps, type: type).parameter
    case .literal, .aggregate, .arithmetic, .negate, .function, .reduce, .reduceGroup, .first, .last, .element,
      .subquery, .map, .set, .distinct, .mode, .conditional, .cast:
      nil
    }
  }

  /// The type of one element when this is a collection.
  package var elementType: ValueType? { type.base.element }

  /// True for `NULL`.
  package var isNullLiteral: Bool {
    if case .literal(.null) = kind { true } else { false }
  }

  /// The value when this is a literal.
  package var literalValue: Value? {
    if case .literal(let value) = kind { value } else { nil }
  }
}
