import CDQIR

/// The rows of one entity, column by column; objects of sub-entities are in tables of their own.
///
/// Invariant: every column has `numbers.count` rows. A deleted row keeps its place, so that references stay good.
struct Table: Sendable {
  /// One per slot of `StoreLayout.EntityLayout.attributes`.
  var attributes: [PagedArray<Value>]
  var toOne: [PagedArray<RowReference>]
  var toMany: [PagedArray<[RowReference]>]
  /// 0-based number of the record among all that were ever inserted under the root entity: ascending, it gives the
  /// insertion order across sub-entities.
  var numbers = PagedArray<Int>()
  var isLive = PagedArray<Bool>()
  var liveCount = 0

  init(_ layout: StoreLayout.EntityLayout) {
    attributes = Array(repeating: PagedArray(), count: layout.attributes.count)
    toOne = Array(repeating: PagedArray(), count: layout.toOneCount)
    toMany = Array(repeating: PagedArray(), count: layout.toManyCount)
  }

  var rowCount: Int { numbers.count }

  /// Adds a row with the given values and no references.
  mutating func append(_ values: [Value], number: Int) {
    for slot in attributes.indices { attributes[slot].append(slot < values.count ? values[slot] : .null) }
    for column in toOne.indices { toOne[column].append(.none) }
    for column in toMany.indices { toMany[column].append([]) }
    numbers.append(number)
    isLive.append(true)
    liveCount += 1
  }

  /// The live row of that number. Numbers ascend, so it is found by halving.
  func row(number: Int) -> Int? {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < rowCount && numbers[low] == number && isLive[low] ? low : nil
  }
}

/// All data of a store at one time. A value: whoever has a copy keeps it.
struct StoreState: Sendable {
  let layout: StoreLayout
  /// One per entity of the schema; those of abstract entities stay empty.
  var tables: [Table]
  /// One per constraint of the layout.
  var uniques: [UniqueIndex]
  /// By root entity, the number that the next record gets.
  var nextNumbers: [Int]

  init(layout: StoreLayout) {
    self.layout = layout
    tables = layout.entities.map { Table($0) }
    uniques = layout.constraints.map { _ in UniqueIndex() }
    nextNumbers = Array(repeating: 0, count: layout.entities.count)
  }

  func isLive(_ reference: RowReference) -> Bool {
    !reference.isNone && tables[Int(reference.entity)].isLive[Int(reference.row)]
  }

  /// Value of an attribute; the slot must be one of the row's entity.
  func value(_ reference: RowReference, _ slot: Int) -> Value {
    tables[Int(reference.entity)].attributes[slot][Int(reference.row)]
  }

  /// What a to-one leads to; `.none` when that is nil or was deleted.
  func target(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> RowReference {
    let target = tables[Int(reference.entity)].toOne[relation.column][Int(reference.row)]
    return isLive(target) ? target : .none
  }

  /// What a to-many leads to, without deleted objects.
  func targets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    let targets = tables[Int(reference.entity)].toMany[relation.column][Int(reference.row)]
    // References to deleted objects are rare: only `noAction` and relationships without an inverse leave them.
    return targets.allSatisfy(isLive) ? targets : targets.filter(isLive)
  }

  /// Whatever a relationship leads to.
  func allTargets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    if relation.relationship.isToMany { return targets(reference, relation) }
    let target = target(reference, relation)
    return target.isNone ? [] : [target]
  }

  /// The key of a constraint for a row; nil when one of its values is nil.
  func uniqueKey(_ reference: RowReference, _ constraint: StoreLayout.Constraint) -> UniqueKey? {
    UniqueKey(constraint.slots.map { value(reference, $0) })
  }
}
