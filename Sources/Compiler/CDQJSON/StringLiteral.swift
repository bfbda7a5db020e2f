/// Texts as string literals: the one function that quotes texts, for each notation that the package writes.
package enum StringLiteral {
  /// The rules of a notation.
  package struct Style: Sendable {
    /// The quotation mark around the text.
    var quote: Character
    /// Characters that have an escape of their own besides the quotation mark, such as a line break.
    var escapes: [Unicode.Scalar: String]
    /// Whether some scalars beyond ASCII are written as their numbers.
    var escapesUnicode = false
    /// Whether a scalar is written as its number. Those with an escape of their own are not asked.
    var isNumbered: @Sendable (Unicode.Scalar) -> Bool = { _ in false }
    /// A scalar by its number.
    var number: @Sendable (Unicode.Scalar) -> String = { String($0) }

    private static let lines: [Unicode.Scalar: String] = ["\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]

    /// cdq's query texts, and `NSPredicate`'s format strings: control characters and invisible ones, some of which
    /// reorder the text around them, are `\uHHHH`.
    package static let cdq = Style(
      quote: "\"", escapes: lines.merging(["\"": "\\\""]) { $1 }, escapesUnicode: true,
      isNumbered: { scalar in
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{202A}"..."\u{202E}",
          "\u{2066}"..."\u{2069}":
          true
        default: false
        }
      }, number: { "\\u" + digits($0, uppercase: true) })

    /// Dumps of trees, which have been in this form since their first release.
    package static let dump = Style(
      quote: "\"", escapes: lines.merging(["\"": "\\\""]) { $1 }, isNumbered: { $0.value < 0x20 || $0.value == 0x7F },
      number: { "\\u{\(String($0.value, radix: 16))}" })

    /// JSON, with as few escapes as possible.
    package static let json = Style(
      quote: "\"", escapes: lines.merging(["\"": "\\\"", "\u{8}": "\\b", "\u{C}": "\\f"]) { $1 },
      isNumbered: { $0.value < 0x20 }, number: { "\\u" + digits($0, uppercase: false) })

    /// Swift: what a reader does not see, or could mistake for a space, is `\u{H…}`.
    package static let swift = Style(
      quote: "\"", escapes: lines.merging(["\"": "\\\""]) { $1 }, escapesUnicode: true,
      isNumbered: { !StringLiteral.isVisible($0) }, number: { "\\u{\(String($0.value, radix: 16, uppercase: true))}" })

    /// SQL: a quotation mark in the text is doubled, and nothing else is special.
    package static let sql = Style(quote: "'", escapes: ["'": "''"])

    /// Names in SQL, in double quotes.
    package static let sqlName = Style(quote: "\"", escapes: ["\"": "\"\""])

    /// Names in the dialects of SQL that put them in backquotes.
    package static let sqlBackquotedName = Style(quote: "`", escapes: ["`": "``"])

    /// What has backslashes as its only other special character: arguments of psql's commands.
    package static let psql = Style(quote: "'", escapes: ["'": "\\'", "\\": "\\\\"])

    /// Elements in the text of an array of PostgreSQL.
    package static let arrayElement = Style(quote: "\"", escapes: ["\"": "\\\"", "\\": "\\\\"])

    /// A scalar as hexadecimal digits, at least four.
    private static func digits(_ scalar: Unicode.Scalar, uppercase: Bool) -> String {
      let digits = String(scalar.value, radix: 16, uppercase: uppercase)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// The text as a literal with its quotation marks.
  package static func quoted(_ text: String, _ style: Style = .cdq) -> String {
    var result = ""
    append(text, style, to: &result)
    return result
  }

  /// Appends the text as a literal with its quotation marks.
  package static func append(_ text: String, _ style: Style = .cdq, to result: inout String) {
    result.append(style.quote)
    result += escaped(text, style)
    result.append(style.quote)
  }

  /// The text as it is between the quotation marks; itself when nothing in it is special.
  package static func escaped(_ text: String, _ style: Style) -> String {
    if text.utf8.allSatisfy({ isPlain($0) || $0 >= 0x80 && !style.escapesUnicode }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII ? isPlain(UInt8(scalar.value)) : !style.escapesUnicode {
        result.unicodeScalars.append(scalar)
      } else if let escape = style.escapes[scalar] {
        result += escape
      } else if style.isNumbered(scalar) {
        result += style.number(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte is a character of ASCII that no notation escapes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"): false
    default: byte >= 0x20 && byte < 0x7F
    }
  }

  /// Whether a reader sees the character and cannot mistake it for a space.
  package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return false
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol:
      return true
    @unknown default:
      return false
    }
  }
}
