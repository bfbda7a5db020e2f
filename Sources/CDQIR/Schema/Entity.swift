/// A kind of object: its properties, its parent, what is unique and what is indexed.
public struct Entity: Hashable, Sendable {
  /// The name queries use.
  public var name: String
  /// Name of the entity it inherits from.
  public var parent: String?
  /// Whether only sub-entities have objects.
  public var isAbstract: Bool
  /// Own properties in declaration order, without inherited ones.
  public var properties: [Property]
  /// Names of attributes whose values together are unique; single ones come from `@unique`.
  public var uniquenessConstraints: [[String]]
  /// Indexes, single ones from `@index` included.
  public var indexes: [Index]
  /// The name it had in an earlier version (`@renamed(from:)`, Core Data's renaming identifier).
  public var renamedFrom: String?
  /// The class a Core Data model names for it; nil when it is the entity's name.
  public var className: String?
  /// Documentation comment, without its `///`.
  public var documentation: String?
  /// Core Data's user info.
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

  /// The own property of that name.
  public func property(named name: String) -> Property? {
    properties.first { $0.name == name }
  }

  /// An index over one or several attributes.
  public struct Index: Hashable, Sendable {
    /// One attribute of an index.
    public struct Key: Hashable, Sendable {
      /// The attribute's name.
      public var attribute: String
      /// Whether the index runs from high to low.
      public var isDescending: Bool

      /// An attribute of an index.
      public init(_ attribute: String, isDescending: Bool = false) {
        self.attribute = attribute
        self.isDescending = isDescending
      }
    }
    /// The name a Core Data model gives it.
    public var name: String?
    /// The attributes, most significant first.
    public var keys: [Key]

    /// An index over the given attributes.
    public init(name: String? = nil, keys: [Key]) {
      self.name = name
      self.keys = keys
    }
  }
}

/// A member of an entity.
public enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)

  /// The name queries use.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The type a key path step to it has; a relationship to many is a collection of objects.
  public var type: OptionalType {
    switch self {
    case .attribute(let attribute): attribute.optionalType
    case .relationship(let relationship): relationship.type
    }
  }

  /// The key data files use for it.
  public var jsonKey: String {
    switch self {
    case .attribute(let attribute): attribute.jsonKey ?? attribute.name
    case .relationship(let relationship): relationship.jsonKey ?? relationship.name
    }
  }
}

/// An enum of the schema, whose cases stand for raw values.
public struct Enumeration: Hashable, Sendable {
  /// One case.
  public struct Case: Hashable, Sendable {
    /// The name used after the dot.
    public var name: String
    /// `.string` or `.int`, as the raw type says.
    public var rawValue: Value
    /// Documentation comment, without its `///`.
    public var documentation: String?

    /// A case and its raw value.
    public init(name: String, rawValue: Value, documentation: String? = nil) {
      self.name = name
      self.rawValue = rawValue
      self.documentation = documentation
    }
  }
  /// The name used as a type.
  public var name: String
  /// `String` or an integer type.
  public var rawType: ValueType
  /// Cases in declaration order.
  public var cases: [Case]
  /// Documentation comment, without its `///`.
  public var documentation: String?

  /// An enum of the given parts.
  public init(name: String, rawType: ValueType, cases: [Case], documentation: String? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.documentation = documentation
  }
}
