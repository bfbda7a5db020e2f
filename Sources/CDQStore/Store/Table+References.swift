// The references of one row. Modules beside the store call these: what they would do with the generic columns themselves
// would not be specialized for references.

extension Table {
  /// What the to-one of a column leads to from a row; `.none` when that is nil.
  package func target(of row: Int, _ column: Int) -> RowReference { toOne[column][row] }

  /// Lets the to-one of a column lead to a row.
  package mutating func setTarget(of row: Int, _ column: Int, to target: RowReference) {
    toOne[column][row] = target
  }

  /// What the to-many of a column leads to from a row.
  package func targets(of row: Int, _ column: Int) -> [RowReference] { toMany[column][row] }

  /// Lets the to-many of a column lead to these rows.
  package mutating func setTargets(of row: Int, _ column: Int, to targets: [RowReference]) {
    toMany[column][row] = targets
  }

  /// Lets the to-many of a column lead to one row more.
  package mutating func appendTarget(of row: Int, _ column: Int, _ target: RowReference) {
    toMany[column][row].append(target)
  }

  /// Makes room for more targets of a to-many.
  package mutating func reserveTargets(of row: Int, _ column: Int, _ count: Int) {
    toMany[column][row].reserveCapacity(toMany[column][row].count + count)
  }
}
