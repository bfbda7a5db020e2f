public import CDQIR
import CDQStore

extension ValueCoding {
  /// The JSON of a value, which reads back as the same value of its type.
  ///
  /// Int64, Decimal and the shortest exact text of a Double are numbers; the Doubles that JSON lacks are `"Infinity"`,
  /// `"-Infinity"` and `"NaN"`; a date is in ISO 8601 in UTC (`{"$date": …}` beyond the years of the calendar), a
  /// duration in seconds, Data in base64, an object its identity.
  public static func json(_ value: Value) -> String { ValueJSON.text(value) }
}
