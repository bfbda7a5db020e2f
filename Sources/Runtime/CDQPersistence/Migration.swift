import CDQIR
import CDQStore
import Foundation

/// Executes a `MigrationPlan`. Columns without changes are shared with the old data.
struct Migration {
  private let old: StoreState
  private let plan: MigrationPlan
  private let layout: StoreLayout
  /// By the index of an old entity, the index of the new one; nil when its objects are dropped.
  private let targets: [Int?]
  private var state: StoreState
  private var problems: [MigrationProblem] = []

  init(_ old: StoreState, to schema: Schema) throws(MigrationError) {
    let plan = try MigrationPlan(from: old.layout.schema, to: schema)
    self.old = old
    self.plan = plan
    let isUsual = old.layout.chunkShift == StoreLayout.usualChunkShift
    let layout =
      isUsual ? StoreLayout.shared(by: schema) : StoreLayout(schema: schema, chunkShift: old.layout.chunkShift)
    self.layout = layout
    state = StoreState(layout: layout)
    var targets: [Int?] = Array(repeating: nil, count: old.tables.count)
    for step in plan.entities {
      if let source = old.layout.index(of: step.source) { targets[source] = layout.index(of: step.entity) }
    }
    self.targets = targets
  }

  /// - Throws: `MigrationError` when values are not unique, or required references are missing.
  mutating func run() throws(MigrationError) -> StoreState {
    for step in plan.entities { move(step) }
    for step in plan.entities { fillFromInverses(step) }
    numberRecords()
    for (index, rows) in Dictionary(grouping: state.fillIndexes(), by: \.constraint).sorted(by: { $0.key < $1.key }) {
      report(repeated: rows.map(\.row), of: layout.constraints[index])
    }
    checkRequired()
    guard problems.isEmpty else { throw MigrationError(problems: problems) }
    return state
  }

  // MARK: Columns

  private mutating func move(_ step: MigrationPlan.EntityStep) {
    guard let source = old.layout.index(of: step.source), let target = layout.index(of: step.entity) else { return }
    let from = old.tables[source]
    let (before, after) = (old.layout.entities[source], layout.entities[target])
    var table = Table(after, layout.schema, shift: layout.chunkShift)
    table.numbers = from.numbers
    table.isLive = from.isLive
    table.liveCount = from.liveCount
    let steps = Dictionary(step.attributes.map { ($0.attribute, $0) }, uniquingKeysWith: { first, _ in first })
    for (slot, attribute) in after.attributes.enumerated() {
      let step = steps[attribute.name]
      let column = step?.source.flatMap { before.attributeSlots[$0] }.map { from.attributes[$0] }
      let absent = step?.absent ?? attribute.initialValue
      if let column, let step, step.conversion == .none, column.kind == table.attributes[slot].kind, absent.isNull {
        table.attributes[slot] = column
        continue
      }
      for row in 0..<from.rowCount {
        let value = column?.value(at: row) ?? .null
        let moved = value.isNull ? absent : value.converted(step?.conversion ?? .none)
        table.attributes[slot].append(from.isLive[row] ? moved : .null)
      }
    }
    let names = Dictionary(
      step.relationships.map { ($0.relationship, $0.source) }, uniquingKeysWith: { first, _ in first })
    for relation in after.relationships {
      let slot = (names[relation.relationship.name] ?? nil).flatMap { before.relationshipSlots[$0] }
      move(slot.map { before.relationships[$0] }, source, from, to: relation, of: &table)
    }
    state.tables[target] = table
  }

  private func move(
    _ before: StoreLayout.RelationshipLayout?, _ source: Int, _ from: Table,
    to after: StoreLayout.RelationshipLayout, of table: inout Table
  ) {
    if let before, keepsPlaces, before.relationship.isToMany == after.relationship.isToMany {
      if after.relationship.isToMany {
        table.toMany[after.column] = from.toMany[before.column]
      } else {
        table.toOne[after.column] = from.toOne[before.column]
      }
      return
    }
    for row in 0..<from.rowCount {
      let reference = RowReference(source, row)
      var found: [RowReference] = []
      if let before { found = old.allTargets(reference, before).compactMap(moved) }
      if after.relationship.isToMany {
        table.toMany[after.column].append(found)
      } else {
        table.toOne[after.column].append(found.first ?? .none)
      }
    }
  }

  /// Whether all references stay the same, because no entity with rows has another index in the new schema.
  private var keepsPlaces: Bool { targets.enumerated().allSatisfy { $0 == $1 || old.tables[$0].rowCount == 0 } }

  private func moved(_ reference: RowReference) -> RowReference? {
    targets[Int(reference.entity)].map { RowReference($0, Int(reference.row)) }
  }

