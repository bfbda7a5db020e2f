package import CDQIR

/// The columns of a result that make one value: a scalar, a list, or the identity of an object.
package struct SQLOutput: Sendable {
  /// The name of the property or of the item of a `select`.
  package var name: String
  package var content: Content

  package enum Content: Sendable {
    /// The value in a column.
    case value(column: Int)
    /// A value that is the same in every row, which the database does not see.
    case constant(Value)
    /// An object, by the columns of its identity.
    case object(SQLObjectShape)
  }
}

/// The columns of a result that tell which object a row is, or refers to.
package struct SQLObjectShape: Sendable {
  /// The entity of the object, or an ancestor.
  package var entity: String
  /// The columns of the key.
  package var key: [Int]
  /// The column of the discriminator; nil when the entity is known.
  package var discriminator: Int?
  /// The columns of identifying attributes by their name.
  package var identity: [(name: String, column: Int)]
}

/// A statement for a query, with what a driver needs to read its result.
package struct SQLQuery: Sendable {
  package var statement: SQLStatement
  /// The object of each row; nil for rows of a `select` and numbers.
  package var object: SQLObjectShape?
  /// The values of each row: attributes and to-one relationships of objects, or the items of a `select`.
  package var outputs: [SQLOutput]
  /// The columns of the keys of the objects that have the relationships of shapes, by shape.
  package var owners: [[Int]] = []
  /// The statements for the rows of shapes, by shape, in a statement that is written before the arguments are known. A
  /// row of theirs begins with the key of the object that has the relationship.
  package var shapes: [SQLQuery] = []
  /// Whether the rows are candidates, which the query must still be run on in memory.
  package var isSuperset: Bool
  /// Whether the candidates are just the objects of the query's condition, so that memory need not test it.
  package var hasExactCondition = false
  /// Whether the statement finds just the objects of the query's condition, in its order.
  package var isOrdered: Bool
  /// The reasons why the statement is not the whole query.
  package var reasons: [SQLRefusal]
  /// Whether the database may stop with an error where the language has a value.
  package var mayRaise: Bool
  /// The entities of the rows in the statement, by the names that the statement gives the rows.
  package var rows: [String: String]
  /// What the parameters are bound to, in a statement that is written before the arguments are known.
  package var bindings: [SQLBinding] = []
}
