/// A stored or computed value of an object.
public struct Attribute: Hashable, Sendable {
  /// The name queries use.
  public var name: String
  /// The type without its optionality.
  public var type: ValueType
  /// Whether it may be nil.
  public var isOptional: Bool
  /// What a new object has; `.null` when nothing is said.
  public var defaultValue: Value
  /// Not stored: queries on a store cannot see it.
  public var isTransient: Bool
  /// Core Data computes it from `derivation`.
  public var derivation: String?
  /// What values are allowed beyond the type.
  public var constraints: [Constraint]
  /// The name it had in an earlier version.
  public var renamedFrom: String?
  /// The key data files use; nil when it is the name.
  public var jsonKey: String?
  /// Documentation comment, without its `///`.
  public var documentation: String?
  /// Whether Core Data's generated class uses a scalar for it; nil for the usual (`isUsuallyScalar`).
  public var usesScalarType: Bool?
  /// The class a Core Data model names for the values of an opaque attribute.
  public var className: String?
  /// Core Data's user info.
  public var userInfo: [String: String]

  /// An attribute of the given parts.
  public init(
    name: String, type: ValueType, isOptional: Bool = false, defaultValue: Value = .null, isTransient: Bool = false,
    derivation: String? = nil, constraints: [Constraint] = [], renamedFrom: String? = nil, jsonKey: String? = nil,
    documentation: String? = nil, usesScalarType: Bool? = nil, className: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.isTransient = isTransient
    self.derivation = derivation
    self.constraints = constraints
    self.renamedFrom = renamedFrom
    self.jsonKey = jsonKey
    self.documentation = documentation
    self.usesScalarType = usesScalarType
    self.className = className
    self.userInfo = userInfo
  }

  /// The type with its optionality.
  public var optionalType: OptionalType { OptionalType(type, isOptional: isOptional) }

  /// Whether a Core Data class uses a scalar where nothing is said: for required numbers and Bools.
  public var isUsuallyScalar: Bool {
    !isOptional && (type == .bool || type.isInteger || type == .float || type == .double)
  }

  /// A bound on an attribute's values.
  public enum Constraint: Hashable, Sendable {
    /// Smallest and largest value, inclusive; `.null` for an open end.
    case range(Value, Value)
    /// Fewest and most UTF-16 units; nil for an open end.
    case length(Int?, Int?)
    /// An ICU regular expression the whole text matches.
    case matches(String)
  }
}
