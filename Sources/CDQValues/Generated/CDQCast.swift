public import CDQIR
public import Foundation

/// `CAST` for generated code: nil where a value cannot be converted.
public enum CDQCast {
  /// `CAST(value, 'Bool')`
  public static func bool(_ value: Value) -> Bool? { CastRule.bool(value) }

  /// `CAST(value, 'Int16')`: an integer that fits.
  public static func int16(_ value: Value) -> Int64? {
    CastRule.integer(value).flatMap { Int16(exactly: $0) }.map { Int64($0) }
  }

  /// `CAST(value, 'Int32')`: an integer that fits.
  public static func int32(_ value: Value) -> Int64? {
    CastRule.integer(value).flatMap { Int32(exactly: $0) }.map { Int64($0) }
  }

  /// `CAST(value, 'Int64')`
  public static func int64(_ value: Value) -> Int64? { CastRule.integer(value) }

  /// `CAST(value, 'Float')`: the nearest Float.
  public static func float(_ value: Value) -> Double? { CastRule.double(value).map { Double(Float($0)) } }

  /// `CAST(value, 'Double')`
  public static func double(_ value: Value) -> Double? { CastRule.double(value) }

  /// `CAST(value, 'Decimal')`
  public static func decimal(_ value: Value) -> Decimal? { CastRule.decimal(value) }

  /// `CAST(value, 'String')`
  public static func string(_ value: Value) -> String? { CastRule.text(value) }

  /// `CAST(value, 'Date')`
  public static func date(_ value: Value) -> Date? { CastRule.date(value) }

  /// `CAST(value, 'Data')`
  public static func data(_ value: Value) -> Data? { CastRule.data(value) }

  /// `CAST(value, 'UUID')`
  public static func uuid(_ value: Value) -> UUID? { CastRule.uuid(value) }

  /// `CAST(value, 'URL')`
  public static func url(_ value: Value) -> URL? { CastRule.url(value) }
}
