import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSQL
import CDQTerminal

/// A database that `--data` names: a connection, and where the tables hold the objects of the schema.
final class DatabaseSession: NamedData, OpenData {
  let location: DataLocation
  private(set) var connection: any DatabaseConnection
  let database: Database
  /// Whether conditions that the database cannot test exactly may be tested in memory.
  let allowsResidual: Bool
  /// The store of Core Data that the database is; nil for another database.
  var store: AppleStoreSchema?

  init(_ location: DataLocation, _ connection: any DatabaseConnection, _ database: Database, allowsResidual: Bool) {
    (self.location, self.connection, self.database) = (location, connection, database)
    self.allowsResidual = allowsResidual
  }

  var name: String { location.description }
  var mapping: DatabaseMapping { database.mapping }
  var extent: String { " of \(location)" }

  func opening(_ word: String) -> String { "connected to \(location)" }

  /// A database is ready, and its objects stay where they are.
  func open(_ schema: Schema, _ context: CommandContext) -> any OpenData { self }

  func describe(_ context: CommandContext) throws(Failure) -> Schema? {
    guard let store else { return nil }
    if (context.arguments["format"] ?? "text") == "text", !context.arguments.has("entity") {
      try AppleStoreSummary(store, name: name).write(context, samples: try context.arguments.count("samples") ?? 0)
      context.console.print("")
    }
    return store.model
  }

  private func options(_ settings: RunSettings) -> DatabaseOptions {
    DatabaseOptions(execution: settings.execution, allowsResidual: allowsResidual)
  }

  /// The number of objects of an entity; nil if the database cannot tell it.
  func count(of entity: String, _ settings: RunSettings) -> Int? {
    let all = QueryIR(entity: entity, cardinality: .count)
    guard case .number(let count)? = try? run(all, Arguments(), settings).answer else { return nil }
    return count
  }

