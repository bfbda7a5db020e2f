package import CDQConnections
import CDQIR
package import CDQSQL

// Texts that are in NFC are compared as the database holds them, so that an index serves their equality, their order and
// the beginnings of them. Whether a column has others, only its rows say.

extension DatabaseCatalog {
  /// Reads all rows, and notes what a mapping says about columns so that conditions and sorts use their indexes.
  package mutating func measure(at connection: any DatabaseConnection) throws(DatabaseError) {
    try measureTexts(at: connection)
    try measureDates(at: connection)
  }

  /// Reads all texts of all columns, and notes which columns hold none but texts in NFC.
  mutating func measureTexts(at connection: any DatabaseConnection) throws(DatabaseError) {
    for index in tables.indices {
      let columns = tables[index].columns.filter { $0.type == .string }.map(\.name)
      guard let others = try connection.columnsNotInNFC(columns, of: tables[index].name) else { continue }
      for place in tables[index].columns.indices where columns.contains(tables[index].columns[place].name) {
        tables[index].columns[place].isNormalized = !others.contains(tables[index].columns[place].name)
      }
    }
  }
}

extension DatabaseConnection {
  /// The columns among those of a table that hold a text which is not in NFC.
  ///
  /// - Returns: nil where the database cannot tell, such as a view that fails.
  package func columnsNotInNFC(_ columns: [String], of table: TableName) throws(DatabaseError) -> Set<String>? {
    let test: String
    switch dialect.name {
    case .sqlite: test = "max(CASE WHEN typeof(#1) = 'text' THEN cdq_nfc(#1) <> #1 ELSE 0 END)"
    case .postgres: test = "max(CASE WHEN (#1)::text IS NOT NFC NORMALIZED THEN 1 ELSE 0 END)"
    default: return nil
    }
    var result: Set<String> = []
    // A statement has a limit of columns.
    for start in stride(from: 0, to: columns.count, by: 500) {
      let part = Array(columns[start..<min(start + 500, columns.count)])
      let tests = part.map { SQLDialect.Form.fill(test, [dialect.identifier($0)]) }.joined(separator: ", ")
      do throws(DatabaseError) {
        let row = try rows("SELECT \(tests) FROM \(dialect.identifier(table))").first ?? []
        for (name, datum) in zip(part, row) where datum.textForm == "1" { result.insert(name) }
      } catch .failed {
        return nil
      }
    }
    return result
  }
}

extension DatabaseMapping {
  /// The attributes whose columns the mapping calls normalized, but which hold other texts: a condition may not find those.
  package func unnormalized(in connection: any DatabaseConnection) throws(DatabaseError) -> [ColumnProblem] {
    var result: [ColumnProblem] = []
    for (entity, place) in entities.sorted(by: { $0.key < $1.key }) {
      let declared = place.attributes.filter { $0.value.isNormalized == true && $0.value.folds == nil }
      let columns = Set(declared.values.map(\.column)).sorted()
      guard !columns.isEmpty, let others = try connection.columnsNotInNFC(columns, of: place.table) else { continue }
      for (attribute, column) in declared.sorted(by: { $0.key < $1.key }) where others.contains(column.column) {
        result.append(
          ColumnProblem(
            entity: entity, attribute: attribute,
            message: "the mapping calls '\(entity).\(attribute)' normalized, but \(place.table.name).\(column.column) holds texts "
              + "that are not in NFC, which conditions may not find",
            help: "omit \"isNormalized\" in the mapping, or write the texts in NFC"))
      }
    }
    return result
  }
}
