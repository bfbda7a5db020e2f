extension SQLDialect {
  /// The bounds of dates and Decimal numbers in columns of SQLite. The driver binds a date as seconds since 2001, which is
  /// 978307200 seconds after 1970. A second more on both sides is more than what is rounded.
  static let valueBoundsOfSQLite: [ColumnEncoding: ValueBounds] = {
    // The days that texts begin with. A year has four digits, from 0001 to 9999.
    func day(_ seconds: String, _ other: String) -> String {
      "coalesce(strftime('%Y-%m-%d', \(seconds), 'unixepoch'), \(other))"
    }
    return [
      .secondsSince1970: ValueBounds(
        low: "(#1 + 978307199)", high: "(#1 + 978307201)", stray: "#1 < -62135596800 OR #1 > 253402300800", least: "-62135596800"),
      .millisecondsSince1970: ValueBounds(
        low: "((#1 + 978307199) * 1000)", high: "((#1 + 978307201) * 1000)",
        stray: "#1 < -62135596800000 OR #1 > 253402300800000", least: "-62135596800000"),
      .secondsSince2001: ValueBounds(
        low: "(#1 - 1)", high: "(#1 + 1)", stray: "#1 < -63113904000 OR #1 > 252423993600", least: "-63113904000"),
      .dateText: ValueBounds(
        low: day("cdq_floor(#1) + 978307200", "''"), high: day("cdq_floor(#1) + 978393600", "':'"),
        before: day("cdq_ceiling(#1) + 978393599", "':'"), stray: "#1 < '0' OR #1 >= ':'", least: "'0'"),
      // Digits in a text, near which is a number; whole numbers up to 2⁵³ and others are in the same order as their digits.
      .number: ValueBounds(
        low: "(CAST(#1 AS REAL) - abs(CAST(#1 AS REAL)) * 1e-14)", high: "(CAST(#1 AS REAL) + abs(CAST(#1 AS REAL)) * 1e-14)",
        stray: "#1 < -9007199254740992 OR #1 > 9007199254740992", least: "-9007199254740992"),
    ]
  }()

  /// The bounds of dates in columns of PostgreSQL, of a type that an index compares with the column's.
  static let valueBoundsOfPostgres: [ColumnEncoding: ValueBounds] = [
    .secondsSince1970: ValueBounds(
      low: "(floor(extract(epoch FROM #1))::bigint - 1)", high: "(floor(extract(epoch FROM #1))::bigint + 2)",
      stray: "#1 < -62135596800 OR #1 > 253402300800", least: "-62135596800"),
    .millisecondsSince1970: ValueBounds(
      low: "(floor(extract(epoch FROM #1))::bigint * 1000 - 1000)", high: "(floor(extract(epoch FROM #1))::bigint * 1000 + 2000)",
      stray: "#1 < -62135596800000 OR #1 > 253402300800000", least: "-62135596800000"),
    .secondsSince2001: ValueBounds(
      low: "(floor(extract(epoch FROM #1))::bigint - 978307201)", high: "(floor(extract(epoch FROM #1))::bigint - 978307198)",
      stray: "#1 < -63113904000 OR #1 > 252423993600", least: "-63113904000"),
  ]
}
