import CDQKit

/// Makes texts of queries that mostly check: properties of the schema with values and operators of their types.
struct QueryGenerator {
  let schema: Schema
  var random: RandomStream
  private var variables: [(name: String, entity: String)] = []
  private var depth = 0

  init(schema: Schema, random: RandomStream) {
    self.schema = schema
    self.random = random
  }

  /// A query, or a predicate alone about the first entity now and then.
  mutating func query() -> String {
    let entity = random.pick(schema.entities).name
    let form = random.below(10)
    if form == 0 { return "#\(entity) where \(predicate(entity)) \(projection(entity))" }
    let cardinality = random.pick(["", "", "", "count ", "exists ", "first ", "delete "])
    var text = "\(cardinality)#\(entity)"
    if random.once(in: 8) { text += " only" }
    text += " where \(predicate(entity))"
    if form == 1 { return text }
    if random.once(in: 2) {
      text += " sort \(path(entity) { !$0.isCollection })" + random.pick(["", " desc", " nulls last"])
    }
    if random.once(in: 3) { text += " limit \(random.below(5))" }
    if random.once(in: 4) { text += " offset \(random.below(3))" }
    return text
  }

  private mutating func projection(_ entity: String) -> String {
    let key = path(entity) { !$0.isCollection }
    switch random.below(3) {
    case 0: return "select \(key) as k, \(value(entity, .int64)) as v"
    case 1: return "group by \(key) select \(key) as k, count() as n, max(\(path(entity) { $0 == .int64 })) as m"
    default: return "select distinct \(key) as k sort k desc"
    }
  }

  mutating func predicate(_ entity: String) -> String {
    depth += 1
    defer { depth -= 1 }
    if depth < 5 {
      switch random.below(9) {
      case 0: return "(\(predicate(entity)) AND \(predicate(entity)))"
      case 1: return "(\(predicate(entity)) OR \(predicate(entity)))"
      case 2: return "NOT \(predicate(entity))"
      case 3: if let text = collection(entity) { return text }
      default: break
      }
    }
    return comparison(entity)
  }

