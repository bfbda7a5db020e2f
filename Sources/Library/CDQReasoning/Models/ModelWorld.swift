import CDQIR
import CDQStore
import CDQValues
import CDQWhy
import Foundation

/// The objects of a branch, in a store of their own: the object under test, those that its paths lead to, and the
/// elements of its collections.
struct ModelWorld {
  private struct Node {
    var entity: String
    var attributes: [String: Value] = [:]
    var toOnes: [String: Int] = [:]
    var toManys: [String: [Int]] = [:]
  }

  /// A store with the objects, the key of the object under test, and the arguments.
  struct Model {
    var store: Store
    var key: ObjectKey
    var arguments: Arguments
  }

  private let schema: Schema
  private var nodes: [Node] = []
  /// The objects that variables stand for.
  private var objects: [Int: Int] = [:]
  private var arguments = Arguments()
  /// More objects than this make no small example.
  private static let mostNodes = 64

  /// Makes the objects.
  ///
  /// - Returns: nil where the objects break a rule of the schema.
  static func model(
    _ entity: String, _ schema: Schema, _ parameters: [ParameterIR], _ branch: Tableau.Branch, _ theory: Theory,
    _ values: ModelValues
  ) -> Model? {
    var world = ModelWorld(schema: schema)
    guard let root = world.add(entity) else { return nil }
    world.objects[0] = root
    for (index, parameter) in parameters.enumerated() {
      guard case .object(let entity) = parameter.type.base, let node = world.add(entity) else { continue }
      world.objects[PathIR.variable(ofParameter: index)] = node
    }
    world.addElements(branch, values, parameters)
    for input in values.inputs {
      guard case .path(let path) = input, let value = values.values[input] else { continue }
      world.set(path, value, theory.states[input] ?? .any)
    }
    for index in world.nodes.indices where !world.completeAttributes(of: index) { return nil }
    world.completeReferences()
    return world.inserted(root, parameters, values)
  }

  private init(schema: Schema) {
    self.schema = schema
  }

  private mutating func add(_ entity: String) -> Int? {
    guard nodes.count < ModelWorld.mostNodes, let found = schema.entity(named: entity) else { return nil }
    let concrete = found.isAbstract ? schema.descendants(of: entity).first { !$0.isAbstract }?.name : entity
    guard let concrete else { return nil }
    nodes.append(Node(entity: concrete))
    return nodes.count - 1
  }

  // MARK: Paths

  /// The object at the end of some steps, made where it is missing.
  private mutating func node(_ variable: Int, _ steps: ArraySlice<StepIR>) -> Int? {
    guard var current = objects[variable] else { return nil }
    for step in steps {
      guard case .relationship(let relationship)? = schema.property(named: step.name, of: step.entity) else { return nil }
      specialize(current, step.entity)
      if let next = relationship.isToMany ? nodes[current].toManys[step.name]?.first : nodes[current].toOnes[step.name] {
        current = next
        continue
      }
      guard let next = add(relationship.destination) else { return nil }
      if relationship.isToMany {
        nodes[current].toManys[step.name, default: []].append(next)
      } else {
        nodes[current].toOnes[step.name] = next
      }
      reflect(relationship, from: current, to: next)
      current = next
    }
    return current
  }

  /// Sets the inverse of a reference, if that is a to-one. The inverse to-manys follow from the to-ones.
  private mutating func reflect(_ relationship: Relationship, from owner: Int, to target: Int) {
    guard let inverse = relationship.inverse,
      case .relationship(let back)? = schema.property(named: inverse, of: relationship.destination), !back.isToMany
    else { return }
    nodes[target].toOnes[inverse] = owner
  }

  /// Makes an object one of a sub-entity that has the property which a path reads.
  private mutating func specialize(_ node: Int, _ entity: String) {
    guard !schema.isEntity(nodes[node].entity, kindOf: entity), schema.isEntity(entity, kindOf: nodes[node].entity) else { return }
    nodes[node].entity = entity
  }

  private mutating func set(_ path: PathIR, _ value: Value, _ states: ValueStates) {
    guard let last = path.steps.last else { return }
    switch last.kind {
    case .attribute:
      // A nil value needs no objects on its path.
      if value.isNull, path.steps.count > 1, !isReached(path.variable, path.steps.dropLast()) { return }
      guard let owner = node(path.variable, path.steps.dropLast()) else { return }
      specialize(owner, last.entity)
      nodes[owner].attributes[last.name] = value
    case .toOne: if !states.contains(.null) { _ = node(path.variable, path.steps[...]) }
    case .toMany, .scalarCollection: break
    }
  }

  private func isReached(_ variable: Int, _ steps: ArraySlice<StepIR>) -> Bool {
    guard var current = objects[variable] else { return false }
    for step in steps {
      guard let next = nodes[current].toOnes[step.name] else { return false }
      current = next
    }
    return true
  }

