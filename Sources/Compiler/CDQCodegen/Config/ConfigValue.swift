import CDQJSON
import CDQSyntax

/// A JSON value of a file of settings or of a mapping, with the words and places of messages.
typealias ConfigValue = JSONNode

extension JSONNode {
  /// The value that a whole file is.
  ///
  /// - Throws: the message about a syntax error, with its place.
  init(_ source: SourceText) throws(ConfigSyntaxError) {
    do throws(JSONError) {
      try self.init(utf8: source.utf8)
    } catch {
      throw ConfigSyntaxError(message: error.message, span: SourceSpan(error.offset..<min(error.offset + 1, source.utf8.count)))
    }
  }

  var span: SourceSpan { SourceSpan(range) }

  /// The kind of the value for error messages, such as "a list".
  var kindName: String {
    switch kind {
    case .object: "an object"
    case .array: "a list"
    case .string, .escapedString: "a text"
    case .true, .false: "a Bool"
    case .number: "a number"
    case .null: "null"
    }
  }
}

extension JSONNode.Member {
  var keySpan: SourceSpan { SourceSpan(keyRange) }
}

/// A syntax error in a file of settings or of a mapping.
struct ConfigSyntaxError: Error {
  var message: String
  var span: SourceSpan
}

extension SourceSpan {
  fileprivate init(_ range: Range<Int>) {
    self.init(UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
  }
}
