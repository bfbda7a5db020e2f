import CDQConnections
import CDQIR
import CDQSQL

// The statements for shapes, whose rows are found by the keys of their owners as generated code finds them.
extension StatementRun {
  /// A statement with those for its shapes, whose rows have been read.
  struct Level {
    let query: SQLQuery
    let projection: ProjectionIR
    var shapes: [(level: Level, rows: [[SQLDatum]])] = []
  }

  /// Reads the rows of all shapes below a statement.
  func shapes(of query: SQLQuery, _ projection: ProjectionIR) throws(DatabaseError) -> Level {
    var level = Level(query: query, projection: projection)
    for (shape, query) in zip(projection.shapes, query.shapes) {
      let statement = try statement(of: query)
      let rows = try connection.rows(statement.text, statement.bindings)
      level.shapes.append((try shapes(of: query, shape.projection), rows))
    }
    return level
  }

  /// What differs between rows of a level and those of memory.
  func difference(_ rows: [[SQLDatum]], _ expected: [[Value]], _ level: Level) -> String? {
    guard rows.count == expected.count else { return "\(rows.count) rows instead of \(expected.count)" }
    guard level.shapes.count == level.projection.shapes.count else { return "a shape has no statement" }
    for (row, values) in zip(rows, expected) {
      var (outputs, shapes) = (level.query.outputs.makeIterator(), level.shapes.indices.makeIterator())
      for (column, value) in zip(level.projection.columns, values) {
        var found: String?
        switch column {
        case .item: found = outputs.next().flatMap { difference(row, $0, value, level.query) }
        case .shape(let shape): found = shapes.next().flatMap { difference(row, shape, $0, value, level) }
        }
        if let found { return "\(column.name): \(found)" }
      }
    }
    return nil
  }

  private func difference(_ row: [SQLDatum], _ shape: ShapeIR, _ index: Int, _ value: Value, _ level: Level) -> String? {
    let key = level.query.owners[index].map { row[$0] }
    let (inner, all) = level.shapes[index]
    let rows = key.contains(.null) ? [] : all.filter { Array($0.prefix(key.count)) == key }
    var expected: [Value] = []
    if case .list(let elements) = value { expected = shape.isToMany ? elements : [value] }
    return difference(rows, expected.map { if case .list(let values) = $0 { values } else { [] } }, inner)
  }
}
