import CDQIR
public import CDQSQL

extension SQLDialect {
  /// DuckDB from version 1.3 on, over tables, Parquet and CSV. Dates are `TIMESTAMP` in UTC.
  public static let duckdb: SQLDialect = {
    var table = SQLDialect.postgres.copy(named: .duckdb, title: "DuckDB")
    table.parameterCasts = [
      .bool: "::BOOLEAN", .integer: "::BIGINT", .real: "::DOUBLE", .text: "::VARCHAR", .data: "::BLOB", .uuid: "::UUID",
      .url: "::VARCHAR",
    ]
    table.columnTypes = [
      .bool: "BOOLEAN", .int16: "SMALLINT", .int32: "INTEGER", .int64: "BIGINT", .float: "FLOAT", .double: "DOUBLE",
      .duration: "DOUBLE", .decimal: "DECIMAL(38, 10)", .string: "VARCHAR", .date: "TIMESTAMP", .data: "BLOB",
      .opaque: "BLOB", .uuid: "UUID", .url: "VARCHAR",
    ]
    table.functions[.year] = nil
    table.argumentForms = [:]
    table.valueBounds = [:]
    // Texts are compared by their bytes.
    table.collations = [:]
    table.infinity = "'Infinity'::DOUBLE"
    table.hasFixedDecimals = true
    // `t1.name` also reads a field of a column 't1', so a name that a column of others may have is ambiguous.
    table.rowName = "cdq_t"
    table.dateEncoding = .timestamp
    table.dateParameter = "make_timestamp(#1::BIGINT)"
    table.holdsZeroCharacter = true
    table.bindsOffsets = false
    table.normalized = "nfc_normalize(#1)"
    table.asciiFolding = ASCIIFolding(lowercased: "lower(#1)", isOther: "strlen(#1) <> length(#1)")
    table.textMatching = .superset(
      TextTests(
        begins: "starts_with(#1, #2)", ends: "ends_with(#1, #2)", contains: "contains(#1, #2)",
        like: "#1 LIKE #2 ESCAPE '\\'", matches: "regexp_matches(#1, #2)", hasLookaround: false,
        scalar: ("\\x{", 1, "}")))
    table.lists = .expanded(limit: 10_000)
    table.elementForms = [:]
    table.functions = functionsOfDuckDB
    table.arithmetic = [
      .add: [.integer: .checked("(#1 + #2)"), .real: .template("(#1 + #2)"), .text: .template("(#1 || #2)")],
      .subtract: [.integer: .checked("(#1 - #2)"), .real: .template("(#1 - #2)")],
      .multiply: [.integer: .checked("(#1 * #2)"), .real: .template("(#1 * #2)")],
      .divide: [.integer: .checked("(#1 // NULLIF(#2, 0))"), .real: .template("(#1 / #2)")],
      .modulus: [.integer: .checked("(#1 % NULLIF(#2, 0))")],
      .bitwiseAnd: [.integer: .template("(#1 & #2)")],
      .bitwiseOr: [.integer: .template("(#1 | #2)")],
      .bitwiseXor: [.integer: .template("xor(#1, #2)")],
    ]
    table.aggregates[.sum] = [
      .integer: .checked("COALESCE(sum(#1), 0)::BIGINT"), .real: .checked("COALESCE(sum(#1#2), 0)"),
      .decimal: .checked("COALESCE(sum(#1), 0)"),
    ]
    table.aggregates[.average] = [
      // A sum beyond 64 bits would be rounded twice.
      .integer: .checked("(sum(#1)::BIGINT::DOUBLE / count(#1))"), .real: .checked("(sum(#1#2) / count(#1))"),
    ]
    table.casts = [
      ConversionKey(.integer, .real): .template("(#1)::DOUBLE"),
      ConversionKey(.integer, .decimal): .template("(#1)::DECIMAL(19, 0)"),
      ConversionKey(.integer, .text): .template("(#1)::VARCHAR"),
      ConversionKey(.bool, .integer): .template("(#1)::INTEGER::BIGINT"),
    ]
    table.checkedForms = [:]
    table.encodings = [
      .timestampWithZone: "make_timestamp(epoch_us(#1))", .day: "(#1)::TIMESTAMP", .dateText: "(#1)::TIMESTAMP",
      .uuidText: "(#1)::UUID", .castToText: "(#1)::VARCHAR",
    ]
    // Our driver reads values in their own types.
    table.outputs = [:]
    table.layout = LayoutForms(
      number: "BIGINT", numberKey: "BIGINT NOT NULL", numberKeyIsPrimary: false, foreignKeys: .nowhere, list: "#1[]",
      listOutput: "#1", begin: "BEGIN TRANSACTION")
    return table
  }()

  private static let functionsOfDuckDB: [FunctionIR.Function: [Family: Form]] = [
    .absolute: [.integer: .checked("abs(#1)"), .real: .template("abs(#1)"), .decimal: .template("abs(#1)")],
    .ceiling: [.integer: .template("#1"), .real: .template("ceil(#1)"), .decimal: .checked("ceil(#1)")],
    .floor: [.integer: .template("#1"), .real: .template("floor(#1)"), .decimal: .checked("floor(#1)")],
    .truncate: [.integer: .template("#1"), .real: .template("trunc(#1)"), .decimal: .template("trunc(#1)")],
    .squareRoot: [.real: .checked("sqrt(#1)")],
    .length: [
      // A scalar beyond U+FFFF has two UTF-16 units.
      .text: .template("(length(#1) + length(regexp_replace(#1, '[\\x{0}-\\x{FFFF}]', '', 'g')))"),
      .data: .template("octet_length(#1)"),
    ],
    .onesComplement: [.integer: .template("(~ #1)")],
    .seconds: [.integer: .template("(#1)::DOUBLE"), .real: .template("#1")],
    .minutes: [.integer: .template("((#1)::DOUBLE * 60)"), .real: .template("(#1 * 60)")],
    .hours: [.integer: .template("((#1)::DOUBLE * 3600)"), .real: .template("(#1 * 3600)")],
    .days: [.integer: .template("((#1)::DOUBLE * 86400)"), .real: .template("(#1 * 86400)")],
    .weeks: [.integer: .template("((#1)::DOUBLE * 604800)"), .real: .template("(#1 * 604800)")],
    .month: [.date: .template("extract(month FROM #1)")],
    .day: [.date: .template("extract(day FROM #1)")],
    .weekday: [.date: .template("extract(isodow FROM #1)")],
    .hour: [.date: .template("extract(hour FROM #1)")],
    .minute: [.date: .template("extract(minute FROM #1)")],
    .second: [.date: .template("extract(second FROM #1)")],
    .startOfDay: [.date: .template("date_trunc('day', #1)::TIMESTAMP")],
    // The first date of DuckDB is a day in the middle of a month.
    .startOfWeek: [.date: .checked("date_trunc('week', #1)::TIMESTAMP")],
    .startOfMonth: [.date: .checked("date_trunc('month', #1)::TIMESTAMP")],
    .startOfYear: [.date: .checked("date_trunc('year', #1)::TIMESTAMP")],
  ]
}
