public import CDQSQL

extension SQLDialect {
  /// All dialects: those of the databases that programs write, and that of DuckDB, which reads files.
  public static let all: [SQLDialect] = standard + [duckdb]
}
