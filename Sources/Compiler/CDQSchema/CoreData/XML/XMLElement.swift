package import CDQSyntax

/// An element of an XML document with the places of its parts.
///
/// Invariant: elements are nested at most `XMLReader.Limits.depth` deep, so that walking and releasing a tree takes
/// little stack.
package struct XMLElement: Hashable, Sendable {
  package var name: String
  package var nameSpan: SourceSpan
  /// The attributes in the order of the text; their names are unique.
  package var attributes: [XMLAttribute]
  package var children: [XMLElement]
  /// All character data directly inside the element, joined, with references resolved.
  package var text: String
  /// Place of the first character data that is not only white space; nil when there is none.
  package var textSpan: SourceSpan?
  /// The span from the `<` of the start tag to the `>` of the end tag.
  package var span: SourceSpan

  package subscript(name: String) -> XMLAttribute? {
    attributes.first { $0.name == name }
  }
}

/// An attribute of an element.
package struct XMLAttribute: Hashable, Sendable {
  package var name: String
  package var nameSpan: SourceSpan
  /// The value with references resolved and white space normalized as XML requires.
  package var value: String
  /// The span between the quotes.
  package var valueSpan: SourceSpan
  /// The points where offsets in `value` and in the file start to differ, because a reference or a CR LF was replaced;
  /// empty without those.
  package var anchors: [TextAnchor]
}

/// The decoded text from the UTF-8 offset `decoded` on corresponds to the file from the offset `source` on.
package struct TextAnchor: Hashable, Sendable {
  package var decoded: UInt32
  package var source: UInt32

  package init(decoded: UInt32, source: UInt32) {
    self.decoded = decoded
    self.source = source
  }
}

/// The reason why a text is not an XML document that `XMLReader` accepts. Reading stops at the first error.
package struct XMLError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case invalidUTF8
    case unsupportedEncoding(String)
    case invalidCharacter(UInt32)
    case documentTypeRefused
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManyElements(limit: Int)
    case tooManyAttributes(limit: Int)
    case unexpectedEnd(of: String)
    case unclosedElement(String)
    case mismatchedEnd(expected: String, found: String)
    case endWithoutStart(String)
    case duplicateAttribute(String)
    case unknownEntity(String)
    case invalidReference
    case expected(String)
    case textOutsideRoot
    case secondRoot
    case noRoot
  }
  package var reason: Reason
  package var span: SourceSpan
  /// The start of the element that is not closed, or the first of two equal attributes; else nil.
  package var related: SourceSpan?

  package init(_ reason: Reason, _ span: SourceSpan, related: SourceSpan? = nil) {
    self.reason = reason
    self.span = span
    self.related = related
  }

  package var message: String {
    switch reason {
    case .invalidUTF8: "the file is not valid UTF-8 here"
    case .unsupportedEncoding(let name): "the encoding '\(name)' is not supported; only UTF-8 is"
    case .invalidCharacter(let code): "the character U+\(Self.hexadecimal(code)) is not allowed in XML"
    case .documentTypeRefused: "a document type declaration is not allowed here"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes"
    case .tooDeep(let limit): "elements are nested deeper than \(limit)"
    case .tooManyElements(let limit): "there are more than \(limit) elements"
    case .tooManyAttributes(let limit): "there are more than \(limit) attributes"
    case .unexpectedEnd(let part): "the file ends inside \(part)"
    case .unclosedElement(let name): "the element '\(name)' is not closed"
    case .mismatchedEnd(let expected, let found): "the end tag '\(found)' closes the element '\(expected)'"
    case .endWithoutStart(let name): "the end tag '\(name)' closes nothing"
    case .duplicateAttribute(let name): "the attribute '\(name)' is given twice"
    case .unknownEntity(let name): "the entity '&\(name);' is not one of the five that XML defines"
    case .invalidReference: "this is no valid character reference"
    case .expected(let what): "expected \(what)"
    case .textOutsideRoot: "there is text outside the root element"
    case .secondRoot: "there is a second root element"
    case .noRoot: "the file holds no element"
    }
  }

  private static func hexadecimal(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
