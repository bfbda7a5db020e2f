import CDQDuckDB
import CDQCodegen
import CDQIR
import CDQKit
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// `cdq dump 'QUERY' --stage S`: prints the output of one stage of the compiler for a text.
enum DumpCommand: Command {
  enum Stage: String, CaseIterable {
    case tokens, ast, typed, ir, swift, sql
  }

  static let name = "dump"
  static let summary = "show what a stage makes of a query, a predicate or a file"
  static let takesQuery = true
  static let usage = ["'QUERY' --stage S [--schema S]", "'PREDICATE' --entity E --stage S", "FILE.cdq --stage S"]
  static let options: [OptionSpec] = [
    .value("stage", Stage.allCases.map(\.rawValue).joined(separator: "|"), "the stage"),
    .schema, .modelVersion,
    .value("entity", letter: "e", "E", "what a predicate alone is about"),
    .choice("format", letter: "f", ["text", "json"], "json for the stages tokens, ir and sql (default text)"),
    .choice("backend", BackEndName.allCases.map(\.rawValue), "for the stage swift (default memory)"),
    .dialect(of: SQLDialect.all, "for the stage sql"),
    .value("mapping", "FILE", "the tables for the stage sql (default our own layout)"),
    .shards, .parameters,
    .strictNSPredicate, .limit,
  ]
  static let notes = [
    "The stage sql has sample values for parameters without --param; with --shards it names the relationships that cross servers.",
    "The stages tokens and ast need no schema. - reads the text from standard input."]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let stage = try stage(arguments)
    let isJSON = arguments["format"] == "json"
    if isJSON, ![.tokens, .ir, .sql].contains(stage) {
      throw .usage("the stage '\(stage.rawValue)' has no JSON form", help: ["tokens, ir and sql have one"])
    }
    let text = try arguments.single("a text", "cdq dump 'City where population > 5' --stage ast")
    let files = DocumentFiles(console: context.console)
    let isFile = PathText.fileExtension(of: text) == "cdq"
    if isFile {
      if arguments.has("entity") { throw .usage("--entity is for a predicate alone, not for a file") }
      guard let source = try files.read([text]).first else { throw .unreadable("\(text): no such file") }
      return try FileDump(context: context, source: source, stage: stage, isJSON: isJSON).run()
    }
    let source = text == "-" ? try files.standardInput() : SourceText(name: "<query>", text)
    return try TextDump(context: context, source: source, stage: stage, isJSON: isJSON).run()
  }

  private static func stage(_ arguments: ParsedArguments) throws(Failure) -> Stage {
    let names = Stage.allCases.map(\.rawValue)
    guard let word = arguments["stage"] else {
      throw .usage("'cdq dump' needs --stage", help: ["one of \(names.joined(separator: ", "))"])
    }
    if let stage = Stage(rawValue: word) { return stage }
    let near = Suggestions.nearest(to: word, among: names).map { ["did you mean '\($0)'?"] } ?? []
    throw .usage("--stage cannot be '\(word)'", help: near + ["one of \(names.joined(separator: ", "))"])
  }
}

extension CommandContext {
  /// Shows diagnostics and returns the exit code: `findings` if one is an error.
  func finish(_ diagnostics: [Diagnostic], _ sources: [SourceText]) -> ExitCode {
    show(diagnostics, sources)
    return diagnostics.contains { $0.severity == .error } ? .findings : .clean
  }

  /// Encodes a compiled query as indented JSON.
  func json(_ value: some Encodable) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .bug("a compiled query cannot be written as JSON")
    }
  }
}
