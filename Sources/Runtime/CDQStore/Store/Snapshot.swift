public import CDQIR
import CDQValues

/// The complete data of a store at one time. A snapshot never changes: any thread reads it without locks while the
/// store goes on changing.
public final class Snapshot: Sendable {
  package let state: StoreState
  /// The number of commits to the store before this snapshot. Of two snapshots of one store, the later one has the
  /// greater number.
  public let number: Int
  /// The schema of the store that the snapshot was taken from.
  public var schema: Schema { state.layout.schema }

  package init(_ state: StoreState, number: Int = 0) {
    self.state = state
    self.number = number
  }

  /// The objects of an entity in insertion order; empty when the schema has no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    StoredRecords(self, of: state.layout.index(of: entity), includingSubentities: includingSubentities)
  }

  /// The number of objects of an entity; 0 when the schema has no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    guard let index = state.layout.index(of: entity) else { return 0 }
    let sources = includingSubentities ? state.layout.entities[index].concrete : [index]
    return sources.reduce(0) { $0 + state.tables[$1].liveCount }
  }

  /// The object with a key; nil when there is none.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    state.find(key).map { StoredRecord(self, $0) }
  }

  /// The object of an entity or its sub-entities whose identifying attributes have these values, in their order; nil
  /// when there is none.
  public func record(of entity: String, identity values: Value...) -> StoredRecord? {
    guard let index = state.layout.index(of: entity), let key = UniqueKey(values) else { return nil }
    return state.find(index, identity: key).map { StoredRecord(self, $0) }
  }
}
