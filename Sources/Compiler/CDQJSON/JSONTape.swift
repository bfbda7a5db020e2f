/// The values of a JSON text in text order with their places, found in one pass without recursion, so that no text exhausts
/// the stack.
///
/// `{"a":[1,2]}` becomes five items: the object, the string `a`, the array and its two numbers.
package struct JSONTape: Sendable {
  package enum Kind: Sendable {
    case object, array, string
    /// A string with escapes, which `string(at:)` resolves.
    case escapedString
    case number, `true`, `false`, null
  }

  private struct Item {
    var kind: Kind
    /// Offset of the value's first byte; for a string, offset after its opening quotation mark.
    var start: Int
    /// Offset after the value; for a string, of its closing quotation mark.
    var end: Int
    /// The index of the item after this one and everything nested in it.
    var next: Int
  }

  private let bytes: [UInt8]
  /// All values; a member of an object takes two items, its key first.
  private var items: [Item] = []

  /// An empty tape, for coders that write.
  package init() {
    bytes = []
  }

  /// Scans a text.
  ///
  /// - Parameters:
  ///   - bytes: valid UTF-8. A byte order mark is skipped.
  ///   - allowsComments: whether comments that start with `//` are white space.
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  package init(
    utf8 bytes: [UInt8], nestingLimit: Int = JSONScanner.nestingLimit, allowsComments: Bool = false
  ) throws(JSONError) {
    self.bytes = allowsComments ? JSONTape.withoutComments(bytes) : bytes
    var items: [Item] = []
    do throws(JSONError) {
      try self.bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
        var scanner = JSONScanner(valid: buffer, range: 0..<buffer.count)
        try JSONTape.scan(&scanner, nestingLimit, &items)
      }
    } catch {
      guard allowsComments, error.offset < bytes.count, bytes[error.offset] == UInt8(ascii: "/") else { throw error }
      throw JSONError(at: error.offset, "a comment starts with '//'")
    }
    self.items = items
  }

  /// The bytes with spaces in place of comments, so that offsets stay.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var isInString = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString: index += 1
      // A string does not continue on the next line, which the scanner reports.
      case 0x0A, 0x0D: isInString = false
      case UInt8(ascii: "/") where !isInString && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
          result[index] = 0x20
          index += 1
        }
        continue
      default: break
      }
      index += 1
    }
    return result
  }

  /// Whether a text begins with an object, after white space and comments.
  package static func beginsObject(_ bytes: [UInt8]) -> Bool {
    withoutComments(bytes).withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(valid: buffer, range: 0..<buffer.count)
      return scanner.peek() == UInt8(ascii: "{")
    }
  }

  private static func scan(
    _ scanner: inout JSONScanner, _ nestingLimit: Int, _ items: inout [Item]
  ) throws(JSONError) {
    var open: [Int] = []
    repeat {
      if let container = open.last, items[container].kind == .object {
        try scanner.expectKey()
        try scanScalar(&scanner, &items)
        try scanner.expect(UInt8(ascii: ":"))
      }
      let first = scanner.peek()
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        let start = scanner.position
        guard open.count < nestingLimit else {
          throw JSONError(.nestingTooDeep, at: start, "more than \(nestingLimit) nested arrays and objects")
        }
        scanner.position += 1
        let kind = first == UInt8(ascii: "{") ? Kind.object : .array
        items.append(Item(kind: kind, start: start, end: start, next: items.count + 1))
        // The brackets are two apart in ASCII.
        guard scanner.take(first + 2) else {
          open.append(items.count - 1)
          continue
        }
        items[items.count - 1].end = scanner.position
      } else {
        try scanScalar(&scanner, &items)
      }
      // The end of a value can also be the end of the containers around it.
      while let container = open.last, !scanner.take(UInt8(ascii: ",")) {
        let isObject = items[container].kind == .object
        guard scanner.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw scanner.unexpected(isObject ? "',' or '}'" : "',' or ']'")
        }
        (items[container].end, items[container].next) = (scanner.position, items.count)
        open.removeLast()
      }
    } while !open.isEmpty
    try scanner.expectEnd()
  }

  private static func scanScalar(_ scanner: inout JSONScanner, _ items: inout [Item]) throws(JSONError) {
    let first = scanner.peek()
    let next = items.count + 1
    if first == UInt8(ascii: "\"") {
      let (contents, hasEscapes) = try scanner.scanString()
      if hasEscapes { _ = try scanner.unescaped(contents) }
      let kind = hasEscapes ? Kind.escapedString : .string
      items.append(Item(kind: kind, start: contents.lowerBound, end: contents.upperBound, next: next))
      return
    }
    let start = scanner.position
    let kind: Kind
    switch try scanner.readScalar() {
    case .null: kind = .null
    case .bool(let flag): kind = flag ? .true : .false
    case .integer, .number, .string, .array, .object: kind = .number
    }
    items.append(Item(kind: kind, start: start, end: scanner.position, next: next))
  }

  // MARK: Reading

  package func kind(at index: Int) -> Kind { items[index].kind }

  /// Byte offset of a value in the text, for error messages.
  package func offset(of index: Int) -> Int { items[index].start }

  /// The bytes of a value in the text, those of a string with its quotation marks.
  package func range(of index: Int) -> Range<Int> {
    let item = items[index]
    return item.kind == .string || item.kind == .escapedString ? item.start - 1..<item.end + 1 : item.start..<item.end
  }

  /// The index of the item after a value and everything nested in it.
  package func index(after index: Int) -> Int { items[index].next }

  /// Index of the value of a key in an object, the first one if the key occurs twice; nil if the key is missing.
  package func member(_ key: String, of object: Int) -> Int? {
    guard items[object].kind == .object else { return nil }
    var index = object + 1
    while index < items[object].next {
      if isString(at: index, key) { return index + 1 }
      index = items[index + 1].next
    }
    return nil
  }

  private func isString(at index: Int, _ text: String) -> Bool {
    let item = items[index]
    guard item.kind == .string else { return string(at: index) == text }
    let utf8 = text.utf8
    guard item.end - item.start == utf8.count else { return false }
    var position = item.start
    for byte in utf8 {
      if bytes[position] != byte { return false }
      position += 1
    }
    return true
  }

  /// The text of a number, such as `-1.5e3`; nil for another value.
  package func number(at index: Int) -> String? {
    let item = items[index]
    guard item.kind == .number else { return nil }
    return String(decoding: bytes[item.start..<item.end], as: UTF8.self)
  }

  /// The text of a string; nil for another value.
  package func string(at index: Int) -> String? {
    let item = items[index]
    switch item.kind {
    case .string: return String(decoding: bytes[item.start..<item.end], as: UTF8.self)
    case .escapedString:
      return bytes.withUnsafeBufferPointer { buffer in
        // The scanner has read all escapes already.
        try? JSONScanner(valid: buffer, range: item.start..<item.end).unescaped(item.start..<item.end)
      }
    case .object, .array, .number, .true, .false, .null: return nil
    }
  }
}
