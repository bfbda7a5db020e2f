/// A checked and lowered query: inert data that any engine can run and any back end can translate.
///
/// Nothing in it needs a source text or a name to be looked up by guess: paths are resolved, types are known, sugar is gone.
public struct QueryIR: Hashable, Sendable {
  /// The version this library writes. A reader refuses a newer one.
  public static let currentVersion = 1

  /// Version of the form this value was written in.
  public var version: Int
  /// The entity whose objects are tested; they are variable 0.
  public var entity: String
  /// Whether objects of sub-entities are tested too.
  public var includesSubentities: Bool
  /// What the caller gets.
  public var cardinality: Cardinality
  /// Parameters in the order of their first use, or as declared.
  public var parameters: [ParameterIR]
  /// True for the objects that belong to the result.
  public var predicate: PredicateIR
  /// How the result is ordered; without keys it is in insertion order.
  public var sort: SortIR
  /// Most results.
  public var limit: CountIR?
  /// Results that are skipped first.
  public var offset: CountIR?
  /// What `select` and `group by` make of the objects; nil gives the objects themselves.
  public var projection: ProjectionIR?

  /// A query of the given parts.
  public init(
    entity: String, includesSubentities: Bool = true, cardinality: Cardinality = .many,
    parameters: [ParameterIR] = [], predicate: PredicateIR = .constant(true), sort: SortIR = .keys([]),
    limit: CountIR? = nil, offset: CountIR? = nil, projection: ProjectionIR? = nil
  ) {
    version = QueryIR.currentVersion
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.cardinality = cardinality
    self.parameters = parameters
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.offset = offset
    self.projection = projection
  }

  /// What the caller of a query gets.
  public enum Cardinality: String, Hashable, Sendable, Codable, CaseIterable {
    /// All results.
    case many
    /// The first result, or nothing.
    case first
    /// The only result; none and several are errors.
    case one
    /// How many there are.
    case count
    /// Whether there is any.
    case exists
    /// How many were deleted.
    case delete
  }
}

/// A value the caller gives.
public struct ParameterIR: Hashable, Sendable {
  /// Without the `$`.
  public var name: String
  /// Its type; optional when nil is an accepted value. A list is a collection.
  public var type: OptionalType
  /// Written `$name?`: when absent, the conditions that use it disappear.
  public var isOmittable: Bool
  /// How many elements a list must have, as the two of `BETWEEN $range`; nil when any number will do.
  public var size: Int?

  /// A parameter of the given type.
  public init(name: String, type: OptionalType, isOmittable: Bool = false, size: Int? = nil) {
    self.name = name
    self.type = type
    self.isOmittable = isOmittable
    self.size = size
  }
}

/// A `limit` or `offset`.
public enum CountIR: Hashable, Sendable {
  /// Invariant: not negative.
  case constant(Int)
  /// Index of an integer parameter.
  case parameter(Int)
}

/// How a result is ordered.
public enum SortIR: Hashable, Sendable {
  /// By these keys, most significant first; ties keep insertion order.
  case keys([SortKeyIR])
  /// By the one of these keys that parameter `parameter` names; the names are `SortKeyIR.name`.
  case choice(parameter: Int, keys: [SortKeyIR])
}

/// One sort key.
public struct SortKeyIR: Hashable, Sendable {
  /// What a dynamic sort calls it: the path with dots as written, such as `country.name`.
  public var name: String
  /// What is compared.
  public var expression: ExpressionIR
  /// How strings are compared.
  public var options: TextOptions
  /// From high to low.
  public var isDescending: Bool
  /// Where nil stands; `LANGUAGE.md` §3 decides when the query does not say: first ascending, last descending.
  public var nullsFirst: Bool

  /// A sort key.
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

/// `select` and `group by`.
public struct ProjectionIR: Hashable, Sendable {
  /// What the rows of a group have in common; empty without `group by`.
  public var grouping: [ExpressionIR]
  /// Whether the rows are grouped: with `group by`, or by a `select` of aggregates, which is one group of all rows.
  public var isGrouped: Bool
  /// True for the groups that belong to the result.
  public var having: PredicateIR?
  /// The columns.
  public var items: [Item]
  /// Whether equal rows are given once.
  public var isDistinct: Bool

  /// A projection.
  public init(
    grouping: [ExpressionIR] = [], isGrouped: Bool, having: PredicateIR? = nil, items: [Item], isDistinct: Bool = false
  ) {
    self.grouping = grouping
    self.isGrouped = isGrouped
    self.having = having
    self.items = items
    self.isDistinct = isDistinct
  }

  /// One column of the result.
  public struct Item: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// Its value.
    public var expression: ExpressionIR
    /// Its type.
    public var type: OptionalType

    /// A column.
    public init(name: String, expression: ExpressionIR, type: OptionalType) {
      self.name = name
      self.expression = expression
      self.type = type
    }
  }
}
