import CDQIR
import CDQStore
import Foundation

/// The encoding of dynamically typed values, for attributes without a typed column: decimals, data, URLs, collections
/// and Transformables.
extension BlockWriter {
  mutating func append(_ value: Value) {
    switch value {
    case .null: append(UInt8(0))
    case .bool(let value):
      append(UInt8(1))
      append(UInt8(value ? 1 : 0))
    case .int(let number):
      append(UInt8(2))
      append(number)
    case .double(let number):
      append(UInt8(3))
      append(number.bitPattern)
    case .decimal(let number):
      append(UInt8(4))
      append(number.isNaN ? "NaN" : number.description)
    case .string(let text):
      append(UInt8(5))
      append(text)
    case .date(let date):
      append(UInt8(6))
      append(date.timeIntervalSinceReferenceDate.bitPattern)
    case .duration(let seconds):
      append(UInt8(7))
      append(seconds.bitPattern)
    case .data(let data):
      append(UInt8(8))
      append(UInt64(data.count))
      append(bytes: data)
    case .uuid(let uuid):
      append(UInt8(9))
      append(UUIDBits(uuid).high)
      append(UUIDBits(uuid).low)
    case .url(let url):
      append(UInt8(10))
      append(url.absoluteString)
    case .object(let key):
      append(UInt8(11))
      append(key)
    case .list(let values):
      append(UInt8(12))
      append(UInt64(values.count))
      for value in values { append(value) }
    }
  }

  private mutating func append(_ key: ObjectKey) {
    append(key.root)
    switch key.identity {
    case .record(let number):
      append(UInt8(0))
      append(Int64(number))
    case .int(let number):
      append(UInt8(1))
      append(number)
    case .string(let text):
      append(UInt8(2))
      append(text)
    case .uuid(let uuid):
      append(UInt8(3))
      append(UUIDBits(uuid).high)
      append(UUIDBits(uuid).low)
    case .composite(let texts):
      append(UInt8(4))
      append(UInt64(texts.count))
      for text in texts { append(text) }
    }
  }
}

extension BlockReader {
  /// The greatest depth of nested lists. Schemas do not allow nested collections at all.
  private static var greatestDepth: Int { 16 }

  mutating func value(depth: Int = 0) throws(SectionDamage) -> Value {
    switch try number(UInt8.self) {
    case 0: return .null
    case 1: return .bool(try number(UInt8.self) != 0)
    case 2: return .int(try number(Int64.self))
    case 3: return .double(try double())
    case 4: return .decimal(try decimal())
    case 5: return .string(try text())
    case 6: return .date(Date(timeIntervalSinceReferenceDate: try double()))
    case 7: return .duration(try double())
    case 8:
      let count = try count()
      return .data(Data(try take(count)))
    case 9: return .uuid(try uuid())
    case 10:
      guard let url = URL(string: try text()) else { throw SectionDamage(reason: "a URL cannot be read") }
      return .url(url)
    case 11: return .object(try key())
    case 12: return try list(depth: depth)
    default: throw SectionDamage(reason: "it has a value of an unknown kind")
    }
  }

  private mutating func list(depth: Int) throws(SectionDamage) -> Value {
    guard depth < BlockReader.greatestDepth else { throw SectionDamage(reason: "lists are nested too deeply") }
    let count = try count()
    var values: [Value] = []
    for _ in 0..<count { values.append(try value(depth: depth + 1)) }
    return .list(values)
  }

  private mutating func double() throws(SectionDamage) -> Double {
    Double(bitPattern: try number(UInt64.self))
  }

  private mutating func decimal() throws(SectionDamage) -> Decimal {
    let text = try text()
    if text == "NaN" { return .nan }
    guard let number = DecimalText.decimal(from: text) else {
      throw SectionDamage(reason: "a decimal number cannot be read")
    }
    return number
  }

  private mutating func uuid() throws(SectionDamage) -> UUID {
    let high = try number(UInt64.self)
    return UUIDBits(high: high, low: try number(UInt64.self)).uuid
  }

  private mutating func key() throws(SectionDamage) -> ObjectKey {
    let root = try text()
    switch try number(UInt8.self) {
    case 0: return ObjectKey(root: root, identity: .record(Int(try number(Int64.self))))
    case 1: return ObjectKey(root: root, identity: .int(try number(Int64.self)))
    case 2: return ObjectKey(root: root, identity: .string(try text()))
    case 3: return ObjectKey(root: root, identity: .uuid(try uuid()))
    case 4:
      let count = try count()
      var texts: [String] = []
      for _ in 0..<count { texts.append(try text()) }
      return ObjectKey(root: root, identity: .composite(texts))
    default: throw SectionDamage(reason: "it has a reference of an unknown kind")
    }
  }
}
