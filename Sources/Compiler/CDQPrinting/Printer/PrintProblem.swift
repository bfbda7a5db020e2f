package import CDQSyntax

/// A part of a syntax tree that `NSPredicate`'s language cannot express.
package struct PrintProblem: Hashable, Sendable {
  package enum Construct: Hashable, Sendable {
    case unicodeName(String)
    case optionalParameter(String)
    case enumCase(String)
    /// A function that only cdq has, such as `uuid("…")` or `days(7)`.
    case function(String)
    /// A target of CAST that only cdq has: `CAST(x, "Int64")`.
    case castTarget(String)
    case distinct
    /// `+` of texts.
    case joinedTexts
    /// A node for text that could not be parsed.
    case invalid
  }
  package var construct: Construct
  package var span: SourceSpan

  package init(construct: Construct, span: SourceSpan) {
    self.construct = construct
    self.span = span
  }

  /// The problem as a diagnostic about the text that was parsed to the tree.
  package func diagnostic(file: String) -> Diagnostic {
    Diagnostic(.error, PrintProblem.code, stage: .check, message, file: file, at: span, help: help)
  }

  private var message: String {
    switch construct {
    case .unicodeName(let name): "NSPredicate's format strings cannot hold the name '\(name)'"
    case .optionalParameter(let name): "NSPredicate has no optional parameters such as '$\(name)?'"
    case .enumCase(let name): "NSPredicate has no enum cases such as '.\(name)'"
    case .function(let name): "NSPredicate has no function '\(name)'"
    case .castTarget(let name): "NSPredicate cannot CAST to '\(name)'"
    case .distinct: "NSPredicate has no 'distinct'"
    case .joinedTexts: "NSPredicate joins no texts"
    case .invalid: "this part of the text could not be parsed"
    }
  }

  private var help: [String] {
    switch construct {
    case .unicodeName: ["pass the key path as the argument of %K"]
    case .optionalParameter: ["put the text together from the conditions that apply"]
    case .enumCase: ["write the raw value of the case"]
    case .function(let name) where PrintProblem.durations.contains(name):
      ["compute the date outside and pass it as an argument"]
    case .function: ["pass the value as the argument of %@"]
    case .castTarget: ["the types are NSNumber, NSDecimalNumber, NSString and NSDate"]
    case .joinedTexts: ["join the texts outside and pass the result as the argument of %@"]
    case .distinct, .invalid: []
    }
  }

  package static let code: DiagnosticCode = "not-in-nspredicate"

  static let durations: Set<String> = ["seconds", "minutes", "hours", "days", "weeks"]
}
