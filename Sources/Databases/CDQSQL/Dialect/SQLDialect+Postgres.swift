import CDQIR

extension SQLDialect {
  /// PostgreSQL from version 13 on.
  public static let postgres = SQLDialect(
    name: .postgres, title: "PostgreSQL", parameterMark: "$",
    parameterCasts: [
      .bool: "::boolean", .integer: "::bigint", .real: "::double precision", .decimal: "::numeric", .text: "::text",
      .date: "::timestamptz", .data: "::bytea", .uuid: "::uuid", .url: "::text",
    ],
    columnTypes: [
      .bool: "boolean", .int16: "smallint", .int32: "integer", .int64: "bigint", .float: "real",
      .double: "double precision", .duration: "double precision", .decimal: "numeric", .string: "text COLLATE \"C\"",
      .date: "timestamp with time zone", .data: "bytea", .opaque: "bytea", .uuid: "uuid", .url: "text COLLATE \"C\"",
    ],
    same: "#1 IS NOT DISTINCT FROM #2", different: "#1 IS DISTINCT FROM #2",
    collations: [.text: " COLLATE \"C\"", .url: " COLLATE \"C\""],
    hasNaN: true, comparesNumbersExactly: false, infinity: "'Infinity'::double precision",
    normalized: "normalize(#1, NFC)", folded: nil,
    asciiFolding: ASCIIFolding(
      lowercased: "lower(#1 COLLATE \"C\")", isOther: "(#1 COLLATE \"C\") ~ '[^\\x01-\\x7F]'"), 
    textMatching: .superset(
      TextTests(
        begins: "starts_with(#1, #2)", ends: "right(#1, length(#2)) = #2", contains: "strpos(#1, #2) > 0",
        like: "#1 LIKE #2", matches: "#1 ~ #2",
        // U+0300 is the first mark.
        prefix: "#1 LIKE regexp_replace(#2, '([\\\\%_])', '\\\\\\1', 'g') || '%' "
          + "AND (substr(#1, char_length(#2) + 1, 1) COLLATE \"C\" < chr(768) OR #3)",
        hasLookaround: true,
        scalar: ("\\U", 8, ""))),
    lists: .array,
    elements: Elements(
      "unnest(#1) WITH ORDINALITY AS #2(value, ordinal)", join: "CROSS JOIN LATERAL", ordinal: "ordinal"), elementForms: [:],
    functions: [
      .absolute: [.integer: .checked("abs(#1)"), .real: .template("abs(#1)"), .decimal: .template("abs(#1)")],
      .ceiling: [.integer: .template("#1"), .real: .template("ceil(#1)"), .decimal: .template("ceil(#1)")],
      .floor: [.integer: .template("#1"), .real: .template("floor(#1)"), .decimal: .template("floor(#1)")],
      .truncate: [.integer: .template("#1"), .real: .template("trunc(#1)"), .decimal: .template("trunc(#1)")],
      .squareRoot: [.real: .checked("sqrt(#1)")],
      .length: [
        // A scalar beyond U+FFFF has two UTF-16 units.
        .text: .template("(length(#1) + length(regexp_replace(#1, '[\\u0001-\\uffff]', '', 'g')))::bigint"),
        .data: .template("octet_length(#1)::bigint"),
      ],
      .onesComplement: [.integer: .template("(~ #1)")],
      .seconds: [.integer: .template("(#1)::double precision"), .real: .template("#1")],
      .minutes: [.integer: .checked("((#1)::double precision * 60)"), .real: .checked("(#1 * 60)")],
      .hours: [.integer: .checked("((#1)::double precision * 3600)"), .real: .checked("(#1 * 3600)")],
      .days: [.integer: .checked("((#1)::double precision * 86400)"), .real: .checked("(#1 * 86400)")],
      .weeks: [.integer: .checked("((#1)::double precision * 604800)"), .real: .checked("(#1 * 604800)")],
      // The year before 1 is 0, and -1 in PostgreSQL.
      .year: [
        .date: .checked(
          "(extract(year FROM #1 AT TIME ZONE 'UTC') + CASE WHEN extract(year FROM #1 AT TIME ZONE 'UTC') < 0 THEN 1 ELSE 0 END)::bigint")
      ],
      .month: [.date: .template("extract(month FROM #1 AT TIME ZONE 'UTC')::bigint")],
      .day: [.date: .template("extract(day FROM #1 AT TIME ZONE 'UTC')::bigint")],
      .weekday: [.date: .template("extract(isodow FROM #1 AT TIME ZONE 'UTC')::bigint")],
      .hour: [.date: .template("extract(hour FROM #1 AT TIME ZONE 'UTC')::bigint")],
      .minute: [.date: .template("extract(minute FROM #1 AT TIME ZONE 'UTC')::bigint")],
      .second: [.date: .template("floor(extract(second FROM #1 AT TIME ZONE 'UTC'))::bigint")],
      .startOfDay: [.date: .template("(date_trunc('day', #1 AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')")],
      // The first date of PostgreSQL is a day in the middle of a month.
      .startOfWeek: [.date: .checked("(date_trunc('week', #1 AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')")],
      .startOfMonth: [.date: .checked("(date_trunc('month', #1 AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')")],
      .startOfYear: [.date: .checked("(date_trunc('year', #1 AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')")],
    ],
    arithmetic: [
      .add: [.integer: .checked("(#1 + #2)"), .real: .checked("(#1 + #2)"), .decimal: .digits("NULLIF(#1 + #2, 'NaN')"),
        .text: .template("(#1 || #2)")],
      .subtract: [.integer: .checked("(#1 - #2)"), .real: .checked("(#1 - #2)"), .decimal: .digits("NULLIF(#1 - #2, 'NaN')")],
      .multiply: [.integer: .checked("(#1 * #2)"), .real: .checked("(#1 * #2)"), .decimal: .digits("NULLIF(#1 * #2, 'NaN')")],
      .divide: [.integer: .checked("(#1 / NULLIF(#2, 0))"), .real: .checked("(#1 / #2)")],
      .modulus: [.integer: .template("(#1 % NULLIF(#2, 0))")],
      .bitwiseAnd: [.integer: .template("(#1 & #2)")],
      .bitwiseOr: [.integer: .template("(#1 | #2)")],
      .bitwiseXor: [.integer: .template("(#1 # #2)")],
    ],
    aggregates: [
      .sum: [
        .integer: .checked("COALESCE(sum(#1), 0)::bigint"), .real: .checked("COALESCE(sum(#1#2), 0)"),
        .decimal: .template("NULLIF(COALESCE(sum(#1), 0)::numeric, 'NaN')"),
      ],
      .average: [
        .integer: .template("(sum(#1)::double precision / count(#1))"), .real: .checked("(sum(#1#2) / count(#1))"),
      ],
      .minimum: [.integer: .template("min(#1)"), .real: .template("min(#1)"), .decimal: .template("min(#1)"),
        .text: .template("min(#1)"), .date: .template("min(#1)")],
      .maximum: [.integer: .template("max(#1)"), .real: .template("max(#1)"), .decimal: .template("max(#1)"),
        .text: .template("max(#1)"), .date: .template("max(#1)")],
    ],
    casts: [
      ConversionKey(.integer, .real): .template("(#1)::double precision"),
      ConversionKey(.integer, .decimal): .template("(#1)::numeric"),
      ConversionKey(.integer, .text): .template("(#1)::text"),
      ConversionKey(.bool, .integer): .template("(#1)::int::bigint"),
    ],
    encodings: [:], checkedForms: checkedFormsOfPostgres, valueBounds: valueBoundsOfPostgres,
    outputs: [.date: "extract(epoch FROM #1)", .real: "(#1)::double precision"],
    holdsZeroCharacter: false,
    layout: LayoutForms(
      number: "bigint", numberKey: "bigint GENERATED BY DEFAULT AS IDENTITY (MINVALUE 0 START WITH 0) NOT NULL",
      numberKeyIsPrimary: false, foreignKeys: .afterTables, list: "#1[]", listOutput: "array_to_json(#1)",
      begin: "BEGIN ISOLATION LEVEL SERIALIZABLE",
      beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), explain: "EXPLAIN ",
    argumentForms: [.timestamp: "(#1 AT TIME ZONE 'UTC')", .day: "(#1 AT TIME ZONE 'UTC')"])
}
