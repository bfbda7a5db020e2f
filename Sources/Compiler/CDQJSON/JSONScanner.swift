/// A scanner of JSON (RFC 8259, without extensions) that reads one value or one token at a time from bytes.
///
/// Invariant: the bytes are valid UTF-8, which `init(validating:)` checks, and outlive the scanner.
/// Its functions that read tokens are inlined into the loops of other modules, since loading calls them for each value.
@usableFromInline package struct JSONScanner {
  /// The greatest nesting of arrays and objects. No data of a schema needs more than three levels.
  package static let nestingLimit = 128

  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  /// The 0-based offset of the next byte.
  @usableFromInline package var position: Int
  /// The offset after the last byte that may be read.
  @usableFromInline package let end: Int

  /// A scanner of a whole file. It skips a byte order mark.
  ///
  /// - Throws: `JSONError` when the bytes are not valid UTF-8.
  package init(validating bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) {
      throw JSONError(.invalidUTF8, at: offset, "not valid UTF-8")
    }
    self.init(valid: bytes, range: 0..<bytes.count)
  }

  /// A scanner of a part of bytes that are known to be valid UTF-8.
  package init(valid bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    if position == 0, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// The next byte that is no white space, without consuming it; 0 at the end, which no JSON has outside a string.
  @inlinable @inline(__always) package mutating func peek() -> UInt8 {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return 0
  }

  /// Consumes the byte if it comes next, after any white space.
  @inlinable @inline(__always) package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte, position < end else { return false }
    position += 1
    return true
  }

  /// Consumes the byte, after any white space.
  ///
  /// - Throws: `JSONError` when something else comes next.
  @inlinable @inline(__always) package mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard take(byte) else { throw unexpected("'\(Character(UnicodeScalar(byte)))'") }
  }

  /// Consumes one value and the white space around it.
  ///
  /// - Throws: `JSONError` when anything else is left.
  package mutating func readDocument() throws(JSONError) -> JSONValue {
    let value = try readValue()
    try expectEnd()
    return value
  }

  /// - Throws: `JSONError` when anything but white space is left.
  package mutating func expectEnd() throws(JSONError) {
    guard peek() == 0, position >= end else { throw unexpected("the end of the text") }
  }

  /// Consumes a string, number or literal.
  @inlinable @inline(__always)
  package mutating func readScalar() throws(JSONError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), 0x30...0x39: return try readNumber()
    default: return try readLiteral()
    }
  }

  @usableFromInline mutating func readLiteral() throws(JSONError) -> JSONValue {
    if takeWord("null") { return .null }
    if takeWord("true") { return .bool(true) }
    if takeWord("false") { return .bool(false) }
    throw unexpected("a value")
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position + length <= end else { return false }
    for index in 0..<length where bytes[position + index] != word.utf8Start[index] { return false }
    position += length
    return true
  }

  @usableFromInline mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var magnitude: UInt64 = 0
    var overflows = false
    let digits = position
    while position < end, case let digit = bytes[position] &- 0x30, digit < 10 {
      let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || first || second
      magnitude = sum
      position += 1
    }
    guard position > digits else { throw unexpected("a digit") }
    if position - digits > 1, bytes[digits] == 0x30 {
      throw JSONError(at: digits, "a number cannot start with 0")
    }
    let mark = position < end ? bytes[position] : 0
    if mark != UInt8(ascii: "."), mark | 0x20 != UInt8(ascii: "e"), !overflows {
      // `-0` is read as a Double, which keeps its sign.
      if isNegative, magnitude > 0, let value = Int64(exactly: magnitude).map({ -$0 }) { return .integer(value) }
      if isNegative, magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
      if !isNegative, let value = Int64(exactly: magnitude) { return .integer(value) }
    }
    try readFractionAndExponent()
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func readFractionAndExponent() throws(JSONError) {
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
  }

  private mutating func readDigits() throws(JSONError) {
    let start = position
    while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
    guard position > start else { throw unexpected("a digit") }
  }

  /// The offset of a comma that only white space separates from the closing bracket which comes next; nil when there is
  /// none.
  private var commaBeforeClosing: Int? {
    guard bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]") else { return nil }
    var index = position - 1
    while index >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index -= 1 }
    return index >= 0 && bytes[index] == UInt8(ascii: ",") ? index : nil
  }

  /// The error for a text in which something else than `expected` comes next.
  @usableFromInline package func unexpected(_ expected: String) -> JSONError {
    guard position < end else { return JSONError(at: position, "the text ends where \(expected) should be") }
    if let comma = commaBeforeClosing {
      let bracket = Character(Unicode.Scalar(bytes[position]))
      return JSONError(at: comma, "a comma before '\(bracket)', which JSON does not allow")
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[position..<min(end, position + 4)])
    // The bytes are valid, so the first character is whole even if the fourth byte cuts a later one.
    let first = String(decoding: rest, as: UTF8.self).unicodeScalars.first.map { String($0) } ?? ""
    return JSONError(at: position, "expected \(expected), found '\(first)'")
  }
}