  // MARK: New inverses

  private mutating func fillFromInverses(_ step: MigrationPlan.EntityStep) {
    guard let entity = layout.index(of: step.entity) else { return }
    for relation in step.relationships where relation.isFilledFromInverse {
      guard let slot = layout.entities[entity].relationshipSlots[relation.relationship] else { continue }
      fill(layout.entities[entity].relationships[slot], of: entity)
    }
  }

  private mutating func fill(_ relation: StoreLayout.RelationshipLayout, of entity: Int) {
    guard let inverse = relation.inverse else { return }
    var conflicts = 0
    for owner in state.rows(of: relation.destination, includingSubentities: true) {
      let back = layout.entities[Int(owner.entity)].relationships[inverse]
      for target in state.allTargets(owner, back) where Int(target.entity) == entity {
        if relation.relationship.isToMany {
          state.tables[entity].toMany[relation.column][Int(target.row)].append(owner)
        } else if state.tables[entity].toOne[relation.column][Int(target.row)].isNone {
          state.tables[entity].toOne[relation.column][Int(target.row)] = owner
        } else {
          conflicts += 1
        }
      }
    }
    guard conflicts > 0 else { return }
    let (owner, name) = (layout.entities[relation.destination], relation.relationship.name)
    report(
      entity, name,
      "would be filled from '\(owner.entity.name).\(owner.relationships[inverse].relationship.name)', by which "
        + Migration.count(conflicts, "object is", "objects are") + " reached more than once",
      "make it '[\(owner.entity.name)]'")
  }

  // MARK: Numbers

  /// Renumbers records only if entities with different roots now have the same root.
  private mutating func numberRecords() {
    var sources: [Int: Set<Int>] = [:]
    for (source, target) in targets.enumerated() {
      guard let target else { continue }
      sources[layout.entities[target].rootIndex, default: []].insert(old.layout.entities[source].rootIndex)
    }
    var offsets: [Int: [Int: Int]] = [:]
    for (root, roots) in sources {
      for source in roots.sorted() {
        offsets[root, default: [:]][source] = state.nextNumbers[root]
        state.nextNumbers[root] += old.nextNumbers[source]
      }
    }
    for (source, target) in targets.enumerated() {
      guard let target, let offset = offsets[layout.entities[target].rootIndex]?[old.layout.entities[source].rootIndex],
        offset > 0
      else { continue }
      var numbers = RecordNumbers()
      for row in 0..<state.tables[target].rowCount { numbers.append(state.tables[target].numbers[row] + offset) }
      state.tables[target].numbers = numbers
    }
  }

  // MARK: What the data shows

  private mutating func report(_ entity: Int, _ property: String?, _ message: String, _ help: String) {
    problems.append(
      MigrationProblem(
        entity: layout.entities[entity].entity.name, property: property, message: message, help: help))
  }

  private mutating func report(repeated rows: [RowReference], of constraint: StoreLayout.Constraint) {
    guard let first = rows.first else { return }
    let values = constraint.slots.map { ValueJSON.text(state.value(first, $0)) }.joined(separator: ", ")
    report(
      constraint.owner, constraint.attributes.joined(separator: ", "),
      "is unique now, but " + Migration.count(rows.count, "object has", "objects have")
        + " what another one has, such as \(values)",
      "declare it unique when the old version has made the values different")
  }

  private mutating func checkRequired() {
    for (index, entity) in layout.entities.enumerated() {
      for relation in entity.relationships where relation.relationship.needsObject {
        let missing = state.rows(of: index, includingSubentities: false)
          .count { state.target($0, relation).isNone }
        guard missing > 0 else { continue }
        report(
          index, relation.relationship.name,
          "needs an object, and " + Migration.count(missing, "object has", "objects have") + " lost theirs",
          "make it optional, or keep the entity that it led to")
      }
    }
  }

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }
}

extension Value {
  fileprivate func converted(_ conversion: MigrationPlan.Conversion) -> Value {
    switch (self, conversion) {
    case (.int(let number), .double): .double(Double(number))
    case (.int(let number), .decimal): .decimal(Decimal(number))
    case (.list(let values), .double), (.list(let values), .decimal): .list(values.map { $0.converted(conversion) })
    default: self
    }
  }
}

extension Snapshot {
  /// The same data under another version of the schema.
  ///
  /// - Throws: `MigrationError` with all changes that cannot be inferred, or all values and references that violate the
  ///   new schema.
  public func migrated(to schema: Schema) throws(MigrationError) -> Snapshot {
    if schema == self.schema { return self }
    var migration = try Migration(state, to: schema)
    return Snapshot(try migration.run())
  }
}
