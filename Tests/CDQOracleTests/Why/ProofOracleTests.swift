import CDQIR
import CDQKit
import CDQRandom
import CDQReasoning
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

/// Proofs about random conditions of the whole language against the engine on random data: a proved statement holds for
/// each object, and a lint is never about a condition that decides something.
///
///     CDQ_PROOF_CASES=20000 swift test --filter ProofOracleTests
@Suite struct ProofOracleTests {
  private static let cases = ProcessInfo.processInfo.environment["CDQ_PROOF_CASES"].flatMap { Int($0) } ?? 1_600

  @Test(arguments: 0..<4)
  func `A proof holds for each object of random data`(part: Int) throws {
    var (proofs, refutations, statements) = (0, 0, 0)
    for number in 0..<(ProofOracleTests.cases / 4 / 20) {
      var random = SplitMix(seed: 23 << 32 + UInt64(part) << 24 + UInt64(number))
      let world = RandomWorld.make(&random)
      let loaded = try OracleCase.Loaded(world)
      let prover = Prover(schema: loaded.checked.schema)
      for _ in 0..<20 {
        let entity = random.pick(world.schema.entities).name
        guard let a = ProofOracleTests.condition(of: entity, loaded, &random),
          let b = ProofOracleTests.condition(of: entity, loaded, &random), (a.parameters + b.parameters).isEmpty
        else { continue }
        // Two random conditions are seldom related; a condition and its conjunction with another one are.
        var both = a
        both.predicate = random.chance(50) ? .and([a.predicate, b.predicate]) : .or([a.predicate, b.predicate])
        for (first, second) in [(a, both), (both, a), (a, b)] {
          statements += 1
          switch prover.implies(first, second) {
          case .undecided: continue
          case .refuted(let witness):
            refutations += 1
            let holds = [ProofOracleTests.keys(first, witness.store), ProofOracleTests.keys(second, witness.store)]
            #expect(holds.map { $0.contains(witness.key) } == [true, false], "\(first.dump)\n\(second.dump)")
          case .proved:
            proofs += 1
            let found = Set(ProofOracleTests.keys(second, loaded.store))
            for key in ProofOracleTests.keys(first, loaded.store) where !found.contains(key) {
              Issue.record("\(first.dump) is said to imply \(second.dump), but not for \(key)")
            }
          }
        }
      }
    }
    #expect(proofs * 6 > statements, "only \(proofs) proofs of \(statements)")
    #expect(refutations * 8 > statements, "only \(refutations) refutations of \(statements)")
  }

  @Test(arguments: 0..<4)
  func `A lint is right for each object of random data`(part: Int) throws {
    var found = 0
    for number in 0..<(ProofOracleTests.cases / 4 / 20) {
      var random = SplitMix(seed: 24 << 32 + UInt64(part) << 24 + UInt64(number))
      let world = RandomWorld.make(&random)
      let loaded = try OracleCase.Loaded(world)
      for _ in 0..<20 {
        let entity = random.pick(world.schema.entities).name
        var writer = QueryWriter(schema: world.schema, random: SplitMix(seed: random.next()), isStrict: false)
        let one = OracleCase(world: world, entity: entity, phrase: writer.predicateText(of: entity))
        let compiled = one.compile(loaded)
        guard let typed = compiled.typed, let ir = compiled.ir, ir.parameters.isEmpty else { continue }
        let query = CompiledQuery(
          name: "q", nameSpan: SourceSpan(at: 0), documentation: nil, text: "", file: "case", line: 1, ir: ir,
          parameterUses: [], typed: typed)
        let whole = SourceSpan(0, UInt32(one.phrase.text.utf8.count))
        for finding in ReasoningLints.findings(query, loaded.checked.schema) {
          found += 1
          // A finding about the whole condition says what all objects must answer.
          guard finding.span == whole, finding.labels.isEmpty, finding.help.first?.contains("together") != true else { continue }
          let matching = ProofOracleTests.keys(ir, loaded.store).count
          if finding.code.rawValue == "never-true" { #expect(matching == 0, "\(one.phrase.text)") }
          if finding.code.rawValue == "always-true" { #expect(matching == loaded.store.count(of: entity), "\(one.phrase.text)") }
        }
      }
    }
    #expect(found > 0)
  }

  private static func condition(
    of entity: String, _ loaded: OracleCase.Loaded, _ random: inout SplitMix
  ) -> QueryIR? {
    var writer = QueryWriter(schema: loaded.world.schema, random: SplitMix(seed: random.next()), isStrict: false)
    let one = OracleCase(world: loaded.world, entity: entity, phrase: writer.predicateText(of: entity))
    return one.compile(loaded).ir
  }

  private static func keys(_ query: QueryIR, _ store: Store) -> [ObjectKey] {
    let whole = QueryIR(entity: query.entity, predicate: query.predicate)
    // Where the data holds a malformed pattern there is no answer.
    guard let result = try? store.run(whole, options: ExecutionOptions(engine: .row)),
      case .records(let found) = result
    else { return [] }
    return found.map(\.key)
  }
}
