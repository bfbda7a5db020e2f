package import CDQConnections
import CDQIR
import CDQSQL

// What a column means beyond its type: dates that are texts or numbers, truth values that are 0 and 1 or letters, texts
// that a CHECK limits to a list. Names and declarations only suggest a meaning. The values decide: one that is of another
// type, and the column keeps the type that it has.

/// A meaning that a column may have, with the type that says so.
struct ColumnForm: Sendable {
  let type: ValueType
  let encoding: ColumnEncoding?
  /// What the values are, for the user.
  let description: String
  /// The values of a list; empty for other forms.
  var list: [String] = []
  /// Whether the name of the column already says that it is of the type, so that values of another type are worth a remark.
  let isExpected: Bool
  /// Whether the name of the column says that it holds dates, and the form is one of dates.
  var meansDate: Bool { type == .date && (encoding != .dateText || isExpected) }
  let test: @Sendable (SQLDatum) -> Bool
}

/// The meanings that a column may have, and how many of its values contradict each.
private struct MeasuredColumn {
  let place: Int
  let forms: [ColumnForm]
  /// The number of values without NULL.
  var count = 0
  var strays: [(count: Int, example: String)]

  init(_ place: Int, _ forms: [ColumnForm]) {
    (self.place, self.forms) = (place, forms)
    strays = forms.map { _ in (0, "") }
  }

  mutating func add(_ datum: SQLDatum) {
    if case .null = datum { return }
    count += 1
    for number in forms.indices where !forms[number].test(datum) {
      if strays[number].count == 0 { strays[number].example = datum.shown ?? "NULL" }
      strays[number].count += 1
    }
  }

  /// The first form that all values have; a list is declared, so that it needs no value.
  var chosen: ColumnForm? {
    forms.indices.first { strays[$0].count == 0 && (count > 0 || !forms[$0].list.isEmpty) }.map { forms[$0] }
  }

  /// Whether further values matter, if some of them were read.
  var isOpen: Bool { strays.contains { $0.count == 0 } || forms.first?.isExpected ?? false }
}

extension DatabaseCatalog {
  /// The number of rows after which columns that have no meaning are not read further.
  private static let firstRows = 1000

  /// Reads all rows of the columns that may have a meaning beyond their type, and gives them the type of it where every
  /// value agrees.
  package mutating func readForms(at connection: any DatabaseConnection) throws(DatabaseError) {
    guard connection.dialect.name != .duckdb else { return }
    var report = FormReport()
    for index in tables.indices {
      let table = tables[index]
      for column in table.columns where column.type == .decimal { report.note("Decimal", "\(table.name.name).\(column.name)") }
      let candidates = DatabaseCatalog.candidates(in: table)
      guard !candidates.isEmpty, let first = try DatabaseCatalog.measured(candidates, of: table, connection, rows: DatabaseCatalog.firstRows),
        let rest = try DatabaseCatalog.measured(candidates.filter { candidate in
          first.contains { $0.place == candidate.place && $0.isOpen }
        }, of: table, connection, rows: nil)
      else { continue }
      for column in rest {
        let name = "\(table.name.name).\(table.columns[column.place].name)"
        if let form = column.chosen {
          tables[index].columns[column.place].take(form)
          report.note(form.description, name)
        } else if let form = column.forms.first, form.isExpected, column.count > 0 {
          report.strays.append(
            "\(name) stays \(table.columns[column.place].type.map { "\($0)" } ?? "text"): \(column.strays[0].count) of \(column.count) "
              + "values are no \(form.description), such as \(column.strays[0].example)")
        }
      }
      // A column of dates without a value is read as the others of its table.
      let dates = tables[index].columns.filter { $0.type == .date }
      for column in rest where column.count == 0 && column.chosen == nil {
        let known = table.columns[column.place]
        guard let form = column.forms.first(where: { form in
          form.meansDate && dates.contains { $0.encoding == form.encoding && $0.family == known.family }
        }) else { continue }
        tables[index].columns[column.place].take(form)
        report.note("\(form.description) without a value yet", "\(table.name.name).\(known.name)")
      }
    }
    remarks += report.lines
  }

