#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal in raw mode: it passes on every key press without echo, as long as this value lives.
struct RawTerminal: ~Copyable {
  private let descriptor: Int32
  private var original: termios

  private init(_ descriptor: Int32, _ original: termios) {
    self.descriptor = descriptor
    self.original = original
  }

  /// Switches a terminal to raw mode; nil when the descriptor is no terminal. (A static function, because a type with a
  /// deinit cannot have an initializer that fails.)
  static func enter(_ descriptor: Int32) -> RawTerminal? {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    let original = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSADRAIN, &settings) == 0 else { return nil }
    return RawTerminal(descriptor, original)
  }

  /// Reads the next byte; nil at the end, or when the next byte of a key does not arrive within 50 ms.
  func readByte(isContinuation: Bool) -> UInt8? {
    if isContinuation, !hasInput() { return nil }
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      if count < 0 && errno == EINTR { continue }
      return nil
    }
  }

  private func hasInput() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 50) > 0
  }

  deinit {
    var settings = original
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
