/// The output formats of results: the values of `--format`.
package enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  /// A table of aligned columns, as wide as the terminal.
  case table
  /// One property a line, for objects with more properties than fit into a line.
  case record
  /// A Markdown table.
  case markdown
  /// A bar for each row, as long as its number.
  case bar
  case json, ndjson, csv

  /// Whether the output is for readers and not for programs, so that a summary may follow it.
  package var isForReaders: Bool {
    switch self {
    case .table, .record, .markdown, .bar: true
    case .json, .ndjson, .csv: false
    }
  }
}

/// The result of a query, by the query's cardinality.
package enum Answer {
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
  /// The number of objects that `update` changed.
  case updated(Int)

  /// The rows; nil for a number or a truth.
  package var rows: ResultRows? {
    switch self {
    case .rows(let rows), .single(let rows): rows
    case .number, .truth, .deleted, .updated: nil
    }
  }

  /// Whether the query found anything: `--exit-status` returns 1 if not.
  package var isMatch: Bool {
    switch self {
    case .rows(let rows), .single(let rows): rows.count > 0
    case .number(let number), .deleted(let number), .updated(let number): number > 0
    case .truth(let truth): truth
    }
  }
}
