import CDQDatabase
public import CDQKit

/// An answer that is an error, as JSON: for each mistake its code, its message and its place in the parameter.
public struct Problem: Error, Codable, Equatable, Sendable {
  public var status: Int
  public var errors: [Mistake]

  /// A mistake. Programs decide by its code, which is stable; `Diagnostics.md` of cdq explains each.
  public struct Mistake: Codable, Equatable, Sendable {
    public var code: String
    public var message: String
    /// The parameter of the URL that is wrong.
    public var parameter: String?
    /// The line and the column of the place, from 1; columns count characters.
    public var line: Int?
    public var column: Int?
    public var range: TextRange?
    /// What belongs beside the place, such as `did you mean 'name'?`.
    public var label: String?
    public var help: [String]?
    public var fixIts: [Fix]?
  }

  /// A part of a parameter, in UTF-16 units from 0, as JavaScript counts them. The end is after the part.
  public struct TextRange: Codable, Equatable, Sendable {
    public var start: Int
    public var end: Int
  }

  /// A proposal whose edits, made together, correct the mistake.
  public struct Fix: Codable, Equatable, Sendable {
    public var message: String
    public var edits: [Edit]

    public struct Edit: Codable, Equatable, Sendable {
      public var range: TextRange
      public var text: String
    }
  }

  /// A problem with one mistake, which has no place.
  init(_ status: Int, _ code: String, _ message: String, parameter: String? = nil) {
    self.status = status
    errors = [Mistake(code: code, message: message, parameter: parameter)]
  }

  /// The mistakes in the text of a parameter.
  init(_ error: QueryError, parameter: String) {
    status = 400
    errors = error.diagnostics.filter { $0.severity == .error }
      .map { Mistake($0, error.report.sources[$0.file], parameter) }
  }

  /// Runs a check of a parameter's text, and throws its mistakes as a problem.
  static func inParameter<Result>(
    _ parameter: String, _ check: () throws(QueryError) -> Result
  ) throws(Problem) -> Result {
    do throws(QueryError) {
      return try check()
    } catch {
      throw Problem(error, parameter: parameter)
    }
  }

  /// Makes a part of a query, and throws its mistake as a problem with the parameter that it comes from.
  static func inParameter<Result>(
    _ parameter: String, _ make: () throws(ExecutionError) -> Result
  ) throws(Problem) -> Result {
    do throws(ExecutionError) {
      return try make()
    } catch {
      throw Problem(400, error.code, error.message, parameter: parameter)
    }
  }

  /// The problem of a query that was right and could not be answered; nil when the server is to blame.
  init?(running error: any Error) {
    switch error {
    case let error as ExecutionError: self.init(error)
    case DatabaseError.execution(let error): self.init(error)
    case let error as DatabaseError:
      switch error {
      case .refused, .outOfRange, .tooManyCandidates, .tooManyRows, .tooManyBytes:
        self.init(400, error.code, error.message, parameter: "filter")
      case .deadlineExceeded, .poolExhausted, .connectionLost, .cannotConnect:
        // The reason, such as the name of a host, is for the log.
        self.init(503, error.code, "the database does not answer now")
      default: return nil
      }
    default: return nil
    }
  }

  private init?(_ error: ExecutionError) {
    switch error {
    case .stepLimit, .regexLimit, .invalidPattern, .regexTooLong, .unknownTimeZone:
      self.init(400, error.code, error.message, parameter: "filter")
    case .deadlineExceeded: self.init(503, error.code, error.message)
    default: return nil
    }
  }
}

extension Problem.Mistake {
  fileprivate init(_ finding: Diagnostic, _ source: SourceText?, _ parameter: String) {
    self.init(code: finding.code.rawValue, message: finding.message, parameter: parameter, label: finding.label)
    help = finding.help.isEmpty ? nil : finding.help
    guard let source else { return }
    let start = source.position(at: finding.span.start)
    (line, column) = (start.line, start.column)
    range = Problem.TextRange(finding.span, source)
    if finding.fixIts.isEmpty { return }
    fixIts = finding.fixIts.map { fix in
      let edits = fix.edits.map { Problem.Fix.Edit(range: Problem.TextRange($0.span, source), text: $0.newText) }
      return Problem.Fix(message: fix.message, edits: edits)
    }
  }
}

extension Problem.TextRange {
  fileprivate init(_ span: SourceSpan, _ source: SourceText) {
    self.init(start: source.utf16Offset(span.start), end: source.utf16Offset(span.end))
  }
}

extension SourceText {
  /// The number of UTF-16 units before a byte.
  fileprivate func utf16Offset(_ offset: UInt32) -> Int {
    text(SourceSpan(0, offset)).utf16.count
  }
}
