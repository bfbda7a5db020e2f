import CDQConnections
import CDQJSON
import CDQSQL
import Foundation

/// A column of a chunk: the values of up to some thousand rows, in DuckDB's memory.
struct DuckDBColumn {
  /// The types of DuckDB whose values the driver reads, by their number in the header.
  enum Kind: UInt32 {
    case boolean = 1, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, timestamp
    case hugeInteger = 16, text, blob, decimal
    case list = 24
    case uuid = 27
  }

  private let kind: Kind
  private let data: UnsafeRawPointer
  private let validity: UnsafePointer<UInt64>?
  /// The number of digits after the point, and the type of the integer in front of it.
  private var scale = 0
  private var integer = Kind.int64
  /// The elements of all lists.
  private var elements: [DuckDBColumn] = []

  /// - Throws: `DatabaseError.unexpectedValue` for a type that no statement selects without a cast.
  init(_ vector: OpaquePointer?, _ library: DuckDBLibrary) throws(DatabaseError) {
    var type = library.vectorType(vector)
    defer { library.destroyType(&type) }
    let id = library.typeID(type)
    guard let kind = Kind(rawValue: id), let data = library.vectorData(vector) else {
      throw .unexpectedValue(column: "?", reason: "a type of DuckDB with the number \(id), which has no counterpart")
    }
    (self.kind, self.data) = (kind, UnsafeRawPointer(data))
    validity = library.vectorValidity(vector).map { UnsafePointer($0) }
    switch kind {
    case .decimal:
      scale = Int(library.decimalScale(type))
      integer = Kind(rawValue: library.decimalType(type)) ?? .int64
    case .list: elements = [try DuckDBColumn(library.listChild(vector), library)]
    default: break
    }
  }

  private func load<Number: BitwiseCopyable>(_ type: Number.Type, _ row: Int) -> Number {
    data.load(fromByteOffset: row * MemoryLayout<Number>.stride, as: type)
  }

  private func isNull(_ row: Int) -> Bool {
    guard let validity else { return false }
    return validity[row / 64] & (1 << UInt64(row % 64)) == 0
  }

  /// The value of a row.
  func datum(_ row: Int) -> SQLDatum {
    if isNull(row) { return .null }
    switch kind {
    case .boolean: return .int(load(UInt8.self, row) == 0 ? 0 : 1)
    case .int8: return .int(Int64(load(Int8.self, row)))
    case .int16: return .int(Int64(load(Int16.self, row)))
    case .int32: return .int(Int64(load(Int32.self, row)))
    case .int64: return .int(load(Int64.self, row))
    case .uint8: return .int(Int64(load(UInt8.self, row)))
    case .uint16: return .int(Int64(load(UInt16.self, row)))
    case .uint32: return .int(Int64(load(UInt32.self, row)))
    case .uint64:
      let number = load(UInt64.self, row)
      return Int64(exactly: number).map { .int($0) } ?? .text(String(number))
    case .float: return .real(Double(load(Float.self, row)))
    case .double: return .real(load(Double.self, row))
    case .timestamp: return .real(instant(row).date.timeIntervalSinceReferenceDate)
    case .hugeInteger:
      let text = WideInteger(data, row).digits
      return Int64(text).map { .int($0) } ?? .text(text)
    case .decimal: return .text(decimal(row))
    case .text: return .text(String(decoding: bytes(row), as: UTF8.self))
    case .blob: return .blob(Data(bytes(row)))
    case .uuid: return .text(WideInteger(data, row).uuid)
    case .list: return .text(json(row))
    }
  }

  private func instant(_ row: Int) -> Microseconds { Microseconds(sinceEpoch: load(Int64.self, row)) }

  /// The bytes of a text or blob: up to twelve follow their number, others at an address.
  private func bytes(_ row: Int) -> UnsafeRawBufferPointer {
    let start = data + row * 16
    let count = Int(start.load(as: UInt32.self))
    if count <= 12 { return UnsafeRawBufferPointer(start: start + 4, count: count) }
    return UnsafeRawBufferPointer(start: start.load(fromByteOffset: 8, as: UnsafeRawPointer?.self), count: count)
  }

  private func decimal(_ row: Int) -> String {
    let number: String
    switch integer {
    case .int16: number = String(load(Int16.self, row))
    case .int32: number = String(load(Int32.self, row))
    case .hugeInteger: number = WideInteger(data, row).digits
    default: number = String(load(Int64.self, row))
    }
    guard scale > 0 else { return number }
    let sign = number.hasPrefix("-") ? "-" : ""
    let digits = number.dropFirst(sign.count)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(scale)).\(padded.suffix(scale))"
  }

  // MARK: Lists

  /// A list as JSON, the form in which values of collections are read.
  private func json(_ row: Int) -> String {
    let start = data + row * 16
    let (offset, count) = (start.load(as: UInt64.self), start.load(fromByteOffset: 8, as: UInt64.self))
    guard let elements = elements.first else { return "[]" }
    return "[\((Int(offset)..<Int(offset + count)).map { elements.element($0) }.joined(separator: ","))]"
  }

  private func element(_ row: Int) -> String {
    if isNull(row) { return "null" }
    switch kind {
    case .boolean: return load(UInt8.self, row) == 0 ? "false" : "true"
    case .timestamp: return "\"\(instant(row).text.replacing(" ", with: "T", maxReplacements: 1))\""
    case .blob: return "\"\(Data(bytes(row)).base64EncodedString())\""
    case .list: return json(row)
    case .text, .uuid: return StringLiteral.quoted(datum(row).textForm ?? "", .json)
    case .float, .double:
      let number = datum(row).textForm ?? "null"
      return number.first?.isLetter ?? false || number.hasPrefix("-I") ? "\"\(number)\"" : number
    default: return datum(row).textForm ?? "null"
    }
  }
}

/// An integer of 128 bits: a HUGEINT, or the bits of a UUID.
private struct WideInteger {
  private var high: Int64
  private var low: UInt64

  init(_ data: UnsafeRawPointer, _ row: Int) {
    low = data.load(fromByteOffset: row * 16, as: UInt64.self)
    high = data.load(fromByteOffset: row * 16 + 8, as: Int64.self)
  }

  var digits: String {
    var (high, low) = (UInt64(bitPattern: high), low)
    let isNegative = self.high < 0
    if isNegative { (high, low) = (~high &+ (low == 0 ? 1 : 0), ~low &+ 1) }
    // Groups of 18 digits, the last one first.
    let group: UInt64 = 1_000_000_000_000_000_000
    var groups: [String] = []
    repeat {
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: group)
      let (lowQuotient, remainder) = group.dividingFullWidth((rest, low))
      (high, low) = (quotient, lowQuotient)
      groups.append(String(remainder))
    } while high > 0 || low > 0
    for index in groups.indices.dropLast() {
      groups[index] = String(repeating: "0", count: 18 - groups[index].count) + groups[index]
    }
    return (isNegative ? "-" : "") + groups.reversed().joined()
  }

  var uuid: String {
    // The first bit is turned, so that the order of the numbers is that of the texts.
    let bits = [UInt64(bitPattern: high) ^ (1 << 63), low]
    let digits = bits.map { part in
      let text = String(part, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var result = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { result.append("-") }
      result.append(digit)
    }
    return result
  }
}
