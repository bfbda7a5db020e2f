import CDQSyntax
import Testing

/// The lines of a source text, which are found eight bytes at a time.
@Suite struct SourceLineTests {
  /// The same by the definition: `\n`, `\r\n` and a lone `\r` end a line.
  private static func starts(_ bytes: [UInt8]) -> [UInt32] {
    var result: [UInt32] = [0]
    for index in bytes.indices {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if bytes[index] == 0x0A || (bytes[index] == 0x0D && !isPair) { result.append(UInt32(index + 1)) }
    }
    return result
  }

  @Test func linesBeginAfterEachLineBreak() {
    // Neighbors of the two bytes, and bytes of which some have the highest bit.
    let bytes: [UInt8] = [0x0A, 0x0D, 0x09, 0x0B, 0x0E, 0x00, 0x20, 0x61, 0x7F, 0x80, 0x8A, 0x8D, 0xC3, 0xFF]
    var state: UInt64 = 7
    for count in 0..<400 {
      var text: [UInt8] = []
      for _ in 0..<(count % 50) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let number = Int(state >> 33)
        // Most bytes are letters, so that some runs of eight have no line break.
        text.append(number % 4 == 0 ? bytes[number / 4 % bytes.count] : 0x61)
      }
      #expect(SourceText(name: "a", utf8: text).lineStarts == Self.starts(text), "\(text)")
    }
  }
}
