import CDQCodegen
package import CDQExplanations
import CDQPrinting
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// A page of the documentation about diagnostics: one for each stage that reports them, and an index.
///
/// `ExplanationTests` compares the pages, or rewrites them with `CDQ_REWRITE=1`.
package struct DiagnosticsPage: Sendable {
  /// The name of the file without its extension.
  package let name: String
  /// The heading.
  let title: String
  /// What its codes are about, in one sentence.
  let summary: String
  package let entries: [ExplanationCatalogue.Entry]

  private init(_ name: String, _ title: String, _ summary: String, _ codes: [DiagnosticCode]) {
    (self.name, self.title, self.summary) = (name, title, summary)
    let codes = Set(codes)
    entries = Catalogue.all.entries.filter { codes.contains($0.code) }
  }

  /// The pages of the stages. A code is on the first page that names it.
  package static let stages: [DiagnosticsPage] = {
    let named: [(String, String, String, [DiagnosticCode])] = [
      (
        "SyntaxDiagnostics", "Errors in the text", "Texts and files that cannot be parsed.",
        SyntaxCode.allCases.map { DiagnosticCode($0) }
      ),
      (
        "SchemaDiagnostics", "Errors in schemas and models", "Declarations in `.cdq` files, and Core Data models.",
        SchemaCode.allCases.map { DiagnosticCode($0) } + ModelCode.allCases.map { DiagnosticCode($0) }
      ),
      (
        "CheckDiagnostics", "Errors in queries", "Queries that do not fit their schema: names, types, clauses.",
        CheckCode.allCases.map { DiagnosticCode($0) }
      ),
      (
        "WarningDiagnostics", "Warnings and lints", "Queries that are allowed, but probably mistakes.",
        WarningCode.allCases.map { DiagnosticCode($0) } + ReasoningCode.allCases.map { DiagnosticCode($0) }
      ),
      (
        "CodeDiagnostics", "What a back end refuses", "Queries without a form in the chosen back end or format.",
        GenerateCode.allCases.map { DiagnosticCode($0) } + [PrintProblem.code]
      ),
      (
        "ScanDiagnostics", "Predicates in Swift sources", "What `cdq scan` finds in an app.",
        RunExplanations.scans.map(\.0)
      ),
      (
        "RunDiagnostics", "Errors of data and runs",
        "Data files, snapshots, databases, the values of parameters, and queries while they run.",
        Catalogue.all.entries.map(\.code)
      ),
    ]
    var seen: Set<DiagnosticCode> = []
    return named.map { name, title, summary, codes in
      DiagnosticsPage(name, title, summary, codes.filter { seen.insert($0).inserted })
    }
  }()

  /// The text of the page.
  package var text: String {
    var lines = ["# \(title)", "", summary, "", "## Overview", ""]
    lines += [
      "<doc:Diagnostics> is the index of all codes, and has the schema of the examples. `cdq explain CODE` shows the same texts.",
    ]
    for level in Explanation.Level.allCases {
      let entries = entries.filter { $0.explanation.level == level }
      guard !entries.isEmpty else { continue }
      lines += ["", "## \(DiagnosticsPage.heading(level))"] + entries.flatMap(DiagnosticsPage.section)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of the index, `Diagnostics.md`.
  package static var index: String {
    var lines = [
      "# Diagnostics", "",
      "Every code that cdq reports: an index of the pages that explain them.", "",
      "## Overview", "",
      "`cdq explain CODE` shows the same texts. Errors cannot be allowed; warnings and notes are on unless allowed with",
      "`--allow CODE` or a comment `// cdq:allow CODE`; lints are off unless asked for with `--warn CODE` or",
      "`--deny CODE`. The examples use this schema. Where an example has several files, a line `=== NAME` is before each.",
      "", "```cdq",
    ]
    lines += Explanation.schema.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    lines.append("```")
    for page in stages {
      lines += ["", "## \(page.title)", "", "\(page.summary) They are explained on <doc:\(page.name)>.", ""]
      lines += ["| code | level | reported when |", "|---|---|---|"]
      lines += page.entries.map { entry in
        "| [`\(entry.code)`](doc:\(page.name)#\(entry.code)) | \(entry.explanation.level.rawValue) | "
          + entry.explanation.title.replacing("|", with: "\\|") + " |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ entry: ExplanationCatalogue.Entry) -> [String] {
    let explanation = entry.explanation
    func block(_ title: String, _ example: Explanation.Example) -> [String] {
      ["", "\(title):", "", "```\(example.language)"] + ExplanationText.lines(example) + ["```"]
    }
    return ["", "### \(entry.code)", "", "\(explanation.title.prefix(1).uppercased())\(explanation.title.dropFirst()).", ""]
      + TextWrap.lines(explanation.text, width: 120).map(escaped) + block("Wrong", explanation.wrong) + block("Right", explanation.right)
  }

  /// A line of prose as Markdown. DocC takes a line that begins with `@` for a directive.
  private static func escaped(_ line: String) -> String {
    line.hasPrefix("@") ? "\\" + line : line
  }

  private static func heading(_ level: Explanation.Level) -> String {
    switch level {
    case .error: "Errors"
    case .warning: "Warnings"
    case .lint: "Lints"
    case .note: "Notes"
    }
  }
}

extension Explanation.Example {
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
