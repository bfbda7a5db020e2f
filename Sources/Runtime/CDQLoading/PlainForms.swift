import CDQIR
import CDQStore
import Foundation

/// Fast readers of values in the form of nearly all data, from bytes without an intermediate String. Values in other
/// forms and malformed ones are left to `ValueCoding`, which knows all forms and reports errors.
enum PlainForms {
  /// Reads a JSON integer of at most 18 digits.
  ///
  /// - Returns: the value and the offset after it; nil for any other number.
  @inline(__always)
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (value: Int64, end: Int)? {
    var index = start
    let isNegative = index < end && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = index
    var magnitude: Int64 = 0
    while index < end, case let digit = bytes[index] &- 0x30, digit < 10 {
      magnitude = magnitude &* 10 &+ Int64(digit)
      index += 1
    }
    let count = index - digits
    // `-0` is read as a Double, and a leading 0 is an error in JSON.
    guard count > 0, count <= 18, bytes[digits] != 0x30 || (count == 1 && !isNegative) else { return nil }
    if index < end, case let next = bytes[index], next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
      return nil
    }
    return (isNegative ? -magnitude : magnitude, index)
  }

  /// Reads a number whose digits and power of ten are exact as Doubles, so that a single operation rounds correctly
  /// (Clinger's fast path).
  ///
  /// - Returns: the value and the offset after it; nil for any other number.
  @inline(__always)
  static func double(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (value: Double, end: Int)? {
    var index = start
    let isNegative = index < end && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = index
    var mantissa: UInt64 = 0
    while index < end, case let digit = bytes[index] &- 0x30, digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      index += 1
    }
    var count = index - digits
    guard count > 0, count == 1 || bytes[digits] != 0x30 else { return nil }
    var fraction = 0
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      while index < end, case let digit = bytes[index] &- 0x30, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
      fraction = index - first
      guard fraction > 0 else { return nil }
      count += fraction
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") { return nil }
    // 19 digits fit 64 bits.
    guard count <= 19, mantissa <= 1 << 53, fraction <= 22 else { return nil }
    let magnitude = Double(mantissa) / NumberText.powers[fraction]
    return (isNegative ? -magnitude : magnitude, index)
  }

  /// The offset of the closing quote of a JSON string without escapes; nil for a string with escapes or control
  /// characters, or without an end.
  ///
  /// - Parameter start: the offset of the first byte after the opening quote.
  @inline(__always)
  static func stringEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return index }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
      index += 1
    }
    return nil
  }

  /// Reads `true` or `false`.
  ///
  /// - Returns: the value and the offset after it; nil for anything else.
  @inline(__always)
  static func bool(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (value: Bool, end: Int)? {
    if matches(bytes, start, end, "true") { return (true, start + 4) }
    if matches(bytes, start, end, "false") { return (false, start + 5) }
    return nil
  }

  /// Whether the bytes at an offset are those of a word.
  @inline(__always)
  static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ word: StaticString) -> Bool {
    guard start + word.utf8CodeUnitCount <= end else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[start + index] != word.utf8Start[index] { return false }
    return true
  }
}

/// The plain form of an attribute's values, by its type.
enum PlainForm {
  case bool
  case integer(ClosedRange<Int64>)
  /// A number, for attributes of type Double and for durations.
  case double
  case text
  case date
  /// No plain form: `ValueCoding` reads the values.
  case other

  init(_ type: ValueType) {
    if let range = type.integerRange {
      self = .integer(range)
      return
    }
    switch type.carrier {
    case .bool: self = .bool
    case .double: self = .double
    case .string: self = .text
    case .date: self = .date
    default: self = .other
    }
  }

  /// Reads a JSON value in the plain form.
  ///
  /// - Returns: the cell for a row and the offset after the value; nil for a value in another form.
  @inline(__always)
  func json(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> (cell: RowBatch.Cell, end: Int)? {
    switch self {
    case .text, .date:
      guard start < end, bytes[start] == UInt8(ascii: "\""),
        let quote = PlainForms.stringEnd(bytes, start + 1, end)
      else { return nil }
      let text = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<quote])
      if case .text = self { return (.text(text), quote + 1) }
      return ISO8601.date(fromUTF8: text).map { (.number($0.timeIntervalSinceReferenceDate.bitPattern), quote + 1) }
    case .bool, .integer, .double: return number(bytes, start, end)
    case .other: return nil
    }
  }

  /// Reads a CSV cell, without its quotes, in the plain form; nil for a cell in another form.
  @inline(__always)
  func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> RowBatch.Cell? {
    switch self {
    case .text: return .text(UnsafeBufferPointer(rebasing: bytes[range]))
    case .date:
      let date = ISO8601.date(fromUTF8: UnsafeBufferPointer(rebasing: bytes[range]))
      return date.map { .number($0.timeIntervalSinceReferenceDate.bitPattern) }
    case .bool, .integer, .double:
      guard let (cell, end) = number(bytes, range.lowerBound, range.upperBound), end == range.upperBound else {
        return nil
      }
      return cell
    case .other: return nil
    }
  }

  @inline(__always)
  private func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> (cell: RowBatch.Cell, end: Int)? {
    switch self {
    case .bool: return PlainForms.bool(bytes, start, end).map { (.number($0.value ? 1 : 0), $0.end) }
    case .integer(let range):
      guard let (value, end) = PlainForms.integer(bytes, start, end), range.contains(value) else { return nil }
      return (.number(UInt64(bitPattern: value)), end)
    case .double: return PlainForms.double(bytes, start, end).map { (.number($0.value.bitPattern), $0.end) }
    case .text, .date, .other: return nil
    }
  }
}
