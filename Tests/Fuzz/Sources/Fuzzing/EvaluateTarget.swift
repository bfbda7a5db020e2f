import CDQKit
import Foundation

/// Runs queries on data. The first line of an input is the name of a world; the rest is a query, or a predicate for the
/// first entity of the world.
public struct EvaluateTarget: FuzzTarget {
  public static let name = "evaluate"

  public init() {}

  public static func seeds() -> [[UInt8]] {
    QueryTexts.seeds.map { Array("\(Worlds.all[0].name)\n\($0)".utf8) }
  }

  public static var dictionary: [String] { QueryTexts.words }

  public func generate(_ random: inout SplitMix) -> [UInt8]? {
    let world = random.pick(Worlds.all)
    var writer = QueryWriter(schema: world.schema, random: random, isStrict: false)
    defer { random = writer.random }
    let entity = writer.random.pick(world.schema.entities).name
    return Array("\(world.name)\n\(writer.query(of: entity).text)".utf8)
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let lines = String(decoding: input, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let world = Worlds.all.first(where: { $0.name == lines[0] }) else { return [] }
    let query: CheckedQuery
    do throws(QueryError) {
      query = try CheckedQuery(parsing: String(lines[1]), in: world.schema, limits: Limits(steps: 500_000))
    } catch {
      return Set(error.diagnostics.map { "refused \($0.code)" })
    }
    let arguments = Worlds.arguments(for: query.parameters)
    func outcome(_ engine: ExecutionOptions.Engine) -> Outcome {
      EvaluateTarget.outcome(of: query.ir, in: world, arguments, query.limits, engine)
    }
    let first = outcome(.row)
    try require(first == outcome(.row), "a query runs twice the same")
    let columns = outcome(.column)
    try require(columns == outcome(.column), "a query runs twice the same by columns")
    // The engines count different steps, so one of them may reach a limit that the other does not.
    let limits = [Outcome.failure("step-limit"), .failure("regex-limit"), .failure("text-limit")]
    if !limits.contains(first), !limits.contains(columns) {
      try require(first == columns, "both engines give the same", "\(first) by rows, \(columns) by columns")
    }
    // The IR survives encoding, as it would in a file.
    let copy = try JSONDecoder().decode(QueryIR.self, from: try JSONEncoder().encode(query.ir))
    try require(copy == query.ir, "IR is read as it was written", query.ir.dump)
    if case .failure(let code) = first {
      let impossible = ["malformed-query", "unknown-property", "wrong-property", "wrong-entity", "unsupported-version"]
      try require(!impossible.contains(code), "a checked query is well-formed", code)
      return ["fails \(code)"]
    }
    return EvaluateTarget.features(of: query.ir)
  }

  /// The result of a query in comparable form; numbers are compared as texts.
  enum Outcome: Equatable {
    case success([String])
    case failure(String)
  }

  static func outcome(
    of ir: QueryIR, in world: World, _ arguments: Arguments, _ limits: Limits, _ engine: ExecutionOptions.Engine
  ) -> Outcome {
    // A deletion or update changes its store, so every run gets a new one.
    let store = ir.cardinality.changesObjects ? Store(world.store.snapshot) : world.store
    var options = limits.executionOptions(now: Date(timeIntervalSinceReferenceDate: 700_000_000), locale: Worlds.locale)
    options.engine = engine
    do throws(ExecutionError) {
      switch try store.run(ir, arguments: arguments, options: options) {
      case .count(let count), .deleted(let count), .updated(let count): return .success([String(count)])
      case .exists(let isTrue): return .success([String(isTrue)])
      case .records(let records):
        // In every world the first attribute identifies the object.
        let name = world.schema.allAttributes(of: ir.entity).first?.name ?? ""
        return .success(records.map { "\($0[name])" })
      case .rows(let rows): return .success(rows.map { $0.map { "\($0)" }.joined(separator: ",") })
      }
    } catch {
      return .failure(error.code)
    }
  }

  /// The words of the dumped IR, which are names of operators and types.
  private static func features(of ir: QueryIR) -> Set<String> {
    Set(ir.dump.split { !($0.isLetter || "=<>~!@".contains($0)) }.map(String.init))
  }
}
