/// A node that yields several values. Quantifiers, aggregates and membership tests range over them.
public indirect enum CollectionIR: Hashable, Sendable {
  /// The leaves of a path through at least one to-many or scalar collection, such as `cities.country.name`, flattened
  /// in order. A leaf after a nil to-one step is a nil element; a nil scalar collection has no elements.
  case path(PathIR)
  /// `Track` in `Track.@count`: all objects of an entity and its sub-entities, in insertion order.
  case objects(String)
  /// `{1, $x, 3}`: the given elements and their type.
  case literal([ExpressionIR], element: ValueType)
  /// `$ids` in `id IN $ids`: the index of a list parameter and the type of its elements.
  case parameter(Int, element: ValueType)
  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate holds.
  case filter(CollectionIR, VariableIR, PredicateIR)
  /// The value of an expression for each element: the names of the elements in `SUBQUERY(…).name`.
  case map(CollectionIR, VariableIR, ExpressionIR)
  /// The elements of a collection that depends on each element, flattened: `SUBQUERY(…).cities`.
  case flatMap(CollectionIR, VariableIR, CollectionIR)
  /// The distinct elements without nil, in order of first appearance: `@distinctUnionOfObjects`, `distinct:(…)`.
  case distinct(CollectionIR)
  /// `a UNION b`, `a INTERSECT b`, `a MINUS b`: distinct elements in order of first appearance.
  case set(SetOperator, CollectionIR, CollectionIR)
  /// `mode:(…)`: the most frequent elements, in order of first appearance.
  case mode(CollectionIR)

  /// The set operations of NSExpression.
  public enum SetOperator: String, Hashable, Sendable, Codable, CaseIterable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The type of one element, such as `Int64` for `{1, 2}`.
  public var elementType: ValueType {
    switch self {
    case .path(let path): return path.type.base
    case .objects(let entity): return .object(entity)
    case .literal(_, let element), .parameter(_, let element): return element
    case .filter(let source, _, _), .distinct(let source), .mode(let source): return source.elementType
    case .map(_, _, let value): return value.type
    case .flatMap(_, _, let inner): return inner.elementType
    case .set(let operation, let left, let right):
      // Each side is asked only once; otherwise the number of calls would double with each set operator of a chain.
      let type = left.elementType
      if type != .null, operation != .union { return type }
      let other = right.elementType
      return type == .null ? other : type.number(with: other) ?? type
    }
  }
}
