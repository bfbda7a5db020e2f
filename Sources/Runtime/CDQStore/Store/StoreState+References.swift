package import CDQIR

// Rows and their relationship targets. Other modules call these functions, because code of theirs would copy the table,
// and would use its generic columns without specialization.

extension StoreState {
  /// The number of rows in the table of an entity, including deleted ones.
  package func rowCount(_ entity: Int) -> Int { tables[entity].rowCount }

  /// Appends a row with a record number that is greater than those of the rows before it, without adding its keys to the
  /// indexes of constraints.
  package mutating func append(_ values: [Value], of entity: Int, number: Int) -> RowReference {
    let reference = RowReference(entity, tables[entity].rowCount)
    tables[entity].append(values, number: number)
    return reference
  }

  /// The target of a row in a to-one column, deleted or not; `.none` when there is no target.
  package func target(of row: RowReference, _ column: Int) -> RowReference {
    tables[Int(row.entity)].toOne[column][Int(row.row)]
  }

  /// Sets the target of a row in a to-one column.
  package mutating func setTarget(of row: RowReference, _ column: Int, to target: RowReference) {
    tables[Int(row.entity)].toOne[column][Int(row.row)] = target
  }

  /// The targets of a row in a to-many column, including deleted ones.
  package func targets(of row: RowReference, _ column: Int) -> [RowReference] {
    tables[Int(row.entity)].toMany[column][Int(row.row)]
  }

  /// Sets the targets of a row in a to-many column.
  package mutating func setTargets(of row: RowReference, _ column: Int, to targets: [RowReference]) {
    tables[Int(row.entity)].toMany[column][Int(row.row)] = targets
  }

  /// Appends a target to those of a row in a to-many column.
  package mutating func appendTarget(of row: RowReference, _ column: Int, _ target: RowReference) {
    tables[Int(row.entity)].toMany[column][Int(row.row)].append(target)
  }

  /// Reserves memory for more targets of a row in a to-many column.
  package mutating func reserveTargets(of row: RowReference, _ column: Int, _ count: Int) {
    let present = tables[Int(row.entity)].toMany[column][Int(row.row)].count
    tables[Int(row.entity)].toMany[column][Int(row.row)].reserveCapacity(present + count)
  }

  /// Adds a row to the index of a constraint under the key that its columns hold. A plain text is hashed without making
  /// a `String` of it.
  ///
  /// - Returns: The other row that has the key already; nil when the key was added, or when one of its values is nil.
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
