import CDQIR
package import CDQSQL

// Spark stops a query under ANSI rules, which are the default since version 4, where a value leaves its range. The time zone
// of the session must be UTC, or the parts of dates are those of another one.

extension SQLDialect {
  /// Spark from version 4 on, for tables of Parquet or other files.
  package static let spark: SQLDialect = {
    var spark = postgres.copy(named: .spark, title: "Spark")
    spark.quote = "`"
    spark.parameterMark = ":p"
    spark.parameterCasts = [
      .bool: "::boolean", .integer: "::bigint", .real: "::double", .decimal: "::decimal(38,18)", .text: "::string",
      .date: "::timestamp", .data: "::binary", .uuid: "::string", .url: "::string",
    ]
    spark.columnTypes = [
      .bool: "boolean", .int16: "bigint", .int32: "bigint", .int64: "bigint", .float: "double", .double: "double",
      .duration: "double", .decimal: "decimal(38,18)", .string: "string", .date: "timestamp", .data: "binary",
      .opaque: "binary", .uuid: "string", .url: "string",
    ]
    // Texts are compared by their bytes, unless a column has another collation.
    spark.collations = [:]
    spark.infinity = "double('Infinity')"
    spark.normalized = nil
    spark.asciiFolding = nil
    spark.decimalDigits = (20, 18)
    spark.windowFamily = nil
    spark.bindsOffsets = false
    spark.review = { text in
      let scopes = SubqueryScopes(text)
      if scopes.depth > 1 { return SQLRefusal("a subquery of Spark sees the query around it, and none around that") }
      return scopes.isSortedBySubquery ? SQLRefusal("Spark does not sort by a subquery of each row") : nil
    }
    spark.hasDriver = false
    spark.holdsZeroCharacter = true
    var tests = TextTests(
      begins: "startswith(#1, #2)", ends: "endswith(#1, #2)", contains: "contains(#1, #2)", like: "#1 LIKE #2",
      matches: "#1 RLIKE #2", hasLookaround: true, scalar: ("\\x{", 1, "}"))
    tests.end = "\\z"
    spark.textMatching = .superset(tests)
    spark.lists = .expanded(limit: 10_000)
    spark.elements = Elements("posexplode(#1) AS #2(ordinal, value)", join: "CROSS JOIN LATERAL", ordinal: "ordinal")
    spark.functions = functionForms
    spark.arithmetic = arithmeticForms
    spark.aggregates = aggregateForms
    spark.casts = [
      ConversionKey(.integer, .real): .template("(#1)::double"), ConversionKey(.integer, .text): .template("(#1)::string"),
      ConversionKey(.integer, .decimal): .template("(#1)::decimal(38,18)"),
      ConversionKey(.bool, .integer): .template("(#1)::bigint"),
    ]
    spark.checkedForms = [:]
    spark.encodings = [.day: "(#1)::timestamp", .uuidText: "upper(#1)", .castToText: "(#1)::string"]
    spark.outputs = [:]
    spark.layout = LayoutForms(
      number: "bigint", numberKey: "bigint NOT NULL", numberKeyIsPrimary: true, foreignKeys: .nowhere, list: "array<#1>",
      listOutput: "#1", begin: "")
    spark.explain = "EXPLAIN "
    return spark
  }()

  private static let functionForms: [FunctionIR.Function: [Family: Form]] = [
    .absolute: [.integer: .checked("abs(#1)"), .real: .template("abs(#1)"), .decimal: .template("abs(#1)")],
    .ceiling: [.integer: .template("#1"), .real: .refused("Spark rounds a Double to a bigint")],
    .floor: [.integer: .template("#1"), .real: .refused("Spark rounds a Double to a bigint")],
    .truncate: [.integer: .template("#1"), .real: .refused("Spark has no such function of a Double")],
    .squareRoot: [.real: .refused("Spark has NaN for the root of a negative number")],
    // A scalar beyond U+FFFF has two UTF-16 units.
    .length: [
      .text: .template("(length(#1) + length(regexp_replace(#1, '[\\\\x{0}-\\\\x{FFFF}]', '')))::bigint"),
      .data: .template("length(#1)::bigint"),
    ],
    .onesComplement: [.integer: .template("(~ #1)")],
    .seconds: [.integer: .template("(#1)::double"), .real: .template("#1")],
    .minutes: [.integer: .template("((#1)::double * 60)"), .real: .template("(#1 * 60)")],
    .hours: [.integer: .template("((#1)::double * 3600)"), .real: .template("(#1 * 3600)")],
    .days: [.integer: .template("((#1)::double * 86400)"), .real: .template("(#1 * 86400)")],
    .weeks: [.integer: .template("((#1)::double * 604800)"), .real: .template("(#1 * 604800)")],
    .month: [.date: .template("month(#1)::bigint")],
    .day: [.date: .template("day(#1)::bigint")],
    .weekday: [.date: .template("(weekday(#1) + 1)::bigint")],
    .hour: [.date: .template("hour(#1)::bigint")],
    .minute: [.date: .template("minute(#1)::bigint")],
    .second: [.date: .template("second(#1)::bigint")],
  ]

  private static let arithmeticForms: [ArithmeticIR.Operator: [Family: Form]] = [
    .add: [.integer: .checked("(#1 + #2)"), .real: .template("(#1 + #2)")],
    .subtract: [.integer: .checked("(#1 - #2)"), .real: .template("(#1 - #2)")],
    .multiply: [.integer: .checked("(#1 * #2)"), .real: .template("(#1 * #2)")],
    .divide: [.integer: .checked("(#1 div nullif(#2, 0))"), .real: .checked("(#1 / #2)")],
    .modulus: [.integer: .template("(#1 % nullif(#2, 0))")],
    .bitwiseAnd: [.integer: .template("(#1 & #2)")],
    .bitwiseOr: [.integer: .template("(#1 | #2)")],
    .bitwiseXor: [.integer: .template("(#1 ^ #2)")],
  ]

  private static let aggregateForms: [AggregateFunction: [Family: Form]] = {
    let unordered = Form.refused("Spark adds Doubles in any order, and each order has another sum")
    let extreme = { (name: String) -> [Family: Form] in
      let families: [Family] = [.integer, .real, .decimal, .text, .date]
      return Dictionary(uniqueKeysWithValues: families.map { ($0, .template("\(name)(#1)")) })
    }
    return [
      .sum: [
        .integer: .checked("coalesce(sum(#1), 0)"), .real: unordered,
        .decimal: .refused("a sum of Spark's Decimals may have more digits than they"),
      ],
      .average: [.integer: .checked("(sum(#1)::double / count(#1))"), .real: unordered],
      .minimum: extreme("min"), .maximum: extreme("max"),
    ]
  }()
}
