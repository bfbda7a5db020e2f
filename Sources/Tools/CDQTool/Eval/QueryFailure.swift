import CDQIR
import CDQRuntime
import CDQSyntax

/// The error of a query that gave no answer, with the stage and the code that the batch protocol reports.
struct QueryFailure: Error, Hashable {
  var stage: Diagnostic.Stage
  var code: String
  var message: String
  var help: [String] = []
  /// 1-based line and UTF-8 column in the text; nil when the error has no place in the text.
  var place: Place?

  struct Place: Hashable {
    var line: Int
    var column: Int
  }

  /// The first error among diagnostics; nil when there is none.
  init?(_ diagnostics: [Diagnostic], in source: SourceText) {
    let report = DiagnosticReport(diagnostics: diagnostics, sources: [source], maximum: .max)
    guard let error = report.diagnostics.first(where: { $0.severity == .error }) else { return nil }
    self.init(stage: error.stage, code: error.code.rawValue, message: error.message, help: error.help)
    if error.file == source.name { place = Place(error.span.start, in: source) }
  }

  init(stage: Diagnostic.Stage, code: String, message: String, help: [String] = []) {
    self.stage = stage
    self.code = code
    self.message = message
    self.help = help
  }

  init(_ error: ExecutionError) {
    let stage: Diagnostic.Stage =
      switch error.stage {
      case .bind: .bind
      case .run: .run
      }
    self.init(
      stage: stage, code: error.code, message: error.message, help: LimitOption.help(about: error).map { [$0] } ?? [])
  }

  /// The failure of a value that cannot be converted to its parameter's type.
  init(_ error: ValueCodingError, parameter: String, type: OptionalType) {
    self.init(
      stage: .bind, code: error.code.rawValue, message: "'\(parameter)' (\(type)): \(error.message)",
      help: error.help.map { [$0] } ?? [])
  }
}

extension QueryFailure.Place {
  /// Converts a UTF-8 offset in a text to a line and a column.
  init(_ offset: UInt32, in source: SourceText) {
    let position = source.position(at: offset)
    self.init(line: position.line, column: position.column)
  }
}
