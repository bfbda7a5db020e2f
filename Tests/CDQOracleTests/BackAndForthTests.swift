import CDQIR
import CDQOracle
import CDQRandom
import CDQRuntime
import Testing

/// Paths that go back and forth between objects, in nested SUBQUERYs, quantifiers and aggregates: the engines follow them
/// by sets of objects and numbers of ways, the oracle way by way.
@Suite struct BackAndForthTests {
  @Test(arguments: 0..<8) func `Sets of objects give the answers of all ways`(part: Int) throws {
    var (checked, failures) = (0, 0)
    let worlds = max(2, OracleTests.cases / 2_000)
    for number in 0..<worlds where failures < 5 {
      let seed = OracleTests.seed << 32 + UInt64(part) << 24 + UInt64(number) + 1 << 20
      var random = SplitMix(seed: seed)
      let world = RandomWorld.make(&random)
      let loaded = try OracleCase.Loaded(world)
      for _ in 0..<40 {
        let entity = random.pick(world.schema.entities).name
        var writer = WalkWriter(schema: world.schema, random: SplitMix(seed: random.next()))
        guard let condition = writer.condition(entity, from: nil, depth: 0) else { continue }
        let one = OracleCase(world: world, entity: entity, phrase: Phrase(.predicate, condition))
        switch one.outcome(loaded) {
        case .same: checked += 1
        case .refused(let codes): Issue.record("seed \(seed): \(codes) \(condition)")
        case .different(let difference):
          failures += 1
          Issue.record("seed \(seed)\n\(difference)\n\(one.report)")
        }
      }
    }
    #expect(checked > 20 * worlds)
  }

  /// The walks that are made reach objects again, so that the test above tests what it says.
  @Test func `A walk goes on from one entity to another and back`() {
    var random = SplitMix(seed: 3)
    let world = RandomWorld.make(&random)
    var writer = WalkWriter(schema: world.schema, random: random)
    let walks = (0..<200).compactMap { _ in writer.walk(from: world.schema.entities[0].name) }
    #expect(walks.contains { $0.steps.count { $0.isToMany } > 2 })
    #expect(walks.contains { Set($0.steps.map(\.destination)).count < $0.steps.count })
  }
}

/// Writes conditions about the objects at the end of random walks.
private struct WalkWriter {
  let schema: Schema
  var random: SplitMix

  /// Steps from an entity, at least one of them to-many.
  mutating func walk(from entity: String) -> (steps: [Relationship], end: String)? {
    var (steps, current): ([Relationship], String) = ([], entity)
    for _ in 0..<(2 + random.below(3)) {
      let relationships = schema.allRelationships(of: current)
      guard let step = random.pickAny(relationships) else { break }
      steps.append(step)
      current = step.destination
    }
    return steps.contains { $0.isToMany } ? (steps, current) : nil
  }

  /// A condition on an object of an entity, which `variable` names; nil if no walk starts there.
  mutating func condition(_ entity: String, from variable: String?, depth: Int) -> String? {
    guard var (steps, end) = walk(from: entity) else { return nil }
    var path = ([variable].compactMap { $0 } + steps.map { "#\($0.name)" }).joined(separator: ".")
    // Sometimes the walk goes on from the elements of a SUBQUERY.
    if random.chance(25), let (more, next) = walk(from: end) {
      path = "SUBQUERY(\(path), $w\(depth), $w\(depth).id != \(hasTextID(end) ? "\"k1\"" : "1"))"
      path = ([path] + more.map { "#\($0.name)" }).joined(separator: ".")
      (steps, end) = (more, next)
    }
    let isText = hasTextID(end)
    let id = isText ? "\"k\(random.below(6))\"" : "\(random.below(6))"
    let number = random.below(5)
    switch random.below(isText ? 6 : 8) {
    case 0: return "ANY \(path).id == \(id)"
    case 1: return "ALL \(path).id != \(id)"
    case 2: return "\(id) IN \(path).id"
    case 3: return "\(path).@count \(random.pick([">", "=="])) \(number)"
    case 4, 5:
      let inner = "$v\(depth)"
      var parts = ["\(inner).id != \(id)"]
      if depth < 2, let nested = condition(end, from: inner, depth: depth + 1) { parts.append(nested) }
      if depth > 0, random.chance(40), hasSameID(end, entity) { parts.append("\(inner).id != $v\(depth - 1).id") }
      if random.chance(30), hasSameID(end, entity), depth == 0 { parts.append("\(inner).id != id") }
      let all = parts.joined(separator: random.pick([" AND ", " OR "]))
      return "SUBQUERY(\(path), \(inner), \(all)).@count \(random.pick([">", "==", "<"])) \(number)"
    case 6: return "\(path).@sum.id > \(10 * number)"
    default: return "\(path).@max.id == \(id)"
    }
  }

  private func hasTextID(_ entity: String) -> Bool {
    schema.allAttributes(of: entity).first { $0.name == "id" }?.type == .string
  }

  private func hasSameID(_ one: String, _ other: String) -> Bool {
    hasTextID(one) == hasTextID(other)
  }
}
