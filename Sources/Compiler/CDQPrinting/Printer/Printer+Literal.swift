import CDQJSON
import CDQSyntax

extension Printer {
  func literal(_ node: LiteralNode) {
    switch node.kind {
    case .null: word("NULL")
    case .boolean(let value): word(value ? "TRUE" : "FALSE")
    case .integer(let value): literal(.number, String(value))
    case .number(_, let text): literal(.number, style == .nsPredicate ? Printer.withDigits(text) : text)
    case .string(let text): literal(.string, StringLiteral.quoted(text))
    }
  }

  /// Adds the digits that Apple's documentation has: it shows `1.0` and `0.5`, not `1.` and `.5`.
  private static func withDigits(_ text: String) -> String {
    guard let dot = text.firstIndex(of: ".") else { return text }
    let whole = text[..<dot]
    let rest = text[text.index(after: dot)...]
    let startsWithDigit = rest.first.map { $0.isNumber } ?? false
    return (whole.isEmpty ? "0" : whole) + "." + (startsWithDigit ? "" : "0") + rest
  }
}
