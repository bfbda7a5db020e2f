import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQValues
import Foundation

/// One run of a generated statement, with its arguments bound as generated code does.
struct StatementRun {
  enum Outcome {
    case exact, refused(String), different(String)
  }

  let schema: Schema
  let store: Store
  let ir: QueryIR
  let arguments: Arguments
  let mapping: DatabaseMapping
  let dialect: SQLDialect
  let connection: any DatabaseConnection

  init(
    _ schema: Schema, _ store: Store, _ ir: QueryIR, _ arguments: Arguments, _ database: Database, _ connection: any DatabaseConnection
  ) {
    (self.schema, self.store, self.ir, self.arguments, self.connection) = (schema, store, ir, arguments, connection)
    (mapping, dialect) = (database.mapping, database.dialect)
  }

  init(
    _ loaded: OracleCase.Loaded, _ ir: QueryIR, _ arguments: Arguments, _ database: Database,
    _ connection: any DatabaseConnection
  ) {
    self.init(loaded.checked.schema, loaded.store, ir, arguments, database, connection)
  }

  private struct AnyValue: SQLValue {
    let sqlValue: Value

    init(_ value: Value) { sqlValue = value }
    init?(_ datum: SQLDatum, _ dialect: SQLDialect.Name) { nil }
  }

  func outcome() -> Outcome {
    let expected = self.expected
    do throws(DatabaseError) {
      return try compare()
    } catch {
      switch (error, expected) {
      case (.refused(let reasons), _): return .refused("argument: \(reasons.first?.reason ?? "")")
      case (.outOfRange(let reason), _): return .refused("out of range: \(reason)")
      case (.execution(let found), .failure(let expected)) where found.code == expected.code: return .exact
      default: return .different("\(error), \(expected) in memory")
      }
    }
  }

