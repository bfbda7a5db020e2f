import CDQJSON

extension SQLDialect {
  /// Whether a list is one parameter, an array.
  package var hasArrays: Bool { lists == .array }

  /// The greatest number of values of a list in a dialect without arrays.
  package var longestList: Int { if case .expanded(let limit) = lists { limit } else { .max } }

  /// Values as the text of an array of PostgreSQL.
  package static func arrayText(_ values: [SQLDatum]) -> String {
    let elements = values.map { value -> String in
      switch value {
      case .null: return "NULL"
      case .int(let number): return String(number)
      case .real(let number): return SQLDialect.realText(number)
      case .text(let text):
        return StringLiteral.quoted(text, .arrayElement)
      case .blob(let data): return "\"\\\\x" + data.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined() + "\""
      }
    }
    return "{\(elements.joined(separator: ","))}"
  }

  /// A Double as PostgreSQL reads it, with all its digits.
  package static func realText(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "Infinity" : "-Infinity" }
    return number.description
  }
}
