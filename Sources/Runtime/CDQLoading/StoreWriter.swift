import CDQIR
import CDQJSON
import CDQStore
public import Foundation

/// A writer of a snapshot as the JSON that `StoreLoader` reads; loading it gives the same objects.
///
/// It writes every stored attribute under its key, null for nil, and a to-one relationship as the identity of its
/// target. It omits a to-many relationship only where its objects imply it: when it is unordered and its inverse is a
/// stored to-one.
public struct StoreWriter: Sendable {
  private let snapshot: Snapshot
  private var state: StoreState { snapshot.state }

  /// A writer for the objects of a snapshot.
  public init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The names of the entities that can have objects, in the order of the schema. Each has a file of its own.
  public var entities: [String] {
    snapshot.schema.entities.filter { !$0.isAbstract }.map(\.name)
  }

  /// The contents of `<Entity>.json`: an array with one object per line, without the objects of sub-entities.
  ///
  /// - Throws: `StoreError.unknownEntity` for an unknown name; `.noIdentity` when a reference leads to an object whose
  ///   identity is nil.
  public func json(of entity: String) throws(StoreError) -> Data {
    guard let index = state.layout.index(of: entity) else { throw .unknownEntity(entity) }
    let layout = state.layout.entities[index]
    let keys = members(of: layout)
    var text = "["
    var positions: [Int: [Int]] = [:]
    for (position, row) in state.rows(of: index, includingSubentities: false).enumerated() {
      text += position == 0 ? "\n{" : ",\n{"
      for (position, member) in keys.enumerated() {
        text += position == 0 ? member.prefix : "," + member.prefix
        switch member.source {
        case .attribute(let slot, let type): append(state.value(row, slot), type, to: &text)
        case .relationship(let relation): try append(relation, of: row, to: &text, &positions)
        }
      }
      text += "}"
    }
    text += "\n]\n"
    return Data(text.utf8)
  }

  private struct Member {
    enum Source {
      case attribute(Int, ValueType)
      case relationship(StoreLayout.RelationshipLayout)
    }
    /// The key in quotes, followed by a colon.
    var prefix: String
    var source: Source
  }

  private func members(of layout: StoreLayout.EntityLayout) -> [Member] {
    snapshot.schema.allProperties(of: layout.entity.name).compactMap { property in
      let prefix = ValueCoding.json(.string(property.jsonKey)) + ":"
      switch property {
      case .attribute(let attribute):
        guard !attribute.isTransient, let slot = layout.attributeSlots[attribute.name] else { return nil }
        return Member(prefix: prefix, source: .attribute(slot, attribute.type))
      case .relationship(let relationship):
        guard !relationship.isTransient, let slot = layout.relationshipSlots[relationship.name],
          isWritten(layout.relationships[slot])
        else { return nil }
        return Member(prefix: prefix, source: .relationship(layout.relationships[slot]))
      }
    }
  }

  private func isWritten(_ relation: StoreLayout.RelationshipLayout) -> Bool {
    guard relation.relationship.isToMany, !relation.relationship.isOrdered, let slot = relation.inverse else {
      return true
    }
    let inverse = state.layout.entities[relation.destination].relationships[slot].relationship
    return inverse.isToMany || inverse.isTransient
  }

  private func append(_ value: Value, _ type: ValueType, to text: inout String) {
    switch (type, value) {
    case (.float, .double(let number)):
      ValueJSON.appendFloat(number, to: &text)
    case (.collection(let element, _), .list(let values)):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        append(value, element, to: &text)
      }
      text += "]"
    case (.opaque, .string(let json)) where (try? JSONValue(parsing: json)) != nil:
      text += json
    default:
      ValueJSON.append(value, to: &text)
    }
  }

  private func append(
    _ relation: StoreLayout.RelationshipLayout, of row: RowReference, to text: inout String,
    _ positions: inout [Int: [Int]]
  ) throws(StoreError) {
    guard relation.relationship.isToMany else {
      let target = state.target(row, relation)
      if target.isNone { text += "null" } else { try append(target, to: &text, &positions) }
      return
    }
    text += "["
    for (position, target) in state.targets(row, relation).enumerated() {
      if position > 0 { text += "," }
      try append(target, to: &text, &positions)
    }
    text += "]"
  }

  private func append(
    _ target: RowReference, to text: inout String, _ positions: inout [Int: [Int]]
  ) throws(StoreError) {
    let layout = state.layout.entities[Int(target.entity)]
    guard let constraint = layout.identityConstraint else {
      text += String(position(of: target, &positions))
      return
    }
    let slots = state.layout.constraints[constraint].slots
    if slots.count > 1 { text += "[" }
    for (position, slot) in slots.enumerated() {
      let value = state.value(target, slot)
      if value.isNull { throw .noIdentity(entity: layout.entity.name) }
      if position > 0 { text += "," }
      append(value, layout.attributes[slot].type, to: &text)
    }
    if slots.count > 1 { text += "]" }
  }

  /// The record number that an object will have after loading. It differs from the current number after deletions,
  /// which leave no gaps in the written data.
  ///
  /// - Parameter positions: the numbers that were computed before, by entity and row.
  private func position(of target: RowReference, _ positions: inout [Int: [Int]]) -> Int {
    let entity = Int(target.entity)
    if let known = positions[entity] { return known[Int(target.row)] }
    let root = state.layout.entities[entity].rootIndex
    var next = state.layout.entities[root].concrete.filter { $0 < entity }.reduce(0) { $0 + state.tables[$1].liveCount }
    let isLive = state.tables[entity].isLive
    var rows: [Int] = []
    for row in 0..<isLive.count {
      rows.append(next)
      if isLive[row] { next += 1 }
    }
    positions[entity] = rows
    return rows[Int(target.row)]
  }
}
