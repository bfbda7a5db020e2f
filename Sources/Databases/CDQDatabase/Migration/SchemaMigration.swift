public import CDQConnections
public import CDQIR
public import CDQPersistence
public import CDQSQL

/// The statements that change the tables of our own layout from one version of a schema to another, and keep their
/// objects: the same steps as for snapshot files (`MigrationPlan`), with `@renamed(from:)` for what has another name.
///
/// ```swift
/// let migration = try SchemaMigration(from: old, to: new, dialect: .postgres)
/// try migration.run(on: connection)
/// ```
public struct SchemaMigration: Sendable {
  /// The dialect of the statements.
  public let dialect: SQLDialect
  /// The statements, in order; empty when nothing changes. The last ones describe the new schema in the database.
  public private(set) var statements: [SQLStatement] = []
  /// What the new schema has no place for, such as `City.area`.
  public private(set) var losses: [String] = []

  /// Infers the statements.
  ///
  /// - Parameter allowsLoss: Whether properties and entities that the new schema lacks may be deleted.
  /// - Throws: `SchemaMigrationError`.
  public init(
    from old: Schema, to new: Schema, dialect: SQLDialect, allowsLoss: Bool = false
  ) throws(SchemaMigrationError) {
    self.dialect = dialect
    let plan: MigrationPlan
    do throws(MigrationError) {
      plan = try MigrationPlan(from: old, to: new)
    } catch {
      throw .notMigratable(error.problems)
    }
    let difference = LayoutDifference(plan, dialect)
    guard difference.problems.isEmpty else { throw .notMigratable(difference.problems) }
    losses = difference.losses
    guard losses.isEmpty || allowsLoss else { throw .losesData(losses) }
    var writer = MigrationWriter(difference, dialect)
    writer.write()
    statements = writer.statements
    if old != new, let description = LayoutDescription(new) {
      statements += description.statements(dialect, replacing: LayoutDescription(old))
    }
  }

  /// Runs the statements in one transaction: whatever happens, the database has the old tables or the new ones.
  ///
  /// - Parameter connection: A connection that was opened for writing. The database must have the tables of the old
  ///   schema.
  /// - Throws: `DatabaseError`; `.failed` when the data breaks a rule of the new schema, such as a `@unique`.
  public func run(on connection: any DatabaseConnection) throws(DatabaseError) {
    if statements.isEmpty { return }
    if dialect.name == .sqlite { _ = try connection.rows("PRAGMA foreign_keys = OFF") }
    try connection.inTransaction(or: { $0 }) { () throws(DatabaseError) in
      for text in SchemaMigration.first(dialect) { try connection.change(text) }
      for statement in statements { try connection.change(statement.text, statement.bindings) }
    }
  }

  /// PostgreSQL changes no table while checks of its foreign keys are left for the end of the transaction.
  private static func first(_ dialect: SQLDialect) -> [String] {
    dialect.name == .postgres ? ["SET CONSTRAINTS ALL IMMEDIATE"] : []
  }

  /// The statements as a script of one transaction, with their values as literals, for `psql` or `sqlite3`.
  public var script: String {
    if statements.isEmpty { return "" }
    let before = dialect.name == .sqlite ? ["PRAGMA foreign_keys = OFF"] : []
    let texts = statements.map { SQLLiteral.filled($0, dialect) }
    return (before + ["BEGIN"] + SchemaMigration.first(dialect) + texts + ["COMMIT"]).map { "\($0);\n" }.joined()
  }
}

/// The reason why the tables of a schema cannot be changed to those of another one.
public enum SchemaMigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Changes that have no statements, with what to declare instead.
  case notMigratable([MigrationProblem])
  /// The change would delete these entities and properties, and nobody allowed it.
  case losesData([String])

  public var description: String {
    switch self {
    case .notMigratable(let problems): problems.map(\.description).joined(separator: "\n")
    case .losesData(let names): "the data of \(names.joined(separator: ", ")) would be lost"
    }
  }
}
