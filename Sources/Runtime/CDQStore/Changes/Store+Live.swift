import CDQIR
import CDQValues

extension Store {
  /// The results of a query over time, as an asynchronous sequence of objects, rows or numbers. A new result arrives
  /// when it differs from the last one.
  ///
  /// Two results of objects are the same when they have the same objects in the same order, with the same attributes
  /// and to-one references. Only changes of the data run the query again; a different `now()`, for example, does not.
  public func live(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) -> LiveQuery<QueryResult> {
    live { reader in try reader.run(query, arguments: arguments, options: options) }
  }

  /// The results of a closure that runs queries, over time.
  ///
  /// ```swift
  /// for try await cities in store.live({ try Queries.search(in: $0, text: "san") }) { show(cities) }
  /// ```
  ///
  /// - Parameter body: Reads data through its parameter and computes the result. Only changes of what it reads through
  ///   the parameter run it again.
  public func live<Result: Equatable & Sendable>(
    _ body: @escaping @Sendable (LiveReader) throws -> Result
  ) -> LiveQuery<Result> {
    LiveQuery(store: self, body: body) { $0 == $1 }
  }
}

extension QueryResult: Equatable {
  /// Whether both results have the same rows or numbers, or the same objects with the same attributes and to-one
  /// references, possibly in different snapshots of one store.
  public static func == (left: QueryResult, right: QueryResult) -> Bool {
    switch (left, right) {
    case (.records(let left), .records(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.hasContents(of: $1) }
    case (.rows(let left), .rows(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { $0.isSame(as: $1) } }
    case (.count(let left), .count(let right)), (.deleted(let left), .deleted(let right)),
      (.updated(let left), .updated(let right)):
      left == right
    case (.exists(let left), .exists(let right)): left == right
    case (.records, _), (.rows, _), (.count, _), (.exists, _), (.deleted, _), (.updated, _): false
    }
  }
}

extension StoredRecord {
  /// Whether both records are the same object, possibly in different snapshots of one store, with the same attributes
  /// and to-one references.
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
