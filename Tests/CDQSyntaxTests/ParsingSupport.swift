import CDQSyntax
import Foundation

/// The start symbol for parsing a text in a table of tests.
enum TextKind: Sendable {
  case predicate, strict, query, expression, document
}

/// Parses a text; returns the dump of its tree on one line, and the diagnostics.
func parse(_ kind: TextKind, _ text: String) -> (dump: String, findings: [Diagnostic]) {
  let source = SourceText(name: "test.cdq", text)
  switch kind {
  case .predicate:
    let result = Parser.parsePredicate(source)
    return (oneLine(dump(result.tree)), result.diagnostics)
  case .strict:
    let result = Parser.parsePredicate(source, options: ParseOptions(strictNSPredicate: true))
    return (oneLine(dump(result.tree)), result.diagnostics)
  case .query:
    let result = Parser.parseQuery(source)
    return (oneLine(dump(result.tree)), result.diagnostics)
  case .expression:
    let result = Parser.parseExpression(source)
    return (oneLine(dump(result.tree)), result.diagnostics)
  case .document:
    let result = Parser.parseDocument(source)
    return (oneLine(dump(result.tree)), result.diagnostics)
  }
}

private func oneLine(_ dump: String) -> String {
  dump.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
}

/// The place and code of each finding: line, column and number of bytes, such as `1:8+5 comparison-chain`.
func places(_ findings: [Diagnostic], in text: String) -> [String] {
  let source = SourceText(name: "test.cdq", text)
  return findings.map { finding in
    let position = source.position(at: finding.span.start)
    return "\(position.line):\(position.column)+\(finding.span.length) \(finding.code)"
  }
}

/// The text after the edits of the given fix-its.
func applying(_ fixIts: [FixIt], to text: String) -> String {
  var bytes = Array(text.utf8)
  let edits = fixIts.flatMap(\.edits).enumerated().sorted {
    ($0.element.span.start, $0.offset) > ($1.element.span.start, $1.offset)
  }
  for edit in edits.map(\.element) {
    bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The URL of a file of the repository, computed from the path of this source file.
func repositoryFile(_ path: String) -> URL {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: path)
}
