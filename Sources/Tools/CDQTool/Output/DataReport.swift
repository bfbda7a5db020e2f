import CDQRuntime
import CDQSyntax

/// The report of the errors and warnings of loaded data. Issues of one kind are one finding, shown at the first of them
/// with an excerpt of the data.
struct DataReport {
  /// The findings, in the order of the data.
  let diagnostics: [Diagnostic]
  /// The texts of the inputs with findings.
  let sources: [SourceText]

  /// - Parameter inputs: the inputs in which the issues were found.
  init(_ issues: [LoadIssue], inputs: [LoadInput]) {
    let issues = issues.filter { $0.code != .tooManyErrors }
    var sources: [String: SourceText] = [:]
    for issue in issues where sources[issue.file] == nil {
      // Offsets in a text have 32 bits.
      guard let input = inputs.first(where: { $0.name == issue.file }), input.bytes.count < UInt32.max else { continue }
      sources[issue.file] = SourceText(name: issue.file, utf8: Array(input.bytes))
    }
    diagnostics = DataReport.groups(issues).map { DataReport.diagnostic($0, sources) }
    self.sources = inputs.compactMap { sources[$0.name] }
  }

  /// A kind of issue. Unknown keys of one file are one kind, whatever the keys are.
  private struct Kind: Hashable {
    var severity: LoadIssue.Severity
    var code: LoadIssue.Code
    var file: String
    var key: String?

    init(_ issue: LoadIssue) {
      severity = issue.severity
      code = issue.code
      file = issue.file
      key = issue.code == .unknownKey ? nil : issue.key
    }
  }

  private static func groups(_ issues: [LoadIssue]) -> [[LoadIssue]] {
    var indices: [Kind: Int] = [:]
    var groups: [[LoadIssue]] = []
    for issue in issues {
      if let index = indices[Kind(issue)] {
        groups[index].append(issue)
      } else {
        indices[Kind(issue)] = groups.count
        groups.append([issue])
      }
    }
    return groups
  }

  private static func diagnostic(_ group: [LoadIssue], _ sources: [String: SourceText]) -> Diagnostic {
    let first = group[0]
    var message = first.placedMessage
    var help = group.count == 1 ? [first.help].compactMap { $0 } : distinct(group.compactMap(\.help))
    if group.count > 1 {
      if first.code == .unknownKey {
        let keys = distinct(group.compactMap(\.key))
        message = "\(keys.count) keys belong to no property: \(list(keys.map { "'\($0)'" }, most: 12))"
        help = []
      } else {
        let records = distinct(group.dropFirst().compactMap(\.record).map(String.init))
        let places = records.isEmpty ? "" : ", in \(records.count == 1 ? "record" : "records") \(list(records, most: 8))"
        help.append("\(group.count - 1) more of this kind\(places)")
      }
    }
    if first.code == .unresolvedReference, first.severity == .error {
      help.append("--lenient loads such references as nil")
    }
    let span = sources[first.file].map { valueSpan(at: first.offset ?? 0, in: $0) }
    return Diagnostic(
      first.severity == .error ? .error : .warning, DiagnosticCode(first.code.rawValue), stage: .bind,
      message, file: first.file, at: span ?? SourceSpan(at: 0), help: help)
  }

  /// The value that begins at an offset: a quoted text, a number or word, or one character.
  private static func valueSpan(at offset: Int, in source: SourceText) -> SourceSpan {
    let bytes = source.utf8
    let start = min(offset, bytes.count)
    var end = start
    if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
      end += 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A { end += 1 }
      if end < bytes.count, bytes[end] != 0x0A { end += 1 }
    } else {
      while end < bytes.count, isPart(bytes[end]) { end += 1 }
    }
    return SourceSpan(UInt32(start), UInt32(max(end, min(start + 1, bytes.count))))
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
  }

  private static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func list(_ texts: [String], most: Int) -> String {
    texts.count <= most
      ? texts.joined(separator: ", ") : texts.prefix(most).joined(separator: ", ") + " and \(texts.count - most) more"
  }
}
