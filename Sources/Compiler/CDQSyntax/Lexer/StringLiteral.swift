/// Writes texts as string literals.
package enum StringLiteral {
  /// The text as a literal in double quotes, with the characters escaped that a literal cannot contain.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        // Invisible characters, some of which reorder the text around them. Apple's parser reads `\uHHHH`, too.
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Rewrites a literal in single quotes with double quotes, escaping as needed: `'say "no"'` becomes `"say \"no\""`.
  /// Escapes other than `\'` are kept; a literal that is already in double quotes is returned unchanged.
  static func requoted(_ written: [UInt8]) -> [UInt8] {
    guard written.count >= 2, written.first == 0x27 else { return written }
    var result: [UInt8] = [0x22]
    result.reserveCapacity(written.count + 8)
    var index = 1
    while index < written.count - 1 {
      let byte = written[index]
      if byte == 0x5C, index + 1 < written.count - 1 {
        // `\'` needs no escape between double quotes; other escapes are kept with what they escape.
        if written[index + 1] != 0x27 { result.append(byte) }
        result.append(written[index + 1])
        index += 2
      } else {
        if byte == 0x22 { result.append(0x5C) }
        result.append(byte)
        index += 1
      }
    }
    result.append(0x22)
    return result
  }
}
