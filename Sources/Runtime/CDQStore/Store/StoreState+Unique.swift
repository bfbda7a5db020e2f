import CDQValues

/// Lookup and upkeep of the unique indexes.
extension StoreState {
  /// The row that has a key under a constraint; nil when there is none.
  package func row(of key: UniqueKey, in constraint: Int) -> RowReference? {
    if let order = uniques[constraint].order { return row(of: key, in: order) }
    let slots = layout.constraints[constraint].slots
    if slots.count == 1 {
      // Keys of one integer or text are compared in the column, without boxing them in a `Value`.
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

  /// The row whose text equals a plain text, under a constraint of a single text attribute.
  package func row(ofPlainText text: UnsafeBufferPointer<UInt8>, in constraint: Int) -> RowReference? {
    let slot = layout.constraints[constraint].slots[0]
    return uniques[constraint].row(hash: KeyHash.hash(text)) {
      tables[Int($0.entity)].attributes[slot].isText(at: Int($0.row), text)
    }
  }

  /// Finds a key in an index that has no hash table. Numbers mostly ascend without gaps, so that the row can be
  /// computed; otherwise a binary search finds it.
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

  /// Adds the key of a row to the index of a constraint. No other row may have the key.
  package mutating func add(_ key: UniqueKey, _ row: RowReference, to constraint: Int) {
    if !extendOrder(of: constraint, with: key, row) { add(hash: KeyHash.hash(key), row, to: constraint) }
  }

  /// Adds a row to the hash table of a constraint by the hash of its key.
  package mutating func add(hash: Int, _ row: RowReference, to constraint: Int) {
    let (tables, slots) = (tables, layout.constraints[constraint].slots)
    uniques[constraint].insert(hash: hash, row) { row in
      UniqueKey(slots.map { tables[Int(row.entity)].attributes[$0].value(at: Int(row.row)) })
    }
  }

  /// Removes the key of a row from the index of a constraint. The columns must still hold that key.
  package mutating func remove(_ key: UniqueKey, _ row: RowReference, from constraint: Int) {
    leaveOrder(of: constraint)
    uniques[constraint].remove(key, row)
  }

  /// Extends the `UniqueIndex.Order` of a constraint by one row, if the row comes next and its integer is the greatest.
  /// Returns false when the key needs the hash table.
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

  /// Moves the rows of a `UniqueIndex.Order` into a hash table.
  private mutating func leaveOrder(of constraint: Int) {
    guard let order = uniques[constraint].order else { return }
    let column = tables[order.entity].attributes[order.slot]
    // More rows usually follow, so the table gets room for all live rows of the constraint's entities.
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
