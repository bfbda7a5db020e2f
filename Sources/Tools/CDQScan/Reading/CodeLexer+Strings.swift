/// String literals of all forms: plain, raw, over several lines, with interpolations.
extension CodeLexer {
  /// Adds the literal at `index`, of which `prefix` bytes are `#`, or the `@` of Objective-C.
  mutating func string(prefix: Int) {
    let quote = index + prefix
    switch language {
    case .swift: add(.string, swiftStringEnd(quote, hashes: prefix, depth: 0))
    case .objectiveC: add(.string, lineStringEnd(quote, UInt8(ascii: "\"")))
    }
  }

  /// A character of C, such as `'"'`. An apostrophe in a text, as after `#error`, is no character.
  mutating func character() {
    let close = lineStringEnd(index, UInt8(ascii: "'"))
    if close - index > 2, close - index <= 12, byte(close - 1) == UInt8(ascii: "'") {
      add(.number, close)
    } else {
      add(.mark, index + 1)
    }
  }

  /// The end of a literal of one line that begins at a quote.
  private func lineStringEnd(_ quote: Int, _ delimiter: UInt8) -> Int {
    var next = quote + 1
    while next < end {
      switch bytes[next] {
      case delimiter: return next + 1
      // A backslash before a line break continues the literal.
      case UInt8(ascii: "\\"): next += byte(next + 1) == 0x0D && byte(next + 2) == 0x0A ? 3 : 2
      case 0x0A, 0x0D: return next
      default: next += 1
      }
    }
    return end
  }

  private func swiftStringEnd(_ quote: Int, hashes: Int, depth: Int) -> Int {
    let isMultiline = byte(quote + 1) == UInt8(ascii: "\"") && byte(quote + 2) == UInt8(ascii: "\"")
    // `""` is empty, and `#""#` too.
    var next = quote + (isMultiline ? 3 : 1)
    while next < end {
      switch bytes[next] {
      case UInt8(ascii: "\""):
        if isMultiline, byte(next + 1) != UInt8(ascii: "\"") || byte(next + 2) != UInt8(ascii: "\"") {
          next += 1
          continue
        }
        let close = next + (isMultiline ? 3 : 1)
        if hasHashes(close, hashes) { return close + hashes }
        next += 1
      case UInt8(ascii: "\\") where hasHashes(next + 1, hashes):
        let escape = next + 1 + hashes
        if byte(escape) == UInt8(ascii: "("), depth < CodeLexer.nesting {
          next = interpolationEnd(escape, depth: depth + 1)
        } else {
          next = escape + 1
        }
      case 0x0A, 0x0D:
        if !isMultiline { return next }
        next += 1
      default: next += 1
      }
    }
    return end
  }

  func hasHashes(_ start: Int, _ count: Int) -> Bool {
    var number = 0
    while number < count {
      if byte(start + number) != UInt8(ascii: "#") { return false }
      number += 1
    }
    return true
  }

  /// The offset after the `)` that closes the interpolation opened at `open`.
  func interpolationEnd(_ open: Int, depth: Int) -> Int {
    var next = open + 1
    var level = 1
    while next < end {
      switch bytes[next] {
      case UInt8(ascii: "("): level += 1
      case UInt8(ascii: ")"):
        level -= 1
        if level == 0 { return next + 1 }
      case UInt8(ascii: "\""):
        var hashes = 0
        while next - hashes - 1 > open, bytes[next - hashes - 1] == UInt8(ascii: "#") { hashes += 1 }
        next = swiftStringEnd(next, hashes: hashes, depth: depth)
        continue
      default: break
      }
      next += 1
    }
    return end
  }

  /// Skips a regular expression literal of one line with a quote in it, such as `/"[a-z]+"/`. Others do no harm when
  /// they are read as signs.
  mutating func regularExpression() -> Bool {
    guard index + 1 < end, bytes[index + 1] != 0x20, bytes[index + 1] != 0x09 else { return false }
    if let last = tokens.last {
      switch last.kind {
      case .word, .number, .string, .close: return false
      case .open, .mark, .hash, .at: break
      }
    }
    var next = index + 1
    var hasQuote = false
    while next < end, bytes[next] != 0x0A, bytes[next] != 0x0D {
      switch bytes[next] {
      case UInt8(ascii: "\\"): next += 1
      case UInt8(ascii: "\""): hasQuote = true
      case UInt8(ascii: "/"):
        guard hasQuote else { return false }
        add(.number, next + 1)
        return true
      default: break
      }
      next += 1
    }
    return false
  }
}
