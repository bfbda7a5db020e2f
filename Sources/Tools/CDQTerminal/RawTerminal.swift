#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal that passes on every key press without echo, as long as the object lives.
package protocol KeyTerminal: AnyObject {
  /// Reads the next byte; nil at the end of input, or when none arrives in time.
  func readByte(_ patience: KeyPatience) -> UInt8?
  /// Whether a byte has arrived that was not read.
  var hasInput: Bool { get }
}

/// A terminal of the system in raw mode.
final class RawTerminal: KeyTerminal {
  private let descriptor: Int32
  private let original: termios

  /// Switches a terminal to raw mode; nil when the descriptor is no terminal.
  init?(_ descriptor: Int32) {
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
    self.descriptor = descriptor
    self.original = original
  }

  func readByte(_ patience: KeyPatience) -> UInt8? {
    switch patience {
    case .endless: break
    case .sameKey: if !hasInput(milliseconds: 50) { return nil }
    case .samePaste: if !hasInput(milliseconds: 1000) { return nil }
    }
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      if count < 0 && errno == EINTR { continue }
      return nil
    }
  }

  var hasInput: Bool { hasInput(milliseconds: 0) }

  private func hasInput(milliseconds: Int) -> Bool { InputReadiness.of(descriptor, milliseconds: milliseconds) }

  deinit {
    var settings = original
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
