/// A physical mapping: the table, key and columns of each entity of a schema, as data. The SQL generator reads nothing
/// else about a database.
///
/// Our own layout (`OwnLayout`), the introspection of an existing database and a `NAME.mapping.json` make it.
/// `Grammar/mapping.schema.json` describes its JSON.
public struct DatabaseMapping: Hashable, Sendable, Codable {
  /// The version of the JSON that this library writes. A reader refuses a newer one.
  public static let currentVersion = 1

  /// The version of the JSON.
  public var version: Int
  /// The mappings by the name of their entity. An abstract entity has one, too, if its sub-entities share its table.
  public var entities: [String: EntityMapping]

  /// A mapping of the given entities.
  public init(entities: [String: EntityMapping] = [:]) {
    version = DatabaseMapping.currentVersion
    self.entities = entities
  }
}

/// The table of an entity: its key, its order and the places of the entity's properties.
public struct EntityMapping: Hashable, Sendable, Codable {
  /// The table or view that holds the objects.
  public var table: TableName
  /// The columns of the key that foreign keys refer to, usually the primary key; never empty.
  public var key: [String]
  /// The columns that order objects by their insertion. Without an insertion number it is the key.
  public var order: [String]
  /// The column that tells the entity of a row; nil when all rows of the table are of this entity.
  public var discriminator: Discriminator?
  /// The columns of the attributes, inherited ones included, by the attribute's name.
  public var attributes: [String: ColumnMapping]
  /// The places of the relationships, inherited ones included, by the relationship's name.
  public var relationships: [String: RelationshipMapping]

  /// A mapping of the given parts; without `order` objects are ordered by their key.
  public init(
    table: TableName, key: [String], order: [String]? = nil, discriminator: Discriminator? = nil,
    attributes: [String: ColumnMapping] = [:], relationships: [String: RelationshipMapping] = [:]
  ) {
    self.table = table
    self.key = key
    self.order = order ?? key
    self.discriminator = discriminator
    self.attributes = attributes
    self.relationships = relationships
  }

  /// The column that tells the entity of a row in a table of several entities, and its value for this one.
  public struct Discriminator: Hashable, Sendable, Codable {
    /// The name of the column.
    public var column: String
    /// The value of the column in rows of this entity; nil for an abstract entity, which has no rows.
    public var value: DiscriminatorValue?

    /// A column and its value for one entity.
    public init(column: String, value: DiscriminatorValue?) {
      self.column = column
      self.value = value
    }
  }
}

/// The value of a discriminator column: a number in Core Data's layout, a text in ours.
public enum DiscriminatorValue: Hashable, Sendable, Codable {
  case int(Int64)
  case text(String)

  /// Reads a JSON number or text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) { self = .int(number) } else { self = .text(try container.decode(String.self)) }
  }

  /// Writes a JSON number or text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .int(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// The name of a table, a view or a type.
public struct TableName: Hashable, Sendable, Codable {
  /// The schema of PostgreSQL that holds it; nil for the search path, and always in SQLite.
  public var schema: String?
  /// The name without the schema, as the database spells it.
  public var name: String

  /// A name in a schema.
  public init(schema: String? = nil, _ name: String) {
    self.schema = schema
    self.name = name
  }
}

/// The column of an attribute.
public struct ColumnMapping: Hashable, Sendable, Codable {
  /// The name of the column.
  public var column: String
  /// The form in which the column holds the values; nil for the usual form of the attribute's type, of which the mapping
  /// promises that the column holds nothing else. `ColumnEncoding.checked` promises nothing.
  public var encoding: ColumnEncoding?
  /// Whether all texts of the column are in NFC, so that their bytes can be compared. Otherwise the database
  /// normalizes them; an index on the column then serves equality, and in SQLite BEGINSWITH, but no order.
  public var isNormalized: Bool?
  /// Whether the order of the column is that of its values: all its dates are texts of one form without an offset from UTC,
  /// or all are numbers; all its Decimal values are numbers of SQLite up to 2⁵³. Conditions and sorts then use an index of the column; they may miss a date in another form, and NULL in an
  /// attribute that must have a value. `schema import` measures it.
  public var isOrdered: Bool?
  /// The type of the column in PostgreSQL, where an index serves only arguments of it: an enum type, `char(n)`, `citext`, or an
  /// array of texts. `schema import` writes it.
  public var type: TableName?
  /// The collation of a column of SQLite, where it is `NOCASE`: an index of the column, which ignores the case of letters of
  /// ASCII, then serves conditions that are tested exactly beside it. Others are ignored. `schema import` writes it.
  public var collation: String?
  /// The number of digits of a column `numeric(precision, scale)` of PostgreSQL, where it is limited: sums and products of such
  /// columns whose digits a Decimal holds are then computed by the database. `schema import` writes it.
  public var precision: Int?
  /// The number of those digits after the point; nil for none.
  public var scale: Int?
  /// Columns that hold the folded text for text options, by the letters of the options: `"c"` or `"cd"`.
  public var folds: [String: String]?

