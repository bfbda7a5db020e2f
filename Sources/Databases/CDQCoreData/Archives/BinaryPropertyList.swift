import Foundation

/// A binary property list as a table of objects that refer to each other by number.
///
/// Foundation reads property lists, too, but on Linux it does not tell the numbers by which the objects of a keyed
/// archive refer to each other. This reader looks at an object only when it is asked for, and all that it reads is bounded
/// by the length of the bytes, so that no nesting and no repetition in them costs much.
struct BinaryPropertyList {
  /// One object. Containers hold the numbers of their elements.
  enum Object {
    case null
    case bool(Bool)
    case int(Int64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Data)
    case string(String)
    /// The number of an object in a keyed archive.
    case uid(Int)
    case array([Int])
    case dictionary([(key: Int, value: Int)])
  }

  static let mark = Array("bplist".utf8)
  private static let trailerLength = 32

  /// The number of bytes and elements that may still be read. Objects may share their bytes, so that without it a small
  /// list could hold more than any memory.
  private final class Budget {
    var left: Int
    /// The texts that were read, by the number of the object: all objects of an archive have the same few keys.
    var texts: [Int: String] = [:]

    init(_ left: Int) {
      self.left = left
    }
  }

  private let bytes: [UInt8]
  private let budget: Budget
  private let offsetSize: Int
  private let referenceSize: Int
  private let tableStart: Int
  /// The number of objects.
  let count: Int
  /// The number of the outermost object.
  let top: Int

  /// Reads the table of objects.
  ///
  /// - Returns: nil for bytes that are no binary property list.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > BinaryPropertyList.trailerLength + 8, bytes.starts(with: BinaryPropertyList.mark) else { return nil }
    let trailer = bytes.count - BinaryPropertyList.trailerLength
    self.bytes = bytes
    budget = Budget(4 * bytes.count + 100_000)
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = BinaryPropertyList.number(bytes, trailer + 8, 8),
      let top = BinaryPropertyList.number(bytes, trailer + 16, 8),
      let start = BinaryPropertyList.number(bytes, trailer + 24, 8),
      count > 0, top < count, start < trailer, count <= (trailer - start) / offsetSize
    else { return nil }
    (self.count, self.top, tableStart) = (count, top, start)
  }

  /// An unsigned number of big-endian bytes; nil outside of the bytes and for numbers that are no `Int`.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    guard start >= 0, size > 0, start <= bytes.count - size else { return nil }
    var result: UInt64 = 0
    for index in start..<(start + size) { result = result << 8 | UInt64(bytes[index]) }
    return Int(exactly: result)
  }

  /// The object with a number; nil for one that is not there or malformed.
  func object(_ number: Int) -> Object? {
    if let text = budget.texts[number] { return .string(text) }
    let found = read(number)
    if case .string(let text)? = found { budget.texts[number] = text }
    return found
  }

  private func read(_ number: Int) -> Object? {
    guard number >= 0, number < count,
      let start = BinaryPropertyList.number(bytes, tableStart + number * offsetSize, offsetSize), start < tableStart
    else { return nil }
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 0xF))
    switch kind {
    case 0: return simple(low)
    case 1: return integer(start + 1, 1 << low).map { .int($0) }
    case 2: return real(start + 1, low).map { .real($0) }
    case 3: return real(start + 1, 3).map { .date($0) }
    case 4, 5, 6, 10, 12, 13: return container(kind, start, low)
    case 8: return BinaryPropertyList.number(bytes, start + 1, low + 1).map { .uid($0) }
    default: return nil
    }
  }

  private func simple(_ low: Int) -> Object? {
    switch low {
    case 0: .null
    case 8: .bool(false)
    case 9: .bool(true)
    default: nil
    }
  }

  private func integer(_ start: Int, _ size: Int) -> Int64? {
    switch size {
    case 1, 2, 4: return BinaryPropertyList.number(bytes, start, size).map { Int64($0) }
    case 8, 16:
      // Numbers of 16 bytes are unsigned ones above the greatest of 8.
      guard start <= bytes.count - size else { return nil }
      if size == 16, bytes[start..<(start + 8)].contains(where: { $0 != 0 }) { return nil }
      var result: UInt64 = 0
      for byte in bytes[(start + size - 8)..<(start + size)] { result = result << 8 | UInt64(byte) }
      return size == 8 ? Int64(bitPattern: result) : Int64(exactly: result)
    default: return nil
    }
  }

  private func real(_ start: Int, _ power: Int) -> Double? {
    guard power == 2 || power == 3, start <= bytes.count - (1 << power) else { return nil }
    var result: UInt64 = 0
    for byte in bytes[start..<(start + 1 << power)] { result = result << 8 | UInt64(byte) }
    return power == 3 ? Double(bitPattern: result) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: result)))
  }

  private func container(_ kind: UInt8, _ start: Int, _ low: Int) -> Object? {
    var (length, place) = (low, start + 1)
    if low == 0xF {
      guard place < bytes.count, bytes[place] >> 4 == 1 else { return nil }
      let size = 1 << Int(bytes[place] & 0xF)
      guard let long = integer(place + 1, size), let number = Int(exactly: long), number >= 0 else { return nil }
      (length, place) = (number, place + 1 + size)
    }
    let unit = kind == 6 ? 2 : kind == 13 ? 2 * referenceSize : kind >= 10 ? referenceSize : 1
    guard place <= bytes.count, length <= (bytes.count - place) / unit else { return nil }
    budget.left -= length
    guard budget.left >= 0 else { return nil }
    let slice = bytes[place..<(place + length * unit)]
    switch kind {
    case 4: return .data(Data(slice))
    case 5: return .string(String(decoding: slice, as: UTF8.self))
    case 6:
      var units: [UInt16] = []
      units.reserveCapacity(length)
      for index in 0..<length { units.append(UInt16(slice[place + 2 * index]) << 8 | UInt16(slice[place + 2 * index + 1])) }
      return .string(String(decoding: units, as: UTF16.self))
    case 13:
      let keys = references(place, length)
      let values = references(place + length * referenceSize, length)
      return .dictionary(zip(keys, values).map { (key: $0, value: $1) })
    default: return .array(references(place, length))
    }
  }

  private func references(_ start: Int, _ count: Int) -> [Int] {
    (0..<count).map { BinaryPropertyList.number(bytes, start + $0 * referenceSize, referenceSize) ?? -1 }
  }
}
