public import CDQConnections
public import CDQSQL

extension DuckDBConnection: BulkConnection {
  /// Writes rows of a table of our own layout, many in each statement.
  public func copy(
    into table: TableName, columns: [String],
    rows: (_ write: ([SQLDatum]) throws(DatabaseError) -> Void) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    var types: [String: String] = [:]
    for row in try self.rows(
      "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $1 AND schema_name = $2",
      [.text(table.name), .text(table.schema ?? "main")])
    {
      if let name = row[0].textForm { types[name] = row[1].textForm }
    }
    // Two sizes make two texts, which the database prepares once.
    let most = max(1, min(100, 2000 / max(1, columns.count)))
    let names = columns.map { dialect.identifier($0) }.joined(separator: ", ")
    func insert(_ count: Int) -> String {
      let groups = (0..<count).map { row in
        let values = columns.enumerated().map { index, name in
          DuckDBConnection.value(dialect.parameter(row * columns.count + index + 1), types[name] ?? "VARCHAR")
        }
        return "(\(values.joined(separator: ", ")))"
      }
      return "INSERT INTO \(dialect.identifier(table)) (\(names)) VALUES \(groups.joined(separator: ", "))"
    }
    let (batch, single) = (insert(most), insert(1))
    var values: [SQLDatum] = []
    try rows { row throws(DatabaseError) in
      values += row
      guard values.count == most * columns.count else { return }
      _ = try self.rows(batch, values)
      values.removeAll(keepingCapacity: true)
    }
    for start in stride(from: 0, to: values.count, by: max(1, columns.count)) {
      _ = try self.rows(single, Array(values[start..<start + columns.count]))
    }
  }

  /// The value of a parameter for a column of a type: dates are microseconds, and lists JSON.
  private static func value(_ mark: String, _ type: String) -> String {
    if type == "TIMESTAMP" { return "make_timestamp(\(mark)::BIGINT)" }
    if type.hasSuffix("[]") { return "from_json(\(mark)::VARCHAR, '[\"\(type.dropLast(2))\"]')" }
    return "\(mark)::\(type)"
  }
}