  private var expected: Result<QueryResult, ExecutionError> {
    let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)
    var read = ir
    if ir.cardinality == .delete { read.cardinality = .many }
    return Result { () throws(ExecutionError) in try store.run(read, arguments: arguments, options: options) }
  }

  /// Runs the statement, and compares its rows with memory.
  func compare() throws(DatabaseError) -> Outcome {
    let query: SQLQuery
    do throws(SQLRefusal) {
      query = try SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: dialect)
    } catch {
      return .refused(error.reason)
    }
    let statement = try statement(of: query)
    let rows = try connection.rows(statement.text, statement.bindings)
    guard case .success(let expected) = expected else {
      // The database sees no count of results that are not unique.
      if ir.cardinality == .one, rows.count != 1 { return .exact }
      return .different("\(expected) in memory\n\(statement.statement)")
    }
    if let projection = ir.projection, !projection.shapes.isEmpty, case .rows(let all) = expected {
      let level = try shapes(of: query, projection)
      if let difference = difference(rows, all, level) { return .different("\(difference)\n\(statement.statement)") }
      return .exact
    }
    if let difference = difference(rows, expected, query) { return .different("\(difference)\n\(statement.statement)") }
    return .exact
  }

  /// The plan of the statement.
  func plan() throws -> [String] {
    let statement = try statement(of: SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: dialect))
    return try connection.rows(dialect.explain + statement.text, statement.bindings).map { $0.last?.textForm ?? "" }
  }

  func statement(of query: SQLQuery) throws(DatabaseError) -> SelectStatement<Int> {
    let parts = SQLLayout.words(in: query.statement.text).map { SQLPart.part($0, holds($0)) }
    return try SelectStatement(dialect.name, query.statement.text, query.bindings.map(argument), parts: parts) {
      (row: SQLRow) throws(DatabaseError) in 0
    }
  }

  private func isGiven(_ name: some StringProtocol) -> Bool { !(arguments[String(name)] ?? .null).isNull }

  private func holds(_ word: String) -> Bool {
    if let mark = word.firstIndex(of: "=") {
      return arguments[String(word[..<mark])] == .string(String(word[word.index(after: mark)...]))
    }
    if word.hasPrefix("!") { return !isGiven(word.dropFirst()) }
    return word.split(separator: "|").contains { $0.split(separator: "&").allSatisfy { isGiven($0) } }
  }

  private func argument(_ binding: SQLBinding) -> SQLArgument {
    guard case .computed(let source, let form) = binding else {
      guard case .datum(let datum) = binding else { return .null }
      switch datum {
      case .null: return .null
      case .int(let number): return .int(number)
      case .real(let number): return .real(number)
      case .text(let text): return .text(text)
      case .blob(let data): return .blob(Array(data))
      }
    }
    var value = Value.null
    var name = ""
    switch source {
    case .literal(let text): value = .string(text)
    case .now: value = .date(OracleCase.now)
    case .parameter(let index):
      name = ir.parameters[index].name
      value = arguments[name] ?? .null
      // Generated functions take numbers of the parameter's type.
      if case .int(let number) = value, [.double, .float].contains(ir.parameters[index].type.base) { value = .double(Double(number)) }
    }
    let text: String? = if case .string(let text) = value { text } else { nil }
    let integer: Int64? = if case .int(let number) = value { number } else { nil }
    let date: Date? = if case .date(let date) = value { date } else { nil }
    let key: ObjectKey? = if case .object(let key) = value { key } else { nil }
    switch form {
    case .value: return .value(value.isNull ? nil : AnyValue(identity(value)))
    case .stored: return .stored(text)
    case .folded(let letters): return .folded(text, letters)
    case .spellings:
      guard case .list(let elements) = value else { return .spellings(text) }
      return .spellings(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case .beginning(let index): return .beginning(text, index)
    case .beginningEnd(let index): return .beginningEnd(text, index)
    case .prefixEnd(let letters): return .prefixEnd(text, letters)
    case .pattern(let word): return .pattern(text, word)
    case .instant(let rounding):
      switch rounding {
      case .up: return .instant(date, .up)
      case .down: return .instant(date, .down)
      case .exact: return .instant(date, .exact)
      }
    case .list(let letters):
      guard case .list(let elements) = value else { return .list([AnyValue]?.none, letters) }
      return .list(elements.map { AnyValue(identity($0)) }, letters)
    case .recordNumber: return .recordNumber(key)
    case .keyPart(let index, let count, let type): return .keyPart(key, index, of: count, type)
    case .limit(let most): return .limit(integer, most: most.map { Int64($0) }, name: name)
    case .offset: return .offset(integer, name: name)
    }
  }

  /// The value that identifies an object.
  private func identity(_ value: Value) -> Value {
    guard case .object(let key) = value else { return value }
    switch key.identity {
    case .int(let number): return .int(number)
    case .string(let text): return .string(text)
    case .uuid(let uuid): return .uuid(uuid)
    case .record(let number): return .int(Int64(number))
    case .composite(let parts): return .string(parts.joined())
    }
  }

  // MARK: Comparison

  private func difference(_ rows: [[SQLDatum]], _ expected: QueryResult, _ query: SQLQuery) -> String? {
    switch expected {
    case .records(let records):
      guard rows.count == records.count else { return "\(rows.count) rows instead of \(records.count)" }
      for (row, record) in zip(rows, records) {
        if ir.cardinality == .delete, row.first?.integer != Int64(record.number) {
          return "\(row) instead of the number \(record.number)"
        }
        for output in query.outputs {
          if let found = difference(row, output, record[output.name], query) { return found }
        }
      }
      return nil
    case .rows(let all):
      guard rows.count == all.count else { return "\(rows.count) rows instead of \(all.count)" }
      for (row, values) in zip(rows, all) {
        for (output, value) in zip(query.outputs, values) {
          if let found = difference(row, output, value, query) { return found }
        }
      }
      return nil
    case .count(let count): return rows.first?.first?.integer == Int64(count) ? nil : "\(rows) instead of \(count)"
    case .deleted, .updated: return "objects were changed"
    case .exists(let isThere): return ((rows.first?.first?.integer ?? 0) > 0) == isThere ? nil : "\(rows) instead of \(isThere)"
    }
  }

  func difference(_ row: [SQLDatum], _ output: SQLOutput, _ expected: Value, _ query: SQLQuery) -> String? {
    switch output.content {
    case .constant: return "a constant"
    case .object(let shape):
      guard let column = shape.identity.first?.column ?? shape.key.first else { return "no column of an object" }
      if case .object(let key) = expected, case .composite(let texts) = key.identity {
        let found = shape.identity.map { value(row[$0.column], query.statement.columns[$0.column].type)?.keyText }
        return found == texts ? nil : "\(output.name) is \(found) instead of \(texts)"
      }
      let type = shape.identity.isEmpty ? ValueType.int64 : query.statement.columns[column].type
      let found = value(row[column], type)
      return found == identity(expected) ? nil : "\(output.name) is \(row[column]) instead of \(expected)"
    case .value(let column):
      let type = query.statement.columns[column].type
      guard type.element == nil, type != .opaque else { return nil }
      let found = value(row[column], type)
      if let found, isSame(found, expected) { return nil }
      return "\(output.name) is \(row[column]) instead of \(expected)"
    }
  }

  private func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.double(let a), .double(let b)), (.duration(let a), .duration(let b)): a == b || a.isNaN && b.isNaN
    default: left == right
    }
  }

  private func value(_ datum: SQLDatum, _ type: ValueType) -> Value? {
    if datum == .null { return .null }
    let name = dialect.name
    return switch type {
    case .bool: Bool(datum, name).map { .bool($0) }
    case .int16, .int32, .int64: Int64(datum, name).map { .int($0) }
    case .float, .double: Double(datum, name).map { .double($0) }
    case .duration: Double(datum, name).map { .duration($0) }
    case .decimal: Decimal(datum, name).map { .decimal($0) }
    case .string: String(datum, name).map { .string($0) }
    case .date: Date(datum, name).map { .date($0) }
    case .data: Data(datum, name).map { .data($0) }
    case .uuid: UUID(datum, name).map { .uuid($0) }
    case .url: URL(datum, name).map { .url($0) }
    case .opaque, .collection, .enumeration, .object, .null: nil
    }
  }
}
