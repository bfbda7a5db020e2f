import CDQKit
import Foundation

/// Runs the lexer, the parser, the checker and the rendering of diagnostics on an input: as a query, as a predicate
/// with and without strict mode, and as a file.
public struct SyntaxTarget: FuzzTarget {
  public static let name = "syntax"

  private let schema: Schema

  public init() {
    schema = Worlds.all[0].schema
  }

  public static func seeds() -> [[UInt8]] {
    let files =
      RepositoryFiles.contents(below: "Tests/Corpus", extensions: ["cdq"])
      + RepositoryFiles.contents(below: "Samples", extensions: ["cdq"])
      + RepositoryFiles.contents(below: "Tests/Integration", extensions: ["cdq"])
    return QueryTexts.seeds.map { Array($0.utf8) } + files
  }

  public static var dictionary: [String] { QueryTexts.words }

  public func generate(_ random: inout SplitMix) -> [UInt8]? {
    var writer = QueryWriter(schema: schema, random: random, isStrict: random.once(in: 4))
    defer { random = writer.random }
    let isPredicate = writer.isStrict || writer.random.once(in: 4)
    return Array((isPredicate ? writer.predicateText(of: "Thing") : writer.query(of: "Thing")).text.utf8)
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let source = SourceText(name: "input", utf8: input)
    var features: Set<String> = []
    for (entity, isStrict) in [(nil, false), ("Thing", false), ("Thing", true)] as [(String?, Bool)] {
      let report = schema.check(source, entity: entity, strictNSPredicate: isStrict)
      let again = schema.check(source, entity: entity, strictNSPredicate: isStrict)
      try require(report == again, "the same text gives the same findings")
      try SyntaxTarget.check(report, of: source)
      for diagnostic in report.diagnostics { features.insert("\(isStrict ? "strict" : "query") \(diagnostic.code)") }
      if !report.hasErrors { features.insert(isStrict ? "strict" : "query") }
      try applyFixIts(of: report, to: source, entity, isStrict)
    }
    if let text = String(bytes: input, encoding: .utf8) { features.formUnion(try checkWriting(of: text)) }
    let report = Schema.check(files: [source])
    try SyntaxTarget.check(report, of: source)
    for diagnostic in report.diagnostics { features.insert("file \(diagnostic.code)") }
    return features
  }

  /// Requires that all source ranges are inside the text, and that every diagnostic can be rendered.
  static func check(_ report: DiagnosticReport, of source: SourceText) throws {
    let end = UInt32(source.utf8.count)
    for diagnostic in report.diagnostics where diagnostic.file == source.name {
      let spans =
        [diagnostic.span] + [diagnostic.point].compactMap { $0 } + diagnostic.labels.map(\.span)
        + diagnostic.fixIts.flatMap { $0.edits.map(\.span) }
      for span in spans {
        try require(
          span.start <= span.end && span.end <= end, "places are inside of the text", "\(diagnostic.code) \(span)")
      }
      try require(!diagnostic.message.isEmpty, "a finding says something", "\(diagnostic.code)")
    }
    try require(report.diagnostics.isEmpty == report.rendered().isEmpty, "findings are shown")
    try require(report.rendered(style: .colored, columns: 40).utf8.count < 4_000_000, "reports are short")
  }

  /// Requires that formatted and canonical texts keep the meaning, and that formatting twice gives the same text as
  /// once.
  private func checkWriting(of text: String) throws -> Set<String> {
    for kind in [QueryFormatter.TextForm.file, .query, .predicate] {
      guard let once = try? QueryFormatter.format(text, as: kind) else { continue }
      try require(try QueryFormatter.format(once, as: kind) == once, "formatting twice changes nothing", once)
      if kind == .file { continue }
      guard let ir = ir(of: text, kind) else { continue }
      try require(self.ir(of: once, kind) == ir, "formatting keeps the meaning", once)
    }
    guard let query = try? CheckedQuery(parsing: text, in: schema) else { return [] }
    let copy = try CheckedQuery(parsing: query.description, in: schema)
    try require(copy.ir == query.ir, "a description is the same query", query.description)
    return Set(query.ir.dump.split { !($0.isLetter || "=<>~!@".contains($0)) }.map(String.init))
  }

  private func ir(of text: String, _ kind: QueryFormatter.TextForm) -> QueryIR? {
    switch kind {
    case .file: nil
    case .query: try? CheckedQuery(parsing: text, in: schema).ir
    case .predicate: try? CheckedPredicate(parsing: text, for: "Thing", in: schema).ir
    }
  }

  /// Requires that a text with applied fix-its can be checked again.
  private func applyFixIts(of report: DiagnosticReport, to source: SourceText, _ entity: String?, _ isStrict: Bool)
    throws
  {
    for fixIt in report.diagnostics.prefix(8).flatMap(\.fixIts) {
      var bytes = source.utf8
      var last = bytes.count
      for edit in fixIt.edits.sorted(by: { $0.span.start > $1.span.start }) {
        try require(Int(edit.span.end) <= last, "edits do not overlap", "\(fixIt.message)")
        bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
        last = Int(edit.span.start)
      }
      let fixed = SourceText(name: "input", utf8: bytes)
      try SyntaxTarget.check(schema.check(fixed, entity: entity, strictNSPredicate: isStrict), of: fixed)
    }
  }
}
