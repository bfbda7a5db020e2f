import CDQSyntax

/// Report of diagnostics as workflow commands of GitHub Actions, which GitHub shows at the lines of a pull request.
struct ReportGitHub {
  let report: DiagnosticReport

  /// One workflow command per line: `::error file=a.cdq,line=1,…::message`.
  var text: String {
    report.diagnostics.map { line($0) + "\n" }.joined()
  }

  private func line(_ finding: Diagnostic) -> String {
    let word =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = ["file=\(property(finding.file))"]
    if let source = report.sources[finding.file] {
      let (start, end) = (source.position(at: finding.span.start), source.position(at: finding.span.end))
      properties += ["line=\(start.line)", "endLine=\(end.line)"]
      // GitHub accepts columns only when the start and the end are on one line.
      if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    }
    properties.append("title=\(property(finding.code.rawValue))")
    let text = ([finding.message] + finding.help).joined(separator: "\n")
    return "::\(word) \(properties.joined(separator: ","))::\(message(text))"
  }

  private func message(_ text: String) -> String {
    text.map { character -> String in
      switch character {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case "\r\n": "%0D%0A"
      default: String(character)
      }
    }.joined()
  }

  private func property(_ text: String) -> String {
    message(text).map { character -> String in
      switch character {
      case ":": "%3A"
      case ",": "%2C"
      default: String(character)
      }
    }.joined()
  }
}
