import CDQKit
import CDQExplanations
import CDQRuntime
import CDQScan
import CDQSyntax

/// Report of diagnostics in SARIF 2.1.0, which code-scanning services read.
struct ReportSARIF {
  let report: DiagnosticReport
  /// The folder that the paths in the report are relative to.
  let root: String

  /// The log on one line, with a line break at the end.
  var text: String {
    let rules = rules
    let numbers = Dictionary(rules.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: [UInt64: Int] = [:]
    let results = report.diagnostics.map { result($0, rule: numbers[$0.code] ?? 0, &seen) }
    let driver: JSONValue = .members([
      ("name", .string("cdq")), ("version", .string(Version.current)),
      (
        "rules",
        .array(
          rules.map(rule))
      ),
    ])
    let run: JSONValue = .members([
      ("tool", .members([("driver", driver)])), ("columnKind", .string("utf16CodeUnits")),
      (
        "originalUriBaseIds",
        .members([("%SRCROOT%", .members([("uri", .string("file://\(ReportSARIF.uriPath(folder))"))]))])
      ),
      ("results", .array(results)),
    ])
    let log: JSONValue = .members([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
    return log.text + "\n"
  }

  private var folder: String { root.hasSuffix("/") ? root : root + "/" }

  /// The codes of the report, each once, with the severity of the first finding.
  private var rules: [(code: DiagnosticCode, severity: Diagnostic.Severity)] {
    var seen: Set<DiagnosticCode> = []
    return report.diagnostics.filter { seen.insert($0.code).inserted }.map { ($0.code, $0.severity) }
      .sorted { $0.code.rawValue < $1.code.rawValue }
  }

  /// The rule of a code, with its explanation from the catalogue.
  private func rule(_ rule: (code: DiagnosticCode, severity: Diagnostic.Severity)) -> JSONValue {
    func text(_ text: String) -> JSONValue { .members([("text", .string(text))]) }
    var members: [(String, JSONValue)] = [("id", .string(rule.code.rawValue))]
    var configuration: [(String, JSONValue)] = [("level", .string(rule.severity.rawValue))]
    if let explanation = Catalogue.all[rule.code] {
      let title = explanation.title
      members.append(("shortDescription", text(title)))
      members.append(("fullDescription", text(explanation.text)))
      let (wrong, right) = (explanation.wrong.text, explanation.right.text)
      members.append(("help", text("\(explanation.text)\n\nWrong:\n\(wrong)\n\nRight:\n\(right)")))
      switch explanation.level {
      case .error, .warning, .note: configuration = [("level", .string(explanation.level.rawValue))]
      case .lint: configuration = [("enabled", .bool(false)), ("level", .string("warning"))]
      }
    }
    members.append(("defaultConfiguration", .members(configuration)))
    if rule.code == ScanCode.predicateInjection.code {
      // GitHub ranks findings of security by these two.
      let tags: [JSONValue] = [.string("security"), .string("external/cwe/cwe-943")]
      members.append(("properties", .members([("security-severity", .string("8.8")), ("tags", .array(tags))])))
    }
    return .members(members)
  }

  private func result(_ finding: Diagnostic, rule: Int, _ seen: inout [UInt64: Int]) -> JSONValue {
    let message = ([finding.message] + finding.help).joined(separator: "\n")
    var members: [(String, JSONValue)] = [
      ("ruleId", .string(finding.code.rawValue)), ("ruleIndex", .integer(Int64(rule))),
      ("level", .string(finding.severity.rawValue)), ("message", .members([("text", .string(message))])),
      ("locations", .array([location(finding.span, finding.file)])),
      ("partialFingerprints", .members([("cdqFinding/v1", .string(fingerprint(finding, &seen)))])),
    ]
    let related = finding.notes.compactMap { note -> JSONValue? in
      guard let file = note.file, let span = note.span else { return nil }
      return location(span, file, message: note.message)
    }
    if !related.isEmpty { members.append(("relatedLocations", .array(related))) }
    if !finding.fixIts.isEmpty { members.append(("fixes", .array(finding.fixIts.map { fix($0, finding.file) }))) }
    return .members(members)
  }

  private func location(_ span: SourceSpan, _ file: String, message: String? = nil) -> JSONValue {
    var members: [(String, JSONValue)] = [
      (
        "physicalLocation",
        .members([("artifactLocation", artifact(file)), ("region", region(span, file))])
      )
    ]
    if let message { members.append(("message", .members([("text", .string(message))]))) }
    return .members(members)
  }

  private func fix(_ fixIt: FixIt, _ file: String) -> JSONValue {
    let replacements = fixIt.edits.map { edit -> JSONValue in
      .members([
        ("deletedRegion", region(edit.span, file)),
        ("insertedContent", .members([("text", .string(edit.newText))])),
      ])
    }
    return .members([
      ("description", .members([("text", .string(fixIt.message))])),
      (
        "artifactChanges",
        .array([.members([("artifactLocation", artifact(file)), ("replacements", .array(replacements))])])
      ),
    ])
  }

  /// The location of a file: relative to the root if it is below it. A name such as `<stdin>` is percent-encoded like a
  /// relative path.
  private func artifact(_ file: String) -> JSONValue {
    guard let path = relativePath(file) else {
      return .members([("uri", .string("file://" + ReportSARIF.uriPath(file)))])
    }
    return .members([("uri", .string(ReportSARIF.uriPath(path))), ("uriBaseId", .string("%SRCROOT%"))])
  }

  /// nil for a path that is not below the root.
  private func relativePath(_ file: String) -> String? {
    guard file.hasPrefix("/") else { return file }
    return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : nil
  }

  private func region(_ span: SourceSpan, _ file: String) -> JSONValue {
    guard let source = report.sources[file] else { return .members([("startLine", .integer(1))]) }
    let (start, end) = (source.position(at: span.start), source.position(at: span.end))
    return .members([
      ("startLine", .integer(Int64(start.line))), ("startColumn", .integer(Int64(start.utf16))),
      ("endLine", .integer(Int64(end.line))), ("endColumn", .integer(Int64(end.utf16))),
    ])
  }

  /// Fingerprint that identifies a finding when lines above it are added or removed: a hash of its file, code, message
  /// and the text of its line, and the number of equal findings before it.
  private func fingerprint(_ finding: Diagnostic, _ seen: inout [UInt64: Int]) -> String {
    var line = ""
    if let source = report.sources[finding.file] {
      line = source.text(source.lineSpan(source.line(at: finding.span.start))).trimmedWhitespace
    }
    // FNV-1a, because Swift's hash differs from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let parts = [relativePath(finding.file) ?? finding.file, finding.code.rawValue, finding.message, line]
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let number = seen[hash, default: 0]
    seen[hash] = number + 1
    return "\(String(hash, radix: 16)):\(number)"
  }

  /// Percent-encodes a path for a URI.
  static func uriPath(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
