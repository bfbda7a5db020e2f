import CDQIR
import CDQKit
import CDQOracle
import CDQPrinting
import CDQRandom
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

@testable import CDQCodegen

/// A `#Predicate` of the SwiftData back end has only constructs that the list of reports says to run, or that a warning
/// names, for each deployment target. What it becomes finds the same objects as the condition it was generated from,
/// with the two truth values of Foundation in memory and with the three of SQL.
///
///     CDQ_MODEL_CASES=20000 swift test --filter ModelFormTests
@Suite struct ModelFormTests {
  private static let setting = ProcessInfo.processInfo.environment["CDQ_MODEL_CASES"].flatMap { Int($0) }
  private static let cases = setting ?? 2_000
  private static let casesPerWorld = 50
  static let parts = 4

  struct Tally {
    /// Numbers of conditions that were taken, of those whose rows were compared, and of those with a warning.
    var taken = 0
    var compared = 0
    var warned = 0
    var refused = 0
    var failures = 0
  }

  @Test(arguments: 0..<parts)
  func `A predicate for SwiftData runs as far as is known, and finds what the condition means`(part: Int) throws {
    var tally = Tally()
    for number in 0..<max(1, ModelFormTests.cases / ModelFormTests.parts / ModelFormTests.casesPerWorld) {
      let seed = 88 << 32 + UInt64(part) << 24 + UInt64(number)
      try ModelFormTests.runWorld(seed, &tally)
      if tally.failures >= 5 { break }
    }
    #expect(tally.compared > ModelFormTests.cases / ModelFormTests.parts / 10, "\(tally)")
    if ModelFormTests.setting != nil { print("part \(part): \(tally)") }
  }

  private static func runWorld(_ seed: UInt64, _ tally: inout Tally) throws {
    var random = SplitMix(seed: seed)
    let world = RandomWorld.make(&random).withoutExtremes
    let loaded = try OracleCase.Loaded(world)
    var texts: [String] = []
    for _ in 0..<casesPerWorld {
      var writer = QueryWriter(schema: world.schema, random: SplitMix(seed: random.next()), isStrict: false)
      let entity = random.pick(world.schema.entities).name
      var one = OracleCase(world: world, entity: entity, phrase: writer.predicateText(of: entity))
      let compiled = one.compile(loaded)
      guard let typed = compiled.typed, let ir = compiled.ir else { continue }
      texts.append("query q\(texts.count) = #\(entity) where \(one.phrase.text)\n")
      one.chooseArguments(typed, &random)
      one.arguments = one.arguments.mapValues(\.withoutExtremes)
      if let difference = difference(one, typed, ir, loaded, &tally) {
        tally.failures += 1
        Issue.record("seed \(seed)\n\(difference)\n\(one.report)")
      }
    }
    if let folder = ProcessInfo.processInfo.environment["CDQ_MODEL_TEXTS"] {
      let url = URL(filePath: folder).appending(path: "\(seed)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let text = SchemaPrinter.text(world.schema) + "\n" + texts.joined()
      try Data(text.utf8).write(to: url.appending(path: "A.cdq"))
    }
  }

  private static func difference(
    _ one: OracleCase, _ typed: TypedQuery, _ ir: QueryIR, _ loaded: OracleCase.Loaded, _ tally: inout Tally
  ) -> String? {
    var compared: SwiftExpression?
    for year in AppleRelease.years {
      let types = SwiftTypeNames(loaded.checked.schema, objects: .models)
      var predicate = ModelPredicate(
        ir, types: types, parameterNames: ir.parameters.map(\.name), names: types.localNames,
        deployment: AppleRelease(year))
      for parameter in ir.parameters { _ = predicate.names.unique(parameter.name) }
      let object = predicate.names.unique("object")
      let expression: SwiftExpression?
      do {
        expression = try predicate.expression(object: object)
      } catch {
        if year == AppleRelease.first.major { tally.refused += 1 }
        return nil
      }
      if year == AppleRelease.first.major {
        tally.taken += 1
        if !predicate.warnings.isEmpty { tally.warned += 1 }
      }
      guard let expression else { continue }
      var lowering = AppleStoreLowering(loaded.checked.schema, variables: [object: ir.entity])
      let condition = lowering.condition(expression)
      for shape in AppleStoreJudge.shapes(of: condition) {
        let verdict = AppleStoreReport.verdict(on: shape, in: .swiftData, since: AppleRelease(year))
        if verdict.outcome.isRefused || (verdict.outcome == .unknown && predicate.warnings.isEmpty) {
          return "has \(shape.rawValue), which \(verdict.outcome.rawValue) on \(verdict.note)"
        }
      }
      if compared == expression { continue }
      compared = expression
      if let difference = rows(one, typed, ir, loaded, predicate, object, condition, &tally) { return difference }
    }
    return nil
  }

  /// Describes how the rows of the predicate differ from those of the condition; nil when they do not.
  private static func rows(
    _ one: OracleCase, _ typed: TypedQuery, _ ir: QueryIR, _ loaded: OracleCase.Loaded, _ predicate: ModelPredicate,
    _ object: String, _ condition: AppleStoreCondition, _ tally: inout Tally
  ) -> String? {
    var form = ModelForm(ir, predicate, object: object, arguments: one.arguments) { expression in
      FetchFormTests.value(of: expression, one, ir, loaded)
    }
    guard let text = try? form.text(condition), text.utf8.count < 20_000 else { return nil }
    var read = one
    read.phrase = Phrase(.fixed, text)
    let compiled = read.compile(loaded)
    guard let formTyped = compiled.typed else {
      let errors = compiled.diagnostics.filter { $0.severity == .error }
      // The text may lack the context from which the checker infers a type, and cdq checks the raw values of enums.
      let expected = ["unknown-parameter-type", "unknown-enum-case"]
      if errors.allSatisfy({ expected.contains($0.code.rawValue) }) { return nil }
      return "is written as \(text)\nwhich is no condition: \(errors.map(\.message))"
    }
    tally.compared += 1
    let names = typed.parameters.map(\.name)
    var world = loaded.oracle
    let expected = Oracle.run(
      typed, &world, arguments: names.map { one.arguments[$0] ?? .null },
      absent: Set(names.indices.filter { one.arguments[names[$0]] == nil }), now: OracleCase.now,
      locale: OracleCase.locale)
    for isSQL in [false, true] {
      let found = Oracle.found(
        formTyped, world, arguments: formTyped.parameters.map { form.extra[$0.name] ?? .null }, now: OracleCase.now,
        locale: OracleCase.locale, isSQL: isSQL)
      if .objects(found) != expected {
        return "is written as \(text)\nwhich finds \(found) \(isSQL ? "in SQL" : "in memory"), and not \(expected)"
      }
    }
    return nil
  }
}
