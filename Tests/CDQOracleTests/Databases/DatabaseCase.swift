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

  /// A world whose databases are made already.
  init(loaded: OracleCase.Loaded, databases: [(name: String, database: Database, connection: any DatabaseConnection)]) {
    (self.loaded, self.databases) = (loaded, databases)
  }

  /// Loads a world and writes it into SQLite, and into a schema of PostgreSQL if there is a server.
  ///
  /// - Parameters:
  ///   - isForeign: Whether the mapping has none of the columns that only our own layout has.
  ///   - place: The schema of PostgreSQL. Suites that run at the same time need different ones.
  init(_ world: RandomWorld, postgres: PostgresConnection?, isForeign: Bool, in place: String = "world") throws {
    loaded = try OracleCase.Loaded(world)
    let schema = loaded.checked.schema
    let layout = OwnLayout(schema).mapping
    let mapping = isForeign ? layout.withoutFolds : layout
    if !world.hasNaN {
      let sqlite = try SQLiteConnection(path: ":memory:", access: .create)
      // The tables are those of our own layout; the mapping may know less of them.
      try Database(schema: schema, dialect: .sqlite).create(on: sqlite, with: loaded.store.snapshot)
      databases.append(("SQLite", Database(schema: schema, mapping: mapping, dialect: .sqlite), sqlite))
    }
    if let postgres {
      try postgres.execute("DROP SCHEMA IF EXISTS \(place) CASCADE; CREATE SCHEMA \(place); SET search_path = \(place)")
      try Database(schema: schema, dialect: .postgres).create(on: postgres, with: loaded.store.snapshot)
      databases.append(("PostgreSQL", Database(schema: schema, mapping: mapping, dialect: .postgres), postgres))
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

  /// What tells a result of a database from that of memory; nil if they are the same.
  static func difference(_ found: DatabaseResult, _ expected: QueryResult) -> String? {
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

extension DatabaseMapping {
  /// The mapping of the same tables without folded columns, and with texts that may not be in NFC.
  var withoutFolds: DatabaseMapping {
    var result = self
    for (entity, place) in entities {
      for name in place.attributes.keys {
        result.entities[entity]?.attributes[name]?.folds = nil
        result.entities[entity]?.attributes[name]?.isNormalized = nil
      }
    }
    return result
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

  /// The world as a database holds it: with texts in NFC, and perhaps without the numbers that SQLite cannot hold, NaN
  /// and -0.0.
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
    case .double(let number): withoutNaN ? .double(number.isNaN ? 0.5 : number + 0) : value
    case .list(let values): .list(values.map { stored($0, withoutNaN) })
    default: value
    }
  }
}
