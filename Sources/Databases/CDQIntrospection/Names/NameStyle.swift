import CDQSQL

/// How an import names entities and their properties.
package enum ImportNames: String, CaseIterable, Sendable {
  /// As the database does, so that each name is one of the database.
  case database
  /// As developers of Swift do: `OrderLine` for `order_lines`, `placedAt` for `placed_at`, `manager` for `manager_id`.
  case swift

  var style: any NameStyle { self == .swift ? SwiftStyle() : DatabaseStyle() }
}

/// A foreign key, seen from both of its ends.
struct Reference {
  var key: CatalogForeignKey
  /// The names of the entities at both ends.
  var owner: String
  var destination: String
  var ownerTable: CatalogTable
  /// Whether at most one object refers to each destination.
  var isUnique: Bool
  /// All foreign keys between the two tables, this one among them.
  var siblings: [CatalogForeignKey]

  var isToItself: Bool { ownerTable.name == key.target }
}

/// The wishes for names, the best one first. The import takes the first one that is free, or a number after the first.
protocol NameStyle: Sendable {
  /// The entity of a table.
  ///
  /// - Parameter references: The foreign keys of all tables that refer to it.
  func entity(_ table: CatalogTable, references: [CatalogForeignKey]) -> [String]
  func attribute(_ column: String, of entity: String) -> [String]
  /// An enum that the database has a name for.
  func enumeration(_ name: String) -> [String]
  /// An enum for the values of a column.
  func enumeration(of column: String, of entity: String?) -> [String]
  /// The case of an enum for a value.
  func enumerationCase(_ value: String, of type: String) -> [String]
  /// The to-one relationship of a foreign key.
  func reference(_ reference: Reference) -> [String]
  /// The relationship back, if the foreign key's has a name.
  func inverse(of reference: Reference, named name: String) -> [String]
  /// The relationship through a table of pairs, from the object that `from` refers to to those of `to`.
  func joined(_ from: CatalogForeignKey, _ to: CatalogForeignKey, owner: String, destination: String, _ table: TableName) -> [String]
}
