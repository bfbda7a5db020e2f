public import CDQSQL

extension SQLDialect {
  /// All dialects that have a table: those of databases that programs write, and those of engines for analysis, which
  /// read files.
  public static let all: [SQLDialect] = standard + [duckdb]
}
