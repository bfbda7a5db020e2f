package import CDQIR

/// A row of the table of text operators: how Apple's frameworks spell the operator, or why they refuse it.
package struct TextOperatorEntry: Sendable {
  /// The operator in a format string of Core Data.
  package enum StoreForm: Hashable, Sendable {
    /// The word, which Apple's guide says that the SQLite store runs.
    case known(String)
    /// The word, which may run; why that is not sure, as a sentence.
    case doubted(String, reason: String)
    /// No store has it; what is missing, as the end of a sentence.
    case refused(String, help: String?)
  }

  /// A method of String that SwiftData has SQL for.
  package struct ModelForm: Hashable, Sendable {
    package var method: String
    /// The label of its argument.
    package var label: String?
    /// How the method differs from the operator, as a sentence; nil when it does not.
    package var doubt: String?
  }

  package var coreData: StoreForm
  /// The methods of a `#Predicate`, by the options that they stand for; other options are refused.
  package var swiftData: [TextOptions: ModelForm]
}

extension TextMatchIR.Operator {
  /// How Apple's frameworks spell the operator.
  package var entry: TextOperatorEntry {
    switch self {
    case .beginsWith:
      TextOperatorEntry(coreData: .known("BEGINSWITH"), swiftData: [[]: .init(method: "starts", label: "with")])
    case .endsWith: TextOperatorEntry(coreData: .known("ENDSWITH"), swiftData: [:])
    case .contains:
      TextOperatorEntry(
        coreData: .known("CONTAINS"),
        swiftData: [
          []: .init(method: "contains"),
          [.caseInsensitive, .diacriticInsensitive]: .init(
            method: "localizedStandardContains",
            doubt: "'CONTAINS[cd]' becomes 'localizedStandardContains', which follows the user's language"),
        ])
    case .like: TextOperatorEntry(coreData: .known("LIKE"), swiftData: [:])
    case .matches:
      TextOperatorEntry(
        coreData: .doubted(
          "MATCHES",
          reason: "Apple's guide says that 'MATCHES' does not run there; current systems are reported to run it"),
        swiftData: [:])
    }
  }

  /// The forms that SwiftData runs, for a message: `BEGINSWITH`, `CONTAINS` and `CONTAINS[cd]`.
  package static var modelForms: [String] {
    allCases.flatMap { text in
      text.entry.swiftData.keys.map { text.rawValue + $0.suffix }.sorted()
    }
  }
}
