/// The frames of the base protocol: headers that end with an empty line, then as many bytes as `Content-Length` says.
///
/// A decoder takes bytes as they arrive and gives whole messages. Bytes that are no frame are skipped up to the next
/// header, so that one broken message does not end the session.
package struct MessageDecoder {
  /// The largest message that is accepted, in bytes. A header that announces more is skipped like any other noise.
  package static let largestMessage = 256 << 20
  /// The longest header section; more bytes without an empty line are noise.
  static let longestHeader = 16 << 10

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the body whose header was read; nil before a header.
  private var expected: Int?

  package init() {}

  /// Adds bytes that arrived.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0, start >= buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The bytes of the next whole message; nil until more bytes arrive.
  package mutating func next() -> [UInt8]? {
    while true {
      if let length = expected {
        guard buffer.count - start >= length else { return nil }
        defer {
          start += length
          expected = nil
        }
        return Array(buffer[start..<(start + length)])
      }
      guard let end = headerEnd() else {
        if buffer.count - start > MessageDecoder.longestHeader {
          start = buffer.count - MessageDecoder.longestHeader / 2
        }
        return nil
      }
      expected = MessageDecoder.contentLength(buffer[start..<end.header])
      start = end.body
    }
  }

  /// The end of the header and the start of the body after the empty line.
  private func headerEnd() -> (header: Int, body: Int)? {
    var index = start
    while index < buffer.count {
      if buffer[index] == 0x0A {
        var next = index + 1
        if next < buffer.count, buffer[next] == 0x0D { next += 1 }
        if next < buffer.count, buffer[next] == 0x0A { return (index, next + 1) }
      }
      index += 1
    }
    return nil
  }

  private static func contentLength(_ header: ArraySlice<UInt8>) -> Int? {
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).reversed() {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      // Noise before a header may stand on the same line.
      guard parts.count == 2, parts[0].lowercased().hasSuffix("content-length") else { continue }
      let number = parts[1].filter { !$0.isWhitespace }
      guard let length = Int(number), (0...largestMessage).contains(length) else { return nil }
      return length
    }
    return nil
  }

  /// A message with its header.
  package static func frame(_ body: String) -> [UInt8] {
    let bytes = Array(body.utf8)
    return Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
  }
}
