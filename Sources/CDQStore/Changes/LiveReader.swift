public import CDQIR
import CDQValues

/// The data that one run of a live query reads, which notes what it reads.
public final class LiveReader: StoreReader, Sendable {
  private let data: Snapshot
  private let noted: Locked<QueryDependencies>

  init(_ data: Snapshot) {
    self.data = data
    noted = Locked(QueryDependencies(data.state.layout))
  }

  /// What was read so far.
  var dependencies: QueryDependencies { noted.withLock { $0 } }

  /// The schema of the data.
  public var schema: Schema { data.schema }

  /// All data. Who reads it reads everything: the live query runs again after each change.
  public var snapshot: Snapshot {
    noted.withLock { $0.isEverything = true }
    return data
  }

  /// The data that a query is to be run on; the live query runs again when what the query reads is changed.
  public func data(for query: PreparedStoreQuery) -> Snapshot {
    noted.withLock { $0.add(query.ir) }
    return data
  }

  /// The data for reading objects of an entity; the live query runs again when objects of it come, go or get other
  /// values.
  public func data(of entity: String) -> Snapshot {
    if let index = data.state.layout.index(of: entity) {
      noted.withLock { dependencies in
        dependencies.addObjects(of: index, includingSubentities: true)
        dependencies.addContents(of: index, includingSubentities: true)
      }
    }
    return data
  }

  /// Runs a query.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a `delete`.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try data(for: query).run(query, arguments: arguments, options: options)
  }

  /// How many objects an entity has; 0 when there is no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    if let index = data.state.layout.index(of: entity) {
      noted.withLock { $0.addObjects(of: index, includingSubentities: includingSubentities) }
    }
    return data.count(of: entity, includingSubentities: includingSubentities)
  }
}