  /// A column of the given form.
  public init(
    _ column: String, encoding: ColumnEncoding? = nil, isNormalized: Bool? = nil, isOrdered: Bool? = nil,
    type: TableName? = nil, collation: String? = nil, precision: Int? = nil, scale: Int? = nil, folds: [String: String]? = nil
  ) {
    self.column = column
    self.encoding = encoding
    self.isNormalized = isNormalized
    self.isOrdered = isOrdered
    self.type = type
    self.collation = collation
    self.precision = precision
    self.scale = scale
    self.folds = folds
  }

  /// The collation of SQLite that ignores the case of letters of ASCII.
  package static let caselessCollation = "NOCASE"
}

/// A form of values in a column, for types that databases hold in several ways.
///
/// A value that is not in the form stops the query with `DatabaseError.unexpectedValue`.
public enum ColumnEncoding: String, Hashable, Sendable, Codable, CaseIterable {
  /// The usual form of the type, in a column of SQLite that may hold other values, too. Where the attribute begins an
  /// index or a unique key, comparisons with constants use it.
  case checked
  /// A date as seconds since 2001, as our layout and Core Data's have in SQLite.
  case secondsSince2001
  /// A date as seconds since 1970.
  case secondsSince1970
  /// A date as milliseconds since 1970.
  case millisecondsSince1970
  /// A date as a text of ISO 8601, with a space or `T` before the time; without an offset it is UTC. Numbers in the
  /// same column of SQLite are seconds since 1970. As in the forms of seconds, a year is one from 1 to 9999.
  case dateText
  /// PostgreSQL's `timestamp with time zone`.
  case timestampWithZone
  /// PostgreSQL's `timestamp without time zone`, read as UTC.
  case timestamp
  /// PostgreSQL's `date`, read as midnight UTC.
  case day
  /// PostgreSQL's `interval`, whose months count as 30 days.
  case interval
  /// A UUID as 16 bytes.
  case uuidBytes
  /// A UUID as a text, in either case.
  case uuidText
  /// A value of a type that is compared as text, such as `citext`, `char(n)` or an enum of PostgreSQL, or a number of
  /// SQLite.
  case castToText
  /// A number in a column of other numbers, or a text with its digits. For a Bool, 0 or 1.
  case number
  /// A Bool as a word in either case: `true`, `t`, `yes`, `y` or `1`; `false`, `f`, `no`, `n` or `0`.
  case boolText
  /// A list as a keyed archive, in a store of Core Data. Only connections to stores can read it.
  case archivedList
}

/// The place of a relationship.
public enum RelationshipMapping: Hashable, Sendable, Codable {
  /// A to-one relationship: columns of the owner's table that refer to the destination.
  case foreignKey(ForeignKey)
  /// A relationship back: columns of the destination's table that refer to the owner. To-many, or to-one if at most one
  /// row refers to an owner.
  case inverse(ForeignKey)
  /// A to-many relationship through a table of its own.
  case joinTable(JoinTable)

  /// Columns that refer to a row of another table.
  public struct ForeignKey: Hashable, Sendable, Codable {
    /// The columns that refer.
    public var columns: [String]
    /// The columns that are referred to; nil for the key of the entity.
    public var references: [String]?
    /// The column with the position of the destination among those of its owner; nil without an order.
    public var order: String?

    /// A reference of the given columns.
    public init(_ columns: [String], references: [String]? = nil, order: String? = nil) {
      self.columns = columns
      self.references = references
      self.order = order
    }
  }

  /// A table with a row for each pair of an owner and a destination.
  public struct JoinTable: Hashable, Sendable, Codable {
    /// The table.
    public var table: TableName
    /// The columns that refer to the owner's key.
    public var owner: [String]
    /// The columns that refer to the destination's key.
    public var destination: [String]
    /// The column with the position of the destination among those of its owner; nil without an order.
    public var order: String?

    /// A join table of the given columns.
    public init(table: TableName, owner: [String], destination: [String], order: String? = nil) {
      self.table = table
      self.owner = owner
      self.destination = destination
      self.order = order
    }
  }
}
