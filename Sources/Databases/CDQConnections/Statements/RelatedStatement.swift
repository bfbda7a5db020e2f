public import CDQSQL

/// The statement of a shape in a generated function, with its arguments: it gives the related objects of all rows of the
/// level above, and the key of the object that each belongs to.
public struct RelatedStatement: Sendable {
  /// The statement as a driver runs it: its text and the values of its parameters.
  public let statement: SQLStatement
  /// Begins a run.
  let begin: @Sendable () -> RelatedList

  /// A statement of a text with parameters and their values. Generated functions call it.
  ///
  /// - Parameters:
  ///   - parts: Whether the parts of the text in braces are there, by the word in front of them.
  ///   - count: The number of the first columns that are the key of an object.
  ///   - read: Makes a value of a row and the rows of its own shapes.
  /// - Throws: `DatabaseError.refused` for an argument that the database cannot hold, such as NaN in SQLite.
  @inlinable public init<Row>(
    _ dialect: SQLDialect.Name, _ text: String, _ arguments: [SQLArgument] = [], parts: [SQLPart] = [],
    key count: Int = 1, read: @escaping @Sendable (SQLRow, RelatedRows) throws(DatabaseError) -> Row
  ) throws(DatabaseError) {
    // It is specialized where it is called, as what it does for each row is then.
    try self.init(dialect, text, arguments, parts) {
      let rows = KeyedRows<Row>()
      return RelatedList(rows) { row, related throws(DatabaseError) in
        rows.add(try read(row, related), of: RelatedKey(row, at: 0, count))
      }
    }
  }

  @usableFromInline init(
    _ dialect: SQLDialect.Name, _ text: String, _ arguments: [SQLArgument], _ parts: [SQLPart],
    _ begin: @escaping @Sendable () -> RelatedList
  ) throws(DatabaseError) {
    statement = try SQLTemplate.statement(text, arguments, parts, dialect)
    self.begin = begin
  }
}

/// The rows of the shapes of a statement in one run. Generated code finds those of a row by the key of its object.
public struct RelatedRows {
  @usableFromInline var lists: [RelatedList]

  init(_ lists: [RelatedList]) {
    self.lists = lists
  }

  /// The rows of a to-many shape.
  ///
  /// - Parameters:
  ///   - shape: Which of the statements for shapes gives them.
  ///   - column: The first column of the key.
  ///   - count: The number of columns of the key.
  @inlinable public func list<Row>(
    _ shape: Int, of row: borrowing SQLRow, at column: Int, _ count: Int = 1
  ) -> [Row] {
    guard lists.indices.contains(shape), let found = lists[shape].rows as? KeyedRows<Row> else { return [] }
    return found.rows[RelatedKey(row, at: column, count)] ?? []
  }

  /// The row of a to-one shape; nil without one.
  @inlinable public func optional<Row>(
    _ shape: Int, of row: borrowing SQLRow, at column: Int, _ count: Int = 1
  ) -> Row? {
    let rows: [Row] = list(shape, of: row, at: column, count)
    return rows.first
  }

  /// The row of a to-one shape that always has one.
  ///
  /// - Throws: `DatabaseError.unexpectedNull` without one.
  @inlinable public func required<Row>(
    _ shape: Int, of row: borrowing SQLRow, at column: Int, _ count: Int = 1
  ) throws(DatabaseError) -> Row {
    guard let found: Row = optional(shape, of: row, at: column, count) else {
      throw .unexpectedNull(column: "\(column + 1)")
    }
    return found
  }
}

/// The rows of one shape in a run, by the keys of the objects that they belong to.
@usableFromInline struct RelatedList {
  /// A `KeyedRows`.
  @usableFromInline let rows: AnyObject
  let add: (SQLRow, RelatedRows) throws(DatabaseError) -> Void

  @usableFromInline init(_ rows: AnyObject, add: @escaping (SQLRow, RelatedRows) throws(DatabaseError) -> Void) {
    (self.rows, self.add) = (rows, add)
  }
}

@usableFromInline final class KeyedRows<Row> {
  @usableFromInline var rows: [RelatedKey: [Row]] = [:]

  @inlinable init() {}

  @inlinable func add(_ row: Row, of key: RelatedKey) { rows[key, default: []].append(row) }
}

/// The key of an object, from the columns of a row.
@usableFromInline enum RelatedKey: Hashable {
  case one(SQLDatum)
  case several([SQLDatum])

  @usableFromInline init(_ row: borrowing SQLRow, at column: Int, _ count: Int) {
    self = count == 1 ? .one(row.datum(at: column)) : .several((column..<column + count).map { row.datum(at: $0) })
  }
}
