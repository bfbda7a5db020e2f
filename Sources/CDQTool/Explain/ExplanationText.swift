import CDQKit
import CDQExplanations
import CDQRuntime
import CDQSyntax

/// Renders explanations for a terminal, as JSON, and as the page `Diagnostics.md` of the documentation.
package enum ExplanationText {
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

  /// The page `Diagnostics.md` of the documentation, which `ExplanationTests` compares, or rewrites with
  /// `CDQ_REWRITE=1`.
  package static func page() -> String {
    var lines = [
      "# Diagnostics", "",
      "Every code that cdq reports, what it means and how to fix it.", "",
      "## Overview", "",
      "`cdq explain CODE` shows the same texts. Errors cannot be allowed; warnings and notes are on unless allowed with",
      "`--allow CODE` or a comment `// cdq:allow CODE`; lints are off unless asked for with `--warn CODE` or",
      "`--deny CODE`. The examples use this schema:", "", "```cdq",
    ]
    lines += Explanation.schema.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    lines.append("```")
    for level in Explanation.Level.allCases {
      lines += ["", "## \(heading(level))"]
      for entry in Catalogue.all.entries where entry.explanation.level == level { lines += section(entry) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ entry: ExplanationCatalogue.Entry) -> [String] {
    let explanation = entry.explanation
    func block(_ title: String, _ example: Explanation.Example) -> [String] {
      ["", "\(title):", "", "```\(example.language)"] + ExplanationText.lines(example) + ["```"]
    }
    return ["", "### \(entry.code)", "", "\(explanation.title.prefix(1).uppercased())\(explanation.title.dropFirst()).", ""]
      + TextWrap.lines(explanation.text, width: 120) + block("Wrong", explanation.wrong) + block("Right", explanation.right)
  }

  private static func heading(_ level: Explanation.Level) -> String {
    switch level {
    case .error: "Errors"
    case .warning: "Warnings"
    case .lint: "Lints"
    case .note: "Notes"
    }
  }

  private static func level(_ level: Explanation.Level) -> String { level.rawValue }

  private static func indented(_ example: Explanation.Example) -> [String] {
    lines(example).map { $0.isEmpty ? "" : "  \($0)" }
  }

  private static func lines(_ example: Explanation.Example) -> [String] {
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

  /// The language of the text in a code block of Markdown.
  fileprivate var language: String {
    switch form {
    case .predicate, .query, .document: "cdq"
    case .strict, .swift: "swift"
    case .files, .data: "text"
    case .model: "xml"
    case .command: "sh"
    }
  }
}
