import CDQConnections
import CDQDatabase
import CDQIR
import CDQInference
import CDQKit
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// How a session reads its schema and data, for `:reload` and `:load`.
struct SessionSource {
  /// The path of the data; nil for none.
  var data: String?
  /// Reads schema and data of a path. The schema is that of the command line, else the nearest, else the data's own.
  let open: (_ data: String?) throws(Failure) -> (schema: CompilationInput, data: DataSource?)
}

/// The commands about data: `:load`, `:reload`.
extension Repl {
  /// Replaces the data of the session.
  mutating func load(_ data: DataSource) throws(Failure) {
    runner.store = try context.loadUnlessDatabase(data, schema: schema).store
    runner.database = data.database
    runner.database?.isCancelled = runner.isCancelled
  }

  mutating func changeData(_ argument: String) {
    let path = ReplPath.expanded(argument)
    guard !path.isEmpty, path != "-" else { return fail(":load needs a path", help: [":load PATH"]) }
    do throws(Failure) {
      try DataSource.requirePath(path)
      if hasOwnSchema {
        if let location = DataLocation(path, context) { return try connect(location) }
        try load(DataSource.read(path, context))
        source?.data = path
      } else {
        try reopen(path)
      }
      printCounts("loaded")
    } catch {
      fail(error)
    }
  }

  /// Whether the schema was declared, and not inferred from the data that `:load` replaces.
  private var hasOwnSchema: Bool {
    source == nil || !schema.entities.isEmpty && !schemaSource.sources.contains { $0.name == InferredSchema.name }
  }

  mutating func reload() {
    guard let source else { return fail("this session has nothing that could be read again") }
    do throws(Failure) {
      try reopen(source.data)
      printCounts("read again:")
    } catch {
      fail(error)
    }
  }

  /// Reads schema and data. The session keeps what it had when that fails.
  private mutating func reopen(_ path: String?) throws(Failure) {
    guard let source else { return }
    let (input, data) = try source.open(path)
    var next = QueryRunner(schema: input.schema, schemaSources: input.sources, limits: runner.limits)
    next.isCancelled = runner.isCancelled
    if let data {
      next.store = try context.loadUnlessDatabase(data, schema: input.schema.schema).store
      next.database = data.database
      next.database?.isCancelled = runner.isCancelled
    }
    let declared = named.written
    (runner, schemaSource) = (next, input)
    self.source?.data = path
    named = NamedQueries(input)
    // The queries of the session are checked against the new schema.
    for query in declared {
      let text = SourceText(name: query.file, query.text)
      let (queries, diagnostics) = NamedQueries.compile([text], runner.schema, runner.limits)
      queries.forEach { named.add($0) }
      if queries.isEmpty { show(diagnostics, in: [text]) }
    }
    if let entity, schema.entity(named: entity) == nil { self.entity = nil }
    lastAnswer = nil
  }

  private func printCounts(_ word: String) {
    if let database = runner.database { return console.print("connected to \(database.location)") }
    let counts = schema.entities.filter { !$0.isAbstract }.map {
      Phrase.count(runner.store.count(of: $0.name, includingSubentities: false), $0.name, plural: $0.name)
    }
    console.print("\(word) \(counts.joined(separator: ", "))")
  }

  /// Asks another database about the schema of the session.
  private mutating func connect(_ location: DataLocation) throws(Failure) {
    if try context.store(location) != nil {
      throw .usage("a store has a schema of its own", help: ["'cdq repl --data \(location)' opens it"])
    }
    do throws(DatabaseError) {
      let connection = try location.connect()
      let mapping = runner.database?.database.mapping ?? OwnLayout(schema).mapping
      let database = Database(schema: schema, mapping: mapping, dialect: connection.dialect)
      runner.database = DatabaseSession(
        location, connection, database, allowsResidual: !context.arguments.has("no-residual"))
      runner.database?.isCancelled = runner.isCancelled
      console.print("connected to \(location)")
    } catch {
      throw Failure(error, location)
    }
  }
}
