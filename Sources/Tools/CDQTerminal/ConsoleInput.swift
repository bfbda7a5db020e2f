import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Input stream of a command. It gives bytes, because input need not be valid UTF-8.
package protocol ConsoleInput: AnyObject {
  /// Reads the next line, without its line ending; nil at the end.
  func readLine() -> [UInt8]?
  /// Reads all bytes up to the end.
  func readAll() -> [UInt8]
  /// Reads the bytes that are there, waiting for at least one; nil at the end.
  func readBlock() -> [UInt8]?
  /// Whether the input comes from a terminal.
  var isTerminal: Bool { get }
  /// Reads the next line without taking it, if it is there already; nil at the end, and for a terminal.
  func peekLine() -> [UInt8]?
  /// Takes over the terminal for a line editor, as long as the result lives; nil when the input is no terminal.
  func enterRawMode() -> (any KeyTerminal)?
  /// The system's message when reading failed before the end; nil otherwise.
  var failure: String? { get }
}

/// Standard input, or any other file descriptor.
package final class FileInput: ConsoleInput {
  /// The greatest number of bytes of a file or a stream that is read into memory. More would not leave room for what is
  /// made of it.
  package static let sizeLimit = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)

  private let source: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  package private(set) var failure: String?

  package init(descriptor: Int32) {
    source = descriptor
  }

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

  package func peekLine() -> [UInt8]? {
    if isTerminal { return nil }
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) { return LineEnding.trimmed(buffer[position..<end]) }
      searched = buffer.count
      guard isReady(), fill(&searched) else { break }
    }
    return isAtEnd && position < buffer.count ? LineEnding.trimmed(buffer[position...]) : nil
  }

  package func enterRawMode() -> (any KeyTerminal)? { RawTerminal(source) }

  /// Whether there are bytes to read, or the end; waits a moment for a program that is writing them.
  private func isReady() -> Bool { InputReadiness.of(source, milliseconds: 100) }

  package func readAll() -> [UInt8] {
    var end = buffer.count
    while fill(&end) {}
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  package func readBlock() -> [UInt8]? {
    var end = buffer.count
    guard position < buffer.count || fill(&end) else { return nil }
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  /// Reads the next block into the buffer. `mark` is an index into the buffer that moves with its contents.
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
      // Appends an array, which is copied as a block; a debug build appends other sequences byte by byte.
      buffer.append(contentsOf: [UInt8](repeating: 0, count: size))
      let count = buffer.withUnsafeMutableBytes {
        systemRead(source, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
      buffer.removeLast(size - max(count, 0))
      if count > 0, buffer.count <= FileInput.sizeLimit { return true }
      if count > 0 { failure = "it has more than \(FileInput.sizeLimit) bytes" }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { failure = String(cString: strerror(errno)) }
      isAtEnd = true
      return false
    }
  }
}

/// Calls `read(2)`, whose name a method `read` would hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

/// Removes the carriage return of lines that end with `\r\n`.
enum LineEnding {
  static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == 0x0D ? line.dropLast() : line)
  }
}
