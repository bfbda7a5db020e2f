import CDQIR
import Foundation

/// Writes a query as JSON: byte for byte what `JSONEncoder` makes of it with sorted keys, in a small part of its time.
struct QueryJSON {
  private(set) var bytes: [UInt8] = []
  /// Whether all of it is visible ASCII, without `#`.
  private(set) var isPlain = true
  /// False once a value had no text.
  private var isWhole = true

  /// Nil when the query holds a value that has no text form.
  init?(_ query: QueryIR) {
    bytes.reserveCapacity(2048)
    write(query)
    if !isWhole { return nil }
  }

  mutating func begin() { bytes.append(UInt8(ascii: "{")) }

  mutating func end() { bytes.append(UInt8(ascii: "}")) }

  /// A key of the object that is open; those of one object come in the order of their bytes.
  mutating func key(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  mutating func write(_ number: Int64) { bytes.append(contentsOf: String(number).utf8) }

  mutating func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }

  mutating func write(_ text: String) {
    for byte in text.utf8 {
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return encode(text) }
      if byte >= 0x7F || byte == UInt8(ascii: "#") { isPlain = false }
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write<Element>(_ elements: [Element], _ write: (inout QueryJSON, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// What is rare is left to the encoder.
  mutating func encode(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      isWhole = false
      return
    }
    bytes.append(contentsOf: data)
    for byte in data where byte >= 0x7F || byte == UInt8(ascii: "#") { isPlain = false }
  }

  /// Opens `{"name":{`, as a case of an enum begins.
  mutating func beginCase(_ name: StaticString) {
    begin()
    key(name)
    begin()
  }

  mutating func endCase() {
    end()
    end()
  }

  /// Opens `{"name":{"_0":{`, as a case begins that holds a struct.
  mutating func beginNode(_ name: StaticString) {
    beginCase(name)
    key("_0")
    begin()
  }

  mutating func endNode() {
    end()
    endCase()
  }
}
