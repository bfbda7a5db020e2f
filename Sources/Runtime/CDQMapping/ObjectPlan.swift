import CDQIR
import CDQStore
import CDQLoading

/// The plan for reading records as objects of one entity, by a rule of a mapping or by the schema's own keys.
///
/// A class, since every record uses it and it remembers the keys of the last record; it belongs to one import.
final class ObjectPlan {
  /// The property that a key of the record belongs to, by its slot.
  enum Target {
    case attribute(Int)
    case relationship(Int)
    case ignored
  }

  /// A property that a rule reads from another source than its own key.
  struct Field {
    var target: Target
    var source: FieldSourceIR
    /// The entries of a `table` transform, by the value in the JSON.
    var table: [Value: Value] = [:]
    /// The index of the rule for nested records.
    var rule: Int?
  }

  let entity: Int
  /// The index of the rule; nil without one.
  let rule: Int?
  /// Whether the rule fills relationships by queries after all records were stored.
  let hasLookups: Bool
  let layout: StoreLayout.EntityLayout
  let fields: [Field]
  /// The initial value of each attribute, by slot.
  let defaults: [Value]
  /// The slots of the identifying attributes; empty when there are none.
  let identitySlots: [Int]
  /// Whether an object has a required to-one reference.
  let hasRequiredReference: Bool
  /// The limits of each attribute (`@range`, `@length`, `@matches`), by slot; empty when no attribute has one.
  private let limits: [AttributeLimits?]
  private let targets: [String: Target]
  /// The keys of the last record. The next one probably has the same keys in the same order, and comparing them saves
  /// hashing.
  private var order: [(key: String, target: Target)] = []

  /// - Parameter rule: the index of the rule that says where properties come from. A property that it does not mention
  ///   is read from its own key.
  init(_ entity: Int, _ store: StoreLayout, rule: Int? = nil, rules: [MappingRuleIR] = []) {
    self.entity = entity
    self.rule = rule
    let fields = rule.map { rules[$0].fields } ?? []
    hasLookups = fields.contains { if case .objects = $0.source { true } else { false } }
    let layout = store.entities[entity]
    self.layout = layout
    defaults = layout.attributes.map(\.initialValue)
    identitySlots = layout.identityConstraint.map { store.constraints[$0].slots } ?? []
    var limits: [AttributeLimits?] = []
    if !layout.limits.isEmpty {
      limits = Array(repeating: nil, count: layout.attributes.count)
      for (slot, allowed) in layout.limits { limits[slot] = allowed }
    }
    self.limits = limits
    hasRequiredReference = layout.relationships.contains { $0.relationship.needsObject }
    // When the rule chooses between sub-entities, it also has fields for properties that this entity lacks.
    self.fields = fields.compactMap { field in
      let target: Target
      if let slot = layout.attributeSlots[field.property] {
        target = .attribute(slot)
      } else if let slot = layout.relationshipSlots[field.property] {
        target = .relationship(slot)
      } else {
        return nil
      }
      var result = Field(target: target, source: field.source)
      switch field.source {
      case .json(_, .table(let entries)):
        result.table = Dictionary(entries.map { ($0.json, $0.value) }, uniquingKeysWith: { first, _ in first })
      case .nested(_, let rule): result.rule = rules.firstIndex { $0.name == rule }
      case .json, .index, .parameter, .objects: break
      }
      return result
    }
    let mapped = Set(fields.map(\.property))
    var targets: [String: Target] = [:]
    for (slot, attribute) in layout.attributes.enumerated() where !mapped.contains(attribute.name) {
      if !attribute.isTransient { targets[attribute.jsonKey ?? attribute.name] = .attribute(slot) }
    }
    for (slot, relation) in layout.relationships.enumerated() where !mapped.contains(relation.relationship.name) {
      let relationship = relation.relationship
      if !relationship.isTransient { targets[relationship.jsonKey ?? relationship.name] = .relationship(slot) }
    }
    self.targets = targets
  }

  /// Checks a value against the limits of its attribute.
  ///
  /// - Throws: `ValueCodingError` for a value that `@range`, `@length` or `@matches` does not allow.
  @inline(__always)
  func check(_ value: Value, _ slot: Int) throws(ValueCodingError) {
    guard !limits.isEmpty, let limit = limits[slot]?.broken(by: value) else { return }
    throw ValueCodingError(limit, value, layout.entity.name, layout.attributes[slot].name)
  }

  /// The property that a key belongs to.
  ///
  /// - Parameter position: the index of the key in its record.
  func target(of key: String, at position: Int) -> Target {
    if position < order.count, order[position].key == key { return order[position].target }
    let target = targets[key] ?? .ignored
    if position < order.count { order[position] = (key, target) }
    if position == order.count { order.append((key, target)) }
    return target
  }
}
