import CDQFuzzSupport
import CDQKit
import Foundation

/// Generates Swift with every back end. The first line of an input is the name of a world; the rest is a query, or a
/// predicate for the first entity of the world.
public struct GenerateTarget: FuzzTarget {
  public static let name = "generate"

  /// Code is generated only on the main thread, which has 8 MB.
  public static let stackSize = 4 << 20

  public init() {}

  public static func seeds() -> [[UInt8]] {
    let files = RepositoryFiles.contents(below: "Tests/Corpus/codegen", extensions: ["cdq"])
    return QueryTexts.seeds.map { Array("\(Worlds.all[0].name)\n\($0)".utf8) } + files.map { Array("none\n".utf8) + $0 }
  }

  public static var dictionary: [String] { QueryTexts.words }

  public func generate(_ random: inout SplitMix) -> [UInt8]? {
    if random.once(in: 3) { return EvaluateTarget().generate(&random) }
    if random.once(in: 4) {
      return Array("none\n\(random.pick(LongText.all).file(random.below(random.pick([20, 200, 1000]))))".utf8)
    }
    return Array("\(Worlds.all[0].name)\n\(NestedQueries.query(&random))".utf8)
  }

  /// The most processor time for one input, in seconds, also in a debug build.
  private static let mostSeconds = 6.0
  /// The most bytes of generated code: `once` for the function around a short query, and `ofEach` byte of the text,
  /// which can become some lines in each of many nested blocks, with the indentation of these.
  private static let mostBytes = (once: 20_000, ofEach: 2_000)

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let lines = String(decoding: input, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2 else { return [] }
    let world = Worlds.all.first { $0.name == lines[0] }
    let entity = world?.schema.entities.first?.name ?? ""
    // A text without a world has its own declarations.
    for start in world == nil ? [""] : ["query q = ", "query q = \(entity) where "] {
      let text = SourceText(name: "Queries.cdq", start + lines[1])
      let begin = GenerateTarget.seconds()
      if let generation = CodeGeneration(text, schema: world?.text ?? "") {
        return try check(generation.outcomes(), of: text, since: begin)
      }
    }
    return ["refused"]
  }

  private func check(
    _ outcomes: [CodeGeneration.Outcome], of text: SourceText, since begin: Double
  ) throws -> Set<String> {
    let seconds = GenerateTarget.seconds() - begin
    try require(
      seconds <= GenerateTarget.mostSeconds, "generation takes \(Int(GenerateTarget.mostSeconds)) s at most",
      "\(seconds) s")
    let most = GenerateTarget.mostBytes.once + GenerateTarget.mostBytes.ofEach * text.utf8.count
    var features: Set<String> = []
    for outcome in outcomes {
      try SyntaxTarget.check(outcome.report, of: text)
      for diagnostic in outcome.report.diagnostics { features.insert("\(outcome.backEnd): \(diagnostic.message)") }
      guard let size = outcome.size else {
        try require(outcome.report.hasErrors, "what is refused has an error", outcome.backEnd)
        continue
      }
      try require(
        size <= most, "Swift grows with the text", "\(outcome.backEnd): \(size) bytes of \(text.utf8.count)")
      // An input that generates more code per byte than others is worth further mutation.
      features.insert("\(outcome.backEnd) \(size / (1 + text.utf8.count) / 4) times")
      features.insert("\(outcome.backEnd) \(size.bitWidth - size.leadingZeroBitCount) bits")
    }
    features.insert("\(Int(seconds * 10)) tenths of a second")
    return features
  }

  /// The processor time of this thread in seconds.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
