package import CDQConnections
package import CDQIR
import CDQSQL

/// The attributes that must have a value by the model, but have none in some rows of a store. A migration or another
/// program may leave such rows.
package struct AppleStoreNulls {
  /// Their names, as `Entity.attribute`, with the entity that declares the attribute.
  package private(set) var attributes: Set<String> = []

  /// Larger stores are not searched, which would read all of them.
  private static let largestStore: Int64 = 512 << 20

  /// Searches the tables of a store.
  package init(_ schema: Schema, _ layout: CoreDataLayout, _ connection: any DatabaseConnection) {
    let dialect = connection.dialect
    let size = try? connection.rows(
      "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    ).first?.first?.integer
    guard (size ?? 0) <= AppleStoreNulls.largestStore else { return }
    for entity in schema.entities {
      guard let place = layout.mapping.entities[entity.name] else { continue }
      var columns: [(attribute: String, column: String)] = []
      for case .attribute(let attribute) in entity.properties where !attribute.isOptional && !attribute.isTransient {
        if let column = place.attributes[attribute.name] {
          columns.append((attribute.name, dialect.identifier(column.column)))
        }
      }
      if columns.isEmpty { continue }
      var text =
        "SELECT \(columns.map { "max(\($0.column) IS NULL)" }.joined(separator: ", ")) FROM \(dialect.identifier(place.table))"
      if place.discriminator != nil {
        let numbers = ([entity.name] + schema.descendants(of: entity.name).map(\.name)).compactMap {
          layout.number(of: $0)
        }
        text += " WHERE \"Z_ENT\" IN (\(numbers.map(String.init).joined(separator: ", ")))"
      }
      // A damaged table is reported by the query that reads it.
      guard let row = try? connection.rows(text).first else { continue }
      for (column, value) in zip(columns, row) where value.integer == 1 {
        attributes.insert("\(entity.name).\(column.attribute)")
      }
    }
  }
}
