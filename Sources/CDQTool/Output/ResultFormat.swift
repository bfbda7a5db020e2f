/// The values of `--format` for results.
enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  case table, json, ndjson, csv
}

/// What running a query gave.
enum Answer {
  /// `Entity …` and `select …`
  case rows(ResultRows)
  /// `first` and `one`: one row, or none
  case single(ResultRows)
  /// `count`
  case number(Int)
  /// `exists`
  case truth(Bool)
  /// `delete`
  case deleted(Int)

  /// Whether anything was found, for `--exit-status`.
  var isMatch: Bool {
    switch self {
    case .rows(let rows), .single(let rows): rows.count > 0
    case .number(let number), .deleted(let number): number > 0
    case .truth(let truth): truth
    }
  }
}
