package import CDQConnections
import CDQIR
package import CDQSQL
import Foundation

// Dates are often stored as numbers, or as texts of one form. Where all values of a column are of one form, their order is
// that of the dates, so that an index of the column serves conditions and sorts. The same holds for Decimal values that
// SQLite stores as numbers. Only the rows say whether they are.

extension CatalogColumn {
  /// The place of an attribute in this column, with what was measured.
  func place(_ encoding: ColumnEncoding?, isOptional: Bool) -> ColumnMapping {
    ColumnMapping(
      name, encoding: encoding, isNormalized: isNormalized == true ? true : nil,
      isOrdered: isOrdered(encoding, isOptional: isOptional), type: ownType,
      collation: indexedCollation(encoding), precision: digits?.precision, scale: digits?.scale)
  }

  /// The digits of a column `numeric(12,2)` of PostgreSQL, whose own values have no more; nil for any other.
  var digits: (precision: Int, scale: Int)? {
    guard type == .decimal, family == .numeric, spelledType.hasPrefix("numeric("), spelledType.hasSuffix(")") else { return nil }
    let parts = spelledType.dropFirst(8).dropLast().split(separator: ",").map { Int($0) }
    guard parts.count == 2, let precision = parts[0], let scale = parts[1], (0...precision).contains(scale) else { return nil }
    return (precision, scale)
  }

  /// The collation of a column of texts that finds at least the texts that are equal, so that its index serves conditions;
  /// nil for that of bytes, which needs no word, and for others.
  func indexedCollation(_ encoding: ColumnEncoding?) -> String? {
    collation == ColumnMapping.caselessCollation && family == .textAffinity && encoding == .castToText ? collation : nil
  }

  /// Whether the order of the column is that of dates or Decimal values in a form; nil where it is not, or nobody looked.
  ///
  /// - Parameter isOptional: Whether the attribute may be nil. If not, the column must not hold NULL either, which a
  ///   bound does not find.
  func isOrdered(_ encoding: ColumnEncoding?, isOptional: Bool) -> Bool? {
    if encoding == .number, type != .decimal { return nil }
    return encoding.map(orderedEncodings.contains) == true && (isOptional || !self.isOptional) ? true : nil
  }
}

extension DatabaseCatalog {
  /// Reads all values of all columns that may hold dates, and notes in which forms of dates they are in order.
  mutating func measureDates(at connection: any DatabaseConnection) throws(DatabaseError) {
    for index in tables.indices {
      let columns = tables[index].columns.filter { $0.type == .string || $0.type == .date || $0.type?.isNumeric == true }
      let found = try connection.orderedEncodings(of: columns.map(\.name), in: tables[index].name)
      for place in tables[index].columns.indices {
        tables[index].columns[place].orderedEncodings = found[tables[index].columns[place].name] ?? []
      }
    }
  }
}

extension DatabaseConnection {
  /// The forms of dates and numbers in which the values of columns are in order.
  ///
  /// - Returns: Nothing for a column with other values, for one without values, and for a table that cannot be read.
  package func orderedEncodings(
    of columns: [String], in table: TableName
  ) throws(DatabaseError) -> [String: Set<ColumnEncoding>] {
    var result: [String: Set<ColumnEncoding>] = [:]
    let from = dialect.identifier(table)
    // A statement has a limit of columns.
    for start in stride(from: 0, to: columns.count, by: 300) {
      let part = Array(columns[start..<min(start + 300, columns.count)])
      do throws(DatabaseError) {
        let examples = part.map(dialect.identifier).map { "(SELECT \($0) FROM \(from) WHERE \($0) IS NOT NULL LIMIT 1)" }
        let row = try rows("SELECT \(examples.joined(separator: ", "))").first ?? []
        let tests = zip(part, row).flatMap { name, example in
          orderTests(of: dialect.identifier(name), like: example).map { (name: name, encoding: $0, test: $1) }
        }
        if tests.isEmpty { continue }
        let list = tests.map { "min(CASE WHEN \($0.test) THEN 1 ELSE 0 END)" }.joined(separator: ", ")
        let found = try rows("SELECT \(list) FROM \(from)").first ?? []
        for (test, datum) in zip(tests, found) where datum.textForm == "1" {
          result[test.name, default: []].insert(test.encoding)
        }
      } catch .failed {
        continue
      }
    }
    return result
  }

