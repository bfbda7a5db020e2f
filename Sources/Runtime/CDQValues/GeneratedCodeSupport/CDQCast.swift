public import CDQIR
public import Foundation

/// The conversions of `CAST` for generated code. The result is nil when a value cannot be converted.
public enum CDQCast {
  /// `CAST(value, 'Bool')`: whether a number is not zero; of texts, `true`, `YES`, `1`, `false`, `NO` and `0` are
  /// converted.
  public static func bool(_ value: Value) -> Bool? { CastRule.bool(value) }

  /// `CAST(value, 'Int16')`: truncated toward zero; nil when the result is out of range.
  public static func int16(_ value: Value) -> Int64? {
    CastRule.integer(value).flatMap { Int16(exactly: $0) }.map { Int64($0) }
  }

  /// `CAST(value, 'Int32')`: truncated toward zero; nil when the result is out of range.
  public static func int32(_ value: Value) -> Int64? {
    CastRule.integer(value).flatMap { Int32(exactly: $0) }.map { Int64($0) }
  }

  /// `CAST(value, 'Int64')`: truncated toward zero; nil when the result is out of range. A date counts as its seconds
  /// since 2001.
  public static func int64(_ value: Value) -> Int64? { CastRule.integer(value) }

  /// `CAST(value, 'Float')`: the nearest `Float`, widened to a `Double`.
  public static func float(_ value: Value) -> Double? { CastRule.double(value).map { Double(Float($0)) } }

  /// `CAST(value, 'Double')`: the nearest `Double`. A date counts as its seconds since 2001.
  public static func double(_ value: Value) -> Double? { CastRule.double(value) }

  /// `CAST(value, 'Decimal')`: a double becomes the decimal with the same shortest text, so that 0.1 stays 0.1.
  public static func decimal(_ value: Value) -> Decimal? { CastRule.decimal(value) }

  /// `CAST(value, 'String')`: a truth value becomes `1` or `0`, `Data` becomes base64.
  public static func string(_ value: Value) -> String? { CastRule.text(value) }

  /// `CAST(value, 'Date')`: a number counts as seconds since 2001, a text as ISO 8601.
  public static func date(_ value: Value) -> Date? { CastRule.date(value) }

  /// `CAST(value, 'Data')`: a text is decoded as base64.
  public static func data(_ value: Value) -> Data? { CastRule.data(value) }

  /// `CAST(value, 'UUID')`: a text is parsed in the usual form with hyphens.
  public static func uuid(_ value: Value) -> UUID? { CastRule.uuid(value) }

  /// `CAST(value, 'URL')`: a text is parsed; the empty one gives nil.
  public static func url(_ value: Value) -> URL? { CastRule.url(value) }
}
