package import CDQIR
package import CDQSemantics
import CDQSyntax
package import Foundation

/// A second implementation of the language for tests: it evaluates a typed query by walking its tree, over
/// dictionaries.
///
/// It shares nothing with the engines: no IR, no plan, no folding tables, no comparison code. Both use Foundation for
/// regular expressions, for text under `[l]`, for the arithmetic of `Decimal`, for `pow` and for logarithms, so tests
/// cannot find errors there. The code follows the reference and is not fast.
package struct Oracle {
  let world: OracleWorld
  let query: TypedQuery
  /// The arguments by parameter index, in the evaluated type; `.null` for nil and for absent parameters.
  let arguments: [Value]
  let absent: Set<Int>
  let now: Date
  let locale: Locale
  /// Whether a comparison with nil is neither true nor false, as in SQL; see `Oracle+SQL.swift`.
  var isSQL = false

  package init(
    _ query: TypedQuery, _ world: OracleWorld, arguments: [Value], absent: Set<Int>, now: Date, locale: Locale
  ) {
    self.query = query
    self.world = world
    self.arguments = arguments
    self.absent = absent
    self.now = now
    self.locale = locale
  }

  /// The variables and the group that an expression is evaluated with.
  struct Scope {
    /// Values by variable id; 0 is the object under test.
    var variables: [Int: Datum]
    /// Numbers of the objects in the group.
    var group: [Int] = []

    func with(_ variable: Int, _ value: Datum) -> Scope {
      var result = self
      result.variables[variable] = value
      return result
    }
  }

  /// Runs the query. A `delete` removes objects from `world`, an `update` changes them.
  package static func run(
    _ query: TypedQuery, _ world: inout OracleWorld, arguments: [Value], absent: Set<Int>, now: Date, locale: Locale
  ) -> OracleResult {
    let oracle = Oracle(query, world, arguments: arguments, absent: absent, now: now, locale: locale)
    if query.cardinality == .update { return oracle.update(&world) }
    guard query.cardinality == .delete else { return oracle.result() }
    let found = oracle.window(oracle.kept(oracle.sorted(oracle.matches())))
    var changed = world
    guard changed.delete(found) else { return .failure("delete-denied") }
    world = changed
    return .deleted(found.count)
  }

  private func result() -> OracleResult {
    if let projection = query.projection {
      let rows = self.rows(projection)
      switch query.cardinality {
      case .first: return .rows(Array(rows.prefix(1)))
      case .one: return rows.count == 1 ? .rows(rows) : .failure(rows.isEmpty ? "not-found" : "not-unique")
      case .many, .count, .exists, .delete, .update: return .rows(rows)
      }
    }
    let found = window(kept(sorted(matches())))
    switch query.cardinality {
    case .many, .delete, .update: return .objects(found)
    case .first: return .objects(Array(found.prefix(1)))
    case .one: return found.count == 1 ? .objects(found) : .failure(found.isEmpty ? "not-found" : "not-unique")
    case .count: return .number(found.count)
    case .exists: return .truth(!found.isEmpty)
    }
  }

  /// All objects of an entity and its sub-entities, in insertion order.
  func objects(of entity: String) -> [Int] {
    world.objects.indices.filter { !world.deleted.contains($0) && isEntity(world.objects[$0].entity, kindOf: entity) }
  }

  func matches() -> [Int] { matches(among: Array(world.objects.indices)) }

  /// The objects among some that the condition of the query selects, in the order given.
  func matches(among numbers: [Int]) -> [Int] {
    let condition = query.predicate.flatMap { reduced($0) }
    return numbers.filter { number in
      let entity = world.objects[number].entity
      guard !world.deleted.contains(number) else { return false }
      let isKind = query.includesSubentities ? isEntity(entity, kindOf: query.entity) : entity == query.entity
      return isKind && condition.map { holds($0, Scope(variables: [0: .object(number)])) } ?? true && isKind
    }
  }

  private func isEntity(_ name: String, kindOf ancestor: String) -> Bool {
    if name == ancestor { return true }
    guard let parent = world.schema.entities.first(where: { $0.name == name })?.parent else { return false }
    return isEntity(parent, kindOf: ancestor)
  }

  // MARK: Rows

  private func rows(_ projection: TypedProjection) -> [[Datum]] {
    var rows: [[Datum]]
    if projection.isGrouped {
      var groups: [(key: [Datum], objects: [Int])] = projection.grouping.isEmpty ? [([], [])] : []
      for number in matches() {
        let scope = Scope(variables: [0: .object(number)])
        let key = projection.grouping.map { value($0, scope) }
        if let place = groups.firstIndex(where: { zip($0.key, key).allSatisfy { isSame($0, $1) } }) {
          groups[place].objects.append(number)
        } else {
          groups.append((key, [number]))
        }
      }
      var scopes = groups.map { group in
        Scope(variables: [0: group.objects.first.map { .object($0) } ?? .null], group: group.objects)
      }
      if let having = projection.having.flatMap({ reduced($0) }) { scopes = scopes.filter { holds(having, $0) } }
      rows = sorted(scopes) { $0 }.map { scope in projection.items.map { value($0.expression, scope) } }
    } else {
      rows = kept(sorted(matches())).map { row(projection, of: $0) }
    }
    if projection.isDistinct {
      var different: [[Datum]] = []
      for row in rows where !different.contains(where: { zip($0, row).allSatisfy { isSame($0, $1) } }) {
        different.append(row)
      }
      rows = different
    }
    return window(rows)
  }

  /// The first objects of each combination of keys, as many as the limit says; all without keys.
  private func kept(_ objects: [Int]) -> [Int] {
    guard !query.limitKeys.isEmpty, let most = count(query.limit) else { return objects }
    var seen: [(keys: [Datum], count: Int)] = []
    return objects.filter { number in
      let keys = query.limitKeys.map { value($0, Scope(variables: [0: .object(number)])) }
      let known = seen.firstIndex { zip($0.keys, keys).allSatisfy { isSame($0, $1) } }
      if known == nil { seen.append((keys, 0)) }
      let place = known ?? seen.count - 1
      seen[place].count += 1
      return seen[place].count <= most
    }
  }

  func window<Element>(_ results: [Element]) -> [Element] {
    let rest = results.dropFirst(count(query.offset) ?? 0)
    if !query.limitKeys.isEmpty { return Array(rest) }
    return Array(count(query.limit).map { rest.prefix($0) } ?? rest)
  }

  private func count(_ count: CountIR?) -> Int? {
    switch count {
    case nil: return nil
    case .constant(let number)?: return number
    case .parameter(let index)?: if case .int(let number) = arguments[index] { return Int(number) } else { return nil }
    }
  }

  // MARK: Order

  func sorted(_ objects: [Int]) -> [Int] {
    sorted(objects) { Scope(variables: [0: .object($0)]) }
  }

  /// Sorts by insertion, which is stable.
  private func sorted<Element>(_ elements: [Element], _ scope: (Element) -> Scope) -> [Element] {
    let keys: [TypedSortKey]
    switch query.sort {
    case .keys(let all): keys = all
    case .choice(let parameter, let all):
      guard case .string(let name) = arguments[parameter] else { return elements }
      keys = all.filter { $0.name == name }
    }
    if keys.isEmpty { return elements }
    var result: [(element: Element, values: [Datum])] = []
    for element in elements {
      let values = keys.map { value($0.expression, scope(element)) }
      let place = result.firstIndex { precedes(values, $0.values, keys) } ?? result.count
      result.insert((element, values), at: place)
    }
    return result.map(\.element)
  }

  private func precedes(_ left: [Datum], _ right: [Datum], _ keys: [TypedSortKey]) -> Bool {
    for (index, key) in keys.enumerated() {
      let (a, b) = (left[index], right[index])
      if a.isNull != b.isNull { return a.isNull == key.nullsFirst }
      if a.isNull { continue }
      let order = order(a, b, key.options)
      if order != 0 { return (order < 0) != key.isDescending }
    }
    return false
  }
}

extension OracleWorld {
  /// Deletes objects and follows delete rules. Returns false, and deletes nothing, when a rule forbids it.
  mutating func delete(_ numbers: [Int]) -> Bool {
    var doomed = Set(numbers)
    while true {
      let more = doomed.flatMap { targets($0, .cascade) }.filter { !doomed.contains($0) }
      if more.isEmpty { break }
      doomed.formUnion(more)
    }
    for number in doomed where targets(number, .deny).contains(where: { !doomed.contains($0) }) { return false }
    deleted.formUnion(doomed)
    return true
  }

  private func targets(_ number: Int, _ rule: Relationship.DeleteRule) -> [Int] {
    schema.allRelationships(of: objects[number].entity).filter { $0.deleteRule == rule }.flatMap { relationship in
      switch value(number, relationship.name) {
      case .object(let target): [target]
      case .list(let elements): elements.compactMap { if case .object(let target) = $0 { target } else { nil } }
      case .null, .scalar: [Int]()
      }
    }
  }
}
