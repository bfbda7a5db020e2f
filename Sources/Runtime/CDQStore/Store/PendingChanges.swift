import CDQIR
import CDQValues

/// The data of a transaction that is not committed yet: its state, and the rows that differ from the state it started
/// from. Its methods write both sides of a relationship, the indexes of unique attributes and the set of changed rows,
/// but check nothing.
package struct PendingChanges: Sendable {
  package var state: StoreState
  /// The rows that were inserted, changed or deleted. The final validation and the change set look at these rows only.
  package private(set) var touched: Set<RowReference> = []
  /// Whether a row was inserted, changed or deleted.
  package private(set) var isChanged = false
  package var layout: StoreLayout { state.layout }

  init(_ state: StoreState) {
    self.state = state
  }

  mutating func touch(_ reference: RowReference) {
    touched.insert(reference)
    isChanged = true
  }

  /// Appends a row, with the keys that it has under the constraints of its entity.
  mutating func append(_ row: [Value], of entity: Int, _ keys: [(constraint: Int, key: UniqueKey)]) -> RowReference {
    let root = layout.entities[entity].rootIndex
    let reference = RowReference(entity, state.tables[entity].rowCount)
    state.tables[entity].append(row, number: state.nextNumbers[root])
    state.nextNumbers[root] += 1
    for (constraint, key) in keys { state.add(key, reference, to: constraint) }
    touch(reference)
    return reference
  }

  /// Removes a live row to which no relationship of a remaining object refers.
  mutating func remove(_ row: RowReference) {
    let entity = Int(row.entity)
    let index = Int(row.row)
    for constraint in layout.entities[entity].constraints {
      if let key = state.uniqueKey(row, layout.constraints[constraint]) { state.remove(key, row, from: constraint) }
    }
    for slot in state.tables[entity].attributes.indices { state.tables[entity].attributes[slot].set(index, .null) }
    for column in state.tables[entity].toOne.indices { state.tables[entity].toOne[column][index] = .none }
    for column in state.tables[entity].toMany.indices { state.tables[entity].toMany[column][index] = [] }
    state.tables[entity].isLive[index] = false
    state.tables[entity].liveCount -= 1
    touch(row)
  }
}