  /// The columns of a table that may have a meaning beyond their type. Keys are compared as they are.
  private static func candidates(in table: CatalogTable) -> [MeasuredColumn] {
    let lists = Dictionary(
      table.checks.flatMap { CheckedList.lists(in: $0) }.map { ($0.column.lowercased(), $0.values) }, uniquingKeysWith: { first, _ in first })
    return table.columns.enumerated().compactMap { place, column in
      if table.primaryKey.contains(column.name) || table.foreignKeys.contains(where: { $0.columns.contains(column.name) }) { return nil }
      let forms = ColumnForm.candidates(for: column, list: lists[column.name.lowercased()] ?? [])
      return forms.isEmpty ? nil : MeasuredColumn(place, forms)
    }
  }

  /// The columns with what their values are; nil for a view that fails while it is read, of which a query says why.
  ///
  /// - Parameter limit: The greatest number of rows to read; nil for all of them.
  private static func measured(
    _ columns: [MeasuredColumn], of table: CatalogTable, _ connection: any DatabaseConnection, rows limit: Int?
  ) throws(DatabaseError) -> [MeasuredColumn]? {
    if columns.isEmpty { return [] }
    var result = columns
    let areTexts = columns.map { connection.dialect.name == .postgres && table.columns[$0.place].type != .string }
    let names = columns.map { connection.dialect.identifier(table.columns[$0.place].name) }.joined(separator: ", ")
    let text = "SELECT \(names) FROM \(connection.dialect.identifier(table.name))\(limit.map { " LIMIT \($0)" } ?? "")"
    do throws(DatabaseError) {
      try connection.read(SQLStatement(text: text), deadline: nil, isStreamed: true) { row throws(DatabaseError) in
        for number in result.indices {
          var datum = row.datum(at: number)
          // PostgreSQL gives texts of numbers.
          if areTexts[number], let text = datum.textForm {
            datum = Int64(text).map { .int($0) } ?? Double(text).map { .real($0) } ?? datum
          }
          result[number].add(datum)
        }
        return true
      }
    } catch .failed {
      return nil
    }
    return result
  }
}

/// What an import read beyond the declared types, with one line for each form.
private struct FormReport {
  private var found: [(description: String, columns: [String])] = []
  var strays: [String] = []

  mutating func note(_ description: String, _ column: String) {
    if let place = found.firstIndex(where: { $0.description == description }) {
      found[place].columns.append(column)
    } else {
      found.append((description, [column]))
    }
  }

  var lines: [String] {
    found.map { description, columns in
      let rest = columns.count > 8 ? " and \(columns.count - 8) more" : ""
      return "read as \(description): \(columns.prefix(8).joined(separator: ", "))\(rest)"
    } + strays
  }
}

extension CatalogColumn {
  /// Gives the column the type of a form, and its default value in that type.
  fileprivate mutating func take(_ form: ColumnForm) {
    switch (form.type, defaultValue) {
    case (.bool, .int(let number)): defaultValue = (0...1).contains(number) ? .bool(number == 1) : .null
    case (.string, .string(let text)): if !form.list.contains(text) { defaultValue = .null }
    default: defaultValue = .null
    }
    if form.list.isEmpty {
      (type, encoding) = (form.type, form.encoding)
      (isNormalized, ownType) = (nil, nil)
      isGuaranteed = false
    } else {
      list = form.list
    }
  }
}

extension ColumnForm {
  private static let texts: Set<ColumnFamily> = [.textAffinity, .text, .char]
  private static let wholeNumbers: Set<ColumnFamily> = [.integerAffinity, .numericAffinity, .int2, .int4, .int8]

