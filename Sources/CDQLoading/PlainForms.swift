import CDQIR
import CDQStore
import Foundation

/// Values in the form in which nearly all are written, read from bytes without a String in between. What is written in
/// another way, or wrongly, is left to `ValueCoding`, which knows all forms and says what is wrong.
enum PlainForms {
  /// An integer of at most 18 digits, as JSON writes it, and where it ends; nil for any other number.
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
    // -0 is a Double in JSON, and a 0 in front an error.
    guard count > 0, count <= 18, bytes[digits] != 0x30 || (count == 1 && !isNegative) else { return nil }
    if index < end, case let next = bytes[index], next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
      return nil
    }
    return (isNegative ? -magnitude : magnitude, index)
  }

  /// A number whose digits and power of ten are exact as Doubles, so that one operation rounds correctly (Clinger's fast
  /// path), and where it ends; nil for any other.
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

  /// Where a JSON string without escapes ends, its quote not included; nil when something else is in it, or no end.
  ///
  /// - Parameter start: The first byte behind the opening quote.
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

  /// `true` or `false`, and where it ends.
  @inline(__always)
  static func bool(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (value: Bool, end: Int)? {
    if matches(bytes, start, end, "true") { return (true, start + 4) }
    if matches(bytes, start, end, "false") { return (false, start + 5) }
    return nil
  }

  /// Whether a word stands somewhere.
  @inline(__always)
  static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ word: StaticString) -> Bool {
    guard start + word.utf8CodeUnitCount <= end else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[start + index] != word.utf8Start[index] { return false }
    return true
  }
}

/// The attributes whose values are read in their plain forms.
enum PlainForm {
  case bool
  case integer(ClosedRange<Int64>)
  /// A duration too.
  case double
  case text
  case date
  /// Read by `ValueCoding` alone.
  case other

  init(_ type: ValueType) {
    switch type {
    case .bool: self = .bool
    case .int16: self = .integer(Int64(Int16.min)...Int64(Int16.max))
    case .int32: self = .integer(Int64(Int32.min)...Int64(Int32.max))
    case .int64: self = .integer(.min ... .max)
    case .double, .duration: self = .double
    case .string: self = .text
    case .date: self = .date
    case .float, .decimal, .data, .uuid, .url, .enumeration, .object, .opaque, .collection, .null: self = .other
    }
  }

  /// What a JSON value is for the attribute, and where it ends; nil when it is not in the plain form.
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

  /// What the cell of a CSV record, without its quotes, is for the attribute; nil when it is not in the plain form.
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
