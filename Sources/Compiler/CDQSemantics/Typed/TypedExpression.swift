package import CDQIR
package import CDQSyntax

/// A checked value with its type and its place in the source.
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
    /// `$name`: an index into the query's parameters.
    case parameter(Int)
    /// A variable and steps from it; a collection when a step is to-many. Variable 0 is the object under test,
    /// `PathIR.variable(ofParameter:)` the object of a parameter.
    case path(variable: Int, [StepIR])
    /// All objects of an entity, as in `Track.@count`.
    case objects(String)
    case aggregate([TypedExpression])
    case arithmetic([ArithmeticIR.Operator], [TypedExpression])
    case negate(TypedExpression)
    case function(FunctionIR.Function, [TypedExpression])
    /// One value computed from a collection, such as `cities.@count`.
    case reduce(AggregateFunction, TypedExpression)
    /// One value computed from the rows of a group, such as `sum(population)`; the argument is nil for `count()`.
    case reduceGroup(AggregateFunction, isDistinct: Bool, TypedExpression?)
    case first(TypedExpression)
    case last(TypedExpression)
    case element(TypedExpression, at: TypedExpression)
    case subquery(TypedExpression, VariableIR, TypedPredicate)
    /// A value for each element of a collection; when it is a collection itself, the results are flattened.
    case map(TypedExpression, VariableIR, TypedExpression)
    case set(CollectionIR.SetOperator, TypedExpression, TypedExpression)
    case distinct(TypedExpression)
    case mode(TypedExpression)
    case conditional(TypedPredicate, TypedExpression, TypedExpression)
    case cast(TypedExpression)
  }

  /// The index of the parameter that this is, or from whose object this path starts; nil otherwise.
  var parameter: Int? {
    switch kind {
    case .parameter(let index): index
    case .path(let variable, let steps): PathIR(variable: variable, steps: steps, type: type).parameter
    default:
      nil
    }
  }

  /// The type of one element when this is a collection; nil otherwise.
  package var elementType: ValueType? { type.base.element }

  /// Whether this is `NULL`.
  package var isNullLiteral: Bool {
    if case .literal(.null) = kind { true } else { false }
  }

  /// The value when this is a literal; nil otherwise.
  package var literalValue: Value? {
    if case .literal(let value) = kind { value } else { nil }
  }
}
