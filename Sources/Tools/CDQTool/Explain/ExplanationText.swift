import CDQKit
import CDQExplanations
import CDQRuntime
import CDQSyntax
import CDQTerminal

/// Renders explanations for a terminal and as JSON.
enum ExplanationText {
  /// The explanation of one code for a terminal.
  static func text(_ entry: ExplanationCatalogue.Entry, width: Int) -> String {
    let explanation = entry.explanation
    var lines = ["\(level(explanation.level)) [\(entry.code)]: \(explanation.title)", ""]
    lines += TextWrap.lines(explanation.text, width: width)
    lines += ["", "wrong:"] + indented(explanation.wrong) + ["", "right:"] + indented(explanation.right)
    if [explanation.wrong, explanation.right].contains(where: \.usesSchema) {
      lines += ["", "The schema of the examples:", ""]
      lines += Explanation.schema.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.isEmpty ? "" : "  \($0)" }
    }
    switch explanation.level {
    case .error: break
    case .warning, .note: lines += ["", "Allow it with // cdq:allow \(entry.code) or --allow \(entry.code)."]
    case .lint: lines += ["", "Off unless asked for with --warn \(entry.code) or --deny \(entry.code)."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A table of all codes with their levels and titles.
  static func list() -> String {
    let width = Catalogue.all.entries.map(\.code.rawValue.count).max() ?? 0
    return Catalogue.all.entries.map { entry in
      "\(HelpText.padded(entry.code.rawValue, width))  \(HelpText.padded(entry.explanation.level.rawValue, 7))  "
        + entry.explanation.title + "\n"
    }.joined()
  }

  static func json(_ entries: [ExplanationCatalogue.Entry]) -> String {
    "[\n" + entries.map { json($0) }.joined(separator: ",\n") + "\n]\n"
  }

  static func json(_ entry: ExplanationCatalogue.Entry) -> String {
    func example(_ example: Explanation.Example) -> JSONValue {
      .members([("form", .string(example.form.rawValue)), ("text", .string(example.text))])
    }
    let explanation = entry.explanation
    return JSONValue.members([
      ("code", .string(entry.code.rawValue)), ("level", .string(explanation.level.rawValue)),
      ("title", .string(explanation.title)), ("text", .string(explanation.text)),
      ("wrong", example(explanation.wrong)), ("right", example(explanation.right)),
    ]).text
  }

  private static func level(_ level: Explanation.Level) -> String { level.rawValue }

  private static func indented(_ example: Explanation.Example) -> [String] {
    lines(example).map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// The lines of an example as pages and terminals show it.
  static func lines(_ example: Explanation.Example) -> [String] {
    let text = example.form == .command ? "cdq \(example.text)" : example.text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    if example.form == .strict { lines[0] = "NSPredicate(format: \"\(lines[0])\")" }
    return lines == [""] ? ["(nothing)"] : lines
  }
}

extension Explanation.Example {
  /// Whether the example refers to the schema that the examples share.
  fileprivate var usesSchema: Bool {
    switch form {
    case .predicate, .strict, .query, .data, .command: true
    case .document: !text.contains("entity ")
    case .files, .model, .swift: false
    }
  }
}
