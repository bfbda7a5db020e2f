@testable import CDQTerminal
import Foundation
import Testing

@testable import CDQTool

/// Whether a descriptor has bytes to read, on which the meaning of the Escape key depends.
@Suite struct InputReadinessTests {
  @Test func `Bytes and the end of the input are ready, and nothing else`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(!InputReadiness.of(descriptor, milliseconds: 0))
    #expect(!InputReadiness.of(descriptor, milliseconds: 5))
    try pipe.fileHandleForWriting.write(contentsOf: Data("a".utf8))
    #expect(InputReadiness.of(descriptor, milliseconds: 1000))
    #expect(try pipe.fileHandleForReading.read(upToCount: 1) == Data("a".utf8))
    #expect(!InputReadiness.of(descriptor, milliseconds: 0))
    try pipe.fileHandleForWriting.close()
    #expect(InputReadiness.of(descriptor, milliseconds: 1000))
  }

  /// `poll` counts a descriptor that it does not know as one with an event, after which a read would wait for ever.
  @Test(arguments: [-1, 1021]) func `A descriptor that is not open is not ready`(_ descriptor: Int32) {
    #expect(!InputReadiness.of(descriptor, milliseconds: 0))
  }

  /// The bytes of a key that are no UTF-8, and characters that are no text.
  @Test(arguments: [
    [0xC3, 0x41], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xC3], [0xC2, 0x80],
  ] as [[UInt8]])
  func `A key that is no text in UTF-8 is unknown`(bytes: [UInt8]) {
    var rest = bytes[...]
    let key = KeyDecoder.next { _ in rest.popFirst() }
    #expect(key == .unknown)
  }

  @Test(arguments: ["ä", "€", "東", "😀"]) func `A character of several bytes is one key`(_ character: String) {
    var rest = Array(character.utf8)[...]
    #expect(KeyDecoder.next { _ in rest.popFirst() } == .text(character))
  }
}
