public import CDQIR
import CDQValues

/// All data of a store at one time. It never changes: whoever holds it reads on without locks while the store moves.
public final class Snapshot: Sendable {
  package let state: StoreState
  /// How many changes had been made to the store: of two snapshots of one store the later one's is greater.
  public let number: Int
  /// The schema of the data.
  public var schema: Schema { state.layout.schema }

  package init(_ state: StoreState, number: Int = 0) {
    self.state = state
    self.number = number
  }

  /// The objects of an entity in insertion order; none when there is no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    StoredRecords(self, of: state.layout.index(of: entity), includingSubentities: includingSubentities)
  }

  /// How many objects an entity has; 0 when there is no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    guard let index = state.layout.index(of: entity) else { return 0 }
    let sources = includingSubentities ? state.layout.entities[index].concrete : [index]
    return sources.reduce(0) { $0 + state.tables[$1].liveCount }
  }

  /// The object of that key; nil when there is none.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    state.find(key).map { StoredRecord(self, $0) }
  }

  /// The object of an entity or its sub-entities whose identifying attributes have these values, in their order.
  public func record(of entity: String, identity values: Value...) -> StoredRecord? {
    guard let index = state.layout.index(of: entity), let key = UniqueKey(values) else { return nil }
    return state.find(index, identity: key).map { StoredRecord(self, $0) }
  }
}
