import CDQIR
import CDQKit
import CDQOracle
import CDQRandom
import CDQRuntime
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

/// Compares the engines with the oracle on random schemas, data and texts.
///
///     CDQ_ORACLE_CASES=200000 CDQ_ORACLE_SEED=7 swift test --filter OracleTests
@Suite struct OracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let cases = environment["CDQ_ORACLE_CASES"].flatMap { Int($0) } ?? 20_000
  static let seed = environment["CDQ_ORACLE_SEED"].flatMap { UInt64($0) } ?? 1
  /// Number of texts for each random schema with its data.
  static let casesPerWorld = 50
  /// Number of parts that run in parallel.
  static let parts = 8

  static let showsRefusals = environment["CDQ_ORACLE_REFUSED"] != nil

  /// Number of texts of a part that the checker accepted, and the codes for which it refused the others.
  struct Tally {
    var checked = 0
    var refusals: [String: Int] = [:]
    var failures = 0
  }

  @Test(arguments: 0..<parts)
  func `The engines give the rows of the oracle`(part: Int) throws {
    var tally = Tally()
    let worlds = (OracleTests.cases / OracleTests.parts + OracleTests.casesPerWorld - 1) / OracleTests.casesPerWorld
    for number in 0..<worlds where tally.failures < 5 {
      try OracleTests.runWorld(OracleTests.seed << 32 + UInt64(part) << 24 + UInt64(number), &tally)
    }
    let refused = tally.refusals.values.reduce(0, +)
    // The generator of texts knows the types. If the checker refuses more than 4 %, one of the two is wrong.
    #expect(
      refused * 100 <= (tally.checked + refused) * 4, "\(refused) of \(tally.checked) refused: \(tally.refusals)")
    if OracleTests.environment["CDQ_ORACLE_CASES"] != nil {
      print(
        "part \(part): \(tally.checked) cases, refused: \(tally.refusals.sorted { $0.value > $1.value }.prefix(12))")
    }
  }

  private static func runWorld(_ seed: UInt64, _ tally: inout Tally) throws {
    var random = SplitMix(seed: seed)
    let world = RandomWorld.make(&random)
    let loaded: OracleCase.Loaded
    do {
      loaded = try OracleCase.Loaded(world)
    } catch {
      Issue.record("seed \(seed): the world does not load: \(error)")
      tally.failures += 1
      return
    }
    for _ in 0..<casesPerWorld {
      var one = makeCase(world, &random)
      let compiled = one.compile(loaded)
      guard let typed = compiled.typed, let ir = compiled.ir else {
        if let error = compiled.diagnostics.first(where: { $0.severity == .error }) {
          tally.refusals[error.code.rawValue, default: 0] += 1
          if showsRefusals { print("\(error.message) [\(error.code)] \(one.phrase.text)") }
        }
        continue
      }
      tally.checked += 1
      one.chooseArguments(typed, &random)
      guard case .different(let difference) = one.outcome(typed, ir, loaded) else { continue }
      var shrinker = Shrinker(one, difference, loaded)
      shrinker.shrink()
      tally.failures += 1
      Issue.record("seed \(seed)\n\(shrinker.difference)\n\(shrinker.smallest.report)")
      if tally.failures >= 5 { return }
    }
  }

  private static func makeCase(_ world: RandomWorld, _ random: inout SplitMix) -> OracleCase {
    let isStrict = random.chance(12)
    var writer = QueryWriter(schema: world.schema, random: SplitMix(seed: random.next()), isStrict: isStrict)
    let entity = random.pick(world.schema.entities).name
    if isStrict || random.chance(15) {
      return OracleCase(world: world, entity: entity, isStrict: isStrict, phrase: writer.predicateText(of: entity))
    }
    return OracleCase(world: world, entity: nil, phrase: writer.query(of: entity))
  }
}
