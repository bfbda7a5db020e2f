package import CDQIR
import Foundation

/// Writes random queries of which most pass the checker: every value has the type that its place needs.
package struct QueryWriter {
  let schema: Schema
  /// Whether the queries use only Apple's predicate language.
  let isStrict: Bool
  package var random: SplitMix
  /// The types of compared values; frequent types occur several times.
  let types: [ValueType]
  private static let plainTypes: [ValueType] = [
    .int64, .int64, .int64, .double, .double, .decimal, .string, .string, .string, .string, .bool, .date, .date,
    .duration, .uuid, .url, .data,
  ]
  /// The name of the entity under test.
  var entity: String
  /// The SUBQUERY variables in scope; their types are those of objects or scalars.
  var variables: [(name: String, type: ValueType)] = []
  private var variableNumber = 0
  private var parameterNumber = 0
  /// The names of omittable parameters.
  private var omittable: Set<String> = []
  /// Object parameters that the text already compares with objects, so that paths from them have a type.
  private var objectParameters: [(name: String, entity: String)] = []
  /// Whether new parameters may be omittable (`$p1?`); those in sorts and projections may not.
  private var allowsOmittable = true

  /// Makes a writer for a schema.
  ///
  /// - Parameter isStrict: whether to use only Apple's predicate language.
  package init(schema: Schema, random: SplitMix, isStrict: Bool) {
    self.schema = schema
    self.random = random
    self.isStrict = isStrict
    entity = ""
    types = QueryWriter.plainTypes + schema.enumerations.map { .enumeration($0.name) }
  }

  // MARK: Words

  mutating func keyword(_ word: String) -> String {
    random.chance(75) ? word : random.chance(50) ? word.lowercased() : word.capitalized
  }

  /// A property's name, sometimes escaped by `#`, and always where it would have another meaning at the start of a
  /// path.
  mutating func name(_ text: String, isStart: Bool = false) -> String {
    let mustEscape = isStart && ["first", "last", "size", "union", "distinct", "select"].contains(text)
    return mustEscape || random.chance(5) ? "#\(text)" : text
  }

  /// A string literal with the given quotation marks.
  package static func quoted(_ text: String, _ mark: String) -> String {
    var result = mark
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if String(scalar) == mark { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + mark
  }

  mutating func quoted(_ text: String) -> String { QueryWriter.quoted(text, random.chance(50) ? "'" : "\"") }

  // MARK: Parameters

  /// A new parameter such as `$p1`, whose type follows from its place. Its prefix determines the kind of its arguments.
  mutating func parameter(_ prefix: String = "p") -> Phrase {
    parameterNumber += 1
    let name = "\(prefix)\(parameterNumber)"
    guard allowsOmittable, !isStrict, random.chance(12) else { return Phrase(.fixed, "$\(name)") }
    omittable.insert(name)
    return Phrase(.fixed, "$\(name)?")
  }

  mutating func withoutOmittable<Result>(_ body: (inout QueryWriter) -> Result) -> Result {
    let outer = allowsOmittable
    allowsOmittable = false
    defer { allowsOmittable = outer }
    return body(&self)
  }

  // MARK: Paths

  /// The start of a path: a text such as `SELF.`, and the entity to which it leads.
  private mutating func start() -> (text: String, entity: String) {
    var starts: [(String, String)] = [("", entity), ("", entity), ("SELF.", entity)]
    for variable in variables {
      if case .object(let entity) = variable.type {
        starts += [("$\(variable.name).", entity), ("$\(variable.name).", entity)]
      }
    }
    for parameter in objectParameters where random.chance(20) {
      starts.append(("$\(parameter.name).", parameter.entity))
    }
    return random.pick(starts)
  }

  func relationships(of entity: String, isToMany: Bool) -> [Relationship] {
    schema.allRelationships(of: entity).filter { $0.isToMany == isToMany }
  }

  /// A start and to-one steps: the text, which ends with a dot or is empty, and the entity to which it leads.
  private mutating func toOnes() -> (text: String, entity: String) {
    var (text, entity) = start()
    for _ in 0..<random.pick([0, 0, 0, 0, 1, 1, 2]) {
      guard let next = random.pickAny(relationships(of: entity, isToMany: false)) else { break }
      text += name(next.name, isStart: text.isEmpty) + "."
      entity = next.destination
    }
    return (text, entity)
  }

  /// A path to an attribute of a fitting type, and the attribute's type.
  mutating func attribute(_ fits: (ValueType) -> Bool) -> (text: String, type: ValueType)? {
    for _ in 0..<4 {
      let (text, entity) = toOnes()
      let found = schema.allAttributes(of: entity).filter { fits($0.type) }
      if let attribute = random.pickAny(found) {
        return (text + name(attribute.name, isStart: text.isEmpty), attribute.type)
      }
    }
    return nil
  }

  /// A path to one object, which may be `SELF`.
  mutating func object() -> (text: String, entity: String)? {
    let (text, entity) = toOnes()
    if text.isEmpty { return ("SELF", entity) }
    return (String(text.dropLast()), entity)
  }

  /// A path to several objects, which may be filtered by a SUBQUERY.
  mutating func objects(_ depth: Int, isOrdered: Bool = false) -> (phrase: Phrase, entity: String)? {
    if !isStrict, depth > 0, random.chance(10), let all = allObjects(depth) { return all }
    for _ in 0..<4 {
      var (text, entity) = toOnes()
      for _ in 0..<(isOrdered ? 1 : random.pick([1, 1, 1, 2])) {
        let found = relationships(of: entity, isToMany: true).filter { $0.isOrdered || !isOrdered }
        guard let next = random.pickAny(found) else { break }
        text += name(next.name, isStart: text.isEmpty) + "."
        entity = next.destination
      }
      guard text.hasSuffix("."), relationshipIsLast(text) else { continue }
      let plain = Phrase(.collection, String(text.dropLast()))
      if depth > 0, random.chance(30) { return (subquery(plain, .object(entity), depth - 1), entity) }
      return (plain, entity)
    }
    return nil
  }

  /// A SUBQUERY over all objects of an entity, often one that compares an attribute with one of the tested object.
  private mutating func allObjects(_ depth: Int) -> (phrase: Phrase, entity: String)? {
    guard let entity = random.pickAny(schema.entities)?.name else { return nil }
    let source = Phrase(.collection, entity)
    let own = schema.allAttributes(of: self.entity).filter { $0.type.element == nil && $0.type != .opaque }
    guard random.chance(60), let attribute = random.pickAny(own),
      let other = random.pickAny(schema.allAttributes(of: entity).filter { $0.type == attribute.type })
    else { return (subquery(source, .object(entity), depth - 1), entity) }
    variableNumber += 1
    let (left, right) = ("$v\(variableNumber).\(other.name)", name(attribute.name, isStart: true))
    variables.append(("v\(variableNumber)", .object(entity)))
    let rest = random.chance(50) ? " AND \(predicate(depth - 1))" as Phrase : ""
    let name = variables.removeLast().name
    let equality = random.chance(50) ? "\(left) == \(right)" : "\(right) == \(left)"
    return (Phrase(.collection, of: "SUBQUERY(\(source), $\(name), \(equality)\(rest))"), entity)
  }

  /// Whether the last step of a text such as `a.b.` is a to-many relationship in any entity.
  private func relationshipIsLast(_ text: String) -> Bool {
    guard var last = text.split(separator: ".").last.map(String.init) else { return false }
    if last.hasPrefix("#") { last.removeFirst() }
    return schema.entities.contains { entity in
      if case .relationship(let found)? = entity.property(named: last) { found.isToMany } else { false }
    }
  }

  /// A SUBQUERY with a random predicate: `SUBQUERY(source, $v1, …)`.
  mutating func subquery(_ source: Phrase, _ type: ValueType, _ depth: Int) -> Phrase {
    variableNumber += 1
    let name = "v\(variableNumber)"
    variables.append((name, type))
    let condition = predicate(depth)
    variables.removeLast()
    return Phrase(.collection, of: "\(keyword("SUBQUERY"))(\(source), $\(name), \(condition))")
  }

  /// Several values of a fitting type: attributes of several objects, or a scalar collection.
  mutating func scalars(_ depth: Int, _ fits: (ValueType) -> Bool) -> (phrase: Phrase, type: ValueType)? {
    if random.chance(35) {
      let (text, entity) = toOnes()
      let found = schema.allAttributes(of: entity).filter { $0.type.element.map(fits) ?? false }
      if let attribute = random.pickAny(found), let element = attribute.type.element {
        let plain = Phrase(.collection, text + name(attribute.name, isStart: text.isEmpty))
        if depth > 0, random.chance(20) { return (subquery(plain, element, depth - 1), element) }
        return (plain, element)
      }
    }
    guard let (objects, entity) = objects(depth) else { return nil }
    var owner = entity
    var middle = ""
    if random.chance(20), let step = random.pickAny(relationships(of: owner, isToMany: false)) {
      middle = ".\(step.name)"
      owner = step.destination
    }
    let found = schema.allAttributes(of: owner).filter { fits($0.type) || ($0.type.element.map(fits) ?? false) }
    guard let attribute = random.pickAny(found) else { return nil }
    let type = attribute.type.element ?? attribute.type
    if middle.isEmpty, random.chance(10) {
      return (Phrase(.collection, of: "\(objects).@distinctUnionOfObjects.\(attribute.name)"), type)
    }
    return (Phrase(.collection, of: "\(objects)\(middle).\(attribute.name)"), type)
  }

  /// A collection of an evaluated type: a path, a list, or a set operator or function of these.
  mutating func collection(_ type: ValueType, _ depth: Int) -> Phrase {
    let fits = QueryWriter.fits(type)
    switch random.below(depth > 0 ? 12 : 6) {
    case 0: return parameter("list").as(.collection)
    case 1, 2:
      return Phrase(.collection, of: "{\(values(type, random.below(4), depth - 1))}")
    case 10:
      let word = keyword(random.pick(["UNION", "INTERSECT", "MINUS"]))
      return Phrase(.collection, of: "(\(scalars(depth - 1, fits)?.phrase ?? list(type)) \(word) \(list(type)))")
    case 11 where !isStrict:
      return Phrase(
        .collection, of: "\(random.pick(["distinct", "mode"]))(\(scalars(depth - 1, fits)?.phrase ?? list(type)))")
    default: return scalars(depth - 1, fits)?.phrase ?? list(type)
    }
  }

  private mutating func list(_ type: ValueType) -> Phrase {
    Phrase(.collection, of: "{\(values(type, 1 + random.below(3), 0))}")
  }

  private mutating func values(_ type: ValueType, _ count: Int, _ depth: Int) -> Phrase {
    var parts: [Phrase.Part] = []
    for index in 0..<count {
      if index > 0 { parts.append(.text(", ")) }
      parts.append(.phrase(random.chance(75) ? literal(type) : value(type, depth)))
    }
    return Phrase(.fixed, parts: parts)
  }

  /// A test whether an attribute's values have the given type when they are evaluated.
  static func fits(_ type: ValueType) -> (ValueType) -> Bool {
    { $0.evaluated == type.evaluated }
  }

  /// An object parameter, either a new one or one that the text already compares with objects.
  mutating func objectParameter(_ entity: String) -> Phrase {
    if let known = objectParameters.first(where: { $0.entity == entity }), random.chance(40) {
      return Phrase(.fixed, "$\(known.name)")
    }
    parameterNumber += 1
    objectParameters.append(("o\(parameterNumber)", entity))
    return Phrase(.fixed, "$o\(parameterNumber)")
  }
}