  func run(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> QueryOutcome {
    // Memory tells what the rules of the schema would change or refuse, and nothing is opened for writing.
    if ir.cardinality.changesObjects, !settings.writes { return try objects(settings).run(ir, arguments, settings) }
    do throws(DatabaseError) {
      if ir.cardinality.changesObjects { return QueryOutcome(answer: try change(ir, arguments, settings)) }
      let result = try reconnecting(settings) { connection throws(DatabaseError) in
        try database.run(ir, arguments: arguments, on: connection, options: options(settings))
      }
      return QueryOutcome(answer: answer(result, ir))
    } catch {
      throw QueryFailure(error)
    }
  }

  private func objects(_ settings: RunSettings) throws(QueryFailure) -> MemoryData {
    do throws(DatabaseError) {
      return MemoryData(Store(try snapshot(settings, nil)))
    } catch {
      throw QueryFailure(error)
    }
  }

  private func answer(_ result: DatabaseResult, _ ir: QueryIR) -> Answer {
    let rows: ResultRows
    switch result {
    case .count(let number): return .number(number)
    case .exists(let truth): return .truth(truth)
    case .records(let records): rows = ResultRows(records, of: ir.entity, in: database.schema, store)
    case .rows(let values):
      let columns = ResultRows.Column.columns(of: ir.projection)
      rows = ResultRows(columns: columns, rows: values.map { row in row.map(\.withIdentity) })
    }
    return Answer(rows, ir)
  }

  /// Calls a closure with the connection, and ends the run of the database when the user asks for that. A connection that
  /// broke, or whose file was replaced, is opened again first, and a read on which it breaks is asked again, once.
  private func reconnecting<Result>(
    _ settings: RunSettings, _ body: (any DatabaseConnection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    if store != nil {
      do throws(DatabaseError) {
        return try cancellable(settings, body)
      } catch {
        // The connection of a store opens it again by itself.
        guard case .connectionLost = error else { throw error }
        return try cancellable(settings, body)
      }
    }
    let isOld = connection.isUsable
    if !isOld { connection = try location.connect() }
    do throws(DatabaseError) {
      return try cancellable(settings, body)
    } catch {
      guard case .connectionLost = error, isOld else { throw error }
      connection = try location.connect()
      return try cancellable(settings, body)
    }
  }

  private func cancellable<Result>(
    _ settings: RunSettings, _ body: (any DatabaseConnection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    guard settings.isCancelled != nil else { return try body(connection) }
    // Any thread may cancel a run.
    nonisolated(unsafe) let connection = connection
    return try InterruptSignal.watched(cancel: { connection.cancel() }) { () throws(DatabaseError) in try body(connection) }
  }

  /// The statement for a query, with the database's own plan. That of a query that changes objects finds them.
  func plan(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String] {
    var ir = ir
    let change = DatabaseSession.changes[ir.cardinality]
    if ir.cardinality == .delete { ir.cardinality = .many }
    do throws(DatabaseError) {
      let plan = try reconnecting(settings) { connection throws(DatabaseError) in
        try database.plan(ir, arguments: arguments, on: connection, options: options(settings))
      }
      // DuckDB draws its plan, as wide as the longest parameter.
      let lines = plan.explanation.flatMap { $0.split(whereSeparator: \.isNewline) }
      return (change.map { ["-- finds the objects that are \($0):"] } ?? [])
        + SQLText.lines(plan, database.dialect) + lines.map { "-- \($0.prefix(110))" }
        + advice(ir).map { "-- advice: \($0)" }
        + (store == nil ? PlanSentence(ir, plan, database).text.map { ["-- in short: \($0)"] } ?? [] : [])
    } catch {
      throw QueryFailure(error)
    }
  }

  private static let changes: [QueryIR.Cardinality: String] = [.delete: "deleted", .update: "given new values"]

  func statement(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String] {
    try plan(ir, arguments, settings)
  }

  /// What a mapping could say so that the order of a query, and its conditions by order, use the indexes of columns of
  /// texts. Equality uses them in any case.
  private func advice(_ ir: QueryIR) -> [String] {
    guard store == nil else { return [] }
    var texts: [ExpressionIR] = []
    if case .keys(let keys) = ir.sort { texts = keys.map(\.expression) }
    IRNode.predicate(ir.predicate).walk { node in
      switch node {
      case .predicate(.comparison(let node)) where !node.operator.isEquality: texts += [node.left, node.right]
      case .predicate(.text(let node)) where node.operator.place == .prefix && database.dialect.name != .sqlite:
        texts.append(node.text)
      default: break
      }
      return true
    }
    var names: [String] = []
    for case .path(let path) in texts where path.type.base == .string {
      guard let step = path.steps.last, step.kind == .attribute,
        let column = database.mapping.entities[step.entity]?.attributes[step.name], column.isNormalized != true
      else { continue }
      let name = "\(step.entity).\(step.name)"
      if !names.contains(name) { names.append(name) }
    }
    return names.map {
      "'\($0)' is normalized in each row before it is put in order; if its texts are in NFC, the mapping can say "
        + "\"isNormalized\": true, and an index serves the order"
    }
  }
}

/// All objects of a database, and the changes of it.
extension DatabaseSession {
  func snapshot(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot {
    try copy(settings, progress) { store, source in AppleStoreSource(store, source) }
  }

  func portable(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot {
    try copy(settings, progress) { store, source in AppleStoreSource(portable: store, source) }
  }

  private func copy(
    _ settings: RunSettings, _ progress: ((Int) -> Void)?,
    _ shown: (AppleStoreSchema, DatabaseSource) -> AppleStoreSource
  ) throws(DatabaseError) -> Snapshot {
    try reconnecting(settings) { connection throws(DatabaseError) in
      let source = DatabaseSource(database, on: connection)
      guard let store else { return try Store(copying: source, options: options(settings), progress: progress).snapshot }
      return try Store(copying: shown(store, source), options: options(settings), progress: progress).snapshot
    }
  }

  func requireWritable() throws(Failure) {
    guard store == nil else {
      throw .usage("'\(name)' is a Core Data store, which only its application changes")
    }
    guard case .database = location, database.mapping == OwnLayout(database.schema).mapping else {
      throw .usage("cdq made no tables in '\(name)', and others are only read", help: ["'cdq load' copies the objects into tables of cdq"])
    }
  }

  /// Deletes or updates the objects that a query finds, by the rules of the schema, in one transaction.
  private func change(
    _ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings
  ) throws(DatabaseError) -> Answer {
    do {
      let connection = try location.connectForWriting()
      let result = try database.transaction(on: connection) { transaction in
        try transaction.run(ir, arguments: arguments, options: options(settings))
      }
      guard case .count(let count) = result else { throw DatabaseError.readOnly }
      return ir.cardinality == .update ? .updated(count) : .deleted(count)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw .cannotConnect("\(error)")
    }
  }
}

extension QueryFailure {
  /// The failure of a query on a database.
  init(_ error: DatabaseError) {
    if case .execution(let error) = error {
      self.init(error)
      return
    }
    let isLate = if case .deadlineExceeded = error { true } else { false }
    let help = isLate ? LimitOption.help(about: .deadlineExceeded).map { [$0] } ?? [] : []
    self.init(stage: .run, code: error.code, message: error.message, help: error.help + help)
  }
}

extension Failure {
  /// The failure of a database that cannot be opened or read.
  init(_ error: DatabaseError, _ location: DataLocation) {
    self = .unreadable("\(location): \(error)", help: error.help)
  }
}

extension Value {
  /// The identity of an object in place of its key; any other value as it is.
  fileprivate var withIdentity: Value {
    guard case .object(let key) = self else { return self }
    switch key.identity {
    case .record(let number): return .int(Int64(number))
    case .int(let number): return .int(number)
    case .string(let text): return .string(text)
    case .uuid(let id): return .uuid(id)
    case .composite(let texts): return .list(texts.map { .string($0) })
    }
  }
}

extension ResultRows {
  /// Creates a row for each object of a database, with the attributes and to-one references of `entity` in schema order.
  init(_ records: [DatabaseRecord], of entity: String, in schema: Schema, _ store: AppleStoreSchema? = nil) {
    var columns: [Column] = []
    for property in schema.allProperties(of: entity) {
      switch property {
      case .attribute(let attribute) where !attribute.isTransient:
        columns.append(Column(name: attribute.name, type: attribute.type))
      case .relationship(let relationship) where !relationship.isTransient && !relationship.isToMany:
        columns.append(Column(name: relationship.name, type: .object(relationship.destination)))
      default: continue
      }
    }
    let identities = records.map { Value.object($0.key).withIdentity }
    let rows = records.map { record in
      columns.map { column in
        let value = record[column.name].withIdentity
        return store?.shown(value, of: column.name, in: entity, column.type) ?? value
      }
    }
    self.init(columns: columns, rows: rows) {
      identities[$0]
    }
  }
}
