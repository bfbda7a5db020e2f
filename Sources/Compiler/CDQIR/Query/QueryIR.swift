/// A checked and lowered query: inert data that any engine can run and any back end can translate.
///
/// It needs neither the source text nor name lookup: paths are resolved, types are known, syntactic sugar is gone.
public struct QueryIR: Hashable, Sendable {
  /// The version this library writes. A reader refuses a newer one.
  public static let currentVersion = 1

  /// The format version of this value.
  public var version: Int
  /// The entity whose objects are tested; each is variable 0.
  public var entity: String
  /// Whether objects of sub-entities are tested too; false with `only`.
  public var includesSubentities: Bool
  /// The kind of result: all objects, one, their number, ….
  public var cardinality: Cardinality
  /// Parameters in the order of their first use, or as declared.
  public var parameters: [ParameterIR]
  /// The condition that selects objects; `.constant(true)` without `where`.
  public var predicate: PredicateIR
  /// How the result is ordered; without keys in insertion order.
  public var sort: SortIR
  /// The greatest number of results; nil for no limit.
  public var limit: CountIR?
  /// How many results are kept of each combination of keys, before `limit` and `offset` count; nil without `per`.
  public var limitPerKey: KeyLimitIR?
  /// The number of results that are skipped first; nil for none.
  public var offset: CountIR?
  /// The columns and groups of `select` and `group by`; nil when the results are the objects themselves.
  public var projection: ProjectionIR?
  /// The new values of an `update`; empty in other queries.
  public var assignments: [AssignmentIR]

  /// A query of the given parts.
  public init(
    entity: String, includesSubentities: Bool = true, cardinality: Cardinality = .many,
    parameters: [ParameterIR] = [], predicate: PredicateIR = .constant(true), sort: SortIR = .keys([]),
    limit: CountIR? = nil, limitPerKey: KeyLimitIR? = nil, offset: CountIR? = nil, projection: ProjectionIR? = nil,
    assignments: [AssignmentIR] = []
  ) {
    version = QueryIR.currentVersion
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.cardinality = cardinality
    self.parameters = parameters
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.limitPerKey = limitPerKey
    self.offset = offset
    self.projection = projection
    self.assignments = assignments
  }

  /// The kind of result of a query. The raw value is the first word of its text, except for `many`, which has no word.
  public enum Cardinality: String, Hashable, Sendable, Codable, CaseIterable {
    /// All results, in order.
    case many
    /// The first result, or nothing.
    case first
    /// The only result; it is an error when there is none or more than one.
    case one
    /// The number of results, within `limit` and `offset`.
    case count
    /// Whether there is a result.
    case exists
    /// The number of results, which are deleted.
    case delete
    /// The number of results, which get new values.
    case update

    /// Whether running such a query changes objects.
    public var changesObjects: Bool { self == .delete || self == .update }
  }
}

/// A parameter: a value that the caller passes for `$name`.
public struct ParameterIR: Hashable, Sendable {
  /// The name without the `$`.
  public var name: String
  /// The type of the value, optional when nil is accepted. A list has a collection type.
  public var type: OptionalType
  /// Whether it is written `$name?`: the conditions that use it disappear when the caller omits it.
  public var isOmittable: Bool
  /// The number of elements that a list must have: 2 for `BETWEEN $range`; nil when any number will do.
  public var size: Int?

  /// Whether a caller may pass nil: the type allows it, or a call may omit the parameter.
  package var mayBeNil: Bool { type.isOptional || isOmittable }

  /// A parameter of the given type.
  public init(name: String, type: OptionalType, isOmittable: Bool = false, size: Int? = nil) {
    self.name = name
    self.type = type
    self.isOmittable = isOmittable
    self.size = size
  }
}

/// The number of a `limit` or `offset`.
public enum CountIR: Hashable, Sendable {
  /// A number in the text. Invariant: not negative.
  case constant(Int)
  /// `limit $n`: the index of an integer parameter.
  case parameter(Int)
}

/// `limit 3 per country`: the first results, in the order of the query, of each combination of keys.
public struct KeyLimitIR: Hashable, Sendable {
  /// The greatest number of results with the same keys.
  public var count: CountIR
  /// The values of an object that are compared, as `group by` compares them. Invariant: not empty.
  public var keys: [ExpressionIR]

  /// A limit of the given number for each combination of keys.
  public init(_ count: CountIR, per keys: [ExpressionIR]) {
    self.count = count
    self.keys = keys
  }
}

