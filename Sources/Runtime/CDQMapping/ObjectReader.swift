import CDQIR
import CDQStore
import CDQLoading

/// The reader of JSON values as objects of the schema, with the objects nested in them. It does not change the store.
struct ObjectReader {
  /// The greatest nesting of records, so that no data exhausts the stack.
  static let nestingLimit = 32

  let layout: StoreLayout
  let coding: ValueCoding
  /// The rules of the mapping; empty when the data is decoded by the schema's own keys.
  let rules: [PreparedRule]
  let context: MappingContext
  private let references: ReferenceCoding
  private let plans: PlanTable
  /// The path from the whole JSON to the current value.
  var path: [JSONStep] = []
  private var depth = 0
  /// The number of nested records that the `where` of their rule did not select.
  private(set) var skipped = 0

  init(_ layout: StoreLayout, rules: [PreparedRule] = [], context: MappingContext = MappingContext()) {
    self.layout = layout
    self.rules = rules
    self.context = context
    coding = ValueCoding(schema: layout.schema)
    references = ReferenceCoding(layout: layout, coding: coding)
    plans = PlanTable(layout, rules.map(\.ir))
  }

  /// Starts another record. The last one may have ended with an error.
  mutating func begin(at path: [JSONStep]) {
    self.path = path
    depth = 0
  }

  func error(_ code: LoadIssue.Code, _ message: String, help: String? = nil) -> DecodeError {
    DecodeError(code, at: path, message, help: help)
  }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - rule: the index of the rule for the record; nil for the schema's own keys.
  ///   - index: the number of the record among its neighbours.
  mutating func read(_ json: JSONValue, _ entity: Int, rule: Int?, index: Int) throws(DecodeError) -> ImportedObject {
    guard case .object(let members) = json else {
      throw error(
        .unexpectedShape, "expected an object with the values of a \(layout.entities[entity].entity.name), found "
          + json.kindName)
    }
    guard depth < ObjectReader.nestingLimit else {
      throw error(.nestingTooDeep, "more than \(ObjectReader.nestingLimit) records one within the other")
    }
    depth += 1
    var object = ImportedObject(try plan(for: json, entity, rule))
    object.index = index
    for (position, member) in members.enumerated() {
      switch object.plan.target(of: member.key, at: position) {
      case .ignored: continue
      case .attribute(let slot): try readAttribute(member, slot, into: &object)
      case .relationship(let slot):
        path.append(.key(member.key))
        try readReferences(member.value, slot, rule: nil, [.key(member.key)], into: &object)
        path.removeLast()
      }
    }
    for field in object.plan.fields { try read(field, of: json, into: &object) }
    depth -= 1
    return object
  }

  private func plan(for json: JSONValue, _ entity: Int, _ rule: Int?) throws(DecodeError) -> ObjectPlan {
    guard let rule, let choice = rules[rule].ir.choice else {
      guard !layout.entities[entity].entity.isAbstract else {
        throw error(
          .abstractEntity, "'\(layout.entities[entity].entity.name)' is abstract; only its sub-entities have objects",
          help: "say in a mapping what decides: @entity = type as { … }")
      }
      return plans.plan(entity, rule)
    }
    let value = json.value(at: choice.path[...]) ?? .null
    guard let name = choice.cases.first(where: { value.isEqual($0.value) })?.entity, let chosen = layout.index(of: name)
    else {
      let cases = choice.cases.map { ValueCoding.json($0.value) }.joined(separator: ", ")
      throw DecodeError(
        .unknownCase, at: path + choice.path, "\(value.text) names no entity", help: "what names one is \(cases)")
    }
    return plans.plan(chosen, rule)
  }

  @inline(__always)
  private func readAttribute(
    _ member: JSONValue.Member, _ slot: Int, into object: inout ImportedObject
  ) throws(DecodeError) {
    object.given.append(slot)
    if case .null = member.value {
      // The same key may have set another value before.
      object.values[slot] = object.plan.defaults[slot]
      return
    }
    do throws(ValueCodingError) {
      let value = try coding.value(from: member.value, as: object.plan.layout.attributes[slot].type)
      try object.plan.check(value, slot)
      object.values[slot] = value
    } catch {
      throw DecodeError(error, at: path + [.key(member.key)])
    }
  }