  /// The condition of values that are in order in a form of dates, for each form that the example of a column may have.
  private func orderTests(of column: String, like example: SQLDatum) -> [(ColumnEncoding, String)] {
    let isLite = dialect.name == .sqlite
    if isLite, case .text(let text) = example {
      guard let pattern = DatePattern.glob(of: text) else { return [] }
      // The day is one of the calendar, and the year has a date in Swift.
      let day = "date(\(column)) = substr(\(column), 1, 10) AND \(column) >= '0001'"
      return [(.dateText, "\(column) IS NULL OR typeof(\(column)) = 'text' AND \(column) GLOB '\(pattern)' AND \(day)")]
    }
    guard isLite || dialect.name == .postgres, let number = example.textForm, isLite || Int64(number) != nil else { return [] }
    return (isLite ? [(.number, orderOfDigits(column))] : []) + DatePattern.numbers.map { encoding, range in
      let inRange = "\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      if !isLite { return (encoding, "\(column) IS NULL OR \(inRange)") }
      // What is subtracted from a number with a fraction must not round it, so that none becomes equal to another.
      let exact = encoding == .secondsSince1970 ? " OR typeof(\(column)) = 'real' AND \(column) >= 489153600"
        : encoding == .secondsSince2001 ? " OR typeof(\(column)) = 'real'" : ""
      return (encoding, "\(column) IS NULL OR (typeof(\(column)) = 'integer'\(exact)) AND \(inRange)")
    }
  }
}

/// The condition of numbers of SQLite whose order is that of the Decimal values that their digits are. Beyond 2⁵³, a number
/// with a fraction has other digits than the whole number that it is.
private func orderOfDigits(_ column: String) -> String {
  "\(column) IS NULL OR typeof(\(column)) IN ('integer', 'real') AND \(column) BETWEEN -9007199254740992 AND 9007199254740992 "
    + "AND (\(column) = 0 OR NOT \(column) BETWEEN -1e-100 AND 1e-100)"
}

/// The forms of dates whose order is that of the dates.
private enum DatePattern {
  /// Numbers with the range of the years from 1 to 9999.
  static let numbers: [(ColumnEncoding, ClosedRange<Int64>)] = [
    (.secondsSince1970, -62_135_596_800...253_402_300_799), (.secondsSince2001, -63_113_904_000...252_423_993_599),
    (.millisecondsSince1970, -62_135_596_800_000...253_402_300_799_999),
  ]

  /// The pattern of SQLite for all texts in the form of an example, which have one length and are in UTC; nil for another text.
  static func glob(of text: String) -> String? {
    let form = #"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z?)?$"#
    guard text.utf8.count <= 40, text.range(of: form, options: .regularExpression) != nil else { return nil }
    return String(text.flatMap { $0.isNumber ? "[0-9]" : String($0) })
  }
}

extension DatabaseMapping {
  /// The attributes whose columns the mapping calls ordered, but which hold values in other forms: a condition may not find
  /// those.
  package func unordered(in connection: any DatabaseConnection) throws(DatabaseError) -> [ColumnProblem] {
    var result: [ColumnProblem] = []
    for (entity, place) in entities.sorted(by: { $0.key < $1.key }) {
      let declared = place.attributes.filter { $0.value.isOrdered == true }
      guard !declared.isEmpty else { continue }
      let found = try connection.orderedEncodings(of: Set(declared.values.map(\.column)).sorted(), in: place.table)
      for (attribute, column) in declared.sorted(by: { $0.key < $1.key }) {
        if let encoding = column.encoding, found[column.column]?.contains(encoding) == true { continue }
        result.append(
          ColumnProblem(
            entity: entity, attribute: attribute,
            message: "the mapping calls '\(entity).\(attribute)' ordered, but \(place.table.name).\(column.column) holds "
              + (column.encoding == .number
                ? "texts, or numbers beyond 2⁵³, which conditions may not find" : "dates in several forms, which conditions may not find"),
            help: column.encoding == .number
              ? "omit \"isOrdered\" in the mapping, or write the values as numbers"
              : "omit \"isOrdered\" in the mapping, or write the dates in one form, in UTC"))
      }
    }
    return result
  }
}
