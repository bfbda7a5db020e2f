public import CDQIR

/// Why JSON could not be taken into a store, and where in it that is.
public struct DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is, as for data that is loaded from files.
  public var code: LoadIssue.Code
  /// The way from the whole JSON to the value that is wrong.
  public var codingPath: [JSONStep]
  /// What is wrong.
  public var message: String
  /// What to write instead.
  public var help: String?

  /// An error of the given parts.
  public init(_ code: LoadIssue.Code, at codingPath: [JSONStep] = [], _ message: String, help: String? = nil) {
    self.code = code
    self.codingPath = codingPath
    self.message = message
    self.help = help
  }

  /// `brands[3].year: expected Int64, found a string [type-mismatch]`
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
