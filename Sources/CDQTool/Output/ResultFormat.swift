/// The output formats of results: the values of `--format`.
enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  case table, json, ndjson, csv
}

/// The result of a query, by the query's cardinality.
enum Answer {
  /// Objects, or rows of a `select`.
  case rows(ResultRows)
  /// The row of a query with `first` or `one`; no row where `first` finds nothing.
  case single(ResultRows)
  /// The number of objects that `count` found.
  case number(Int)
  /// The answer of `exists`.
  case truth(Bool)
  /// The number of objects that `delete` deleted.
  case deleted(Int)

  /// Whether the query found anything: `--exit-status` returns 1 if not.
  var isMatch: Bool {
    switch self {
    case .rows(let rows), .single(let rows): rows.count > 0
    case .number(let number), .deleted(let number): number > 0
    case .truth(let truth): truth
    }
  }
}
