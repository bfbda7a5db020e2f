import CDQIR
import CDQSQL
import CDQSyntax

/// The database that a target's functions are generated for.
struct SQLTarget: Sendable {
  let schema: Schema
  let mapping: DatabaseMapping
  let dialect: SQLDialect
  /// Whether functions that change the database are generated.
  let writes: Bool
  /// The mistakes in the mapping file of the options.
  let findings: [Diagnostic]

  /// The database with the tables of the options, or else of our own layout, whose tables and columns the schema may name.
  init(_ schema: Schema, _ options: GenerateOptions) {
    self.schema = schema
    dialect =
      switch options.dialect {
      case .sqlite: .sqlite
      case .postgres: .postgres
      }
    writes = options.writes
    if let source = options.mapping {
      var diagnostics: [Diagnostic] = []
      mapping = MappingReader.read(source, &diagnostics) ?? DatabaseMapping()
      findings = diagnostics
    } else {
      (mapping, findings) = (OwnLayout(schema).mapping, [])
    }
  }

  /// The statement of a query for all arguments.
  func statement(for ir: QueryIR) throws(SQLRefusal) -> SQLQuery {
    try SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: dialect)
  }
}