  /// Reads the targets of a relationship: nested records, or identities.
  private mutating func readReferences(
    _ json: JSONValue, _ slot: Int, rule: Int?, _ way: [JSONStep], into object: inout ImportedObject
  ) throws(DecodeError) {
    let relation = object.plan.layout.relationships[slot]
    var result = ImportedObject.References(
      slot: slot, relation: relation, path: way, targets: [], isList: false)
    switch json {
    case .null: break
    case .array(let elements) where relation.relationship.isToMany:
      result.isList = true
      result.targets.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        path.append(.index(index))
        if let target = try target(element, relation, rule, index) { result.targets.append(target) }
        path.removeLast()
      }
    default:
      guard !relation.relationship.isToMany else {
        throw error(.typeMismatch, "expected an array of \(relation.relationship.destination), found \(json.kindName)")
      }
      if let target = try target(json, relation, rule, 0) { result.targets.append(target) }
    }
    object.references.append(result)
  }

  private mutating func target(
    _ json: JSONValue, _ relation: StoreLayout.RelationshipLayout, _ rule: Int?, _ index: Int
  ) throws(DecodeError) -> ImportedObject.Target? {
    if case .object = json, coding.wrapped(json) == nil {
      let entity = rule.map { rules[$0].entity } ?? relation.destination
      let object = try read(json, entity, rule: rule, index: index)
      guard let rule, let filter = rules[rule].filter else { return .object(object) }
      guard try keeps(filter, object) else {
        skipped += 1
        return nil
      }
      return .object(object)
    }
    do throws(ValueCodingError) {
      return .key(try references.uniqueKey(json, relation))
    } catch {
      throw DecodeError(error, at: path)
    }
  }

  /// Whether the `where` of a rule selects a record.
  func keeps(_ filter: RecordFilter, _ object: ImportedObject) throws(DecodeError) -> Bool {
    do throws(ExecutionError) {
      return try filter.keeps(object, context.arguments)
    } catch {
      throw self.error(.invalidValue, "the mapping's condition cannot be tested: \(error)")
    }
  }

  // MARK: Fields of a rule

  private mutating func read(
    _ field: ObjectPlan.Field, of json: JSONValue, into object: inout ImportedObject
  ) throws(DecodeError) {
    switch field.source {
    case .objects: return
    case .index: set(field.target, .int(Int64(context.offset) &+ Int64(object.index)), in: &object)
    case .parameter(let name): set(field.target, context.arguments.values[name] ?? .null, in: &object)
    case .json(let way, let transform):
      guard let value = json.value(at: way[...]) else { return }
      let before = path.count
      path += way
      switch field.target {
      case .ignored: break
      case .relationship(let slot): try readReferences(value, slot, rule: nil, way, into: &object)
      case .attribute(let slot):
        object.given.append(slot)
        object.values[slot] = try self.value(value, object.plan, slot, transform, field.table)
      }
      path.removeLast(path.count - before)
    case .nested(let way, _):
      guard let value = json.value(at: way[...]), case .relationship(let slot) = field.target else { return }
      let before = path.count
      path += way
      try readReferences(value, slot, rule: field.rule, way, into: &object)
      path.removeLast(path.count - before)
    }
  }

  private func set(_ target: ObjectPlan.Target, _ value: Value, in object: inout ImportedObject) {
    switch target {
    case .ignored: break
    case .attribute(let slot):
      object.given.append(slot)
      object.values[slot] = value
    case .relationship(let slot):
      var targets: [ImportedObject.Target] = []
      if case .object(let key) = value { targets = [.named(key)] }
      let relation = object.plan.layout.relationships[slot]
      object.references.append(
        ImportedObject.References(slot: slot, relation: relation, path: [], targets: targets, isList: false))
    }
  }

  private func value(
    _ json: JSONValue, _ plan: ObjectPlan, _ slot: Int, _ transform: TransformIR?, _ table: [Value: Value]
  ) throws(DecodeError) -> Value {
    let attribute = plan.layout.attributes[slot]
    do throws(ValueCodingError) {
      guard let transform else {
        if case .null = json { return plan.defaults[slot] }
        let value = try coding.value(from: json, as: attribute.type)
        try plan.check(value, slot)
        return value
      }
      let value = try transform.value(
        of: json, as: attribute.type, table: table, default: plan.defaults[slot], context.transforms, coding)
      try plan.check(value, slot)
      return value
    } catch {
      throw DecodeError(error, at: path)
    }
  }
}

/// The plans of an import, each made when it is first needed.
private final class PlanTable {
  private struct Key: Hashable {
    var entity: Int
    var rule: Int
  }

  private let layout: StoreLayout
  private let rules: [MappingRuleIR]
  private var usual: [ObjectPlan?]
  private var ruled: [Key: ObjectPlan] = [:]

  init(_ layout: StoreLayout, _ rules: [MappingRuleIR]) {
    self.layout = layout
    self.rules = rules
    usual = Array(repeating: nil, count: layout.entities.count)
  }

  func plan(_ entity: Int, _ rule: Int?) -> ObjectPlan {
    guard let rule else {
      if let plan = usual[entity] { return plan }
      let plan = ObjectPlan(entity, layout)
      usual[entity] = plan
      return plan
    }
    let key = Key(entity: entity, rule: rule)
    if let plan = ruled[key] { return plan }
    let plan = ObjectPlan(entity, layout, rule: rule, rules: rules)
    ruled[key] = plan
    return plan
  }
}

extension JSONValue {
  /// The value at a path; nil when the path leads to nothing.
  func value(at way: ArraySlice<JSONStep>) -> JSONValue? {
    var value = self
    for step in way {
      switch (step, value) {
      case (.key(let key), .object):
        guard let member = value[key] else { return nil }
        value = member
      case (.index(let index), .array(let elements)) where elements.indices.contains(index): value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// Whether this is the same string, integer, Bool or null.
  fileprivate func isEqual(_ value: Value) -> Bool {
    literal == value
  }

  /// This string, integer, Bool or null as a value of a mapping's table; nil for any other JSON value.
  var literal: Value? {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .int(number)
    case .string(let text): .string(text)
    case .number, .array, .object: nil
    }
  }
}
