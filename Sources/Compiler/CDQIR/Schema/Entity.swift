/// An entity: a type of objects, with its properties, its parent, unique constraints and indexes.
public struct Entity: Hashable, Sendable {
  /// The name that queries use.
  public var name: String
  /// Name of the entity that it inherits from; nil for a root.
  public var parent: String?
  /// Whether only its sub-entities can have objects.
  public var isAbstract: Bool
  /// Its own properties in declaration order, without inherited ones.
  public var properties: [Property]
  /// Lists of attributes whose values together are unique. `@unique` adds a list of one name, `@@unique(a, b)` a list
  /// of several.
  public var uniquenessConstraints: [[String]]
  /// Its indexes, those of one attribute from `@index` included.
  public var indexes: [Index]
  /// The name that it had in an earlier version, from `@renamed(from:)` or Core Data's renaming identifier.
  public var renamedFrom: String?
  /// The class that a Core Data model names for its objects; nil when it is the entity's name.
  public var className: String?
  /// The documentation comment of the declaration, without its `///`.
  public var documentation: String?
  /// The user info of a Core Data model, by key.
  public var userInfo: [String: String]

  /// An entity of the given parts.
  public init(
    name: String, parent: String? = nil, isAbstract: Bool = false, properties: [Property] = [],
    uniquenessConstraints: [[String]] = [], indexes: [Index] = [], renamedFrom: String? = nil,
    className: String? = nil, documentation: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.renamedFrom = renamedFrom
    self.className = className
    self.documentation = documentation
    self.userInfo = userInfo
  }

  /// The entity's own property of that name; nil for an inherited or unknown one.
  public func property(named name: String) -> Property? {
    properties.first { $0.name == name }
  }

  /// An index over one or several attributes.
  public struct Index: Hashable, Sendable {
    /// One attribute of an index.
    public struct Key: Hashable, Sendable {
      /// Name of the attribute.
      public var attribute: String
      /// Whether the index runs from high to low.
      public var isDescending: Bool

      /// An attribute of an index.
      public init(_ attribute: String, isDescending: Bool = false) {
        self.attribute = attribute
        self.isDescending = isDescending
      }
    }
    /// The name in a Core Data model; nil for an index of a `.cdq` schema.
    public var name: String?
    /// The attributes, the most significant first.
    public var keys: [Key]

    /// An index over the given attributes.
    public init(name: String? = nil, keys: [Key]) {
      self.name = name
      self.keys = keys
    }
  }
}

/// A property of an entity: an attribute or a relationship.
public enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)

  /// The name that queries use.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The type of a key path step to it. A to-many relationship is a collection of objects.
  public var type: OptionalType {
    switch self {
    case .attribute(let attribute): attribute.optionalType
    case .relationship(let relationship): relationship.type
    }
  }

  /// The key in data files and JSON: the one of `@json`, else the name.
  public var jsonKey: String {
    switch self {
    case .attribute(let attribute): attribute.jsonKey ?? attribute.name
    case .relationship(let relationship): relationship.jsonKey ?? relationship.name
    }
  }
}

/// An enum of the schema. Queries write its cases, objects hold their raw values.
public struct Enumeration: Hashable, Sendable {
  /// One case of an enum, such as `cold = "Cold"`.
  public struct Case: Hashable, Sendable {
    /// The name that queries write after a dot: `.cold`.
    public var name: String
    /// The raw value: `.string` or `.int`, as the raw type says.
    public var rawValue: Value
    /// The documentation comment of the case, without its `///`.
    public var documentation: String?

    /// A case and its raw value.
    public init(name: String, rawValue: Value, documentation: String? = nil) {
      self.name = name
      self.rawValue = rawValue
      self.documentation = documentation
    }
  }
  /// The name that attributes use as their type.
  public var name: String
  /// The type of the raw values: `String` or an integer type.
  public var rawType: ValueType
  /// The cases in declaration order.
  public var cases: [Case]
  /// The documentation comment of the declaration, without its `///`.
  public var documentation: String?

  /// An enum of the given parts.
  public init(name: String, rawType: ValueType, cases: [Case], documentation: String? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.documentation = documentation
  }
}
