package import CDQIR
package import CDQSQL
import CDQValues
import Foundation

/// The functions that read a column of SQLite as values of a type: `cdq_int64(value, 'orders.total', key)`. A value that
/// is not of the type ends the statement with an error that names the column, the row's key and the value; so does NULL
/// in a function whose name begins with `cdq_required_`.
///
/// They are where values of foreign tables get their meaning: conditions, orders, sums and results all read by them.
package enum CheckedColumn {
  /// The value in the form in which SQLite compares values of the type; nil for a value that is not of it.
  typealias Reading = @Sendable (SQLDatum) -> SQLDatum?

  /// The readings by the end of their function's name, with the type that messages name.
  static let readings: [(name: String, type: ValueType, read: Reading)] = [
    ("bool", .bool, { truth($0) }),
    ("number_bool", .bool, { truth($0) }),
    ("word_bool", .bool, { truth($0) ?? word($0) }),
    ("int16", .int16, { integer($0, .int16) }), ("number_int16", .int16, { integer(numeral($0), .int16) }),
    ("int32", .int32, { integer($0, .int32) }), ("number_int32", .int32, { integer(numeral($0), .int32) }),
    ("int64", .int64, { integer($0, .int64) }), ("number_int64", .int64, { integer(numeral($0), .int64) }),
    ("double", .double, { real($0).map { .real($0) } }),
    ("number_double", .double, { real(numeral($0)).map { .real($0) } }),
    ("number_float", .float, { real(numeral($0)).map { .real(Double(Float($0))) } }),
    ("number_decimal", .decimal, { decimal($0) }),
    ("text", .string, { if case .text = $0 { $0 } else { nil } }),
    ("any_text", .string, { text($0) }),
    ("data", .data, { if case .blob = $0 { $0 } else { nil } }),
    ("uuid", .uuid, { uuid($0) }),
    ("date", .date, { date($0) }),
    ("seconds", .date, { real($0).flatMap { instant($0, since: 1970) } }),
    ("milliseconds", .date, { real($0).flatMap { instant($0 / 1000, since: 1970) } }),
    ("reference_seconds", .date, { real($0).flatMap { instant($0, since: 2001) } }),
  ]

  private static let byName = Dictionary(readings.map { ($0.name, $0.read) }, uniquingKeysWith: { first, _ in first })

  /// The test whether a value of a column of SQLite is of a type in an encoding; nil for an encoding that tests nothing.
  package static func test(_ encoding: ColumnEncoding, _ type: ValueType) -> (@Sendable (SQLDatum) -> Bool)? {
    // The function's name is the rule, so that an import and a query cannot differ.
    guard let form = SQLDialect.sqlite.columnForm(encoding, type), let mark = form.range(of: "#4"),
      let read = byName[String(form[mark.upperBound...].prefix { $0 != "(" })]
    else { return nil }
    return { read($0) != nil }
  }

  private static func truth(_ datum: SQLDatum) -> SQLDatum? {
    switch datum {
    case .int(0), .int(1): datum
    case .real(0): .int(0)
    case .real(1): .int(1)
    default: nil
    }
  }

  private static let words: [String: Int64] = [
    "true": 1, "t": 1, "yes": 1, "y": 1, "1": 1, "false": 0, "f": 0, "no": 0, "n": 0, "0": 0,
  ]

  private static func word(_ datum: SQLDatum) -> SQLDatum? {
    guard case .text(let text) = datum else { return nil }
    return words[text.lowercased()].map { .int($0) }
  }

  /// A text of digits as the number that it is; any other value as it is.
  private static func numeral(_ datum: SQLDatum) -> SQLDatum {
    guard case .text(let text) = datum else { return datum }
    if let whole = Int64(text) { return .int(whole) }
    // Only decimal digits: Swift also reads `0x1p3` and `nan`.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }), let number = Double(text) else {
      return datum
    }
    return .real(number)
  }

  private static func integer(_ datum: SQLDatum, _ type: ValueType) -> SQLDatum? {
    let number: Int64? =
      switch datum {
      case .int(let number): number
      case .real(let number): Int64(exactly: number)
      case .null, .text, .blob: nil
      }
    guard let number, type.integerRange?.contains(number) ?? true else { return nil }
    return .int(number)
  }

  private static func real(_ datum: SQLDatum) -> Double? {
    switch datum {
    case .int(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }

  /// The digits of a number.
  private static func decimal(_ datum: SQLDatum) -> SQLDatum? {
    switch datum {
    case .int(let number): .text(String(number))
    case .real(let number): decimal(number)
    case .text(let text): DecimalText.decimal(from: text).map { .text($0.description) }
    case .null, .blob: nil
    }
  }

  /// The shortest digits that are the number. Those of most numbers are its description, without a Decimal in between.
  private static func decimal(_ number: Double) -> SQLDatum? {
    if number == 0 { return .text("0") }
    let text = number.description
    guard number.isFinite, !text.utf8.contains(UInt8(ascii: "e")) else { return ExactNumber.decimal(number).map { .text($0.description) } }
    return .text(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private static func text(_ datum: SQLDatum) -> SQLDatum? {
    switch datum {
    case .text: datum
    case .int(let number): .text(String(number))
    case .real(let number): .text(number.description)
    case .null, .blob: nil
    }
  }

  /// The text of a UUID that is stored as a text or as 16 bytes.
  private static func uuid(_ datum: SQLDatum) -> SQLDatum? {
    switch datum {
    case .text(let text): return UUID(uuidString: text).map { .text($0.uuidString) }
    case .blob(let bytes) where bytes.count == 16:
      let uuid = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
      return .text(UUID(uuid: uuid).uuidString)
    case .null, .int, .real, .blob: return nil
    }
  }

  /// The seconds since 2001 of a text of ISO 8601, or of seconds since 1970.
  private static func date(_ datum: SQLDatum) -> SQLDatum? {
    guard case .text(let text) = datum else { return real(datum).flatMap { instant($0, since: 1970) } }
    return (ISO8601.date(from: text) ?? ISO8601.date(from: text.isoForm)).flatMap { instant($0.timeIntervalSinceReferenceDate, since: 2001) }
  }

  /// The seconds since 2001 of an instant; nil for one before the year 1 or after the year 9999, which most often is a
  /// number of another unit.
  private static func instant(_ seconds: Double, since year: Int) -> SQLDatum? {
    let result = year == 1970 ? seconds - 978_307_200 : seconds
    return (-63_113_904_000..<252_423_993_600).contains(result) ? .real(result) : nil
  }
}

extension SQLiteFunctions {
  /// A reading, as an object that SQLite keeps.
  private final class Reader {
    let type: ValueType
    let isRequired: Bool
    let read: CheckedColumn.Reading

    init(_ type: ValueType, isRequired: Bool, _ read: @escaping CheckedColumn.Reading) {
      (self.type, self.isRequired, self.read) = (type, isRequired, read)
    }
  }

  /// Registers the functions that read columns.
  func registerCheckedColumns() throws(DatabaseError) {
    for (name, type, read) in CheckedColumn.readings {
      for isRequired in [false, true] {
        let holder = Unmanaged.passRetained(Reader(type, isRequired: isRequired, read)).toOpaque()
        let status = library.createFunction(
          handle, "cdq_\(isRequired ? "required_" : "")\(name)", 3,
          SQLiteCode.utf8 | SQLiteCode.deterministic | SQLiteCode.directOnly, holder,
          { context, count, values in
            guard let library = SQLiteLibrary.opened, let data = library.userData(context), let values, count == 3 else { return }
            let reader = Unmanaged<Reader>.fromOpaque(data).takeUnretainedValue()
            let datum = library.datum(values[0])
            if case .null = datum, !reader.isRequired { return library.give(.null, to: context) }
            if let value = reader.read(datum) {
              return value == datum ? library.resultValue(context, values[0]) : library.give(value, to: context)
            }
            let stray = StrayValue(
              column: library.datum(values[1]).textForm ?? "", type: reader.type.description, key: library.datum(values[2]).textForm,
              value: datum.shown)
            library.resultError(context, stray.message, -1)
          }, nil, nil, { pointer in if let pointer { Unmanaged<Reader>.fromOpaque(pointer).release() } })
        guard status == SQLiteCode.ok else { throw .cannotConnect("SQLite refuses the function cdq_\(name)") }
      }
    }
  }
}
