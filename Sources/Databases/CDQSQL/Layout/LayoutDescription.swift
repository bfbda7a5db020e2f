package import CDQIR

/// The table in which a database in our own layout keeps its schema, so that it can be opened without one.
///
/// A database may hold the objects of several schemas, whose tables have different names; each schema has a row.
package struct LayoutDescription: Hashable, Sendable {
  /// The table's name.
  package static let table = TableName("_cdq")
  /// The version of our own layout. A row with a greater one was written by a later cdq, whose tables may differ.
  package static let version: Int64 = 1

  /// The schema that is described.
  package let schema: Schema
  private let json: String

  /// nil for a schema that is nested too deeply to be read from JSON again.
  package init?(_ schema: Schema) {
    guard let json = try? schema.json else { return nil }
    (self.schema, self.json) = (schema, json)
  }

  /// The statements that make the table, unless it is there, and describe the schema. They replace an earlier
  /// description of the schema.
  ///
  /// - Parameter old: The schema whose description is replaced by this one, when tables are migrated.
  package func statements(_ dialect: SQLDialect, replacing old: LayoutDescription? = nil) -> [SQLStatement] {
    let name = dialect.identifier(LayoutDescription.table)
    let text = dialect.columnType(.value(.string))
    let number = dialect.columnType(.value(.int64))
    func mark(_ index: Int) -> String { dialect.parameter(index) }
    let outdated = Set([json] + (old.map { [$0.json] } ?? [])).sorted()
    let marks = outdated.indices.map { mark($0 + 1) }.joined(separator: ", ")
    return [
      SQLStatement(text: "CREATE TABLE IF NOT EXISTS \(name) (\n  version \(number) NOT NULL,\n  schema \(text) NOT NULL\n)"),
      SQLStatement(text: "DELETE FROM \(name) WHERE schema IN (\(marks))", bindings: outdated.map { .text($0) }),
      SQLStatement(
        text: "INSERT INTO \(name) (version, schema) VALUES (\(mark(1)), \(mark(2)))",
        bindings: [.int(LayoutDescription.version), .text(json)]),
    ]
  }
}
