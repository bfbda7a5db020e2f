// Names in a database, which `@@table("…")` and `@column("…")` give. They stand among the user info of a model, where a
// Core Data model can give them, too.

extension Entity {
  /// The key of `tableName` in the user info.
  package static let tableKey = "cdq.table"

  /// The table that `@@table("…")` names; nil without one.
  package var tableName: String? { userInfo[Entity.tableKey] }
}

extension Attribute {
  /// The key of `columnName` in the user info of an attribute or a relationship.
  package static let columnKey = "cdq.column"

  /// The column that `@column("…")` names; nil without one.
  package var columnName: String? { userInfo[Attribute.columnKey] }
}

extension Relationship {
  /// The column with the key of the destination that `@column("…")` names; nil without one.
  package var columnName: String? { userInfo[Attribute.columnKey] }
}
