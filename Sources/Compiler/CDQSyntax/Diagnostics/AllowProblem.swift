/// An error in a comment `cdq:allow`, with its wording.
enum AllowProblem {
  case unused(String)
  case unknownCode(String, suggestion: String?)
  case unknownWord(String)
  /// The code is the code of an error, which cannot be allowed.
  case error(String)

  private var code: SyntaxCode {
    switch self {
    case .unused: .unusedAllow
    case .unknownCode, .unknownWord, .error: .unknownAllow
    }
  }

  private var message: String {
    switch self {
    case .unused(let code): "'\(code)' is allowed here, but nothing of the kind is found"
    case .unknownCode(let code, _): "there is no code '\(code)'"
    case .unknownWord(let word): "there is no comment 'cdq:\(word)'"
    case .error(let code): "'\(code)' is an error, which cannot be allowed"
    }
  }

  func diagnostic(_ source: SourceText, _ entry: Suppressions.Entry) -> Diagnostic {
    var result = Diagnostic(
      .warning, DiagnosticCode(code), stage: .check, message, file: source.name, at: entry.span)
    switch self {
    case .unused, .error:
      result.help = ["remove it"]
      result.fixIts = [FixIt("remove it", .safe, [.init(entry.removal, "")])]
    case .unknownCode(_, let suggestion?):
      result.label = "did you mean '\(suggestion)'?"
      result.fixIts = [FixIt("replace with '\(suggestion)'", .maybe, [.init(entry.span, suggestion)])]
    case .unknownCode(_, nil):
      result.help = ["'cdq explain --list' shows the codes"]
    case .unknownWord:
      result.help = ["write // cdq:allow CODE"]
    }
    return result
  }
}
