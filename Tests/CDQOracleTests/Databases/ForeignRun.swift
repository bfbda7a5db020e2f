import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation

/// A pair of a foreign table and a schema, opened as the commands open a database, and compared with memory.
struct ForeignRun {
  enum Outcome {
    case equal
    /// The query stopped at a value that is not of its type, which it needed.
    case stopped
    case refused(String)
    case different(String)
  }

  let pair: ForeignPair
  let connection: any DatabaseConnection
  let schema: Schema
  private(set) var mapping: DatabaseMapping
  /// Why the database was not opened; nil where it was.
  private(set) var refusal: String?
  private var cells: [[ForeignCell]] = []
  /// The keys of the rows that the database took.
  private var keys: [Int64] = []
  private var store: Store

  /// Makes the table and opens it.
  ///
  /// - Parameters:
  ///   - encoding: What the mapping says of the first column; nil for what an import says.
  ///   - isMeasured: Whether the mapping says in which columns all values are of one form.
  init(
    _ pair: ForeignPair, _ connection: any DatabaseConnection, encoding: ColumnEncoding?? = nil, isMeasured: Bool = false
  ) throws {
    (self.pair, self.connection) = (pair, connection)
    let statements = pair.statements(connection.dialect)
    for statement in statements.tables { _ = try connection.rows(statement) }
    for statement in statements.rows { _ = try? connection.rows(statement) }
    schema = try Schema(parsing: pair.schema)
    var catalog = try DatabaseCatalog(of: connection)
    if isMeasured {
      try catalog.measure(at: connection)
    }
    let imported = ImportedDatabase(catalog)
    mapping = imported.mapping(for: schema)
    if let encoding { mapping.entities["Pair"]?.attributes["v"]?.encoding = encoding }
    store = Store(schema: schema)
    var problems = imported.problems(of: mapping, in: schema)
    problems += try imported.nullProblems(of: mapping, in: schema, on: connection)
    if let first = problems.first {
      refusal = first.message.contains("must have a value") ? "required, but NULL" : first.help
      // Both places are in the message.
      if !first.message.contains("'Pair.\(first.attribute)'") || !first.message.contains("\(pair.table).") {
        refusal = "no place: \(first.message)"
      }
      return
    }
    try read()
  }

  func drop() throws { _ = try connection.rows("DROP TABLE \(connection.dialect.identifier(pair.table))") }

  /// Reads the cells as they are, and fills the store with what they mean.
  private mutating func read() throws {
    let isLite = connection.dialect.name == .sqlite
    let columns = pair.columns.map { column in
      // A Double of the usual form and a date are the number that a `real` is, and not the shorter one that its text says.
      let place = mapping.entities["Pair"]?.attributes.values.first { $0.column == column.name }
      let isExact = column.declared == "real" && (column.type == .date || column.type == .double && place?.encoding == nil)
      return connection.dialect.identifier(column.name) + (isLite ? "" : isExact ? "::float8::text" : "::text")
    }
    let rows = try connection.rows("SELECT id, \(columns.joined(separator: ", ")) FROM \(connection.dialect.identifier(pair.table)) ORDER BY id")
    var objects: [[String: Value]] = []
    for row in rows {
      var object: [String: Value] = ["id": Int64(row[0].textForm ?? "").map { .int($0) } ?? .null]
      var cells: [ForeignCell] = []
      for (place, column) in pair.columns.enumerated() {
        let encoding = mapping.entities["Pair"]?.attributes[column.attribute]?.encoding
        var cell = isLite ? ForeignCell(sqlite: row[place + 1], column.type, encoding)
          : ForeignCell(postgres: row[place + 1].textForm, column.type, encoding)
        if cell == .null, !column.isOptional { cell = .stray }
        if case .value(let value) = cell { object[column.attribute] = value }
        if cell == .stray { object[column.attribute] = ForeignRun.filler(column.type) }
        cells.append(cell)
      }
      self.cells.append(cells)
      keys.append(Int64(row[0].textForm ?? "") ?? 0)
      objects.append(object)
    }
    try store.transaction { transaction in
      for object in objects { try transaction.insert("Pair", object) }
    }
  }

