import CDQConnections
import CDQSQL

extension DatabaseConnection {
  /// Writes rows of a table by COPY, or by statements of several rows each.
  func write(
    into table: TableName, columns: [String],
    rows: (_ write: ([SQLDatum]) throws(DatabaseError) -> Void) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    if let bulk = self as? any BulkConnection { return try bulk.copy(into: table, columns: columns, rows: rows) }
    // Two sizes make two texts, which the database prepares once.
    let most = max(1, min(200, dialect.parameterLimit / max(1, columns.count)))
    var values: [SQLDatum] = []
    func insert(_ count: Int) -> String {
      let names = columns.map { dialect.identifier($0) }.joined(separator: ", ")
      let groups = (0..<count).map { row in
        let marks = columns.indices.map { dialect.parameter(row * columns.count + $0 + 1) }
        return "(\(marks.joined(separator: ", ")))"
      }
      return "INSERT INTO \(dialect.identifier(table)) (\(names)) VALUES \(groups.joined(separator: ", "))"
    }
    let (batch, single) = (insert(most), insert(1))
    try rows { row throws(DatabaseError) in
      values += row
      guard values.count == most * columns.count else { return }
      try change(batch, values)
      values.removeAll(keepingCapacity: true)
    }
    for start in stride(from: 0, to: values.count, by: columns.count) {
      try change(single, Array(values[start..<start + columns.count]))
    }
  }

  /// Runs a statement without rows.
  package func change(_ text: String, _ bindings: [SQLDatum] = []) throws(DatabaseError) {
    try run(SQLStatement(text: text, bindings: bindings), deadline: nil) { _ throws(DatabaseError) in true }
  }
}
