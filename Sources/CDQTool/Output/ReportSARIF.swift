import CDQRuntime
import CDQSyntax

/// Findings as SARIF 2.1.0, which code-scanning services read.
struct ReportSARIF {
  let report: DiagnosticReport

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
          rules.map {
            .members([
              ("id", .string($0.code.rawValue)),
              ("defaultConfiguration", .members([("level", .string($0.severity.rawValue))])),
            ])
          })
      ),
    ])
    let run: JSONValue = .members([
      ("tool", .members([("driver", driver)])), ("columnKind", .string("utf16CodeUnits")), ("results", .array(results)),
    ])
    let log: JSONValue = .members([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
    return log.text + "\n"
  }

  /// Each code once, with the severity it was first found with.
  private var rules: [(code: DiagnosticCode, severity: Diagnostic.Severity)] {
    var seen: Set<DiagnosticCode> = []
    return report.diagnostics.filter { seen.insert($0.code).inserted }.map { ($0.code, $0.severity) }
      .sorted { $0.code.rawValue < $1.code.rawValue }
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

  private func artifact(_ file: String) -> JSONValue {
    .members([("uri", .string((file.hasPrefix("/") ? "file://" : "") + ReportSARIF.uriPath(file)))])
  }

  private func region(_ span: SourceSpan, _ file: String) -> JSONValue {
    guard let source = report.sources[file] else { return .members([("startLine", .integer(1))]) }
    let (start, end) = (source.position(at: span.start), source.position(at: span.end))
    return .members([
      ("startLine", .integer(Int64(start.line))), ("startColumn", .integer(Int64(start.utf16))),
      ("endLine", .integer(Int64(end.line))), ("endColumn", .integer(Int64(end.utf16))),
    ])
  }

  /// What recognizes a finding when lines above it come and go: its code, message and line, and how many equal ones
  /// came before.
  private func fingerprint(_ finding: Diagnostic, _ seen: inout [UInt64: Int]) -> String {
    var line = ""
    if let source = report.sources[finding.file] {
      line = source.text(source.lineSpan(source.line(at: finding.span.start))).trimmedWhitespace
    }
    // FNV-1a, because Swift's hash differs from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in [finding.file, finding.code.rawValue, finding.message, line].joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let number = seen[hash, default: 0]
    seen[hash] = number + 1
    return "\(String(hash, radix: 16)):\(number)"
  }

  /// A path as part of a URI: what is not allowed there is percent-encoded.
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