  /// A value in place of one that is not of its type.
  private static func filler(_ type: ValueType) -> Value {
    switch type {
    case .bool: .bool(false)
    case .int16, .int32, .int64: .int(0)
    case .float, .double: .double(0)
    case .decimal: .decimal(0)
    case .string: .string("filler")
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .data: .data(Data())
    default: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
  }

  private static func isNaN(_ value: Value) -> Bool {
    switch value {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: false
    }
  }

  // MARK: Queries

  /// A query with the columns that decide about its result.
  struct Query {
    var text: String
    var arguments: Arguments = [:]
    /// The places of the columns whose values of all rows the result depends on.
    var needed: Set<Int>
    /// Columns of which the query reads the values of found rows, too.
    var isObject = false
    /// A condition that decides alone about the rows for which it has this truth.
    var decided: (text: String, truth: Bool)?
  }

  /// The queries about each column.
  func queries(_ random: inout SplitMix) -> [Query] {
    var result: [Query] = [Query(text: "Pair", needed: [], isObject: true), Query(text: "count Pair", needed: [])]
    for (place, column) in pair.columns.enumerated() {
      let name = column.attribute
      let known = cells.compactMap { cells -> Value? in if case .value(let value) = cells[place] { value } else { nil } }
      let value = random.pickAny(known) ?? ForeignRun.filler(column.type)
      let other = random.pickAny(known) ?? value
      let isOrdered = column.type.isOrdered
      let relation = random.pick(isOrdered ? ["==", "!=", "<", "<=", ">", ">="] : ["==", "!="])
      let one: Arguments = ["a": value]
      // What a comparison with NaN gives is known, and no database needs to be asked.
      let isNaN = [value, other].map(ForeignRun.isNaN)
      let compared: Set<Int> = isNaN[0] ? [] : [place]
      result.append(Query(text: "Pair where \(name) \(relation) $a", arguments: one, needed: compared, isObject: true))
      result.append(Query(text: "count Pair where NOT \(name) \(relation) $a", arguments: one, needed: compared))
      result.append(
        Query(
          text: "count Pair where \(name) IN {$a, $b}", arguments: ["a": value, "b": other],
          needed: isNaN == [true, true] ? [] : [place]))
      // What must have a value is never nil, which no database needs to be asked.
      result.append(Query(text: "count Pair where \(name) == NULL", needed: column.isOptional ? [place] : []))
      result.append(Query(text: "Pair select \(name)", needed: [place]))
      if isOrdered || column.type == .bool { result.append(Query(text: "Pair sort \(name), id", needed: [place], isObject: true)) }
      if column.type.isNumeric {
        result.append(Query(text: "Pair select sum(\(name)) as s, min(\(name)) as l, max(\(name)) as m", needed: [place]))
        result.append(Query(text: "Pair select average(\(name)) as s", needed: [place]))
        result.append(Query(text: "Pair select sum(\(name) * 3 - id) as s, max(\(name) + \(name)) as m", needed: [place]))
      }
      if isOrdered, column.isOptional {
        result.append(Query(text: "Pair where \(name) != NULL sort \(name) desc, id limit 3", needed: [place], isObject: true))
      }
      if isOrdered {
        result.append(
          Query(
            text: "count Pair where \(name) BETWEEN {$a, $b}", arguments: ["a": value, "b": other],
            needed: isNaN.contains(true) ? [] : [place]))
      }
      // No text contains the empty text, which no database needs to be asked.
      if column.type == .string {
        let needed: Set<Int> = value == .string("") ? [] : [place]
        for operation in ["CONTAINS[c]", "BEGINSWITH", "BEGINSWITH[c]"] {
          result.append(Query(text: "count Pair where \(name) \(operation) $a", arguments: one, needed: needed))
        }
        result.append(Query(text: "count Pair where \(name) ==[c] $a", arguments: one, needed: [place]))
        result.append(Query(text: "count Pair where \(name) IN[c] {$a, $b}", arguments: ["a": value, "b": other], needed: [place]))
      }
      for (isAnd, test) in [(true, "id > 3"), (false, "id < 4")] {
        result.append(
          Query(
            text: "count Pair where \(name) \(relation) $a \(isAnd ? "AND" : "OR") \(test)", arguments: one, needed: compared,
            decided: (test, !isAnd)))
      }
    }
    return result
  }

  /// Runs a query in the database and in memory.
  func outcome(_ query: Query) throws -> Outcome {
    let ir = try CheckedQuery(parsing: query.text, in: schema).ir
    let database = Database(schema: schema, mapping: mapping, dialect: connection.dialect)
    let expected = try store.run(ir, arguments: query.arguments)
    let decided = try query.decided.map { try ids(CheckedQuery(parsing: "Pair where \($0.text)", in: schema).ir) }
    // The rows whose stray values the result depends on.
    var mustStop = false
    for (key, row) in zip(keys, cells) where query.needed.contains(where: { row[$0] == .stray }) {
      let isDecided = decided.map { $0.contains(key) == query.decided?.truth } ?? false
      if !isDecided { mustStop = true }
    }
    let hasStray = cells.contains { $0.contains(.stray) }
    if query.isObject, !mustStop {
      let found = Set(try ids(ir, query.arguments))
      mustStop = zip(keys, cells).contains { found.contains($0) && $1.contains(.stray) }
    }
    do throws(DatabaseError) {
      let found = try database.run(ir, arguments: query.arguments, on: connection)
      if mustStop { return .different("\(found), although a value is not of its type") }
      if let difference = ForeignRun.difference(found, expected) { return .different(difference) }
      // The statement of a generated function, which is written before the arguments are known.
      let generated = try StatementRun(schema, store, ir, query.arguments, database, connection).compare()
      if case .different(let difference) = generated { return .different("generated: \(difference)") }
      return .equal
    } catch {
      switch error {
      case .unexpectedValue(let column, _), .unexpectedNull(let column):
        if !hasStray { return .different("\(error), but all values are of their types") }
        return pair.columns.contains { column == "\(pair.table).\($0.name)" } ? .stopped : .different("\(error) has no place")
      case .refused(let reasons): return .refused(reasons.first?.reason ?? "")
      default: return .different("\(error)")
      }
    }
  }

  private func ids(_ ir: QueryIR, _ arguments: Arguments = [:]) throws -> [Int64] {
    guard case .records(let records) = try store.run(ir, arguments: arguments) else { return [] }
    return records.compactMap { if case .int(let number) = $0["id"] { number } else { nil } }
  }

  private static func difference(_ found: DatabaseResult, _ expected: QueryResult) -> String? {
    func isSame(_ left: Value, _ right: Value) -> Bool {
      switch (left, right) {
      case (.double, .double), (.decimal, .decimal): left == right || ForeignRun.isNaN(left) && ForeignRun.isNaN(right)
      case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
      default: left == right
      }
    }
    switch (found, expected) {
    case (.records(let found), .records(let expected)):
      guard found.map({ $0["id"] }) == expected.map({ $0["id"] }) else {
        return "\(found.map { $0["id"] }) instead of \(expected.map { $0["id"] })"
      }
      for (record, other) in zip(found, expected) {
        for (name, value) in record.values where !isSame(value, other[name]) { return "\(name) is \(value) instead of \(other[name])" }
      }
      return nil
    case (.rows(let found), .rows(let expected)):
      let areSame = found.count == expected.count && zip(found, expected).allSatisfy { $0.elementsEqual($1, by: isSame) }
      return areSame ? nil : "\(found) instead of \(expected)"
    case (.count(let found), .count(let expected)): return found == expected ? nil : "\(found) instead of \(expected)"
    default: return "another kind of result"
    }
  }
}
