public import CDQIR

/// A table of our own layout: its columns, its primary key and its indexes.
public struct TableDefinition: Hashable, Sendable {
  /// A column and what it holds.
  public struct Column: Hashable, Sendable {
    /// The name of the column.
    public var name: String
    /// What the column holds.
    public var content: Content
    /// Whether the column refuses NULL.
    public var isRequired: Bool

    /// A column with the given content.
    public init(_ name: String, _ content: Content, isRequired: Bool = false) {
      self.name = name
      self.content = content
      self.isRequired = isRequired
    }
  }

  /// What a column of our layout holds.
  public enum Content: Hashable, Sendable {
    /// The value of an attribute; an enum is represented by its raw type.
    case value(ValueType)
    /// The insertion number of the object, which is the key of the table.
    case number
    /// The insertion number of the object that a relationship refers to.
    case reference(TableName)
    /// The name of the object's entity.
    case entity
    /// The position of an object in a to-many relationship.
    case position
    /// The folded text of an attribute under these options.
    case fold(TextOptions)
  }

  /// The columns of an index, in order.
  public struct Index: Hashable, Sendable {
    /// A column of an index.
    public struct Key: Hashable, Sendable {
      /// The name of the column.
      public var column: String
      /// Whether the index runs from high to low.
      public var isDescending = false
      /// Whether rows can be sorted by NULL in the column, which stands below all values.
      public var isOptional = false
    }

    /// The columns with their directions.
    public var keys: [Key]
    /// Whether no two rows have the same values.
    public var isUnique = false
  }

  /// A column that refers to the number of a row of a table, and what happens when that row is deleted.
  public struct ForeignKey: Hashable, Sendable {
    /// The rules of SQL that the delete rules of a schema become, as they are spelled after `ON DELETE`.
    public enum Rule: String, Hashable, Sendable {
      case noAction = "NO ACTION"
      case setNull = "SET NULL"
      case cascade = "CASCADE"
    }

    /// The column that refers.
    public var column: String
    /// The table that it refers to.
    public var table: TableName
    /// What the database does when the row is deleted to which the column refers.
    public var rule: Rule
  }

  /// The name of the table.
  public var name: TableName
  /// The columns in order.
  public var columns: [Column]
  /// The columns of the primary key.
  public var primaryKey: [String]
  /// The indexes, of which several may have the same columns.
  public var indexes: [Index]
  /// The foreign keys, in the order of their columns.
  public var foreignKeys: [ForeignKey] = []

  /// Whether both tables have the same name, columns and keys. Indexes are not compared.
  public static func == (left: TableDefinition, right: TableDefinition) -> Bool {
    left.name == right.name && left.columns == right.columns && left.primaryKey == right.primaryKey
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
