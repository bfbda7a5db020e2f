import CDQKit
import CDQRuntime
import CDQScan
import CDQSyntax
import CDQTerminal

/// The results of a scan as JSON, one object a line, and as a summary for people.
struct ScanReport {
  let scan: AppScan
  private let sources: [String: SourceText]

  init(_ scan: AppScan) {
    self.scan = scan
    sources = Dictionary(scan.texts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var diagnostics: [Diagnostic] { scan.sites.flatMap(\.diagnostics) }

  // MARK: JSON

  /// A line for each place: file, line, column, kind, text, entity, verdict and findings.
  var lines: String {
    let report = DiagnosticReport(diagnostics: [], sources: scan.texts, maximum: 0)
    return scan.sites.map { line($0, ReportJSON(report: report, queries: 0, mappings: 0)) + "\n" }.joined()
  }

  private func line(_ site: ScannedSite, _ json: ReportJSON) -> String {
    let place = sources[site.file]?.position(at: site.span.start)
    var members: [(String, JSONValue)] = [
      ("file", .string(site.file)), ("line", .integer(Int64(place?.line ?? 1))),
      ("column", .integer(Int64(place?.column ?? 1))), ("kind", .string(site.kind.rawValue)),
      ("text", .string(site.text)),
    ]
    if let entity = site.entity { members.append(("entity", .string(entity))) }
    members += [("verdict", .string(site.verdict.rawValue)), ("checked", .string(site.depth.rawValue))]
    if let reason = site.reason { members.append(("reason", .string(reason))) }
    if site.uncheckedArguments > 0 {
      members.append(("uncheckedArguments", .integer(Int64(site.uncheckedArguments))))
    }
    members.append(("diagnostics", .array(site.diagnostics.map { json.finding($0) })))
    return JSONValue.members(members).text
  }

  // MARK: summary

  /// The summary, a line each.
  func summary(baseline: Int) -> [String] {
    let sites = scan.sites.filter { $0.kind != .file }
    guard !sites.isEmpty else { return ["no predicates in \(Phrase.count(scan.files, "source file"))"] + problems }
    let files = Set(sites.map(\.file)).count
    let places = Phrase.count(sites.count, "predicate or key path", plural: "predicates and key paths")
    var lines = ["\(places) in \(files) of \(Phrase.count(scan.files, "source file"))"]
    let checked = sites.filter { $0.depth == .schema }
    lines.append("  \(checked.count) checked in full: the syntax, and the names and types against \(against)")
    lines += counted(sites.filter { $0.depth == .grammar }, "checked in part: only the syntax and the arguments")
    lines += counted(sites.filter { $0.depth == .nothing }, "not checked")
    let arguments = sites.map(\.arguments).reduce(0, +)
    let unchecked = sites.map(\.uncheckedArguments).reduce(0, +)
    if unchecked > 0 {
      let all = Phrase.count(arguments, "argument")
      lines.append("  \(unchecked) of \(all) not checked, since their types are not known")
    }
    let wrong = scan.sites.count { $0.verdict == .error }
    let doubtful = scan.sites.count { $0.verdict == .warning }
    lines.append(wrong + doubtful == 0 ? "  no errors" : "  places with errors: \(wrong); with warnings: \(doubtful)")
    lines += codes
    if baseline > 0 { lines.append("  \(Phrase.count(baseline, "finding")) of the baseline not shown") }
    if let slowest = sites.filter({ ($0.conditions ?? 0) > 1 }).max(by: { ($0.conditions ?? 0) < ($1.conditions ?? 0) })
    {
      lines.append(
        "  slowest to type-check: \(slowest.conditions ?? 0) conditions in one #Predicate, \(place(slowest))")
    }
    return lines + problems + next
  }

  private var against: String {
    var models: [(name: String, count: Int)] = []
    for name in scan.models {
      if let index = models.firstIndex(where: { $0.name == name }) {
        models[index].count += 1
      } else {
        models.append((name, 1))
      }
    }
    var names = models.prefix(3).map { $0.count == 1 ? $0.name : "\($0.count) models \($0.name)" }
    if models.count > 3 { names.append("\(models.count - 3) more") }
    if scan.classes > 0 { names.append(Phrase.count(scan.classes, "class", plural: "classes") + " of SwiftData and Realm") }
    return names.isEmpty ? "a model; none was found" : names.joined(separator: " and ")
  }

  /// What to do after the scan.
  private var next: [String] {
    var lines: [String] = []
    if scan.models.isEmpty, scan.classes == 0 {
      lines.append("  next: name the Core Data model or the schema with --schema, so that names and types are checked")
    }
    if let code = diagnostics.first(where: { $0.severity != .note })?.code.rawValue {
      lines.append("  next: 'cdq explain \(code)' says what a code means; --baseline hides the findings that you accept")
    }
    return lines
  }

  private var problems: [String] {
    scan.unusable.map { "  \($0) has errors and was not used; see 'cdq schema check'" }
      + (scan.unreadable.isEmpty
        ? [] : ["  \(Phrase.count(scan.unreadable.count, "file")) could not be read, such as \(scan.unreadable[0])"])
  }

  private func place(_ site: ScannedSite) -> String {
    "\(site.file):\(sources[site.file]?.position(at: site.span.start).line ?? 1)"
  }

  /// The number of places and their most frequent reasons.
  private func counted(_ sites: [ScannedSite], _ what: String) -> [String] {
    guard !sites.isEmpty else { return [] }
    var reasons: [String: Int] = [:]
    for site in sites { if let reason = site.reason { reasons[ScanReport.general(reason), default: 0] += 1 } }
    let ranked = reasons.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return ["  \(sites.count) \(what)"] + ranked.prefix(4).map { "    \($0.value)  \($0.key)" }
  }

  /// A reason without the names in it.
  private static func general(_ reason: String) -> String {
    var result = ""
    var isQuoted = false
    for character in reason {
      if character == "'" {
        isQuoted.toggle()
        if isQuoted { result += "…" }
      } else if !isQuoted {
        result.append(character)
      }
    }
    return result
  }

  /// The codes of the findings with their number and the first place of each.
  private var codes: [String] {
    var found: [DiagnosticCode: (count: Int, first: Diagnostic)] = [:]
    for finding in diagnostics {
      found[finding.code] = ((found[finding.code]?.count ?? 0) + 1, found[finding.code]?.first ?? finding)
    }
    let ranked = found.sorted {
      $0.value.count != $1.value.count ? $0.value.count > $1.value.count : $0.key.rawValue < $1.key.rawValue
    }
    let width = ranked.map(\.key.rawValue.count).max() ?? 0
    return ranked.map { code, value in
      let line = sources[value.first.file]?.position(at: value.first.span.start).line ?? 1
      return
        "    \(value.count)  \(HelpText.padded(code.rawValue, width))  \(value.count > 1 ? "first in " : "")\(value.first.file):\(line)"
    }
  }
}
