public import CDQIR

/// The reason why JSON could not be decoded into a store, with its location in the JSON.
public struct DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error, with the codes of loaded files.
  public var code: LoadIssue.Code
  /// The path from the top of the JSON to the value that is wrong.
  public var codingPath: [JSONStep]
  /// The message for people, in one line.
  public var message: String
  /// A suggestion how to fix the JSON; nil when there is none.
  public var help: String?

  /// Creates an error from its parts.
  public init(_ code: LoadIssue.Code, at codingPath: [JSONStep] = [], _ message: String, help: String? = nil) {
    self.code = code
    self.codingPath = codingPath
    self.message = message
    self.help = help
  }

  /// The error as text: `brands[3].year: expected Int64, found a string [type-mismatch]`, followed by the help if there
  /// is one.
  public var description: String {
    let place = codingPath.isEmpty ? "" : "\(codingPath.jsonPath): "
    return place + message + " [\(code.rawValue)]" + (help.map { "\n  help: \($0)" } ?? "")
  }
}

extension DecodeError {
  package init(_ error: StoreError, at path: [JSONStep]) {
    let code: LoadIssue.Code =
      switch error {
      case .unknownEntity: .unknownEntity
      case .abstractEntity: .abstractEntity
      case .unknownProperty: .unknownKey
      case .wrongType, .wrongEntity: .typeMismatch
      case .refusedValue: .refusedValue
      case .missingValue, .noIdentity: .missingValue
      case .notFound: .unresolvedReference
      case .notUnique: .duplicateValue
      case .deleteDenied: .conflictingInverse
      case .unknownConstraint, .notToMany, .foreignSavepoint, .nestedTransaction: .invalidValue
      }
    self.init(code, at: path, error.description)
  }
}
