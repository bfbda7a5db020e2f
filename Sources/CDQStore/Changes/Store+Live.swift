import CDQIR
import CDQValues

/// Live queries.
extension Store {
  /// The results of a query over time, as objects, rows or numbers.
  ///
  /// Objects are the same as before when they are in the same places and have the same attributes and to-one
  /// references. What a query has beside the data, such as `now()`, does not make it run again.
  public func live(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) -> LiveQuery<QueryResult> {
    LiveQuery(store: self) { reader in
      try reader.run(query, arguments: arguments, options: options)
    } isSame: {
      $0.isSame(as: $1)
    }
  }

  /// The results of some queries over time: of whatever `body` makes out of what it reads through its parameter.
  ///
  /// ```swift
  /// for try await cities in store.live({ try Queries.search(in: $0, text: "san") }) { show(cities) }
  /// ```
  ///
  /// - Parameter body: Reads; what it does not read through its parameter does not make it run again.
  public func live<Result: Equatable & Sendable>(
    _ body: @escaping @Sendable (LiveReader) throws -> Result
  ) -> LiveQuery<Result> {
    LiveQuery(store: self, body: body) { $0 == $1 }
  }
}

extension QueryResult {
  /// Whether nobody can tell them apart who reads attributes and to-one references.
  func isSame(as other: QueryResult) -> Bool {
    switch (self, other) {
    case (.records(let left), .records(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.hasContents(of: $1) }
    case (.rows(let left), .rows(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { $0.isSame(as: $1) } }
    case (.count(let left), .count(let right)), (.deleted(let left), .deleted(let right)): left == right
    case (.exists(let left), .exists(let right)): left == right
    case (.records, _), (.rows, _), (.count, _), (.exists, _), (.deleted, _): false
    }
  }
}

extension StoredRecord {
  /// Whether it is the same object of maybe another snapshot of one store, with the same attributes and to-one
  /// references.
  fileprivate func hasContents(of other: StoredRecord) -> Bool {
    guard row == other.row else { return false }
    let (mine, theirs) = (snapshot.state, other.snapshot.state)
    let (entity, index) = (Int(row.entity), Int(row.row))
    for (left, right) in zip(mine.tables[entity].attributes, theirs.tables[entity].attributes)
    where !left.sharesChunk(with: right, at: index) && !left.value(at: index).isSame(as: right.value(at: index)) {
      return false
    }
    for relation in mine.layout.entities[entity].relationships where !relation.relationship.isToMany {
      let target = mine.target(row, relation)
      guard target == theirs.target(row, relation) else { return false }
      if !target.isNone, mine.key(of: target) != theirs.key(of: target) { return false }
    }
    return true
  }
}
