import CDQIR
import CDQStore
import CDQLoading

/// What is known before the first record about how objects of one entity are read, by a rule or without one.
///
/// A class, as each record looks into it and the keys of the last record are remembered; it belongs to one import.
final class ObjectPlan {
  /// What a key of the record stands for.
  enum Target {
    case attribute(Int)
    case relationship(Int)
    case ignored
  }

  /// A property that a rule reads from elsewhere than its own key.
  struct Field {
    var target: Target
    var source: FieldSourceIR
    /// The entries of a table by what stands in the JSON.
    var table: [Value: Value] = [:]
    /// The rule of a nested record, as index into the mapping's rules.
    var rule: Int?
  }

  let entity: Int
  /// Index of the rule; nil without one.
  let rule: Int?
  /// Whether relationships are looked up once all records are in.
  let hasLookups: Bool
  let layout: StoreLayout.EntityLayout
  let fields: [Field]
  /// What a new object has where nothing is given.
  let defaults: [Value]
  /// Slots of the attributes that identify an object; empty when none do.
  let identitySlots: [Int]
  /// Whether an object needs one that a relationship leads to.
  let hasRequiredReference: Bool
  /// By slot what `@range`, `@length` and `@matches` allow; empty where they say nothing.
  private let limits: [AttributeLimits?]
  private let targets: [String: Target]
  /// The keys of the last record, which the next one most likely has in the same order: comparing then saves hashing.
  private var order: [(key: String, target: Target)] = []

  /// - Parameter rule: index of the rule that says where properties come from; what it leaves out is read from the
  ///   usual key.
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
    // Fields of sub-entities are there, too, when the rule chooses among them.
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

  /// - Throws: for a value that the attribute's `@range`, `@length` or `@matches` does not allow.
  @inline(__always)
  func check(_ value: Value, _ slot: Int) throws(ValueCodingError) {
    guard !limits.isEmpty, let limit = limits[slot]?.broken(by: value) else { return }
    throw ValueCodingError(limit, value, layout.entity.name, layout.attributes[slot].name)
  }

  /// What a key stands for that is the record's member of that number.
  func target(of key: String, at position: Int) -> Target {
    if position < order.count, order[position].key == key { return order[position].target }
    let target = targets[key] ?? .ignored
    if position < order.count { order[position] = (key, target) }
    if position == order.count { order.append((key, target)) }
    return target
  }
}
