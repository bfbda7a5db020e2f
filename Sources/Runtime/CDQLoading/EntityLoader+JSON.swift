import CDQIR
import CDQJSON
import CDQStore

/// Reading records from JSON and NDJSON.
extension EntityLoader {
  /// The keys of the previous record. The next one probably has the same keys in the same order, and comparing bytes
  /// saves making and hashing a string for each key.
  struct KeyOrder {
    struct Entry {
      var range: Range<Int>
      var target: KeyTarget
    }
    var entries: [Entry] = []
  }

  /// Reads an array of objects.
  ///
  /// - Throws: `JSONError` where the text stops being JSON; the records before it are kept.
  mutating func readArray(_ scanner: inout JSONScanner) throws(JSONError) {
    guard scanner.peek() == UInt8(ascii: "[") else {
      let offset = scanner.position
      let value = try scanner.readValue()
      issues.error(
        .unexpectedShape, IssueCollector.Place(input: segments.last?.input ?? 0, offset: offset),
        "expected an array of \(entity.entity.name) objects, found \(value.kindName)")
      issues.incompleteRoots.insert(entity.rootIndex)
      return
    }
    try scanner.expect(UInt8(ascii: "["))
    if scanner.take(UInt8(ascii: "]")) { return }
    var order = KeyOrder()
    repeat {
      try readRecord(&scanner, &order)
      if issues.isFull { return }
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: "]")) else { throw scanner.unexpected("',' or ']'") }
  }

  /// Reads one object per line. A line that is no JSON is an error, but the others are read.
  mutating func readLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var order = KeyOrder()
    while start < bytes.count, !issues.isFull {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var scanner = JSONScanner(valid: bytes, range: start..<end)
      if scanner.peek() != 0 || scanner.position < end {
        let rows = rowCount
        do throws(JSONError) {
          try readRecord(&scanner, &order)
          try scanner.expectEnd()
        } catch {
          abandonRecord(error, finished: rowCount > rows)
        }
      }
      start = end + 1
    }
  }

  /// Reports where a record stops being JSON, and ends the record unless it is finished.
  mutating func abandonRecord(_ error: JSONError, finished: Bool) {
    var place = place(error.offset)
    if finished { place.record = recordNumber - 1 }
    issues.error(error, place)
    issues.incompleteRoots.insert(entity.rootIndex)
    if !finished { abandonRow() }
  }

  private mutating func readRecord(_ scanner: inout JSONScanner, _ order: inout KeyOrder) throws(JSONError) {
    let isObject = scanner.peek() == UInt8(ascii: "{")
    beginRecord(at: scanner.position)
    guard isObject else {
      skipRecord(try scanner.readValue())
      return
    }
    try scanner.expect(UInt8(ascii: "{"))
    if !scanner.take(UInt8(ascii: "}")) {
      var position = 0
      repeat {
        let (range, target) = try readKey(&scanner, position, &order)
        position += 1
        try scanner.expect(UInt8(ascii: ":"))
        _ = scanner.peek()
        if assignPlain(target, &scanner) { continue }
        let offset = scanner.position
        let value = try scanner.readValue()
        assign(target, (try? scanner.unescaped(range)) ?? "", value, at: offset)
      } while scanner.take(UInt8(ascii: ","))
      guard scanner.take(UInt8(ascii: "}")) else { throw scanner.unexpected("',' or '}'") }
    }
    endRecord()
  }

  /// Consumes a key.
  ///
  /// - Returns: the range of its contents and the property that it belongs to.
  @inline(__always)
  private func readKey(
    _ scanner: inout JSONScanner, _ position: Int, _ order: inout KeyOrder
  ) throws(JSONError) -> (range: Range<Int>, target: KeyTarget) {
    if position < order.entries.count, scanner.peek() == UInt8(ascii: "\"") {
      let known = order.entries[position]
      let start = scanner.position + 1
      let range = start..<(start + known.range.count)
      if range.upperBound < scanner.end, scanner.bytes[range.upperBound] == UInt8(ascii: "\""),
        scanner.isEqual(known.range.lowerBound, range)
      {
        scanner.position = range.upperBound + 1
        return (range, known.target)
      }
    }
    let (range, hasEscapes) = try scanner.scanString()
    let target = target(of: try scanner.unescaped(range))
    if !hasEscapes {
      let entry = KeyOrder.Entry(range: range, target: target)
      if position < order.entries.count { order.entries[position] = entry }
      if position == order.entries.count { order.entries.append(entry) }
    }
    return (range, target)
  }
}

extension JSONScanner {
  /// Whether the bytes in a range equal those from another offset on.
  @inline(__always)
  func isEqual(_ start: Int, _ range: Range<Int>) -> Bool {
    for index in 0..<range.count where bytes[start + index] != bytes[range.lowerBound + index] { return false }
    return true
  }
}
