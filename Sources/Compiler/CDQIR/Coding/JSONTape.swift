/// The values of a JSON text (RFC 8259) in text order, found in one pass without recursion, so that no text exhausts
/// the stack.
///
/// `{"a":[1,2]}` becomes five items: the object, the string `a`, the array and its two numbers.
struct JSONTape {
  /// Deepest nesting of arrays and objects: four for each level of nodes, and the query around them.
  static let nestingLimit = 4 * IRCoder.levelLimit + 64

  enum Kind {
    case object, array, string
    /// A string with escapes, which `string(at:)` resolves.
    case escapedString
    case number, `true`, `false`, null
  }

  private struct Item {
    var kind: Kind
    /// Offset of the value's first byte; for a string, offset after its opening quotation mark.
    var start: Int
    /// Offset after the value; for a string, of its closing quotation mark; for an array or object, the index of the
    /// item after its last one.
    var end: Int
  }

  private let bytes: [UInt8]
  /// Offset of the next byte to be scanned.
  private var position = 0
  /// All values; a member of an object takes two items, its key first.
  private var items: [Item] = []

  /// An empty tape, for coders that write.
  init() {
    bytes = []
  }

  /// Scans a text.
  init(_ text: String) throws(IRCodingError) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var open: [Int] = []
    repeat {
      try scanKey(in: open)
      if let container = try scanValue() {
        guard open.count < JSONTape.nestingLimit else {
          throw IRCodingError("more than \(JSONTape.nestingLimit) nested arrays and objects", at: position)
        }
        open.append(container)
      }
      try closeContainers(&open)
    } while !open.isEmpty
    guard peek() == 0, position == bytes.count else { throw unexpected("the end") }
  }

  // MARK: Scanning

  /// The next byte that is not white space, without consuming it; 0 at the end.
  private mutating func peek() -> UInt8 {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return 0
  }

  private func unexpected(_ expected: String) -> IRCodingError {
    IRCodingError(position < bytes.count ? "\(expected) is expected" : "the text ends too early", at: position)
  }

  /// Consumes the key of the next member, unless the innermost container is an array.
  private mutating func scanKey(in open: [Int]) throws(IRCodingError) {
    guard let container = open.last, items[container].kind == .object else { return }
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
    try scanString()
    guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
    position += 1
  }

  /// Consumes a value.
  ///
  /// - Returns: the index of an array or object that was opened and has elements.
  private mutating func scanValue() throws(IRCodingError) -> Int? {
    let first = peek()
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      items.append(Item(kind: first == UInt8(ascii: "{") ? .object : .array, start: position, end: items.count + 1))
      position += 1
      guard peek() == first + 2 else { return items.count - 1 }
      position += 1
    case UInt8(ascii: "\""): try scanString()
    default: try scanWord()
    }
    return nil
  }

  /// Consumes the comma after a value, or the closing brackets of all containers that end there.
  private mutating func closeContainers(_ open: inout [Int]) throws(IRCodingError) {
    // The container that was opened last has no element yet.
    if open.last == items.count - 1 { return }
    while let container = open.last {
      let next = peek()
      if next == UInt8(ascii: ",") {
        position += 1
        return
      }
      let isObject = items[container].kind == .object
      guard next == UInt8(ascii: isObject ? "}" : "]") else { throw unexpected(isObject ? "',' or '}'" : "',' or ']'") }
      position += 1
      items[container].end = items.count
      open.removeLast()
    }
  }

  private mutating func scanString() throws(IRCodingError) {
    var kind = Kind.string
    position += 1
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        items.append(Item(kind: kind, start: start, end: position))
        position += 1
        return
      }
      if byte < 0x20 { throw IRCodingError("a control character is not escaped", at: position) }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        position += 1
      }
      position += 1
    }
    throw IRCodingError("a string is not closed", at: start - 1)
  }

  /// Consumes a number, `true`, `false` or `null`.
  private mutating func scanWord() throws(IRCodingError) {
    let start = position
    while position < bytes.count, JSONTape.isWord(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    let kind: Kind
    switch word {
    case "true": kind = .true
    case "false": kind = .false
    case "null": kind = .null
    default:
      // `Double` also reads words, hexadecimal digits and a leading `+`.
      guard let first = word.utf8.first, first <= UInt8(ascii: "9"), first != UInt8(ascii: "+"),
        first != UInt8(ascii: "."), word.utf8.allSatisfy({ $0 | 0x20 <= UInt8(ascii: "e") }), Double(word) != nil
      else {
        position = start
        throw unexpected("a value")
      }
      kind = .number
    }
    items.append(Item(kind: kind, start: start, end: position))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }

  // MARK: Reading

  func kind(at index: Int) -> Kind { items[index].kind }

  /// Byte offset of a value in the text, for error messages.
  func offset(of index: Int) -> Int { items[index].start }

  /// The index of the item after a value and everything nested in it.
  func index(after index: Int) -> Int {
    let item = items[index]
    return item.kind == .object || item.kind == .array ? item.end : index + 1
  }

  /// Index of the value of a key in an object, the first one if the key occurs twice; nil if the key is missing.
  func member(_ key: String, of object: Int) -> Int? {
    guard items[object].kind == .object else { return nil }
    var index = object + 1
    while index < items[object].end {
      if isString(at: index, key) { return index + 1 }
      index = self.index(after: index + 1)
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
  func number(at index: Int) -> String? {
    let item = items[index]
    guard item.kind == .number else { return nil }
    return String(decoding: bytes[item.start..<item.end], as: UTF8.self)
  }

  /// The text of a string; nil for another value and for an invalid escape.
  func string(at index: Int) -> String? {
    let item = items[index]
    switch item.kind {
    case .string: return String(decoding: bytes[item.start..<item.end], as: UTF8.self)
    case .escapedString: return unescaped(item.start, item.end)
    case .object, .array, .number, .true, .false, .null: return nil
    }
  }

  private func unescaped(_ start: Int, _ end: Int) -> String? {
    var units: [UInt8] = []
    var index = start
    while index < end {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      // The scanner consumed a byte after each backslash, so one follows.
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(escape)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&index, end) else { return nil }
        units.append(contentsOf: String(scalar).utf8)
      default: return nil
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The scalar of `XXXX`, or of `XXXX\uXXXX` where these are a surrogate pair.
  private func scalar(_ index: inout Int, _ end: Int) -> Unicode.Scalar? {
    guard let unit = codeUnit(&index, end) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, index + 2 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    index += 2
    guard let low = codeUnit(&index, end), 0xDC00...0xDFFF ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private func codeUnit(_ index: inout Int, _ end: Int) -> UInt32? {
    guard index + 4 <= end else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<(index + 4)] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32(byte & 0x0F + 9)
      default: return nil
      }
    }
    index += 4
    return unit
  }
}
