#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A stream that a command reads. Bytes, because input need not be valid UTF-8.
package protocol ConsoleInput: AnyObject {
  /// The next line without its line ending; nil at the end.
  func readLine() -> [UInt8]?
  /// Everything up to the end.
  func readAll() -> [UInt8]
  /// Whether a person types it.
  var isTerminal: Bool { get }
  /// The descriptor a line editor can take over; nil when there is none.
  var descriptor: Int32? { get }
  /// Why reading stopped before the end; nil when it did not.
  var failure: String? { get }
}

/// Standard input, or any other file descriptor.
package final class FileInput: ConsoleInput {
  private let source: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  package private(set) var failure: String?

  package init(descriptor: Int32) {
    source = descriptor
  }

  package var descriptor: Int32? { source }

  package var isTerminal: Bool { isatty(source) == 1 }

  package func readLine() -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return LineEnding.trimmed(buffer[position..<end])
      }
      searched = buffer.count
      guard fill(&searched) else { break }
    }
    guard position < buffer.count else { return nil }
    defer { position = buffer.count }
    return LineEnding.trimmed(buffer[position...])
  }

  package func readAll() -> [UInt8] {
    var end = buffer.count
    while fill(&end) {}
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  /// Reads some more. `mark` is an index into the buffer that moves with its contents.
  private func fill(_ mark: inout Int) -> Bool {
    guard !isAtEnd else { return false }
    if position > 0 {
      buffer.removeFirst(position)
      mark -= position
      position = 0
    }
    let size = 1 << 16
    while true {
      let start = buffer.count
      // An array, which is copied as a block; a debug build appends other sequences byte by byte.
      buffer.append(contentsOf: [UInt8](repeating: 0, count: size))
      let count = buffer.withUnsafeMutableBytes {
        systemRead(source, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
      buffer.removeLast(size - max(count, 0))
      if count > 0 { return true }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { failure = String(cString: strerror(errno)) }
      isAtEnd = true
      return false
    }
  }
}

/// `read(2)`, which a method called `read` would hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

/// Line endings of input: `\n` and `\r\n`.
enum LineEnding {
  static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == 0x0D ? line.dropLast() : line)
  }
}
