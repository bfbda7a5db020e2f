import CDQIR
import Foundation

// The functions whose names begin with `cdq_` are those that our driver registers. They call the code of the engine in
// memory, so their results are the same.

extension SQLDialect {
  /// SQLite, with the functions that our driver registers.
  public static let sqlite = SQLDialect(
    name: .sqlite, title: "SQLite", parameterMark: "?", parameterCasts: [:],
    columnTypes: [
      .bool: "INTEGER", .int16: "INTEGER", .int32: "INTEGER", .int64: "INTEGER", .float: "REAL", .double: "REAL",
      .duration: "REAL", .decimal: "TEXT", .string: "TEXT", .date: "REAL", .data: "BLOB", .opaque: "BLOB",
      .uuid: "TEXT", .url: "TEXT",
    ],
    same: "#1 IS #2", different: "#1 IS NOT #2",
    collations: [.decimal: " COLLATE cdq_decimal"],
    hasNaN: false, comparesNumbersExactly: true, infinity: "9e999",
    normalized: "cdq_nfc(#1)", folded: "cdq_fold(#1, #2)", asciiFolding: nil,
    textMatching: .function("cdq_match(#3, #1, #2)"),
    lists: .expanded(limit: 30_000), elements: Elements("json_each(#1) AS #2", join: "CROSS JOIN", ordinal: "key"),
    elementForms: [
      .real: .refused("SQLite reads the numbers of a JSON text inexactly"),
      .decimal: .refused("SQLite reads the numbers of a JSON text inexactly"),
      .data: .refused("SQLite has no bytes in a JSON text"), .date: .template("cdq_date(#1)"),
    ],
    functions: [
      .absolute: [.integer: .checked("abs(#1)"), .real: .template("abs(#1)"), .decimal: .template("cdq_decimal_abs(#1)")],
      .ceiling: [.integer: .template("#1"), .real: .template("cdq_ceiling(#1)"),
        .decimal: .template("cdq_decimal_ceiling(#1)")],
      .floor: [.integer: .template("#1"), .real: .template("cdq_floor(#1)"), .decimal: .template("cdq_decimal_floor(#1)")],
      .truncate: [.integer: .template("#1"), .real: .template("cdq_trunc(#1)"),
        .decimal: .template("cdq_decimal_trunc(#1)")],
      .squareRoot: [.real: .checked("cdq_sqrt(#1)")],
      .uppercase: [.text: .template("cdq_upper(#1)")],
      .lowercase: [.text: .template("cdq_lower(#1)")],
      .length: [.text: .template("cdq_length(#1)"), .data: .template("length(#1)")],
      .trimmed: [.text: .template("cdq_trimmed(#1)")],
      .substring: [.text: .template("cdq_substring(#1, #2, #3)")],
      .prefix: [.text: .template("cdq_prefix(#1, #2)")],
      .suffix: [.text: .template("cdq_suffix(#1, #2)")],
      .before: [.text: .template("cdq_before(#1, #2)")],
      .after: [.text: .template("cdq_after(#1, #2)")],
      .replacing: [.text: .checked("cdq_replacing(#1, #2, #3)")],
      .onesComplement: [.integer: .template("~#1")],
      .seconds: [.integer: .template("(#1 * 1.0)"), .real: .template("#1")],
      .minutes: [.integer: .template("(#1 * 60.0)"), .real: .template("(#1 * 60.0)")],
      .hours: [.integer: .template("(#1 * 3600.0)"), .real: .template("(#1 * 3600.0)")],
      .days: [.integer: .template("(#1 * 86400.0)"), .real: .template("(#1 * 86400.0)")],
      .weeks: [.integer: .template("(#1 * 604800.0)"), .real: .template("(#1 * 604800.0)")],
      .year: [.date: .template("cdq_year(#1)")],
      .month: [.date: .template("cdq_month(#1)")],
      .day: [.date: .template("cdq_day(#1)")],
      .weekday: [.date: .template("cdq_weekday(#1)")],
      .hour: [.date: .template("cdq_hour(#1)")],
      .minute: [.date: .template("cdq_minute(#1)")],
      .second: [.date: .template("cdq_second(#1)")],
      .startOfDay: [.date: .template("cdq_start_of_day(#1)")],
      .startOfWeek: [.date: .template("cdq_start_of_week(#1)")],
      .startOfMonth: [.date: .template("cdq_start_of_month(#1)")],
      .startOfYear: [.date: .template("cdq_start_of_year(#1)")],
    ],
    arithmetic: [
      .add: [.integer: .template("cdq_add(#1, #2)"), .real: .checked("cdq_real_add(#1, #2)"), .date: .checked("cdq_real_add(#1, #2)"),
        .decimal: .template("cdq_decimal_add(#1, #2)"), .text: .template("(#1 || #2)")],
      .subtract: [.integer: .template("cdq_subtract(#1, #2)"), .real: .checked("cdq_real_subtract(#1, #2)"), .date: .checked("cdq_real_subtract(#1, #2)"),
        .decimal: .template("cdq_decimal_subtract(#1, #2)")],
      .multiply: [.integer: .template("cdq_multiply(#1, #2)"), .real: .checked("cdq_real_multiply(#1, #2)"),
        .decimal: .template("cdq_decimal_multiply(#1, #2)")],
      .divide: [.integer: .template("cdq_divide(#1, #2)"), .real: .checked("cdq_real_divide(#1, #2)"),
        .decimal: .template("cdq_decimal_divide(#1, #2)")],
      .modulus: [.integer: .template("cdq_modulus(#1, #2)"), .real: .checked("cdq_real_modulus(#1, #2)"),
        .decimal: .template("cdq_decimal_modulus(#1, #2)")],
      .power: [.real: .checked("cdq_real_power(#1, #2)")],
      .bitwiseAnd: [.integer: .template("(#1 & #2)")],
      .bitwiseOr: [.integer: .template("(#1 | #2)")],
      .bitwiseXor: [.integer: .template("cdq_xor(#1, #2)")],
      .shiftLeft: [.integer: .template("cdq_shift_left(#1, #2)")],
      .shiftRight: [.integer: .template("cdq_shift_right(#1, #2)")],
    ],
    aggregates: [
      .sum: [.integer: .template("cdq_sum(#1)"), .real: .checked("cdq_real_sum(#1#3)"),
        .decimal: .checked("cdq_decimal_sum(#1)")],
      .average: [.integer: .template("cdq_average(#1)"), .real: .checked("cdq_real_average(#1#3)"),
        .decimal: .checked("cdq_decimal_average(#1)")],
      .minimum: [.integer: .template("min(#1)"), .real: .template("min(#1)"), .decimal: .template("min(#1)"),
        .text: .template("min(#1)"), .date: .template("min(#1)")],
      .maximum: [.integer: .template("max(#1)"), .real: .template("max(#1)"), .decimal: .template("max(#1)"),
        .text: .template("max(#1)"), .date: .template("max(#1)")],
    ],
    casts: [
      ConversionKey(.integer, .real): .template("CAST(#1 AS REAL)"),
      ConversionKey(.integer, .text): .template("CAST(#1 AS TEXT)"),
      ConversionKey(.integer, .decimal): .template("CAST(#1 AS TEXT)"),
    ],
    encodings: [.archivedList: "cdq_archived_list(#1)"], checkedForms: checkedFormsOfSQLite,
    // NULL sorts in front of numbers, texts and bytes.
    strayValues: [
      .bool: ("#1 < 0 OR #1 > 1", "0"), .int16: ("#1 < -32768 OR #1 > 32767", "-32768"),
      .int32: ("#1 < -2147483648 OR #1 > 2147483647", "-2147483648"),
      .int64: ("#1 < -9223372036854775808 OR #1 >= 9223372036854775808.0", "-9223372036854775808"),
      .double: ("#1 >= ''", "-9e999"), .string: ("#1 < '' OR #1 >= x''", "''"), .url: ("#1 < '' OR #1 >= x''", "''"),
      .data: ("#1 < x''", "x''"),
    ],
    valueBounds: valueBoundsOfSQLite,
    // A bare TRUE would be a column of that name.
    outputs: [:], truth: "#1 <> 0", isTrue: "coalesce(#1, 0)", isNotTrue: "NOT coalesce(#1, 0)",
    dateEncoding: .secondsSince2001, parserStack: SQLiteParserStack.size, runsSubqueriesByRow: true,
    ordersAggregates: false, noLimit: .int(-1),
    // SQLite sorts bytes after all texts.
    behindTexts: .blob(Data()),
    layout: LayoutForms(
      number: "INTEGER", numberKey: "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL", numberKeyIsPrimary: true,
      foreignKeys: .inTable, list: "TEXT", listOutput: "#1", begin: "BEGIN IMMEDIATE"),
    explain: "EXPLAIN QUERY PLAN ")

