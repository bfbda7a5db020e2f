import CDQExplanations
import CDQSyntax
import CDQTestSupport
import Foundation

/// A file of `Tests/Diagnostics`: a remark, and cases of a source text with the expected output.
///
///     A remark, up to the first case.
///     --- predicate
///     nmae == 'Paris'
///     --- gives
///     <query>:1:1: error: …
///
/// After the form of a source may follow `lints`, which enables all lints, and `escaped`, for a source that writes
/// `\r`, `\t` and `\u{…}` in place of the characters.
struct Snapshot {
  struct Case {
    var form: Explanation.Example.Form
    var options: Set<String>
    var source: String
    var shown: String

    var example: Explanation.Example {
      Explanation.Example(form, options.contains("escaped") ? Snapshot.unescaped(source) : source)
    }
  }

  var url: URL
  var remark: String
  var cases: [Case]

  /// The path of the file below `Tests/Diagnostics`, without extension.
  var name: String {
    String(Repository.relativePath(url).dropFirst("Tests/Diagnostics/".count).dropLast(".txt".count))
  }

  static let folder = "Tests/Diagnostics"

  static func all() -> [Snapshot] {
    Repository.files(below: folder, extension: "txt").compactMap { try? Snapshot($0) }
  }

  init(url: URL, remark: String = "", cases: [Case]) {
    (self.url, self.remark, self.cases) = (url, remark, cases)
  }

  init(_ url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    self.init(url: url, cases: [])
    var parts = ("\n" + text).components(separatedBy: "\n--- ")
    remark = String(parts.removeFirst().drop { $0 == "\n" })
    for part in parts {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let body = lines.count > 1 ? lines[1] : ""
      var words = lines[0].split(separator: " ").map(String.init)
      if words == ["gives"], !cases.isEmpty {
        cases[cases.count - 1].shown = body
      } else if let form = Explanation.Example.Form(rawValue: words.removeFirst()) {
        cases.append(Case(form: form, options: Set(words), source: body, shown: ""))
      } else {
        struct Malformed: Error {}
        throw Malformed()
      }
    }
  }

  var text: String {
    var result = remark.isEmpty ? "" : remark + "\n"
    for item in cases {
      let header = ([item.form.rawValue] + item.options.sorted()).joined(separator: " ")
      result += "--- \(header)\n\(item.source)\n--- gives\n\(item.shown)\n"
    }
    return result.hasSuffix("\n\n") ? String(result.dropLast()) : result
  }

  /// Runs a case and returns its current output.
  static func run(_ example: Explanation.Example, lints: Set<DiagnosticCode>) throws -> (shown: String, run: ExampleRun) {
    let run = try ExampleRun(example, lints: lints)
    var shown = run.shown.isEmpty ? "nothing" : run.shown
    while shown.hasSuffix("\n") { shown.removeLast() }
    return (shown, run)
  }

  static func unescaped(_ text: String) -> String {
    var result = text.replacing("\\r", with: "\r").replacing("\\t", with: "\t").replacing("\\n", with: "\n")
    for match in text.matches(of: /\\u\{([0-9A-Fa-f]+)\}/) {
      guard let code = UInt32(match.output.1, radix: 16), let scalar = Unicode.Scalar(code) else { continue }
      result = result.replacing(String(match.output.0), with: String(Character(scalar)))
    }
    return result
  }
}
