import CDQIR
import CDQSQL
import CDQValues
import Foundation

/// How a value is written into a column of our own layout.
extension SQLDialect {
  /// A value, or a list of values, as a driver binds it. Texts are in NFC.
  ///
  /// - Parameter type: The type of the attribute, with an enum represented by its raw type.
  /// - Throws: `SQLRefusal` for a value that the database cannot hold, such as NaN in SQLite.
  func stored(_ value: Value, _ type: ValueType) throws(SQLRefusal) -> SQLDatum {
    if type == .opaque {
      guard case .data(let data) = value else {
        if value.isNull { return .null }
        throw SQLRefusal("only the bytes of an opaque value can be stored")
      }
      return .blob(data)
    }
    guard let element = type.element else { return try datum(value, type) }
    guard case .list(let values) = value else { return .null }
    if lists == .array { return .text(SQLDialect.arrayText(try values.map { value throws(SQLRefusal) in try datum(value, element) })) }
    // The check of each element finds what the database cannot hold, such as NaN.
    for value in values { _ = try datum(value, element) }
    let composed = values.map { value -> Value in
      if case .string(let text) = value { .string(text.composed) } else { value }
    }
    return .text(ValueJSON.text(.list(composed)))
  }

  /// The folded column of a text.
  static func folded(_ text: String, _ options: TextOptions) -> String {
    TextFolding.folded(text.composed, options).composed
  }
}
