import CDQSyntax

/// Reads one string literal of Swift or Objective-C: its escapes, its delimiters and its interpolations.
struct SourceLiteralReader {
  let file: CodeFile
  private let bytes: [UInt8]
  private var index: Int
  private var end: Int
  private var hashes = 0
  private var isMultiline = false
  private(set) var text = BuiltText()

  /// Reads the literal whose token is at `token`.
  static func read(_ file: CodeFile, _ token: Int) -> BuiltText {
    var reader = SourceLiteralReader(file, file.tokens[token])
    reader.readAll()
    return reader.text
  }

  private init(_ file: CodeFile, _ token: CodeToken) {
    self.file = file
    bytes = file.source.utf8
    (index, end) = (Int(token.start), Int(token.end))
    if file.language == .objectiveC {
      if byte(index) == UInt8(ascii: "@") { index += 1 }
    } else {
      while byte(index) == UInt8(ascii: "#") { (index, hashes) = (index + 1, hashes + 1) }
      isMultiline =
        end - index >= 6 + hashes && byte(index + 1) == UInt8(ascii: "\"") && byte(index + 2) == UInt8(ascii: "\"")
    }
    let width = isMultiline ? 3 : 1
    index += width
    // A literal without an end goes to the end of its line.
    let tail = width + hashes
    if end - index >= tail, end > 0, byte(end - hashes - 1) == UInt8(ascii: "\"") { end -= tail }
  }

  private func byte(_ offset: Int) -> UInt8 { offset >= 0 && offset < bytes.count ? bytes[offset] : 0 }

  private mutating func readAll() {
    guard index <= end else { return }
    let indentation = isMultiline ? openLine() : 0
    if isMultiline, indentation > 0 { skip(indentation) }
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isEscape(index): escape(indentation)
      case 0x0A where isMultiline, 0x0D where isMultiline:
        let width = bytes[index] == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
        // The line break before the closing quotes is no part of the text.
        if isLastLine(index + width) {
          index = end
        } else {
          plain(0x0A, width)
          skip(indentation)
        }
      default: run()
      }
    }
  }

  /// Adds the bytes up to the next one that may be special.
  private mutating func run() {
    var next = index + 1
    while next < end, bytes[next] != UInt8(ascii: "\\"), bytes[next] != 0x0A, bytes[next] != 0x0D { next += 1 }
    text.append(bytes[index..<next], from: index)
    index = next
  }

  private mutating func plain(_ byte: UInt8, _ width: Int) {
    text.append(byte, at: UInt32(truncatingIfNeeded: index), UInt32(truncatingIfNeeded: index + width))
    index += width
  }

  // MARK: several lines

  /// Skips the first line break, and returns the indentation, which is that of the closing quotes.
  private mutating func openLine() -> Int {
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    if index < end, bytes[index] == 0x0D { index += 1 }
    if index < end, bytes[index] == 0x0A { index += 1 }
    var start = end
    while start > index, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return end - start
  }

  private mutating func skip(_ indentation: Int) {
    var count = 0
    while count < indentation, index < end, bytes[index] == 0x20 || bytes[index] == 0x09 {
      (index, count) = (index + 1, count + 1)
    }
  }

  private func isLastLine(_ start: Int) -> Bool {
    var next = start
    while next < end {
      if bytes[next] != 0x20, bytes[next] != 0x09 { return false }
      next += 1
    }
    return true
  }

  // MARK: escapes

  private func isEscape(_ start: Int) -> Bool {
    var number = 0
    while number < hashes {
      if byte(start + 1 + number) != UInt8(ascii: "#") { return false }
      number += 1
    }
    return true
  }

  private mutating func escape(_ indentation: Int) {
    let start = index
    let letter = start + 1 + hashes
    func add(_ value: UInt8, _ width: Int) {
      text.append(value, at: UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: letter + width))
      index = letter + width
    }
    switch byte(letter) {
    case UInt8(ascii: "n"): add(0x0A, 1)
    case UInt8(ascii: "r"): add(0x0D, 1)
    case UInt8(ascii: "t"): add(0x09, 1)
    case UInt8(ascii: "a") where file.language == .objectiveC: add(0x07, 1)
    case UInt8(ascii: "x") where file.language == .objectiveC: number(letter + 1, radix: 16, most: 2, start)
    case UInt8(ascii: "u") where file.language == .objectiveC: number(letter + 1, radix: 16, most: 4, start)
    case UInt8(ascii: "U") where file.language == .objectiveC: number(letter + 1, radix: 16, most: 8, start)
    case UInt8(ascii: "0")...UInt8(ascii: "7") where file.language == .objectiveC:
      number(letter, radix: 8, most: 3, start)
    case UInt8(ascii: "0"): add(0, 1)
    case UInt8(ascii: "u"): scalar(letter + 1, start)
    case UInt8(ascii: "("): interpolation(letter, start)
    case 0x0A, 0x0D, 0x20, 0x09:
      // A backslash at the end of a line joins it with the next.
      var next = letter
      while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
      guard next < end, bytes[next] == 0x0A || bytes[next] == 0x0D else { return add(byte(letter), 1) }
      index = next + (bytes[next] == 0x0D && byte(next + 1) == 0x0A ? 2 : 1)
      if isMultiline { skip(indentation) }
    default:
      if letter < end { add(byte(letter), 1) } else { index = end }
    }
  }

  /// A character by its number: `\u00E9`, `\x41`, `\101`.
  private mutating func number(_ digits: Int, radix: UInt32, most: Int, _ start: Int) {
    var next = digits
    var value: UInt32 = 0
    while next < end, next - digits < most, let digit = Character(Unicode.Scalar(bytes[next])).hexDigitValue,
      digit < Int(radix)
    {
      value = value &* radix &+ UInt32(digit)
      next += 1
    }
    append(value, start, next)
  }

  /// `\u{E9}`
  private mutating func scalar(_ open: Int, _ start: Int) {
    var next = open + 1
    var value: UInt32 = 0
    while next < end, next - open <= 8, let digit = Character(Unicode.Scalar(bytes[next])).hexDigitValue {
      value = value &* 16 &+ UInt32(digit)
      next += 1
    }
    append(value, start, min(end, next + 1))
  }

  private mutating func append(_ value: UInt32, _ start: Int, _ after: Int) {
    let span = SourceSpan(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: after))
    text.append(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")), for: span)
    index = max(after, start + 1)
  }

  private mutating func interpolation(_ open: Int, _ start: Int) {
    let close = bytes.withUnsafeBufferPointer { buffer in
      CodeLexer(buffer, .swift, from: open, to: end).interpolationEnd(open, depth: 1)
    }
    let inner = SourceSpan(UInt32(truncatingIfNeeded: open + 1), UInt32(truncatingIfNeeded: max(open + 1, close - 1)))
    text.append(
      BuiltText.Gap(
        offset: 0, content: .unknown, span: inner,
        wholeSpan: SourceSpan(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: close)),
        isInterpolation: true))
    index = max(close, start + 1)
  }
}
