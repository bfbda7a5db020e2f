import CDQConnections
import CDQIR
import CDQSQL
import Foundation

/// What the values of a column of SQLite are, whose declared type binds none of them.
struct ColumnSample: Sendable {
  /// A type and an encoding that the column may have, and what contradicts them.
  struct Candidate: Sendable {
    let type: ValueType
    let encoding: ColumnEncoding
    let test: @Sendable (SQLDatum) -> Bool
    /// The number of values that are not of it, and the first of them with its key, as a message shows it.
    var strays = 0
    var example = ""
  }

  /// The number of values without NULL.
  private(set) var count = 0
  private(set) var candidates: [Candidate]
  /// The greatest distance of a number from zero.
  private(set) var largest = 0.0

  /// The candidates for a column, the one that its declared type means first.
  ///
  /// - Parameters:
  ///   - declared: The type of an attribute that the declared type means; nil for words without a meaning.
  ///   - comparesSpecially: Whether texts may be compared by a collation of the column that is not that of bytes.
  init(_ declared: ValueType?, _ family: ColumnFamily, comparesSpecially: Bool) {
    var types: [ValueType]
    switch declared {
    case .int16?, .int32?: types = [.int64, .double, .string, .data]
    case .bool?: types = [.int64, .double, .string, .data]
    case .data?: types = [.string]
    case .string?: types = [.data]
    default: types = declared == nil ? [.int64, .double, .string, .data] : [.int64, .double, .string, .data].filter { $0 != declared }
    }
    if let declared { types.insert(declared, at: 0) }
    candidates = []
    for type in types {
      for encoding in ColumnRules.encodings(of: type, in: family) {
        guard let encoding, let test = CheckedColumn.test(encoding, type), encoding != .secondsSince2001 else { continue }
        if type == .date, encoding == .secondsSince1970 { continue }
        // A collation of the column would change how it compares.
        if type == .string, comparesSpecially, encoding == .checked { continue }
        // A number is a date only where the type says so; Julian days would be dates of 1970.
        let isDate = type == .date
        candidates.append(
          Candidate(type: type, encoding: encoding) { datum in test(datum) && !(isDate && ColumnSample.mayBeJulian(datum)) })
      }
    }
  }

  /// Whether a number may be a Julian day of the years 1 to 9999, which is about as many seconds as February 1970.
  private static func mayBeJulian(_ datum: SQLDatum) -> Bool {
    switch datum {
    case .real(let number): (1_721_425.5..<5_373_484.5).contains(number)
    case .int(let number): (1_721_425..<5_373_485).contains(number)
    case .null, .text, .blob: false
    }
  }

  mutating func add(_ datum: SQLDatum, key: String) {
    switch datum {
    case .null: return
    case .int(let number): largest = max(largest, Double(number).magnitude)
    case .real(let number): largest = max(largest, number.magnitude)
    case .text, .blob: break
    }
    count += 1
    for index in candidates.indices where !candidates[index].test(datum) {
      if candidates[index].strays == 0 { candidates[index].example = (datum.shown ?? "NULL") + (key.isEmpty ? "" : " (key \(key))") }
      candidates[index].strays += 1
    }
  }

  /// The first candidate that all values are of; nil for none.
  var chosen: Candidate? {
    guard count > 0, let first = candidates.first else { return candidates.first }
    return first.strays == 0 ? first : candidates.first { $0.strays == 0 }
  }
}

extension DatabaseCatalog {
  /// Looks at the rows of all tables, chooses the type of each column that all of its values are of, and notes where it
  /// is not the declared one.
  mutating func look(at connection: any DatabaseConnection, rows limit: Int) throws(DatabaseError) {
    var seen = (rows: 0, isAll: true)
    for index in tables.indices {
      let table = tables[index]
      let keys = table.primaryKey.isEmpty ? [table.rowNumber].compactMap { $0 } : table.primaryKey
      let names = (table.columns.map(\.name) + keys).map { connection.dialect.identifier($0) }
      let text = "SELECT \(names.joined(separator: ", ")) FROM \(connection.dialect.identifier(table.name)) LIMIT \(max(0, limit))"
      var samples = table.columns.map(\.sample)
      var count = 0
      let places = table.columns.count..<names.count
      do throws(DatabaseError) {
        try connection.read(SQLStatement(text: text), deadline: nil, isStreamed: true) { row throws(DatabaseError) in
          count += 1
          var key: String?
          for place in samples.indices {
            let datum = row.datum(at: place)
            if case .null = datum { continue }
            let known = key ?? places.compactMap { row.datum(at: $0).shownKey }.joined(separator: ", ")
            key = known
            samples[place]?.add(datum, key: known)
          }
          return true
        }
      } catch .failed {
        // A view may fail while it is read; a query of it says why.
        continue
      }
      seen.rows += count
      if count == limit { seen.isAll = false }
      for place in samples.indices { tables[index].columns[place].sample = samples[place] }
      for place in samples.indices { decide(index, place) }
    }
    self.seen = seen
  }

  private mutating func decide(_ table: Int, _ place: Int) {
    let column = tables[table].columns[place]
    guard let sample = column.sample else { return }
    let name = "\(tables[table].name.name).\(column.name)"
    let isUnknown = column.type == nil
    // Words without a meaning and no values: any value can be shown as a text.
    let chosen = isUnknown && sample.count == 0 ? sample.candidates.first { $0.type == .string } ?? sample.chosen : sample.chosen
    tables[table].columns[place].type = chosen?.type
    tables[table].columns[place].encoding = column.isGuaranteed ? nil : chosen?.encoding
    guard let first = sample.candidates.first, first.strays > 0, !isUnknown || chosen == nil else { return }
    let why = "\(first.strays) of \(sample.count) values are no \(first.type), such as \(first.example)"
    if let chosen {
      if chosen.type != first.type || chosen.encoding == .millisecondsSince1970 {
        let form = chosen.encoding == .millisecondsSince1970 ? " of milliseconds" : ""
        remarks.append("\(name) is \(chosen.type)\(form): \(why)")
      }
    } else {
      remarks.append("\(name) is left out, since no type holds all of its values: \(why)")
    }
  }

  func table(_ name: TableName) -> CatalogTable? {
    tables.first { $0.name == name } ?? tables.first { $0.name.name == name.name && name.schema == nil }
  }
}

extension CatalogColumn {
  /// The encoding by which the column holds values of a type; nil for the usual form, and where it cannot hold them.
  func encoding(of type: ValueType, isOptional: Bool, _ family: ColumnFamily) -> ColumnEncoding? {
    let allowed = ColumnRules.encodings(of: type, in: family)
    if isGuaranteed, self.type == type, isOptional || !self.isOptional, allowed.contains(nil) { return nil }
    if self.type == type, let encoding, allowed.contains(encoding) { return encoding }
    // Numbers that are too large for seconds are milliseconds.
    if type == .date, let sample, sample.largest > 253_402_300_800, allowed.contains(.millisecondsSince1970) {
      return .millisecondsSince1970
    }
    if type == .string, let sample, !sample.candidates.contains(where: { $0.encoding == .checked && $0.type == .string }) {
      return allowed.contains(.castToText) ? .castToText : allowed.first ?? nil
    }
    return allowed.first ?? nil
  }
}