  private mutating func addElements(_ branch: Tableau.Branch, _ values: ModelValues, _ parameters: [ParameterIR]) {
    // An element that is in a collection of another element has the greater id.
    let all = branch.elements.flatMap { collection, variables in variables.map { (collection, $0) } }
      .sorted { $0.1.id < $1.1.id }
    for (collection, variable) in all {
      let input = ExpressionIR.path(PathIR(variable: variable.id, steps: [], type: variable.type)).normalized
      switch collection {
      case .parameter(let index, _):
        guard parameters.indices.contains(index), let value = values.values[input] else { continue }
        var list: [Value] = []
        if case .list(let known)? = arguments[parameters[index].name] { list = known }
        arguments[parameters[index].name] = .list(list + [value])
      case .path(let path):
        guard let last = path.steps.last, let owner = node(path.variable, path.steps.dropLast()) else { continue }
        specialize(owner, last.entity)
        switch last.kind {
        case .toMany:
          guard case .relationship(let relationship)? = schema.property(named: last.name, of: last.entity),
            let element = add(relationship.destination)
          else { continue }
          nodes[owner].toManys[last.name, default: []].append(element)
          reflect(relationship, from: owner, to: element)
          objects[variable.id] = element
        case .scalarCollection:
          var list: [Value] = []
          if case .list(let known)? = nodes[owner].attributes[last.name] { list = known }
          let value = values.values[input] ?? ValueSamples.sample(of: path.type.base) ?? .null
          nodes[owner].attributes[last.name] = .list(list + [value])
        case .toOne: objects[variable.id] = node(path.variable, path.steps[...])
        case .attribute: continue
        }
      default: continue
      }
    }
  }

  // MARK: Completion

  /// Gives required attributes without a value a plain one; false when there is none that the schema allows.
  private mutating func completeAttributes(of index: Int) -> Bool {
    let unique = Set(schema.lineage(of: nodes[index].entity).flatMap(\.uniquenessConstraints).joined())
    for attribute in schema.allAttributes(of: nodes[index].entity) where nodes[index].attributes[attribute.name] == nil {
      if attribute.isTransient { continue }
      let isUnique = unique.contains(attribute.name)
      if attribute.isOptional || !attribute.defaultValue.isNull, !isUnique { continue }
      guard let value = ModelWorld.value(of: attribute, schema, number: isUnique ? index + 1 : 1) else {
        if attribute.isOptional { continue }
        return false
      }
      nodes[index].attributes[attribute.name] = value
    }
    return true
  }

  private static func value(of attribute: Attribute, _ schema: Schema, number: Int) -> Value? {
    var value: Value
    switch attribute.type {
    case .int16, .int32, .int64: value = .int(Int64(number))
    case .string: value = .string(number == 1 ? "a" : "a\(number)")
    case .uuid: value = .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number))))
    case .enumeration(let name):
      guard let first = schema.enumeration(named: name)?.cases.first?.rawValue else { return nil }
      value = first
    case .collection: value = .list([])
    case .opaque: value = .string("a")
    case .bool, .float, .double, .decimal, .date, .duration, .data, .url, .object, .null:
      guard let sample = ValueSamples.sample(of: attribute.type) else { return nil }
      value = sample
    }
    for constraint in attribute.constraints {
      switch constraint {
      case .range(let low, _): if !low.isNull { value = ValueSamples.converted(low, to: attribute.type) }
      case .length(let least, _):
        if let least, least > 1 { value = .string(String(repeating: "a", count: min(least, 1_000))) }
      case .matches: break
      }
    }
    return value
  }

  /// Gives required references a target.
  private mutating func completeReferences() {
    var index = 0
    while index < nodes.count {
      for relationship in schema.allRelationships(of: nodes[index].entity)
      where !relationship.isToMany && !relationship.isOptional && nodes[index].toOnes[relationship.name] == nil {
        // The inverse of a reference sets this one.
        if isTarget(of: relationship, index) { continue }
        guard let target = add(relationship.destination) else { continue }
        nodes[index].toOnes[relationship.name] = target
        _ = completeAttributes(of: target)
      }
      index += 1
    }
  }

  private func isTarget(of relationship: Relationship, _ index: Int) -> Bool {
    guard let inverse = relationship.inverse else { return false }
    return nodes.contains { $0.toManys[inverse]?.contains(index) == true || $0.toOnes[inverse] == index }
  }

  // MARK: Store

  private func inserted(_ root: Int, _ parameters: [ParameterIR], _ values: ModelValues) -> Model? {
    let store = Store(schema: schema)
    var keys: [ObjectKey] = []
    do {
      try store.transaction { transaction in
        for node in nodes { keys.append(try transaction.insert(node.entity, node.attributes)) }
        for (index, node) in nodes.enumerated() {
          var references: [String: Value] = node.toOnes.mapValues { .object(keys[$0]) }
          for (name, targets) in node.toManys {
            references[name] = .list((targets + referring(to: index, inverseOf: name, without: targets)).map { .object(keys[$0]) })
          }
          if !references.isEmpty { try transaction.update(keys[index], references) }
        }
      }
    } catch {
      return nil
    }
    return Model(store: store, key: keys[root], arguments: completed(parameters, values, keys))
  }

  /// The objects that refer to one by the inverse of a to-many, beyond those that the to-many has.
  private func referring(to index: Int, inverseOf name: String, without known: [Int]) -> [Int] {
    guard case .relationship(let relationship)? = schema.property(named: name, of: nodes[index].entity),
      let inverse = relationship.inverse
    else { return [] }
    return nodes.indices.filter { nodes[$0].toOnes[inverse] == index && !known.contains($0) }
  }

  /// The arguments with a value for each parameter.
  private func completed(_ parameters: [ParameterIR], _ values: ModelValues, _ keys: [ObjectKey]) -> Arguments {
    var arguments = arguments
    for (index, parameter) in parameters.enumerated() where arguments[parameter.name] == nil {
      if let node = objects[PathIR.variable(ofParameter: index)] {
        arguments[parameter.name] = .object(keys[node])
      } else if case .collection = parameter.type.base {
        arguments[parameter.name] = .list([])
      } else {
        let chosen = values.inputs.first { if case .parameter(index, _) = $0 { true } else { false } }
        arguments[parameter.name] =
          chosen.flatMap { values.values[$0] }
          ?? (parameter.type.isOptional ? .null : ValueSamples.sample(of: parameter.type.base) ?? .null)
      }
    }
    return arguments
  }
}
