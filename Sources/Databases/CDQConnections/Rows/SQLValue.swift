public import CDQIR
public import Foundation

/// A Swift type of attributes, as databases hold its values.
public protocol SQLValue {
  /// The value of a column; nil if the column holds something else.
  init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name)
  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  ///
  /// There is a default, which reads the datum. A type implements it only if it can read a row faster.
  static func read(_ row: SQLRow, at column: Int) -> Self?
  /// The value as an argument.
  var sqlValue: Value { get }
}

extension SQLValue {
  /// The value of a column of a row, from its datum.
  public static func read(_ row: SQLRow, at column: Int) -> Self? { Self(row.cells.datum(column), row.cells.dialect) }
}

extension Bool: SQLValue {
  /// The truth in a column: 0 or 1 of SQLite, `t` or `f` of PostgreSQL.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    switch datum {
    case .int(0), .int(1): self = datum == .int(1)
    case .text("t"), .text("true"), .text("1"): self = true
    case .text("f"), .text("false"), .text("0"): self = false
    default: return nil
    }
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Bool? { row.cells.truth(column) }

  /// The value as an argument.
  public var sqlValue: Value { .bool(self) }
}

extension Int64: SQLValue {
  /// The integer in a column.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    if case .real(let number) = datum {
      self.init(exactly: number)
    } else if let number = datum.integer {
      self = number
    } else {
      return nil
    }
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Int64? { row.cells.integer(column) }

  /// The value as an argument.
  public var sqlValue: Value { .int(self) }
}

extension Int32: SQLValue {
  /// The integer in a column; nil beyond the range.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard let number = Int64(datum, dialect) else { return nil }
    self.init(exactly: number)
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Int32? { row.cells.integer(column).flatMap { Int32(exactly: $0) } }

  /// The value as an argument.
  public var sqlValue: Value { .int(Int64(self)) }
}

extension Int16: SQLValue {
  /// The integer in a column; nil beyond the range.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard let number = Int64(datum, dialect) else { return nil }
    self.init(exactly: number)
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Int16? { row.cells.integer(column).flatMap { Int16(exactly: $0) } }

  /// The value as an argument.
  public var sqlValue: Value { .int(Int64(self)) }
}

extension Int: SQLValue {
  /// The integer in a column, such as a count; nil beyond the range.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard let number = Int64(datum, dialect) else { return nil }
    self.init(exactly: number)
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Int? { row.cells.integer(column).flatMap { Int(exactly: $0) } }

  /// The value as an argument.
  public var sqlValue: Value { .int(Int64(self)) }
}

extension Double: SQLValue {
  /// The number in a column. PostgreSQL gives it as a text.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    switch datum {
    case .int(let number): self.init(number)
    case .real(let number): self = number
    case .text("NaN"): self = .nan
    case .text("Infinity"): self = .infinity
    case .text("-Infinity"): self = -.infinity
    case .text(let text) where dialect == .postgres: self.init(text)
    case .text, .null, .blob: return nil
    }
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Double? { row.cells.real(column) }

  /// The value as an argument.
  public var sqlValue: Value { .double(self) }
}

extension Float: SQLValue {
  /// The number in a column.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard let number = Double(datum, dialect) else { return nil }
    self.init(number)
  }

  /// The value as an argument.
  public var sqlValue: Value { .double(Double(self)) }
}

extension Decimal: SQLValue {
  /// The number in a column; nil if it has more digits than a Decimal.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    let number: Decimal? =
      switch datum {
      case .int(let number): Decimal(number)
      case .real(let number): ExactNumber.decimal(number)
      case .text("NaN"): .nan
      case .text(let text): DecimalText.decimal(from: text)
      case .null, .blob: nil
      }
    guard let number else { return nil }
    self = number
  }

  /// The value as an argument.
  public var sqlValue: Value { .decimal(self) }
}

extension String: SQLValue {
  /// The text in a column.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard case .text(let text) = datum else { return nil }
    self = text
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> String? { row.cells.text(column) }

  /// The value as an argument.
  public var sqlValue: Value { .string(self) }
}

extension Date: SQLValue {
  /// The date in a column: seconds since 2001 of SQLite; of PostgreSQL the seconds since 1970, with up to six digits
  /// after the point.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    switch datum {
    case .text(let text):
      guard let instant = Microseconds(epoch: text.utf8) else { return nil }
      self = instant.date
    case .real(let number): self.init(timeIntervalSinceReferenceDate: number)
    case .int(let number): self.init(timeIntervalSinceReferenceDate: Double(number))
    case .null, .blob: return nil
    }
  }

  /// The value of a column of a row; nil for NULL, and if the column holds something else.
  public static func read(_ row: SQLRow, at column: Int) -> Date? { row.cells.date(column) }

  /// The value as an argument.
  public var sqlValue: Value { .date(self) }
}

extension Data: SQLValue {
  /// The bytes in a column; PostgreSQL gives them as hexadecimal digits.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    switch datum {
    case .blob(let data): self = data
    case .text(let text):
      guard text.hasPrefix("\\x") else {
        self.init(text.utf8)
        return
      }
      var bytes = Data(capacity: text.utf8.count / 2)
      var high: UInt8?
      for byte in text.utf8.dropFirst(2) {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map({ UInt8($0) }) else { return nil }
        if let first = high {
          bytes.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
      self = bytes
    case .null, .int, .real: return nil
    }
  }

  /// The value as an argument.
  public var sqlValue: Value { .data(self) }
}

extension UUID: SQLValue {
  /// The UUID in a column, as a text.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard case .text(let text) = datum else { return nil }
    self.init(uuidString: text)
  }

  /// The value as an argument.
  public var sqlValue: Value { .uuid(self) }
}

extension URL: SQLValue {
  /// The URL in a column.
  public init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) {
    guard case .text(let text) = datum else { return nil }
    self.init(string: text)
  }

  /// The value as an argument.
  public var sqlValue: Value { .url(self) }
}
