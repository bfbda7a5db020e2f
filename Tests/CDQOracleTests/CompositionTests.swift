import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

/// Combines random predicates and compares the result with the combined text, in both engines and over records.
///
///     CDQ_COMPOSITION_WORLDS=2000 swift test --filter CompositionTests
@Suite struct CompositionTests {
  private static let worlds = ProcessInfo.processInfo.environment["CDQ_COMPOSITION_WORLDS"].flatMap { Int($0) } ?? 24
  private static let parts = 4

  /// A random world, and a writer of random predicates about one of its entities.
  private struct Setting {
    let loaded: OracleCase.Loaded
    let entity: String
    var writer: QueryWriter
    var random: SplitMix

    init(_ seed: UInt64) throws {
      random = SplitMix(seed: seed)
      loaded = try OracleCase.Loaded(RandomWorld.make(&random))
      entity = random.pick(loaded.world.schema.entities).name
      writer = QueryWriter(schema: loaded.world.schema, random: SplitMix(seed: random.next()), isStrict: false)
    }

    var schema: Schema { loaded.checked.schema }

    /// A random predicate that the checker accepts; nil when it refuses the text.
    mutating func predicate(about entity: String? = nil) -> CheckedPredicate? {
      let text = writer.predicateText(of: entity ?? self.entity).text
      return try? CheckedPredicate(parsing: text, for: entity ?? self.entity, in: schema)
    }

    /// Arguments for a text.
    mutating func arguments(of text: String) -> Arguments? {
      var one = OracleCase(world: loaded.world, entity: entity, phrase: Phrase(.predicate, text))
      guard let typed = one.compile(loaded).typed else { return nil }
      one.chooseArguments(typed, &random)
      return Arguments(one.arguments)
    }

    /// The numbers of the rows, or the code of the error, by each engine.
    func rows(_ ir: QueryIR, _ arguments: Arguments) -> [[String]] {
      let engines = ExecutionOptions.Engine.allCases.map { engine in
        let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale, engine: engine)
        do throws(ExecutionError) {
          guard case .records(let found) = try loaded.store.run(ir, arguments: arguments, options: options) else {
            return ["?"]
          }
          return found.map { "\($0.entityName) \($0.number)" }
        } catch {
          return [error.code]
        }
      }
      return engines
    }
  }

  private static func seeds(_ part: Int) -> [UInt64] {
    (0..<max(1, worlds / parts)).map { UInt64(part) << 32 + UInt64($0) }
  }

  @Test(arguments: 0..<parts)
  func `A combination gives the rows of the combined text`(part: Int) throws {
    var (compared, refused) = (0, 0)
    for seed in Self.seeds(part) {
      var setting = try Setting(seed)
      for _ in 0..<30 {
        guard let a = setting.predicate(), let b = setting.predicate() else { continue }
        let texts = ["(\(a.text)\n) AND (\(b.text)\n)", "(\(a.text)\n) OR (\(b.text)\n)", "NOT (\(a.text)\n)"]
        let results = [Result { try a && b }, Result { try a || b }, Result { try !a }]
        for (text, result) in zip(texts, results) {
          guard let arguments = setting.arguments(of: text) else {
            // The checker refuses both or neither.
            refused += 1
            #expect(throws: QueryError.self, "\(text)") { try result.get() }
            continue
          }
          let combined = try result.get()
          let expected = try CheckedPredicate(parsing: text, for: setting.entity, in: setting.schema)
          #expect(
            setting.rows(combined.ir, arguments) == setting.rows(expected.ir, arguments),
            "seed \(seed): \(text) as \(combined)")
          let tree = try CheckedPredicate(combined.tree, for: setting.entity, in: setting.schema)
          // A tree has no option [n], which has no effect.
          #expect(tree.ir == combined.ir && tree.tree == combined.tree, "seed \(seed): \(combined)")
          let again = try CheckedPredicate(parsing: combined.description, for: setting.entity, in: setting.schema)
          #expect(again == combined, "seed \(seed): \(text) as \(combined)")
          compared += 1
        }
      }
    }
    #expect(compared > 20 * Self.seeds(part).count, "\(compared) compared, \(refused) refused")
  }

  @Test(arguments: 0..<parts)
  func `Bound predicates give the rows of their arguments, alone and combined`(part: Int) throws {
    var compared = 0
    for seed in Self.seeds(part) {
      var setting = try Setting(seed &+ 1 << 40)
      for _ in 0..<20 {
        guard let a = setting.predicate(), !a.parameters.isEmpty, let arguments = setting.arguments(of: a.text),
          let bound = try? a.binding(arguments)
        else { continue }
        let isWhole = arguments.values.count == a.parameters.count
        if isWhole { #expect(bound.parameters.isEmpty) }
        #expect(setting.rows(bound.ir, [:]) == setting.rows(a.ir, arguments), "seed \(seed): \(a) \(arguments)")
        // Both have the same parameters, bound to the same values, which become parameters of other names.
        let twice = try bound && !(!a.binding(arguments))
        #expect(setting.rows(twice.ir, [:]) == setting.rows(a.ir, arguments), "seed \(seed): \(a) \(arguments)")
        compared += 1
      }
    }
    #expect(compared > Self.seeds(part).count, "\(compared) compared")
  }

  @Test(arguments: 0..<parts)
  func `A lifted predicate finds the objects whose related objects satisfy it`(part: Int) throws {
    var compared = 0
    for seed in Self.seeds(part) {
      var setting = try Setting(seed &+ 2 << 40)
      for _ in 0..<20 {
        let entity = setting.entity
        guard let relationship = setting.random.pickAny(setting.schema.allRelationships(of: entity)) else { continue }
        guard let inner = setting.predicate(about: relationship.destination), inner.parameters.isEmpty else { continue }
        let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)
        guard case .records(let matching)? = try? setting.loaded.store.run(inner.ir, options: options) else { continue }
        let keys = Set(matching.map(\.key))
        let kinds: [(CheckedPredicate, ([ObjectKey]) -> Bool)] = try [
          (.any(relationship.name, of: entity, satisfies: inner), { $0.contains { keys.contains($0) } }),
          (.all(relationship.name, of: entity, satisfy: inner), { $0.allSatisfy { keys.contains($0) } }),
          (.none(relationship.name, of: entity, satisfies: inner), { !$0.contains { keys.contains($0) } }),
        ]
        for (lifted, holds) in kinds {
          let expected = setting.loaded.store.snapshot.records(of: entity).filter { record in
            holds(
              relationship.isToMany
                ? record.references(relationship.name).map(\.key)
                : record.reference(relationship.name).map { [$0.key] } ?? [])
          }
          let numbers = expected.map { "\($0.entityName) \($0.number)" }
          #expect(setting.rows(lifted.ir, [:]) == [numbers, numbers], "seed \(seed): \(inner) as \(lifted)")
          compared += 1
        }
      }
    }
    #expect(compared > Self.seeds(part).count, "\(compared) compared")
  }
}
