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
  /// Whether the tables are those of a mapping, which are never changed.
  private let isMapped: Bool
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
    isMapped = options.mapping != nil
    if let source = options.mapping {
      var diagnostics: [Diagnostic] = []
      mapping = MappingReader.read(source, &diagnostics) ?? DatabaseMapping()
      findings = diagnostics
    } else {
      (mapping, findings) = (OwnLayout(schema).mapping, [])
    }
  }

  /// Why the functions of a target without `writes` change nothing.
  var onlyReads: String {
    isMapped ? "the functions for the tables of \"mapping\" only read" : "without \"writes\": true its functions only read"
  }

  /// What to do to change data, for a target without `writes`.
  var writingHelp: String {
    isMapped
      ? "only tables of cdq's own layout can be changed: change others with a statement of your own, or move the query to another target"
      : "\"writes\": true in cdq.json generates what changes a database, for the product CDQDatabase"
  }

  /// The statement of a query for all arguments.
  func statement(for ir: QueryIR) throws(SQLRefusal) -> SQLQuery {
    try SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: dialect)
  }
}
