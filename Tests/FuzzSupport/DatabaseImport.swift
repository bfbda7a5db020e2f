public import CDQConnections
import CDQDatabase
public import CDQIR
import CDQIntrospection
import CDQPrinting
public import CDQSQL

/// The schema and the mapping that `cdq schema import` reads from a database, for packages that see only public
/// declarations.
public struct DatabaseImport {
  /// The text of the schema.
  public let text: String
  /// The schema as it is before it becomes a text.
  public let schema: Schema
  /// The tables and columns of the schema.
  public let mapping: DatabaseMapping

  /// Reads the tables of a database.
  public init(_ connection: any DatabaseConnection) throws(DatabaseError) {
    let imported = try ImportedDatabase(connection)
    (schema, mapping) = (imported.schema, imported.mapping)
    text = SchemaPrinter.text(imported.schema)
  }

  /// The mapping of a schema that was written for the database.
  public static func mapping(
    for schema: Schema, on connection: any DatabaseConnection
  ) throws(DatabaseError) -> DatabaseMapping {
    try ImportedDatabase(connection).mapping(for: schema)
  }
}
