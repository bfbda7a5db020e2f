#if SQLBackEnd
import CDQIR
import CDQSQL

/// The database that a target's functions are generated for.
struct SQLTarget: Sendable {
  let schema: Schema
  let mapping: DatabaseMapping
  let dialect: SQLDialect

  /// The database in our own layout, whose tables and columns the schema may name.
  init(_ schema: Schema, dialect: SQLDialect.Name) {
    self.schema = schema
    self.dialect = SQLDialect.named(dialect) ?? .sqlite
    mapping = OwnLayout(schema).mapping
  }

  /// The statement of a query for all arguments.
  func statement(for ir: QueryIR) throws(SQLRefusal) -> SQLQuery {
    try SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: dialect)
  }
}

extension SQLDialect.Name {
  /// The dialect of a database that the settings name.
  init(_ dialect: StatementDialect) {
    switch dialect {
    case .sqlite: self = .sqlite
    case .postgres: self = .postgres
    }
  }
}
#endif
