import CDQIR
import CDQStore
import CDQLoading
import Foundation

extension DecodeError {
  init(_ error: ValueCodingError, at path: [JSONStep]) {
    self.init(error.code, at: path, error.message, help: error.help)
  }

  /// An error for a text that is no JSON, with line and column in its message.
  ///
  /// - Parameters:
  ///   - data: the text with the error.
  ///   - path: the path to the record with the error.
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
}
