/// A checked `mapping` declaration with all mappings that it uses: how JSON of a remote service becomes objects. Like
/// `QueryIR`, it is inert data.
public struct MappingIR: Hashable, Sendable {
  /// The version this library writes. A reader refuses a newer one.
  public static let currentVersion = 1

  /// The format version of this value.
  public var version: Int
  /// The rule of the mapping itself, then those that it reaches through `using`, each once.
  public var rules: [MappingRuleIR]
  /// The parameters that a caller passes values for, such as `$list`, in the order of first use.
  public var parameters: [ParameterIR]

  /// A mapping of the current version.
  ///
  /// - Parameter rules: the mapping's own rule first.
  public init(rules: [MappingRuleIR], parameters: [ParameterIR] = []) {
    version = MappingIR.currentVersion
    self.rules = rules
    self.parameters = parameters
  }
}

/// One `mapping` declaration. A property without a field is read from its own key, as in data files.
public struct MappingRuleIR: Hashable, Sendable {
  /// The name of the declaration, such as `RemoteTask`.
  public var name: String
  /// The entity of the objects, or the common ancestor of the entities in `choice`.
  public var entity: String
  /// The path from a response to its records, such as `data.tasks`; unused for nested records.
  public var root: [JSONStep]
  /// How a record names its entity; nil when every record becomes an `entity`.
  public var choice: EntityChoiceIR?
  /// The properties that the declaration lists, each with its source.
  public var fields: [FieldIR]
  /// `where`: a condition on the attributes that a record would give its object; other records are skipped. nil keeps
  /// all.
  public var filter: QueryIR?
  /// `scope`: the objects that a complete response contains. Those of them that are missing from the response are
  /// deleted; nil deletes none.
  public var scope: QueryIR?

  /// A rule of the given parts.
  public init(
    name: String, entity: String, root: [JSONStep] = [], choice: EntityChoiceIR? = nil, fields: [FieldIR] = [],
    filter: QueryIR? = nil, scope: QueryIR? = nil
  ) {
    self.name = name
    self.entity = entity
    self.root = root
    self.choice = choice
    self.fields = fields
    self.filter = filter
    self.scope = scope
  }
}

/// `@entity = type as { "task": Task, "bug": Bug }`: the value at a path decides the entity of a record.
public struct EntityChoiceIR: Hashable, Sendable {
  /// A value in the JSON and the entity of the records that have it.
  public struct Case: Hashable, Sendable {
    /// The value in the JSON: `.string`, `.int`, `.bool` or `.null`.
    public var value: Value
    /// Name of the entity of such records.
    public var entity: String

    /// A case for one value.
    public init(_ value: Value, entity: String) {
      self.value = value
      self.entity = entity
    }
  }
  /// The path from a record to the value that decides, such as `type`.
  public var path: [JSONStep]
  /// The known values with their entities.
  public var cases: [Case]

  /// A choice by the value at a path.
  public init(path: [JSONStep], cases: [Case]) {
    self.path = path
    self.cases = cases
  }
}

/// One line of a mapping: `title = text.plain`.
public struct FieldIR: Hashable, Sendable {
  /// Name of the attribute or relationship on the left.
  public var property: String
  /// The source of its value, on the right.
  public var source: FieldSourceIR

  /// A property and its source.
  public init(_ property: String, _ source: FieldSourceIR) {
    self.property = property
    self.source = source
  }
}

/// The source of a property's value.
public enum FieldSourceIR: Hashable, Sendable {
  /// `title = text.plain`: the value at a path in the record, converted by the transform, or read as in data files
  /// without one.
  case json([JSONStep], TransformIR?)
  /// `comments = comments using RemoteComment`: records at a path, mapped by the rule of that name.
  case nested([JSONStep], rule: String)
  /// `position = @index`: the 0-based number of the record in the response, plus the offset of the page.
  case index
  /// `list = $list`: the argument of that name.
  case parameter(String)
  /// `comments = Comment where referenceId == $id`: the objects that a query finds once all records are stored. Its
  /// parameters are attributes of the owner with these names, or arguments.
  case objects(QueryIR)
}

/// How a JSON value is converted to the value of an attribute: the part after `as`.
public enum TransformIR: Hashable, Sendable {
  /// `as date("yyyy-MM-dd HH:mm:ss")`: a string in the format of a `DatePattern`.
  case date(String)
  /// `as seconds`: a number of seconds since 1970.
  case seconds
  /// `as milliseconds`: a number of milliseconds since 1970.
  case milliseconds
  /// `as { "open": .active, "done": .completed }`: a table; a record with another value is refused.
  case table([TableEntry])
  /// `as name`: a Swift function that the caller passes under this name.
  case named(String)

  /// One entry of a table, such as `"open": .active`.
  public struct TableEntry: Hashable, Sendable {
    /// The value in the JSON: `.string`, `.int`, `.bool` or `.null`.
    public var json: Value
    /// The value of the attribute.
    public var value: Value

    /// An entry that replaces a value in the JSON by one of the attribute.
    public init(_ json: Value, _ value: Value) {
      self.json = json
      self.value = value
    }
  }
}
