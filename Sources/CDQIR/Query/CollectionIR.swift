/// Several values: what quantifiers, aggregates and membership range over.
public indirect enum CollectionIR: Hashable, Sendable {
  /// The leaves of a path through at least one to-many or scalar collection, flattened in order. A leaf that cannot be
  /// reached because a to-one step is nil is a nil element; a nil scalar collection has no elements.
  case path(PathIR)
  case literal([ExpressionIR], element: ValueType)
  /// Index of a list parameter, and the type of its elements.
  case parameter(Int, element: ValueType)
  /// `SUBQUERY(collection, $variable, predicate)`
  case filter(CollectionIR, VariableIR, PredicateIR)
  /// The value of an expression for each element.
  case map(CollectionIR, VariableIR, ExpressionIR)
  /// The elements of a collection of each element, flattened.
  case flatMap(CollectionIR, VariableIR, CollectionIR)
  /// Distinct elements, nil dropped, in order of first appearance.
  case distinct(CollectionIR)
  /// Set operations give distinct elements in order of first appearance.
  case set(SetOperator, CollectionIR, CollectionIR)
  /// The most frequent elements, in order of first appearance.
  case mode(CollectionIR)

  /// The set operations of NSExpression.
  public enum SetOperator: String, Hashable, Sendable, Codable, CaseIterable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The type of one element.
  public var elementType: ValueType {
    switch self {
    case .path(let path): return path.type.base
    case .literal(_, let element), .parameter(_, let element): return element
    case .filter(let source, _, _), .distinct(let source), .mode(let source): return source.elementType
    case .map(_, _, let value): return value.type
    case .flatMap(_, _, let inner): return inner.elementType
    case .set(_, let left, let right):
      // Asked once: in a chain of set operators each level would ask twice.
      let type = left.elementType
      return type == .null ? right.elementType : type
    }
  }
}
