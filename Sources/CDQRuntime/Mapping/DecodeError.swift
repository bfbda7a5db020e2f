public import CDQIR
import Foundation

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
  init(_ error: ValueCodingError, at path: [JSONStep]) {
    self.init(error.code, at: path, error.message, help: error.help)
  }

  /// - Parameters:
  ///   - data: what the error is in.
  ///   - path: the way to the record that is no JSON.
  init(_ error: JSONError, in data: Data, at path: [JSONStep] = []) {
    let code: LoadIssue.Code =
      switch error.code {
      case .invalidJSON: .invalidJSON
      case .invalidUTF8: .invalidUTF8
      case .nestingTooDeep: .nestingTooDeep
      }
    let before = data.prefix(error.offset)
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    self.init(code, at: path, "\(error.message) at line \(line), column \(column)")
  }

  init(_ error: StoreError, at path: [JSONStep]) {
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
