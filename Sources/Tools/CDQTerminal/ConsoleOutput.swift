#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Output stream of a command.
package protocol ConsoleOutput: AnyObject {
  /// Appends text; a buffered stream may write it only at the next `flush`. A terminal gets `TerminalText.safe` of it.
  func write(_ text: String)
  /// Appends text with escape sequences that move the cursor, which only the line editor and the like make.
  func writeControls(_ text: String)
  /// Writes the buffered text.
  func flush()
  /// Whether the output goes to a terminal.
  var isTerminal: Bool { get }
  /// Number of character cells in a line of the terminal; nil when the stream is no terminal.
  var columns: Int? { get }
  /// Number of lines of the terminal; nil when the stream is no terminal.
  var rows: Int? { get }
  /// The system's message when writing failed; nil otherwise. A reader that went away (`| head`) is no failure.
  var failure: String? { get }
  /// Whether nobody reads the stream any more, so that a long command can stop.
  var isClosed: Bool { get }
}

extension ConsoleOutput {
  package var rows: Int? { nil }
  package func writeControls(_ text: String) { write(text) }
}

/// Buffered output stream over a file descriptor.
package final class FileOutput: ConsoleOutput {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  package private(set) var failure: String?
  package private(set) var isClosed = false

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) {
    writeControls(isTerminal ? TerminalText.safe(text) : text)
  }

  package func writeControls(_ text: String) {
    guard !isClosed else { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= FileOutput.capacity { flush() }
  }

  package func flush() {
    var written = 0
    buffer.withUnsafeBytes { bytes in
      while written < bytes.count, !isClosed {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
        if count >= 0 {
          written += count
        } else if errno == EPIPE {
          isClosed = true
        } else if errno == EAGAIN {
          // Another process has made the descriptor non-blocking; this call waits until it takes more bytes.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&request, 1, -1)
        } else if errno != EINTR {
          isClosed = true
          failure = String(cString: strerror(errno))
        }
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  package private(set) lazy var isTerminal = isatty(descriptor) == 1

  package var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  package var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}

/// Calls `write(2)`, whose name a method `write` would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
