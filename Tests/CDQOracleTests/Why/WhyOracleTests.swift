import CDQIR
import CDQKit
import CDQOracle
import CDQRandom
import CDQRuntime
import CDQSemantics
import CDQTestSupport
import CDQWhy
import Foundation
import Testing

/// Truth trees against the engine and the oracle: random conditions, and all conformance cases.
///
///     CDQ_WHY_CASES=50000 swift test --filter WhyOracleTests
@Suite struct WhyOracleTests {
  private static let cases = ProcessInfo.processInfo.environment["CDQ_WHY_CASES"].flatMap { Int($0) } ?? 3_000
  private static let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)

  @Test(arguments: 0..<4)
  func `The tree of a random condition is that of the oracle and the engine`(part: Int) throws {
    var (conditions, leaves) = (0, 0)
    for number in 0..<(WhyOracleTests.cases / 4 / 25) {
      var random = SplitMix(seed: 22 << 32 + UInt64(part) << 24 + UInt64(number))
      let world = RandomWorld.make(&random)
      let loaded = try OracleCase.Loaded(world)
      for _ in 0..<25 {
        let isStrict = random.chance(12)
        var writer = QueryWriter(schema: world.schema, random: SplitMix(seed: random.next()), isStrict: isStrict)
        let entity = random.pick(world.schema.entities).name
        var one = OracleCase(world: world, entity: entity, isStrict: isStrict, phrase: writer.predicateText(of: entity))
        let compiled = one.compile(loaded)
        guard let typed = compiled.typed, let ir = compiled.ir else { continue }
        one.chooseArguments(typed, &random)
        let names = typed.parameters.map(\.name)
        let given = one.arguments.filter { names.contains($0.key) }
        var oracle = loaded.oracle
        let expected = Oracle.run(
          typed, &oracle, arguments: names.map { given[$0] ?? .null },
          absent: Set(names.indices.filter { given[names[$0]] == nil }), now: OracleCase.now, locale: OracleCase.locale)
        guard case .objects(let found) = expected else { continue }
        let matching = Set(found.map { loaded.oracle.objects[$0].key })
        conditions += 1
        var check = TreeCheck(ir, Arguments(given), WhyOracleTests.options)
        for record in loaded.store.records(of: entity).prefix(4) {
          do {
            let difference = try check.difference(for: record, answer: matching.contains(record.key))
            if let difference { Issue.record("\(one.phrase.text) \(given)\n\(difference)") }
          } catch let error as ExecutionError where error.isAboutPatterns {
            // The query does not reach a pattern that its tree evaluates by itself.
            continue
          }
        }
        leaves += check.leaves
      }
    }
    #expect(conditions * 25 > WhyOracleTests.cases / 4 * 8, "only \(conditions) conditions")
    #expect(leaves > conditions, "only \(leaves) leaves")
  }

  @Test func `The tree of each conformance case is that of the engine`() throws {
    var schemas: [String: Schema] = [:]
    var stores: [String: Store] = [:]
    var (cases, leaves) = (0, 0)
    for file in Repository.files(below: "Tests/Conformance/Cases", extension: "jsonl") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let json = try JSONValue(parsing: String(line))
        guard let data = WhyOracleTests.text(json["data"]), json["args"] == nil else { continue }
        let name = WhyOracleTests.text(json["schema"]) ?? data
        let schema = try schemas[name] ?? Schema(parsing: WhyOracleTests.file("Schemas/\(name).cdq"))
        schemas[name] = schema
        guard let ir = WhyOracleTests.query(json, schema) else { continue }
        let store = try stores["\(name) \(data)"] ?? WhyOracleTests.store(schema, data)
        stores["\(name) \(data)"] = store
        guard let arguments = WhyOracleTests.arguments(json["params"], ir, schema) else { continue }
        cases += 1
        leaves += try WhyOracleTests.check(ir, arguments, store, "\(line)")
      }
    }
    #expect(cases >= 4_000, "only \(cases) cases")
    #expect(leaves > 2 * cases, "only \(leaves) leaves")
  }

  private static func check(_ ir: QueryIR, _ arguments: Arguments, _ store: Store, _ line: String) throws -> Int {
    var whole = QueryIR(entity: ir.entity, parameters: ir.parameters, predicate: ir.predicate)
    // Parameters of other clauses keep their arguments.
    whole.version = ir.version
    guard let result = try? store.run(whole, arguments: arguments, options: options), case .records(let found) = result
    else { return 0 }
    let matching = Set(found.map(\.key))
    var check = TreeCheck(ir, arguments, options)
    for record in store.records(of: ir.entity).prefix(5) {
      do {
        let difference = try check.difference(for: record, answer: matching.contains(record.key))
        if let difference { Issue.record("\(line)\n\(difference)") }
      } catch let error as ExecutionError where error.isAboutPatterns {
        continue
      }
    }
    return check.leaves
  }

  private static func query(_ json: JSONValue, _ schema: Schema) -> QueryIR? {
    if json["strict"] == .bool(true) { return nil }
    if let query = text(json["query"]) { return try? CheckedQuery(parsing: query, in: schema).ir }
    guard let predicate = text(json["predicate"]), let entity = text(json["entity"]) else { return nil }
    return try? CheckedPredicate(parsing: predicate, for: entity, in: schema).ir
  }

  private static func arguments(_ json: JSONValue?, _ ir: QueryIR, _ schema: Schema) -> Arguments? {
    var result = Arguments()
    guard case .object(let members)? = json else { return ir.parameters.isEmpty ? result : nil }
    for parameter in ir.parameters {
      guard let member = members.first(where: { $0.key == parameter.name }) else { continue }
      let type = OptionalType(parameter.type.base.evaluated, isOptional: parameter.type.isOptional)
      guard let value = try? ValueCoding(schema: schema).value(from: member.value, as: type) else { return nil }
      result[parameter.name] = value
    }
    return result
  }

  private static func store(_ schema: Schema, _ data: String) throws -> Store {
    let bytes = try file("Data/\(data).json").utf8
    return try StoreLoader(schema: schema).load([LoadInput(name: "\(data).json", bytes: Data(bytes))]).store
  }

  private static func file(_ path: String) throws -> String {
    try String(contentsOf: Repository.url("Tests/Conformance/\(path)"), encoding: .utf8)
  }

  private static func text(_ json: JSONValue?) -> String? {
    if case .string(let text)? = json { text } else { nil }
  }
}

extension ExecutionError {
  /// Whether a pattern is malformed or took too long.
  fileprivate var isAboutPatterns: Bool {
    switch self {
    case .invalidPattern, .regexLimit, .regexTooLong: true
    default: false
    }
  }
}
