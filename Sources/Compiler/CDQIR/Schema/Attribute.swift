/// An attribute of an entity: a stored or computed value of each object.
public struct Attribute: Hashable, Sendable {
  /// The name that queries use.
  public var name: String
  /// The type without its optionality.
  public var type: ValueType
  /// Whether a value may be nil.
  public var isOptional: Bool
  /// The value of a new object; `.null` without a default.
  public var defaultValue: Value
  /// Whether the value is not stored, so that queries on a store cannot read it.
  public var isTransient: Bool
  /// The expression from which Core Data computes the value; nil for an attribute that is not derived.
  public var derivation: String?
  /// The values that are allowed, beyond the type: `@range(0...10)`, `@length(1...50)`, `@matches("[a-z]+")`.
  public var constraints: [Constraint]
  /// The name that it had in an earlier version of the schema; nil when it was not renamed.
  public var renamedFrom: String?
  /// The key in data files and JSON, from `@json`; nil when it is the name.
  public var jsonKey: String?
  /// The documentation comment of the declaration, without its `///`.
  public var documentation: String?
  /// Whether the class that Core Data generates uses a scalar type for it; nil for the default, `isUsuallyScalar`.
  public var usesScalarType: Bool?
  /// The class that a Core Data model names for the values of an opaque attribute.
  public var className: String?
  /// The user info of a Core Data model, by key.
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

  /// Whether a Core Data class uses a scalar type by default: for required numbers and Bools.
  public var isUsuallyScalar: Bool {
    !isOptional && (type == .bool || type.isInteger || type == .float || type == .double)
  }

  /// A limit on an attribute's values. nil is allowed where the attribute is optional.
  public enum Constraint: Hashable, Sendable {
    /// The smallest and the largest value, inclusive; `.null` for an open end.
    case range(Value, Value)
    /// The smallest and the largest number of UTF-16 units; nil for an open end.
    case length(Int?, Int?)
    /// An ICU regular expression that the whole text has to match.
    case matches(String)
  }
}
