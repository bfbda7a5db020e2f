public import CDQIR
import CDQValues

/// The source of data for one run of a live query. It records what the run reads.
public final class LiveReader: StoreReader, Sendable {
  private let data: Snapshot
  private let noted: Locked<QueryDependencies>

  init(_ data: Snapshot) {
    self.data = data
    noted = Locked(QueryDependencies(data.state.layout))
  }

  /// The dependencies recorded so far.
  var dependencies: QueryDependencies { noted.withLock { $0 } }

  /// The schema of the store.
  public var schema: Schema { data.schema }

  /// All data. Reading this property counts as reading everything: the live query runs again after each change.
  public var snapshot: Snapshot {
    noted.withLock { $0.isEverything = true }
    return data
  }

  /// The snapshot to run a query on. The live query runs again when something that this query reads has changed.
  public func data(for query: PreparedStoreQuery) -> Snapshot {
    noted.withLock { $0.add(query.ir) }
    return data
  }

  /// The snapshot for reading objects of an entity. The live query runs again when objects of the entity are inserted,
  /// deleted or updated.
  public func data(of entity: String) -> Snapshot {
    if let index = data.state.layout.index(of: entity) {
      noted.withLock { dependencies in
        dependencies.addObjects(of: index, includingSubentities: true)
        dependencies.addContents(of: index, includingSubentities: true)
      }
    }
    return data
  }

  /// Runs a query and records what it reads.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a `delete` query.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try data(for: query).run(query, arguments: arguments, options: options)
  }

  /// The number of objects of an entity; 0 when the schema has no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    if let index = data.state.layout.index(of: entity) {
      noted.withLock { $0.addObjects(of: index, includingSubentities: includingSubentities) }
    }
    return data.count(of: entity, includingSubentities: includingSubentities)
  }
}
