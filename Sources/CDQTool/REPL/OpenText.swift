/// Decides whether a text continues on the next line because a bracket is open. A string ends on its line.
enum OpenText {
  static func isOpen(_ text: String) -> Bool {
    var depth = 0
    var quote: UInt8?
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == UInt8(ascii: "\\") {
          rest = rest.dropFirst()
        } else if byte == open || byte == 0x0A {
          quote = nil
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "/"):
        rest = rest.drop { $0 != 0x0A }
      default: break
      }
      // A bracket that closes nothing is an error that more lines cannot repair.
      if depth < 0 { return false }
    }
    return depth > 0
  }
}
