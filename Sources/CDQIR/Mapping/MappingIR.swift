/// A checked `mapping` declaration with those it uses: how JSON of a remote service becomes objects. Inert data, as
/// `QueryIR` is.
public struct MappingIR: Hashable, Sendable {
  /// The version this library writes. A reader refuses a newer one.
  public static let currentVersion = 1

  /// Version of the form this value was written in.
  public var version: Int
  /// The mapping itself first, then those that it reaches with `using`, each once.
  public var rules: [MappingRuleIR]
  /// What the caller gives, in the order of first use.
  public var parameters: [ParameterIR]

  /// A mapping of the given parts; the first rule is its own.
  public init(rules: [MappingRuleIR], parameters: [ParameterIR] = []) {
    version = MappingIR.currentVersion
    self.rules = rules
    self.parameters = parameters
  }
}

/// What one `mapping` declaration says. A property that no field gives is read from its own key, as data files are.
public struct MappingRuleIR: Hashable, Sendable {
  /// The declaration's name.
  public var name: String
  /// The entity whose objects are made, or the common ancestor of those that `choice` names.
  public var entity: String
  /// The way from a response to its records; not used for nested records.
  public var root: [JSONStep]
  /// How a record says of which entity it is; nil when all are of `entity`.
  public var choice: EntityChoiceIR?
  /// Where properties come from.
  public var fields: [FieldIR]
  /// Which records are kept, over the attributes that the record would give an object.
  public var filter: QueryIR?
  /// Which objects a whole response has; those that are not in it are deleted.
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

/// `@entity = type as { "task": Task, "bug": Bug }`
public struct EntityChoiceIR: Hashable, Sendable {
  /// One value and its entity.
  public struct Case: Hashable, Sendable {
    /// `.string`, `.int` or `.bool`.
    public var value: Value
    /// Name of the entity.
    public var entity: String

    /// A value and its entity.
    public init(_ value: Value, entity: String) {
      self.value = value
      self.entity = entity
    }
  }
  /// The way from a record to the value that decides.
  public var path: [JSONStep]
  /// Values and their entities.
  public var cases: [Case]

  /// A choice by the value at a path.
  public init(path: [JSONStep], cases: [Case]) {
    self.path = path
    self.cases = cases
  }
}

/// Where one property comes from.
public struct FieldIR: Hashable, Sendable {
  /// Name of the attribute or relationship.
  public var property: String
  /// What it is read from.
  public var source: FieldSourceIR

  /// A property and its source.
  public init(_ property: String, _ source: FieldSourceIR) {
    self.property = property
    self.source = source
  }
}

/// What a property is read from.
public enum FieldSourceIR: Hashable, Sendable {
  /// `title = text.plain`: a part of the record, as data files write it or as the transform says.
  case json([JSONStep], TransformIR?)
  /// `comments = comments using RemoteComment`: records of their own, by the rule of that name.
  case nested([JSONStep], rule: String)
  /// `position = @index`: the record's 0-based number in the response, the page's offset added.
  case index
  /// `list = $list`: an argument.
  case parameter(String)
  /// `comments = Comment where referenceId == $id`: the objects a query finds once all records are in. Its parameters
  /// are the owner's attributes of those names, or arguments.
  case objects(QueryIR)
}

/// How a JSON value becomes an attribute's.
public enum TransformIR: Hashable, Sendable {
  /// `date("yyyy-MM-dd HH:mm:ss")`; see `DatePattern`.
  case date(String)
  /// Seconds since 1970.
  case seconds
  /// Milliseconds since 1970.
  case milliseconds
  /// `{ "open": .active, "done": .completed }`
  case table([TableEntry])
  /// A function of the program, registered under that name.
  case named(String)

  /// One line of a table.
  public struct TableEntry: Hashable, Sendable {
    /// What stands in the JSON: `.string`, `.int`, `.bool` or `.null`.
    public var json: Value
    /// What the attribute gets.
    public var value: Value

    /// What stands in the JSON, and what the attribute gets.
    public init(_ json: Value, _ value: Value) {
      self.json = json
      self.value = value
    }
  }
}
