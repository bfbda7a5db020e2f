// The references of one row. Modules beside the store call these: what they would do themselves with a table would copy
// it, and with its generic columns would not be specialized for references.

extension StoreState {
  /// How many rows the table of an entity has.
  package func rowCount(_ entity: Int) -> Int { tables[entity].rowCount }

  /// What the to-one of a column leads to from a row, deleted or not; `.none` when that is nil.
  package func target(of row: RowReference, _ column: Int) -> RowReference {
    tables[Int(row.entity)].toOne[column][Int(row.row)]
  }

  /// Lets the to-one of a column lead to a row.
  package mutating func setTarget(of row: RowReference, _ column: Int, to target: RowReference) {
    tables[Int(row.entity)].toOne[column][Int(row.row)] = target
  }

  /// What the to-many of a column leads to from a row, deleted or not.
  package func targets(of row: RowReference, _ column: Int) -> [RowReference] {
    tables[Int(row.entity)].toMany[column][Int(row.row)]
  }

  /// Lets the to-many of a column lead to these rows.
  package mutating func setTargets(of row: RowReference, _ column: Int, to targets: [RowReference]) {
    tables[Int(row.entity)].toMany[column][Int(row.row)] = targets
  }

  /// Lets the to-many of a column lead to one row more.
  package mutating func appendTarget(of row: RowReference, _ column: Int, _ target: RowReference) {
    tables[Int(row.entity)].toMany[column][Int(row.row)].append(target)
  }

  /// Makes room for more targets of a to-many.
  package mutating func reserveTargets(of row: RowReference, _ column: Int, _ count: Int) {
    let present = tables[Int(row.entity)].toMany[column][Int(row.row)].count
    tables[Int(row.entity)].toMany[column][Int(row.row)].reserveCapacity(present + count)
  }

  /// Notes the key that a row has under a constraint, of a plain text without making a String of it.
  ///
  /// - Returns: The row that has the key already; nil when the key is new, or a value of it is nil.
  package mutating func addKey(of row: RowReference, to constraint: Int) -> RowReference? {
    let slots = layout.constraints[constraint].slots
    var key: UniqueKey?
    if slots.count == 1 {
      let column = tables[Int(row.entity)].attributes[slots[0]]
      var other: RowReference?
      let isPlain = column.withPlainText(at: Int(row.row)) { text in
        other = self.row(ofPlainText: text, in: constraint)
        if other == nil { add(hash: KeyHash.hash(text), row, to: constraint) }
      }
      if isPlain { return other }
      if column.kind == .int { key = column.int(at: Int(row.row)).map { .int($0) } }
    }
    guard let key = key ?? uniqueKey(row, layout.constraints[constraint]) else { return nil }
    if let other = self.row(of: key, in: constraint) { return other }
    add(key, row, to: constraint)
    return nil
  }
}
