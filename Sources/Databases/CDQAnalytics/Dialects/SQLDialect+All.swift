public import CDQSQL

extension SQLDialect {
  /// All dialects that have a table: those of databases that programs write, those of engines for analysis, which read
  /// files, and those of databases of many machines.
  public static let all: [SQLDialect] = standard + [duckdb, spark, citus, cockroach, yugabyte]
}
