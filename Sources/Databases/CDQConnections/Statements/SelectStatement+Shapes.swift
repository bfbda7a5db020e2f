import CDQSQL

// Runs of statements with shapes: the rows of inner shapes are read first, so that each row finds those of its object.
extension SelectStatement {
  @usableFromInline nonisolated(nonsending) func shapedRows(in executor: some SQLExecutor) async throws -> [Row] {
    let run = ShapedRun(self)
    try await executor.read(run.statements, for: dialect) { index, row throws(DatabaseError) in try run.add(row, index) }
    return run.rows
  }

  @usableFromInline func shapedRows(
    on connection: any DatabaseConnection, deadline: ContinuousClock.Instant?
  ) throws(DatabaseError) -> [Row] {
    let run = ShapedRun(self)
    try connection.read(run.statements, for: dialect, deadline: deadline) { index, row throws(DatabaseError) in
      try run.add(row, index)
      return true
    }
    return run.rows
  }
}

/// The rows of one run, which one thread collects, and the caller takes when that has ended; hence
/// `@unchecked Sendable`.
private final class ShapedRun<Row>: @unchecked Sendable {
  private let statement: SelectStatement<Row>
  private let related: RelatedRows
  private(set) var rows: [Row] = []

  init(_ statement: SelectStatement<Row>) {
    self.statement = statement
    related = RelatedRows(statement.related.map { $0.begin() })
  }

  var statements: [SQLStatement] { statement.related.map(\.statement) + [statement.statement] }

  func add(_ row: SQLRow, _ index: Int) throws(DatabaseError) {
    if index < related.lists.count {
      try related.lists[index].add(row, related)
    } else if let read = statement.readShaped {
      rows.append(try read(row, related))
    }
  }
}
