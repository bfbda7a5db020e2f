import CDQIR
import CDQKit
import CDQOracle
import CDQRandom
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

@testable import CDQCodegen

/// A fetch request of the Core Data back end finds the same objects as the condition it was generated from, on random
/// schemas, data and texts: with the two truth values of Foundation in memory, and with the three of SQL.
///
///     CDQ_FETCH_CASES=200000 swift test --filter FetchFormTests
@Suite struct FetchFormTests {
  private static let cases = ProcessInfo.processInfo.environment["CDQ_FETCH_CASES"].flatMap { Int($0) } ?? 6_000
  private static let casesPerWorld = 50
  static let parts = 4

  struct Tally {
    /// Numbers of conditions that were compared in memory and in SQL (`proved`), and of those that were compared in
    /// memory only (`doubted`), because the translator warned about them.
    var proved = 0
    var doubted = 0
    var refused = 0
    /// Number of conditions that have no text, because generated code computes values first.
    var unsaid = 0
    var failures = 0
  }

  @Test(arguments: 0..<parts)
  func `A fetch request finds what the condition means`(part: Int) throws {
    var tally = Tally()
    for number in 0..<max(1, FetchFormTests.cases / FetchFormTests.parts / FetchFormTests.casesPerWorld) {
      let seed = 77 << 32 + UInt64(part) << 24 + UInt64(number)
      try FetchFormTests.runWorld(seed, &tally)
      if tally.failures >= 5 { break }
    }
    #expect(tally.proved > FetchFormTests.cases / FetchFormTests.parts / 5, "\(tally)")
    if ProcessInfo.processInfo.environment["CDQ_FETCH_CASES"] != nil { print("part \(part): \(tally)") }
  }

  private static func runWorld(_ seed: UInt64, _ tally: inout Tally) throws {
    var random = SplitMix(seed: seed)
    let world = RandomWorld.make(&random).withoutExtremes
    let loaded = try OracleCase.Loaded(world)
    for _ in 0..<casesPerWorld {
      var writer = QueryWriter(schema: world.schema, random: SplitMix(seed: random.next()), isStrict: false)
      let entity = random.pick(world.schema.entities).name
      var one = OracleCase(world: world, entity: entity, phrase: writer.predicateText(of: entity))
      let compiled = one.compile(loaded)
      guard let typed = compiled.typed, let ir = compiled.ir else { continue }
      one.chooseArguments(typed, &random)
      one.arguments = one.arguments.mapValues(\.withoutExtremes)
      if let difference = try difference(one, typed, ir, loaded, &tally) {
        tally.failures += 1
        Issue.record("seed \(seed)\n\(difference)\n\(one.report)")
      }
    }
  }

  /// Evaluates an expression that is the same for all objects, with the engine and for any one object.
  static func value(
    of expression: ExpressionIR, _ one: OracleCase, _ ir: QueryIR, _ loaded: OracleCase.Loaded
  ) -> Value? {
    var query = ir
    query.predicate = .constant(true)
    query.limit = .constant(1)
    query.projection = ProjectionIR(
      isGrouped: false,
      items: [.init(name: "value", expression: expression, type: OptionalType(expression.type, isOptional: true))])
    let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)
    guard case .rows(let rows)? = try? loaded.store.run(query, arguments: Arguments(one.arguments), options: options)
    else { return nil }
    return rows.first?.first
  }

  /// Describes how the objects found by the fetch request differ from the expected ones; nil when they do not.
  private static func difference(
    _ one: OracleCase, _ typed: TypedQuery, _ ir: QueryIR, _ loaded: OracleCase.Loaded, _ tally: inout Tally
  ) throws -> String? {
    let types = SwiftTypeNames(loaded.checked.schema, objects: .references)
    var translator = FetchTranslator(
      ir, types: types, parameterNames: ir.parameters.map(\.name), names: types.localNames)
    let condition: FetchCondition
    do {
      condition = try translator.condition()
    } catch {
      tally.refused += 1
      return nil
    }
    let given = one.arguments.filter { !$0.value.isNull }
    let text: String
    var written = FetchForm(ir, given: Set(given.keys), translator) { expression in
      value(of: expression, one, ir, loaded)
    }
    do {
      text = try written.text(condition) ?? "TRUEPREDICATE"
    } catch {
      tally.unsaid += 1
      return nil
    }
    var form = one
    form.phrase = Phrase(.fixed, text)
    let read = form.compile(loaded)
    guard let formTyped = read.typed else {
      let errors = read.diagnostics.filter { $0.severity == .error }
      // The text may have lost the context from which the checker infers a parameter's type.
      if errors.allSatisfy({ $0.code.rawValue == "unknown-parameter-type" }) {
        tally.unsaid += 1
        return nil
      }
      return "is written as \(text)\nwhich is no condition: \(errors.map(\.message))"
    }
    if let ir = read.ir {
      for shape in AppleStoreJudge.shapes(of: AppleStoreCondition(ir.predicate)) {
        for year in AppleRelease.years {
          let verdict = AppleStoreReport.verdict(on: shape, in: .coreData, since: AppleRelease(year))
          if verdict.outcome.isRefused || (verdict.outcome == .unknown && translator.warnings.isEmpty) {
            return "is written as \(text)\nwhich has \(shape.rawValue): \(verdict.note)"
          }
        }
      }
    }
    let names = typed.parameters.map(\.name)
    var world = loaded.oracle
    let expected = Oracle.run(
      typed, &world, arguments: names.map { one.arguments[$0] ?? .null },
      absent: Set(names.indices.filter { one.arguments[names[$0]] == nil }), now: OracleCase.now,
      locale: OracleCase.locale)
    let isDoubted = !translator.warnings.isEmpty
    if isDoubted { tally.doubted += 1 } else { tally.proved += 1 }
    for isSQL in isDoubted ? [false] : [false, true] {
      let found = Oracle.found(
        formTyped, world, arguments: formTyped.parameters.map { given[$0.name] ?? written.extra[$0.name] ?? .null },
        now: OracleCase.now,
        locale: OracleCase.locale, isSQL: isSQL)
      if .objects(found) != expected {
        return "is written as \(text)\nwhich finds \(found) \(isSQL ? "in SQL" : "in memory"), and not \(expected)"
      }
    }
    return nil
  }
}

extension Value {
  /// The value with 2 in place of NaN, infinities and numbers too large for arithmetic, which SQL does not have.
  var withoutExtremes: Value {
    switch self {
    case .double(let number): .double(abs(number) < 1e12 ? number : 2)
    case .int(let number): .int(abs(Double(number)) < 1e12 ? number : 2)
    case .decimal(let number): .decimal(abs(number) < 1_000_000 ? number : 2)
    case .list(let values): .list(values.map(\.withoutExtremes))
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object: self
    }
  }
}

extension RandomWorld {
  var withoutExtremes: RandomWorld {
    var result = self
    for index in result.objects.indices {
      result.objects[index].attributes = result.objects[index].attributes.mapValues(\.withoutExtremes)
    }
    return result
  }
}
