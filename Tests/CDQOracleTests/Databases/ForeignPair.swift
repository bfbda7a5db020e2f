import CDQConnections
import CDQIR
import CDQRandom
import CDQSQL
import Foundation

/// A table as somebody else made it, with values as people store them, and a schema that fits it, nearly fits it or
/// contradicts it.
struct ForeignPair {
  struct Column {
    var name: String
    var attribute: String
    var declared: String
    var isNotNull: Bool
    var isIndexed: Bool
    /// The type that the schema gives the attribute.
    var type: ValueType
    var isOptional: Bool
  }

  let table: String
  let isStrict: Bool
  var columns: [Column]
  /// The rows as literals of SQL, one for each column.
  var rows: [[String]]

  /// The schema of the pair, with an index wherever the table has one.
  var schema: String {
    let attributes = columns.map { column in
      let index = column.isIndexed ? " @index" : ""
      return "  \(column.attribute): \(column.type)\(column.isOptional ? "?" : "")\(index) @column(\(ForeignPair.quoted(column.name)))"
    }
    return "entity Pair {\n  id: Int64 @unique\n\(attributes.joined(separator: "\n"))\n  @@table(\(ForeignPair.quoted(table)))\n}"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The statements that make the table. A row that the database refuses, by its types or constraints, is left out.
  func statements(_ dialect: SQLDialect) -> (tables: [String], rows: [String]) {
    let name = dialect.identifier(table)
    let definitions = columns.map { "\(dialect.identifier($0.name)) \($0.declared)\($0.isNotNull ? " NOT NULL" : "")" }
    let key = dialect.name == .sqlite ? "id INTEGER PRIMARY KEY" : "id bigint PRIMARY KEY"
    var tables = ["CREATE TABLE \(name) (\(([key] + definitions).joined(separator: ", ")))\(isStrict ? " STRICT" : "")"]
    for (number, column) in columns.enumerated() where column.isIndexed {
      tables.append("CREATE INDEX \"pair_index_\(number)\" ON \(name) (\(dialect.identifier(column.name)))")
    }
    return (tables, rows.enumerated().map { "INSERT INTO \(name) VALUES (\($0 + 1), \($1.joined(separator: ", ")))" })
  }

  // MARK: Chance

  /// A kind of values that people put into one column.
  private enum Habit: CaseIterable {
    case small, whole, large, real, money, flags, letters, words, truths, isoDays, isoTimes, zones, german, american, seconds,
      milliseconds, julian, texts, ids, idBytes, bytes, links, lists
  }

  private static let names = ["total", "Total amount", "select", "größe", "a\"b", "order", "x.y", "it's", "value?", "$1", "{b}"]
  private static let tables = ["pairs", "Order", "my pairs", "t\"x", "pär", "o'brien", "group"]
  static let sqliteTypes = [
    "INTEGER", "INT", "SMALLINT", "BIGINT", "REAL", "DOUBLE", "FLOAT", "TEXT", "VARCHAR(20)", "CHAR(5)", "BLOB", "", "NUMERIC",
    "DECIMAL(10,2)", "BOOLEAN", "DATE", "DATETIME", "TIMESTAMP", "MONEY", "UUID", "STRING", "TINYINT(1)",
    "TEXT COLLATE NOCASE", "VARCHAR(20) COLLATE NOCASE", "TEXT COLLATE RTRIM",
  ]
  static let postgresTypes = [
    "smallint", "integer", "bigint", "numeric", "numeric(10,2)", "real", "double precision", "text", "varchar(40)", "char(5)",
    "boolean", "date", "timestamp", "timestamptz", "uuid", "bytea", "jsonb", "time",
  ]
  static let types: [ValueType] = [
    .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid,
  ]

  init(_ dialect: SQLDialect.Name, _ random: inout SplitMix) {
    let isLite = dialect == .sqlite
    isStrict = isLite && random.once(in: 8)
    table = random.pick(ForeignPair.tables)
    var names = ForeignPair.names
    let strict = isStrict
    var habits: [Habit] = []
    columns = (0..<(1 + random.below(3))).map { number in
      let declared = strict ? random.pick(["INTEGER", "REAL", "TEXT", "BLOB", "ANY"])
        : random.pick(isLite ? ForeignPair.sqliteTypes : ForeignPair.postgresTypes)
      let habit = ForeignPair.habit(declared, &random)
      habits.append(habit)
      // Two of three schemas fit the values.
      let fitting = ForeignPair.fitting(habit)
      let type = random.chance(65) ? random.pick(fitting) : random.pick(ForeignPair.types)
      return Column(
        name: names.remove(at: random.below(names.count)), attribute: ["v", "w", "x"][number], declared: declared,
        isNotNull: random.once(in: 4), isIndexed: random.once(in: 3), type: type, isOptional: random.chance(75))
    }
    let all = columns
    rows = (0..<(1 + random.below(12))).map { _ in
      zip(all, habits).map { column, habit in
        if !column.isNotNull, random.once(in: 8) { return "NULL" }
        let stray = isLite && random.once(in: 30)
        return ForeignPair.literal(stray ? random.pick(Habit.allCases) : habit, isLite, column, &random)
      }
    }
  }

  /// A pair of one column with the given values, for a table of all combinations.
  init(declared: String, type: ValueType, literals: [String]) {
    (table, isStrict) = ("pairs", false)
    columns = [
      Column(name: "total", attribute: "v", declared: declared, isNotNull: false, isIndexed: false, type: type, isOptional: true)
    ]
    rows = literals.map { [$0] }
  }

  private static func habit(_ declared: String, _ random: inout SplitMix) -> Habit {
    let upper = declared.uppercased()
    let likely: [Habit] =
      switch upper {
      case "BOOLEAN", "TINYINT(1)": [.flags, .letters, .words, .truths]
      case "DATE", "TIMESTAMP", "DATETIME", "TIMESTAMPTZ": [.isoDays, .isoTimes, .zones, .german, .seconds, .milliseconds, .julian]
      case "UUID": [.ids, .idBytes]
      case "BLOB", "BYTEA", "": [.bytes, .idBytes, .texts, .whole]
      case "REAL", "DOUBLE", "FLOAT", "DOUBLE PRECISION": [.real, .money, .whole, .julian]
      case "SMALLINT": [.small, .flags]
      case _ where upper.contains("INT"): [.small, .whole, .large, .seconds, .milliseconds, .flags]
      case _ where upper.contains("CHAR") || upper.contains("TEXT") || upper == "STRING":
        [.texts, .isoDays, .isoTimes, .zones, .german, .american, .letters, .words, .truths, .money, .whole, .ids, .links]
      case "JSONB": [.lists]
      default: [.money, .real, .whole, .large]
      }
    return random.chance(85) ? random.pick(likely) : random.pick(Habit.allCases)
  }

  private static func fitting(_ habit: Habit) -> [ValueType] {
    switch habit {
    case .small: [.int16, .int32, .int64, .double, .float, .decimal]
    case .flags: [.bool, .int16, .int64]
    case .whole, .large: [.int64, .int32, .double, .decimal]
    case .real, .money: [.double, .decimal, .float, .string]
    case .letters, .words, .truths: [.bool, .string]
    case .isoDays, .isoTimes, .zones, .seconds, .milliseconds: [.date, .string, .int64]
    case .german, .american, .texts, .links, .lists: [.string, .date]
    case .julian: [.double, .date]
    case .ids, .idBytes: [.uuid, .string, .data]
    case .bytes: [.data]
    }
  }

  private static func literal(_ habit: Habit, _ isLite: Bool, _ column: Column, _ random: inout SplitMix) -> String {
    let text = value(habit, isLite, column, &random)
    // An index does not show a fraction among whole numbers.
    let number = isLite && column.isIndexed ? Double(text.trimmingCharacters(in: ["'"])) : nil
    let isWhole = number.map { $0.rounded() == $0 } ?? true
    return isWhole || ![.int16, .int32, .int64, .bool].contains(column.type) ? text : "2"
  }

  private static func value(_ habit: Habit, _ isLite: Bool, _ column: Column, _ random: inout SplitMix) -> String {
    let day = ["2024-01-31", "1999-12-31", "2026-11-24", "1969-07-20"]
    let bytes = (0..<16).map { _ in String(format: "%02x", random.below(256)) }.joined()
    func blob(_ hexadecimal: String) -> String { isLite ? "x'\(hexadecimal)'" : "'\\x\(hexadecimal)'" }
    switch habit {
    case .small: return String(random.below(200) - 100)
    case .whole: return String(random.pick([0, 1, -1, 7, 32_768, 100_000, -2_147_483_649]))
    case .large: return random.pick(["9007199254740993", "9223372036854775807", "-9223372036854775808", "3"])
    case .real: return random.pick(["0.1", "1.5", "-0.0", "1e20", "-2.25", "3.0", "0.30000000000000004"])
    case .money: return random.pick(["'12.50'", "'3'", "'-0.05'", "'1e3'", isLite ? "'€ 4,20'" : "'4.20'"])
    case .flags: return random.pick(["0", "1", "0", "1", isLite && random.once(in: 5) ? "5" : "1"])
    case .letters: return random.pick(["'Y'", "'N'", "'y'"])
    case .words: return random.pick(["'true'", "'FALSE'", "'yes'", "'no'"])
    case .truths: return random.pick(["'t'", "'f'"])
    case .isoDays: return "'\(random.pick(day))'"
    case .isoTimes: return "'\(random.pick(day))\(random.pick([" ", "T"]))\(random.pick(["10:20:30", "00:00:00.25", "23:59"]))'"
    case .zones: return "'\(random.pick(day))T10:20:30\(random.pick(["Z", "+02:00", "-0530", "+01"]))'"
    case .german: return random.pick(["'24.11.2026'", "'1.2.2003'"])
    case .american: return random.pick(["'11/24/2026'", "'02/01/2003'"])
    case .seconds: return random.pick(["1700000000", "0", "-86400", "1700000000.5"])
    case .milliseconds: return random.pick(["1700000000000", "1700000000123"])
    case .julian: return random.pick(["2451545.0", "2460000.5"])
    case .texts: return random.pick(["''", "'abc'", "'Straße'", "'e\u{301}'", "'  7 '", "'line\nbreak'", "'007'", "'NaN'", "'0x10'", "'ABC'", "'abc '", "'Abcd'", "'STRASSE'"])
    case .ids: return random.pick(["'0f8fad5b-d9cb-469f-a165-70867728950e'", "'7C9E6679-7425-40DE-944B-E07FC1F90AE7'"])
    case .idBytes: return blob(random.once(in: 3) ? "0f8fad5bd9cb469fa16570867728950e" : bytes)
    case .bytes: return blob(random.pick(["", "00ff", bytes]))
    case .links: return "'https://example.com/\(random.below(9))'"
    case .lists: return random.pick(["'[1, 2]'", "'{}'"])
    }
  }
}