  private mutating func comparison(_ entity: String) -> String {
    let type = random.pick([ValueType.int64, .int64, .string, .string, .double, .decimal, .date, .bool, .int32])
    let left = random.once(in: 3) ? value(entity, type) : path(entity) { $0 == type }
    if type == .string, random.once(in: 2) {
      let word = random.pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "==", "!=", "<", "IN"])
      if word == "IN" { return "\(left) IN {\(literal(type)), \(literal(type))}" }
      return "\(left) \(word)\(random.pick(["", "[c]", "[cd]", "[d]"])) \(value(entity, type))"
    }
    switch random.below(8) {
    case 0: return "\(left) == NULL"
    case 1: return "\(left) != NULL"
    case 2: return "\(left) IN {\(literal(type)), \(literal(type)), \(literal(type))}"
    case 3 where type != .bool: return "\(left) BETWEEN {\(literal(type)), \(literal(type))}"
    default:
      let operators = type == .bool ? ["==", "!="] : ["==", "!=", "<", "<=", ">", ">="]
      return "\(left) \(random.pick(operators)) \(value(entity, type))"
    }
  }

  /// ANY and ALL, counts, sums and SUBQUERY over a to-many relationship.
  private mutating func collection(_ entity: String) -> String? {
    let many = schema.allRelationships(of: entity).filter(\.isToMany)
    guard !many.isEmpty else { return nil }
    let relationship = random.pick(many)
    let start = variables.last.map { $0.entity == entity && random.once(in: 2) ? "$\($0.name)." : "" } ?? ""
    let name = "\(start)#\(relationship.name)"
    let target = relationship.destination
    switch random.below(5) {
    case 0: return "\(name).@count \(random.pick(["==", ">", "<="])) \(random.below(3))"
    case 1:
      let inner = path(target) { $0 == .int64 || $0 == .double || $0 == .decimal }
      return "\(name).@\(random.pick(["sum", "avg", "min", "max"])).\(inner) > \(literal(.int64))"
    case 2:
      let variable = "v\(variables.count)"
      variables.append((variable, target))
      defer { variables.removeLast() }
      let field = path(target) { $0 == .int64 }
      let condition = random.once(in: 2) ? "$\(variable).\(field) > \(literal(.int64))" : predicate(entity)
      return "SUBQUERY(\(name), $\(variable), $\(variable) != NULL AND \(condition)).@count > 0"
    default:
      let type = random.pick([ValueType.int64, .string])
      let inner = path(target) { $0 == type }
      return
        "\(random.pick(["ANY", "ALL", "NONE"])) \(name).\(inner) \(random.pick(["==", "!=", "<"])) \(literal(type))"
    }
  }

  /// A path of one to three steps that ends in an attribute the test accepts, if there is one.
  private mutating func path(_ entity: String, _ accepts: (ValueType) -> Bool) -> String {
    var current = entity
    var steps: [String] = []
    while steps.count < 2, random.once(in: 4) {
      let single = schema.allRelationships(of: current).filter { !$0.isToMany }
      guard !single.isEmpty else { break }
      let relationship = random.pick(single)
      steps.append("#\(relationship.name)")
      current = relationship.destination
    }
    let attributes = schema.allAttributes(of: current)
    let fitting = attributes.filter { accepts($0.type) }
    steps.append("#\(random.pick(fitting.isEmpty ? attributes : fitting).name)")
    return steps.joined(separator: ".")
  }

  private mutating func value(_ entity: String, _ type: ValueType) -> String {
    depth += 1
    defer { depth -= 1 }
    if depth > 5 || random.once(in: 2) { return literal(type) }
    if random.once(in: 6) { return "$\(random.pick(["x", "y", "z"]))\(random.once(in: 8) ? "?" : "")" }
    switch type {
    case .int64, .int32, .double, .decimal:
      switch random.below(8) {
      case 0: return "(\(value(entity, type)) \(random.pick(["+", "-", "*", "/"])) \(value(entity, type)))"
      case 1: return "abs(\(value(entity, type)))"
      case 2: return "-(\(value(entity, type)))"
      case 3: return "TERNARY(\(predicate(entity)), \(value(entity, type)), \(literal(type)))"
      case 4: return "(\(value(entity, .int64)) \(random.pick(["&", "|", "^", "<<", ">>"])) \(literal(.int64)))"
      case 5: return "\(random.pick(["max", "min", "sum"]))({\(literal(type)), \(value(entity, type))})"
      default: return path(entity) { $0 == type }
      }
    case .string:
      return random.once(in: 3)
        ? "\(random.pick(["uppercase", "lowercase"]))(\(value(entity, type)))" : path(entity) { $0 == type }
    case .date:
      return random.once(in: 3)
        ? "\(literal(.date)) + \(random.pick(["days", "hours", "seconds"]))(\(random.below(99)))"
        : path(entity) { $0 == type }
    default: return path(entity) { $0 == type }
    }
  }

  private mutating func literal(_ type: ValueType) -> String {
    switch type {
    case .bool: random.pick(["TRUE", "FALSE"])
    case .double: random.pick(["0.5", "-0.0", "1e300", "9007199254740993", "7.0"])
    case .decimal: random.pick(["0.1", "decimal(\"0.10\")", "7", "decimal(\"-12345678901234567890.123\")"])
    case .string: random.pick(["'a'", "'É'", "'part'", "''", "'*r*'", "'E\u{301}'", "'ß'", "'\\u{1F469}'"])
    case .date: random.pick(["date(\"2026-01-31\")", "now()", "date(\"1969-12-31T23:59:59.5Z\")"])
    default: random.pick(["0", "1", "7", "-1", "9223372036854775807", "3", "64"])
    }
  }
}

extension ValueType {
  fileprivate var isCollection: Bool { if case .collection = self { true } else { false } }
}
