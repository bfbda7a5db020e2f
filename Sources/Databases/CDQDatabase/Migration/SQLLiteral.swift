import CDQJSON
package import CDQSQL
import Foundation

/// Values as literals of SQL, for scripts that people run with other programs.
package enum SQLLiteral {
  /// The text of a statement with its values in place of the parameters.
  package static func filled(_ statement: SQLStatement, _ dialect: SQLDialect) -> String {
    let mark: Character = dialect.name == .postgres ? "$" : "?"
    var result = ""
    var rest = statement.text[...]
    var quote: Character?
    while let character = rest.popFirst() {
      if let open = quote {
        // A doubled quotation mark closes and opens again, which ends in the same state.
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == mark {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if let number = Int(digits), statement.bindings.indices.contains(number - 1) {
          result += text(statement.bindings[number - 1], dialect)
          rest = rest.dropFirst(digits.count)
          continue
        }
      }
      result.append(character)
    }
    return result
  }

  /// A value as a literal. Those of PostgreSQL are texts, which take the type of their place.
  static func text(_ datum: SQLDatum, _ dialect: SQLDialect) -> String {
    if dialect.name == .postgres { return datum.textForm.map { StringLiteral.quoted($0, .sql) } ?? "NULL" }
    switch datum {
    case .null: return "NULL"
    case .int(let number): return number == .min ? "(-9223372036854775807 - 1)" : String(number)
    case .real(let number): return number.isNaN ? "NULL" : number.isInfinite ? (number > 0 ? "9e999" : "-9e999") : number.description
    case .text(let text):
      // A literal of SQLite ends at U+0000.
      return text.contains("\0") ? "CAST(X'\(hexadecimal(Data(text.utf8)))' AS TEXT)" : StringLiteral.quoted(text, .sql)
    case .blob(let data): return "X'\(hexadecimal(data))'"
    }
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