  /// The meanings that a column may have by its type, its name and the values that a CHECK allows.
  static func candidates(for column: CatalogColumn, list: [SQLDatum]) -> [ColumnForm] {
    guard let type = column.type, let family = column.family else { return [] }
    let words = SwiftWords(column.name).words
    var result: [ColumnForm] = []
    func add(_ type: ValueType, _ encoding: ColumnEncoding, _ what: String, isExpected: Bool, _ test: @escaping @Sendable (SQLDatum) -> Bool) {
      let allowed = ColumnRules.encodings(of: type, in: family)
      guard allowed.contains(encoding), let isOfType = CheckedColumn.test(encoding, type) else { return }
      result.append(
        ColumnForm(type: type, encoding: encoding, description: "\(type) (\(what))", isExpected: isExpected) { isOfType($0) && test($0) })
    }
    if type == .string, texts.contains(family) {
      let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
      if !texts.isEmpty, texts.count == list.count {
        let allowed = Set(texts.map { Array($0.utf8) })
        result.append(
          ColumnForm(type: .string, encoding: nil, description: "enums (values of a CHECK)", list: texts, isExpected: true) { datum in
            if case .text(let text) = datum { allowed.contains(Array(text.utf8)) } else { false }
          })
      }
      add(.date, .dateText, "texts of ISO 8601", isExpected: meansDate(words, isNumber: false)) { datum in isDateText(datum) }
      if meansTruth(words) { add(.bool, .boolText, "words such as Y and N", isExpected: false) { _ in true } }
    }
    if type.isInteger, wholeNumbers.contains(family) {
      let isTruth = !list.isEmpty && list.allSatisfy { $0 == .int(0) || $0 == .int(1) }
      if isTruth || meansTruth(words) { add(.bool, .checked, "0 and 1", isExpected: isTruth) { _ in true } }
    }
    if type.isInteger || type == .double, meansDate(words, isNumber: true) {
      add(.date, .secondsSince1970, "seconds since 1970", isExpected: false) { isWithin($0, unit: 1) }
      add(.date, .millisecondsSince1970, "milliseconds since 1970", isExpected: false) { isWithin($0, unit: 1000) }
    }
    return result
  }

  /// Whether a text begins with a whole day, as `2024-01-31`: `ISO8601` also reads shorter forms.
  private static func isDateText(_ datum: SQLDatum) -> Bool {
    guard case .text(let text) = datum else { return false }
    let start = Array(text.utf8.prefix(10))
    return start.count == 10 && start.indices.allSatisfy { place in
      place == 4 || place == 7 ? start[place] == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(start[place])
    }
  }

  /// Whether a number is an instant of the years 1980 to 2100 in a unit of which a second has so many. Other numbers may
  /// be of another unit.
  private static func isWithin(_ datum: SQLDatum, unit: Double) -> Bool {
    let range = (315_532_800.0 * unit)..<(4_102_444_800 * unit)
    switch datum {
    case .int(let number): return range.contains(Double(number))
    case .real(let number): return range.contains(number)
    case .null, .text, .blob: return false
    }
  }

  private static let dateWords: Set<String> = ["at", "on", "date", "time", "timestamp", "ts", "datetime", "day", "since", "until"]
  private static let dateStems: Set<String> = [
    "created", "updated", "modified", "deleted", "published", "expires", "expiry", "expiration", "started", "ended", "finished",
    "birthday", "birthdate", "timestamp", "joined", "sent", "received", "shipped", "paid", "placed", "logged", "occurred", "seen",
    "closed", "opened", "due", "hired", "born", "archived", "completed", "read",
  ]

  /// Whether a name says that a column holds instants: `placed_at`, `InvoiceDate`, `created`.
  private static func meansDate(_ words: [String], isNumber: Bool) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return dateWords.contains(last) || words.count == 1 && dateStems.contains(last) || isNumber && ["date", "timestamp"].contains(first)
  }

  private static let truthVerbs: Set<String> = [
    "is", "has", "can", "was", "are", "should", "must", "may", "allow", "allows", "needs", "requires", "enable", "enables", "use",
    "uses", "shows", "hide", "hides", "did", "does", "had", "will",
  ]
  private static let truths: Set<String> = [
    "active", "enabled", "disabled", "deleted", "archived", "visible", "hidden", "published", "completed", "done", "closed", "locked",
    "verified", "confirmed", "approved", "flag", "public", "private", "default", "primary", "optional", "required", "read", "starred",
    "pinned", "muted", "blocked", "banned", "paid", "shipped", "available", "discontinued", "featured", "favorite", "finished",
    "resolved", "cancelled", "canceled", "processed", "sent", "present", "married", "graduated", "returned", "admin", "edited",
  ]

  /// Whether a name says that a column holds truth values: `is_active`, `HasChildren`, `enabled`.
  private static func meansTruth(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    // `activebool`, a frequent spelling without a mark between the words.
    return words.count > 1 && truthVerbs.contains(first) || truths.contains(last) || last.hasSuffix("bool")
  }
}
