/// What the columns of a database hold, as far as it decides how their values are compared.
package enum ColumnFamily: String, Hashable, Sendable, CaseIterable {
  // The affinities of SQLite. A column of each of them may hold any value; the affinity changes values as they are
  // stored, and the constants that they are compared with.
  case integerAffinity, realAffinity, numericAffinity, textAffinity, noAffinity
  // The types of PostgreSQL, whose columns hold nothing else. A domain is its type.
  case bool, int2, int4, int8, numeric, float4, float8, text, char, uuid, bytea, timestamptz, timestamp, date, interval
  case enumeration, array, other

  /// The families of SQLite.
  package static let affinities: Set<ColumnFamily> = [
    .integerAffinity, .realAffinity, .numericAffinity, .textAffinity, .noAffinity,
  ]

  /// The affinity of a column of SQLite by its declared type, as SQLite finds it.
  package init(affinityOf declared: String) {
    let upper = declared.uppercased()
    func has(_ parts: String...) -> Bool { parts.contains { upper.contains($0) } }
    self =
      if has("INT") { .integerAffinity }
      else if has("CHAR", "CLOB", "TEXT") { .textAffinity }
      else if upper.isEmpty || has("BLOB") { .noAffinity }
      else if has("REAL", "FLOA", "DOUB") { .realAffinity }
      else { .numericAffinity }
  }
}