/// How a result is ordered.
public enum SortIR: Hashable, Sendable {
  /// By these keys, the most significant first; equal results keep insertion order.
  case keys([SortKeyIR])
  /// `sort $order in (name, population desc)`: by the one of these keys whose `SortKeyIR.name` is the value of the
  /// parameter.
  case choice(parameter: Int, keys: [SortKeyIR])
}

/// One sort key, such as `country.name [c] desc nulls last`.
public struct SortKeyIR: Hashable, Sendable {
  /// The name that a caller chooses it by in a dynamic sort: the path as written, such as `country.name`.
  public var name: String
  /// The value of an object that is compared.
  public var expression: ExpressionIR
  /// How strings are compared, such as `[c]`; empty for other types.
  public var options: TextOptions
  /// Whether the order is from high to low.
  public var isDescending: Bool
  /// Whether nil comes first. Without `nulls first` or `nulls last` it does in an ascending order and does not in a
  /// descending one.
  public var nullsFirst: Bool

  /// A sort key of the given parts.
  public init(
    name: String, expression: ExpressionIR, options: TextOptions = [], isDescending: Bool = false, nullsFirst: Bool
  ) {
    self.name = name
    self.expression = expression
    self.options = options
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}

/// The clauses `group by`, `having` and `select` of a query.
public struct ProjectionIR: Hashable, Sendable {
  /// The grouping keys, which are equal for all rows of a group; empty without `group by`.
  public var grouping: [ExpressionIR]
  /// Whether rows are grouped: by `group by`, or by a `select` with aggregates, which puts all rows into one group.
  public var isGrouped: Bool
  /// The condition that selects groups; nil without `having`.
  public var having: PredicateIR?
  /// The values among the columns of the result, in the order of `select`.
  public var items: [Item]
  /// The columns with rows of related objects, in the order of `select`.
  public var shapes: [ShapeIR]
  /// Whether equal rows of the result appear once: `select distinct`.
  public var isDistinct: Bool

  /// A projection of the given parts.
  public init(
    grouping: [ExpressionIR] = [], isGrouped: Bool, having: PredicateIR? = nil, items: [Item], shapes: [ShapeIR] = [],
    isDistinct: Bool = false
  ) {
    self.grouping = grouping
    self.isGrouped = isGrouped
    self.having = having
    self.items = items
    self.shapes = shapes
    self.isDistinct = isDistinct
  }

  /// One column of the result, such as `altitude / 10 as tens`.
  public struct Item: Hashable, Sendable {
    /// The name of the column: the word after `as`, or the last step of a path.
    public var name: String
    /// The value in this column of a row.
    public var expression: ExpressionIR
    /// The type of the value.
    public var type: OptionalType

    /// A column of the given name and value.
    public init(name: String, expression: ExpressionIR, type: OptionalType) {
      self.name = name
      self.expression = expression
      self.type = type
    }
  }
}

extension ProjectionIR {
  /// The roots of its keys, its condition and its columns, those of shapes included. In a shape, variable 0 is a related
  /// object.
  package var nodes: [IRNode] {
    grouping.map { .expression($0) } + (having.map { [.predicate($0)] } ?? []) + items.map { .expression($0.expression) }
      + shapes.flatMap(\.nodes)
  }
}

extension QueryIR {
  /// The roots of all conditions and values of the query.
  package var nodes: [IRNode] {
    var result: [IRNode] = [.predicate(predicate)]
    result += assignments.map { .expression($0.value) }
    switch sort {
    case .keys(let keys), .choice(_, let keys): result += keys.map { .expression($0.expression) }
    }
    return result + (projection?.nodes ?? []) + (limitPerKey?.keys ?? []).map { .expression($0) }
  }

  /// The query without the conditions and new values whose parameters have no argument; a condition that consists of
  /// them is true.
  package func removing(absent: Set<Int>) -> QueryIR {
    var result = self
    result.predicate = predicate.removing(absent: absent) ?? .constant(true)
    result.assignments = assignments.filter { $0.value.parameters.isDisjoint(with: absent) }
    if let condition = projection?.having { result.projection?.having = condition.removing(absent: absent) }
    result.projection?.removeFromShapes(absent)
    return result
  }
}

extension ProjectionIR {
  fileprivate mutating func removeFromShapes(_ absent: Set<Int>) {
    for index in shapes.indices {
      shapes[index].predicate = shapes[index].predicate.removing(absent: absent) ?? .constant(true)
      shapes[index].projection.removeFromShapes(absent)
    }
  }
}
