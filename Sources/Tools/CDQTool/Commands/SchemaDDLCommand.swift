import CDQDatabase
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSharding

/// `cdq schema ddl PATH --dialect D`: the statements that make the tables of a schema.
enum SchemaDDLCommand: Command {
  static let name = "schema ddl"
  static let summary = "print the SQL that makes the tables of a schema"
  static let usage = ["[PATH] [--dialect D] [-o FILE]", "[PATH] --dialect postgres --shards FILE [-o FILE]"]
  static let options: [OptionSpec] = [
    .dialect(of: SQLDialect.standard, "whose SQL it is"),
    .value("output", letter: "o", "FILE", "write a file instead; one that is there is not replaced"),
    .modelVersion, .shards,
  ]
  static let notes = [
    "One table for each hierarchy of entities, with columns of folded texts for [c] and [cd], positions of the objects",
    "of each to-many, foreign keys with delete rules, and indexes for @unique and @index. 'cdq load' makes the same.",
    "With --shards the tables are divided among servers: a script for psql, on the coordinator.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    try arguments.refuseMore(than: 1)
    let finder = SchemaFinder(
      console: context.console, path: arguments.positionals.first, modelVersion: arguments["model-version"])
    let schema = try context.sound(finder.require()).schema.schema
    let dialect = arguments.dialect(of: SQLDialect.standard)
    if let sharded = try context.shardedLayout(schema) {
      guard dialect.name == .postgres else { throw .usage("--shards is for --dialect postgres") }
      try context.write(sharded.script, to: arguments["output"])
      return .clean
    }
    let description = LayoutDescription(schema)?.statements(dialect) ?? []
    let statements = OwnLayout(schema).statements(dialect) + description.map { SQLLiteral.filled($0, dialect) }
    try context.write(statements.map { "\($0);\n" }.joined(separator: "\n"), to: arguments["output"])
    return .clean
  }
}

extension OptionSpec {
  /// The option for one of some dialects.
  static func dialect(of dialects: [SQLDialect], _ help: String) -> OptionSpec {
    .choice("dialect", dialects.map(\.name.rawValue), "\(help) (default sqlite)")
  }
}

extension ParsedArguments {
  /// The dialect of the option, which is one of those that it was made with.
  func dialect(of dialects: [SQLDialect]) -> SQLDialect {
    dialects.first { $0.name.rawValue == self["dialect"] } ?? .sqlite
  }
}
