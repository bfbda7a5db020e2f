import CDQSyntax

/// A strict reader for the XML of Core Data models and property lists.
///
/// It supports elements, attributes, the five predefined entities, character references, comments, processing
/// instructions and CDATA. It has no namespaces and no entity declarations, so nothing in a document can expand. Open
/// elements are kept in an array, so nesting takes no call stack.
package struct XMLReader {
  package struct Limits: Hashable, Sendable {
    /// Maximum number of bytes of a file.
    package var size: Int
    /// Maximum nesting depth of elements.
    package var depth: Int
    /// Maximum number of elements in a file.
    package var elements: Int
    /// Maximum number of attributes of an element.
    package var attributes: Int
    /// Whether `<!DOCTYPE name PUBLIC "…" "…">` is skipped, as property lists need. An internal subset is always an
    /// error.
    package var allowsDocumentType: Bool

    package init(
      size: Int = 32 << 20, depth: Int = 64, elements: Int = 1_000_000, attributes: Int = 256,
      allowsDocumentType: Bool = false
    ) {
      self.size = size
      self.depth = depth
      self.elements = elements
      self.attributes = attributes
      self.allowsDocumentType = allowsDocumentType
    }
  }

  let bytes: [UInt8]
  let limits: Limits
  var position = 0
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var elementCount = 0

  private init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Parses a document and returns its root element.
  ///
  /// - Throws: `XMLError` at the first thing that is not well-formed, not supported or beyond a limit.
  package static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.size else { throw XMLError(.tooLarge(limit: limits.size), SourceSpan(at: 0)) }
    try checkCharacters(bytes)
    var reader = XMLReader(bytes, limits: limits)
    return try reader.document()
  }

  private mutating func document() throws(XMLError) -> XMLElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if looking(at: "<?xml"), isSpace(peek(5)) { try declaration() }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") { try markup() } else { try characters() }
    }
    if let unclosed = open.last {
      throw XMLError(.unclosedElement(unclosed.name), SourceSpan(at: offset), related: unclosed.nameSpan)
    }
    guard let root else { throw XMLError(.noRoot, SourceSpan(at: offset)) }
    return root
  }

  /// Parses the markup that starts with the `<` at `position`.
  private mutating func markup() throws(XMLError) {
    switch peek(1) {
    case UInt8(ascii: "/"): try endTag()
    case UInt8(ascii: "?"): try skip(past: "?>", "a processing instruction")
    case UInt8(ascii: "!"):
      if looking(at: "<!--") {
        try comment()
      } else if looking(at: "<![CDATA[") {
        try characterData()
      } else if looking(at: "<!DOCTYPE") {
        try documentType()
      } else {
        throw XMLError(.expected("a comment or CDATA"), span(position, position + 2))
      }
    default: try startTag()
    }
  }

  private mutating func declaration() throws(XMLError) {
    let start = position
    try skip(past: "?>", "the XML declaration")
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let range = Self.encoding(in: text) else { return }
    let name = text[range].lowercased()
    if name != "utf-8" && name != "utf8" && name != "us-ascii" && name != "ascii" {
      let from = start + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      throw XMLError(.unsupportedEncoding(String(text[range])), span(from, from + text[range].utf8.count))
    }
  }

  /// The range of the value of `encoding=` in an XML declaration.
  private static func encoding(in text: String) -> Range<String.Index>? {
    guard let word = text.firstRange(of: "encoding") else { return nil }
    var index = word.upperBound
    while index < text.endIndex, text[index].isWhitespace || text[index] == "=" { index = text.index(after: index) }
    guard index < text.endIndex, text[index] == "\"" || text[index] == "'" else { return nil }
    let quote = text[index]
    let start = text.index(after: index)
    guard let end = text[start...].firstIndex(of: quote) else { return nil }
    return start..<end
  }

  private mutating func documentType() throws(XMLError) {
    let start = position
    guard limits.allowsDocumentType, root == nil, open.isEmpty else {
      throw XMLError(.documentTypeRefused, span(start, start + 9))
    }
    position += 9
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let current = quote {
        if byte == current { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw XMLError(.documentTypeRefused, span(position - 1, position))
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
    throw XMLError(.unexpectedEnd(of: "a document type declaration"), span(start, start + 9))
  }

  private mutating func comment() throws(XMLError) {
    let start = position
    position += 4
    while position < bytes.count {
      if looking(at: "--") {
        guard peek(2) == UInt8(ascii: ">") else {
          throw XMLError(.expected("'-->' ('--' cannot stand in a comment)"), span(position, position + 2))
        }
        position += 3
        return
      }
      position += 1
    }
    throw XMLError(.unexpectedEnd(of: "a comment"), span(start, start + 4))
  }

  private mutating func characterData() throws(XMLError) {
    let start = position
    try skip(past: "]]>", "a CDATA section")
    try append(String(decoding: bytes[(start + 9)..<(position - 3)], as: UTF8.self), span(start, position))
  }

  /// Parses text up to the next `<`.
  private mutating func characters() throws(XMLError) {
    let start = position
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") {
        text.append(contentsOf: try reference())
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    try append(String(decoding: text, as: UTF8.self), span(start, position))
  }

  private mutating func append(_ text: String, _ span: SourceSpan) throws(XMLError) {
    let isBlank = text.utf8.allSatisfy { isSpace($0) }
    guard let last = open.indices.last else {
      if isBlank { return }
      throw XMLError(.textOutsideRoot, span)
    }
    open[last].text += text
    if !isBlank && open[last].textSpan == nil { open[last].textSpan = span }
  }

  private mutating func startTag() throws(XMLError) {
    let start = position
    position += 1
    let (name, nameSpan) = try self.name("an element name")
    guard root == nil || !open.isEmpty else { throw XMLError(.secondRoot, nameSpan) }
    guard open.count < limits.depth else { throw XMLError(.tooDeep(limit: limits.depth), nameSpan) }
    elementCount += 1
    guard elementCount <= limits.elements else { throw XMLError(.tooManyElements(limit: limits.elements), nameSpan) }
    var element = XMLElement(
      name: name, nameSpan: nameSpan, attributes: [], children: [], text: "", span: span(start, position))
    var isEmpty = false
    tag: while true {
      let hadSpace = skipSpace()
      guard position < bytes.count else { throw XMLError(.unexpectedEnd(of: "the tag '\(name)'"), nameSpan) }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        break tag
      case UInt8(ascii: "/"):
        guard peek(1) == UInt8(ascii: ">") else { throw XMLError(.expected("'/>'"), span(position, position + 1)) }
        position += 2
        isEmpty = true
        break tag
      default:
        guard hadSpace else { throw XMLError(.expected("white space"), span(position, position + 1)) }
        let attribute = try self.attribute()
        if let earlier = element[attribute.name] {
          throw XMLError(.duplicateAttribute(attribute.name), attribute.nameSpan, related: earlier.nameSpan)
        }
        guard element.attributes.count < limits.attributes else {
          throw XMLError(.tooManyAttributes(limit: limits.attributes), attribute.nameSpan)
        }
        element.attributes.append(attribute)
      }
    }
    element.span = span(start, position)
    open.append(element)
    if isEmpty { close() }
  }

  private mutating func endTag() throws(XMLError) {
    let start = position
    position += 2
    let (name, nameSpan) = try self.name("an element name")
    skipSpace()
    guard position < bytes.count else { throw XMLError(.unexpectedEnd(of: "the tag '\(name)'"), nameSpan) }
    guard bytes[position] == UInt8(ascii: ">") else {
      throw XMLError(.expected("'>'"), span(position, position + 1))
    }
    position += 1
    guard let last = open.last else { throw XMLError(.endWithoutStart(name), span(start, position)) }
    guard last.name == name else {
      throw XMLError(.mismatchedEnd(expected: last.name, found: name), nameSpan, related: last.nameSpan)
    }
    close()
  }

  /// Closes the innermost element, which ends at `position`.
  private mutating func close() {
    guard var element = open.popLast() else { return }
    element.span = SourceSpan(element.span.start, offset)
    if let last = open.indices.last {
      open[last].children.append(element)
    } else {
      root = element
    }
  }

  private mutating func attribute() throws(XMLError) -> XMLAttribute {
    let (name, nameSpan) = try self.name("an attribute name")
    skipSpace()
    guard peek(0) == UInt8(ascii: "=") else {
      throw XMLError(.expected("'=' after the attribute '\(name)'"), span(position, position + 1))
    }
    position += 1
    skipSpace()
    guard let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLError(.expected("the value of '\(name)' in quotes"), span(position, position + 1))
    }
    let opening = position
    position += 1
    var value: [UInt8] = []
    var anchors: [TextAnchor] = []
    while true {
      guard let byte = peek(0) else {
        throw XMLError(.unexpectedEnd(of: "the value of '\(name)'"), span(opening, opening + 1))
      }
      if byte == quote { break }
      switch byte {
      case UInt8(ascii: "<"):
        throw XMLError(
          .expected("the closing quote of '\(name)' ('<' is written '&lt;')"), span(position, position + 1))
      case UInt8(ascii: "&"):
        anchors.append(TextAnchor(decoded: UInt32(value.count), source: offset))
        value.append(contentsOf: try reference())
        anchors.append(TextAnchor(decoded: UInt32(value.count), source: offset))
      case 0x0D where peek(1) == 0x0A:
        value.append(0x20)
        position += 2
        anchors.append(TextAnchor(decoded: UInt32(value.count), source: offset))
      case 0x09, 0x0A, 0x0D:
        value.append(0x20)
        position += 1
      default:
        value.append(byte)
        position += 1
      }
    }
    let valueSpan = span(opening + 1, position)
    position += 1
    return XMLAttribute(
      name: name, nameSpan: nameSpan, value: String(decoding: value, as: UTF8.self), valueSpan: valueSpan,
      anchors: anchors)
  }
}
