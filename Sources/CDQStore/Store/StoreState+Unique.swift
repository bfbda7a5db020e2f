import CDQValues

/// Rows by the values that must be unique.
extension StoreState {
  /// The row that has the key of a constraint.
  package func row(of key: UniqueKey, in constraint: Int) -> RowReference? {
    if let order = uniques[constraint].order { return row(of: key, in: order) }
    let slots = layout.constraints[constraint].slots
    if slots.count == 1 {
      // The common keys are compared without boxes.
      switch key {
      case .int(let number):
        return uniques[constraint].row(of: key) {
          tables[Int($0.entity)].attributes[slots[0]].int(at: Int($0.row)) == number
        }
      case .string(let text):
        return uniques[constraint].row(of: key) {
          tables[Int($0.entity)].attributes[slots[0]].text(at: Int($0.row)) == text
        }
      case .values, .record, .unreadable: break
      }
    }
    return uniques[constraint].row(of: key) { uniqueKey($0, layout.constraints[constraint]) == key }
  }

  /// The row that has a plain text as its key of a constraint of one text attribute.
  package func row(ofPlainText text: UnsafeBufferPointer<UInt8>, in constraint: Int) -> RowReference? {
    let slot = layout.constraints[constraint].slots[0]
    return uniques[constraint].row(hash: KeyHash.hash(text)) {
      tables[Int($0.entity)].attributes[slot].isText(at: Int($0.row), text)
    }
  }

  /// Numbers mostly follow each other without gaps; else the row is found by halving.
  private func row(of key: UniqueKey, in order: UniqueIndex.Order) -> RowReference? {
    let column = tables[order.entity].attributes[order.slot]
    guard case .int(let number) = key, let first = column.int(at: 0), let last = column.int(at: order.count - 1),
      first <= number, number <= last
    else { return nil }
    let (distance, isFar) = number.subtractingReportingOverflow(first)
    if !isFar, distance < order.count, column.int(at: Int(distance)) == number {
      return RowReference(order.entity, Int(distance))
    }
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      guard let value = column.int(at: middle) else { return nil }
      if value == number { return RowReference(order.entity, middle) }
      if value < number { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Notes the key of a row, which no other row has.
  package mutating func add(_ key: UniqueKey, _ row: RowReference, to constraint: Int) {
    if !extendOrder(of: constraint, with: key, row) { add(hash: KeyHash.hash(key), row, to: constraint) }
  }

  /// Notes a row whose key has that hash.
  package mutating func add(hash: Int, _ row: RowReference, to constraint: Int) {
    let (tables, slots) = (tables, layout.constraints[constraint].slots)
    uniques[constraint].insert(hash: hash, row) { row in
      UniqueKey(slots.map { tables[Int(row.entity)].attributes[$0].value(at: Int(row.row)) })
    }
  }

  /// Forgets the key of a row, which the row still has.
  package mutating func remove(_ key: UniqueKey, _ row: RowReference, from constraint: Int) {
    leaveOrder(of: constraint)
    uniques[constraint].remove(key, row)
  }

  /// Notes a key without a hash table, if it goes on where the order of the rows ends. True if so.
  private mutating func extendOrder(of constraint: Int, with key: UniqueKey, _ row: RowReference) -> Bool {
    let slots = layout.constraints[constraint].slots
    guard let order = uniques[constraint].order else {
      guard uniques[constraint].isUnused, row.row == 0, slots.count == 1, case .int = key else { return false }
      uniques[constraint].order = UniqueIndex.Order(entity: Int(row.entity), slot: slots[0], count: 1)
      return true
    }
    if case .int(let number) = key, Int(row.entity) == order.entity, Int(row.row) == order.count,
      let last = tables[order.entity].attributes[order.slot].int(at: order.count - 1), last < number
    {
      uniques[constraint].order?.count += 1
      return true
    }
    leaveOrder(of: constraint)
    return false
  }

  /// Puts the rows that were found by their order into a hash table.
  private mutating func leaveOrder(of constraint: Int) {
    guard let order = uniques[constraint].order else { return }
    let column = tables[order.entity].attributes[order.slot]
    // Most of the time more follow: all rows that are there.
    let rows = layout.entities[layout.constraints[constraint].owner].concrete.reduce(0) { $0 + tables[$1].liveCount }
    var index = UniqueIndex(capacity: max(rows, order.count))
    for row in 0..<order.count {
      guard let number = column.int(at: row) else { continue }
      index.insert(hash: KeyHash.hash(number), RowReference(order.entity, row)) {
        column.int(at: Int($0.row)).map { .int($0) }
      }
    }
    uniques[constraint] = index
  }
}
