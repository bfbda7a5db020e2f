import CDQConnections
import CDQDatabase
import CDQIR
import CDQSchema
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation

/// A random world in memory and in the databases of this machine, which all answer the same queries.
struct DatabaseWorld {
  let loaded: OracleCase.Loaded
  private(set) var databases: [(name: String, database: Database, connection: any DatabaseConnection)] = []

  /// Loads a world and writes it into SQLite, and into a schema of PostgreSQL if there is a server.
  init(_ world: RandomWorld, postgres: PostgresConnection?) throws {
    loaded = try OracleCase.Loaded(world)
    let schema = loaded.checked.schema
    if !world.hasNaN {
      let sqlite = try SQLiteConnection(path: ":memory:", access: .create)
      _ = try sqlite.rows("BEGIN")
      try LayoutWriter(schema, .sqlite) { statement in
        try sqlite.run(statement, deadline: nil) { _ throws(DatabaseError) in true }
      }.write(loaded.store.snapshot)
      _ = try sqlite.rows("COMMIT")
      databases.append(("SQLite", Database(schema: schema, dialect: .sqlite), sqlite))
    }
    if let postgres {
      try postgres.execute("BEGIN; DROP SCHEMA IF EXISTS world CASCADE; CREATE SCHEMA world; SET search_path = world")
      try LayoutWriter(schema, .postgres) { statement in
        try postgres.run(statement, deadline: nil) { _ throws(DatabaseError) in true }
      }.write(loaded.store.snapshot)
      try postgres.execute("COMMIT")
      databases.append(("PostgreSQL", Database(schema: schema, dialect: .postgres), postgres))
    }
  }

  /// How a database answered a query.
  enum Outcome {
    /// The same as in memory, with the statement alone.
    case exact
    /// The same as in memory, where candidates were tested, for these reasons.
    case residual([SQLRefusal])
    case refused([SQLRefusal])
    case different(String)
  }

  /// Runs a query in memory and in one of the databases.
  func outcome(_ ir: QueryIR, _ arguments: Arguments, _ index: Int) -> Outcome {
    let (_, database, connection) = databases[index]
    let execution = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)
    let expected = Result<QueryResult, ExecutionError> { () throws(ExecutionError) in
      try loaded.store.run(ir, arguments: arguments, options: execution)
    }
    let options = DatabaseOptions(execution: execution)
    var text = ""
    do throws(DatabaseError) {
      let plan = try database.plan(ir, arguments: arguments, options: options)
      text = "\(plan.statement.text)\n\(plan.statement.bindings)"
      let found = try database.run(ir, arguments: arguments, on: connection, options: options)
      guard case .success(let expected) = expected else { return .different("\(expected) in memory\n\(text)") }
      if let difference = DatabaseWorld.difference(found, expected) { return .different("\(difference)\n\(text)") }
      return plan.isSuperset ? .residual(plan.reasons) : .exact
    } catch {
      switch (error, expected) {
      case (.refused(let reasons), _): return .refused(reasons)
      case (.execution(let found), .failure(let expected)) where found.code == expected.code: return .exact
      default: return .different("\(error), \(expected) in memory\n\(text)")
      }
    }
  }

  private static func difference(_ found: DatabaseResult, _ expected: QueryResult) -> String? {
    switch (found, expected) {
    case (.records(let found), .records(let expected)):
      guard found.map(\.key) == expected.map(\.key) else {
        return "\(found.map(\.key.identity)) instead of \(expected.map(\.key.identity))"
      }
      for (record, other) in zip(found, expected) {
        for (name, value) in record.values where !isSame(value, other[name]) {
          return "\(name) is \(value) instead of \(other[name])"
        }
      }
      return nil
    case (.rows(let found), .rows(let expected)):
      let areSame = found.count == expected.count
        && zip(found, expected).allSatisfy { row, other in
          row.count == other.count && zip(row, other).allSatisfy { isSame($0, $1) }
        }
      return areSame ? nil : "\(found) instead of \(expected)"
    case (.count(let found), .count(let expected)): return found == expected ? nil : "\(found) instead of \(expected)"
    case (.exists(let found), .exists(let expected)): return found == expected ? nil : "\(found) instead of \(expected)"
    default: return "another kind of result"
    }
  }

  /// Compares texts byte by byte; NaN equals NaN, and an empty list is that of no list.
  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.double(let a), .double(let b)), (.duration(let a), .duration(let b)): a == b || a.isNaN && b.isNaN
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.null, .list(let elements)), (.list(let elements), .null): elements.isEmpty
    default: left == right
    }
  }
}

extension RandomWorld {
  /// Whether a value is NaN, which SQLite cannot hold.
  var hasNaN: Bool {
    objects.contains { object in
      object.attributes.values.contains { RandomWorld.isNaN($0) }
    }
  }

  private static func isNaN(_ value: Value) -> Bool {
    switch value {
    case .double(let number): number.isNaN
    case .list(let values): values.contains { isNaN($0) }
    default: false
    }
  }

  /// The world as a database holds it: with texts in NFC, and perhaps without NaN.
  func stored(withoutNaN: Bool) -> RandomWorld {
    var result = self
    for index in objects.indices {
      result.objects[index].attributes = objects[index].attributes.mapValues { RandomWorld.stored($0, withoutNaN) }
      if case .string(let text) = objects[index].id { result.objects[index].id = .string(text.precomposedStringWithCanonicalMapping) }
    }
    return result
  }

  private static func stored(_ value: Value, _ withoutNaN: Bool) -> Value {
    switch value {
    case .string(let text): .string(text.precomposedStringWithCanonicalMapping)
    case .double(let number): withoutNaN && number.isNaN ? .double(0.5) : value
    case .list(let values): .list(values.map { stored($0, withoutNaN) })
    default: value
    }
  }
}