  /// The functions that read columns. Their names are those of `CheckedColumn` in the driver.
  private static let checkedFormsOfSQLite: [ColumnEncoding: [ValueType: String]] = {
    func call(_ name: String) -> String { "cdq_#4\(name)(#1, #2, #3)" }
    let numbers: [ValueType: String] = [
      .bool: call("number_bool"), .int16: call("number_int16"), .int32: call("number_int32"), .int64: call("number_int64"),
      .float: call("number_float"), .double: call("number_double"), .decimal: call("number_decimal"),
    ]
    let texts: [ValueType: String] = [.string: call("any_text"), .url: call("any_text")]
    return [
      .checked: [
        .bool: call("bool"), .int16: call("int16"), .int32: call("int32"), .int64: call("int64"), .double: call("double"),
        .string: call("text"), .url: call("text"), .data: call("data"),
      ],
      .number: numbers, .boolText: [.bool: call("word_bool")], .castToText: texts,
      .uuidText: [.uuid: call("uuid")], .uuidBytes: [.uuid: call("uuid")],
      .dateText: [.date: call("date")], .secondsSince1970: [.date: call("seconds")],
      .millisecondsSince1970: [.date: call("milliseconds")], .secondsSince2001: [.date: call("reference_seconds")],
    ]
  }()
}
