import CDQInference
import CDQKit
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// How a session reads its schema and data, for `:reload` and `:load`.
struct SessionSource {
  /// The path of the data; nil for none.
  var data: String?
  /// Reads schema and data of a path. The schema is that of the command line, else the nearest, else the data's own.
  let open: (_ data: String?) throws(Failure) -> (schema: CompilationInput, data: (any NamedData)?)
}

/// The commands about data: `:load`, `:reload`.
extension Repl {
  /// Replaces the data of the session.
  mutating func load(_ data: any NamedData) throws(Failure) {
    runner.data = try data.open(schema, context)
  }

  mutating func changeData(_ argument: String) {
    let path = ReplPath.expanded(argument)
    guard !path.isEmpty, path != "-" else { return fail(":load needs a path", help: [":load PATH"]) }
    do throws(Failure) {
      if hasOwnSchema {
        try load(context.data(path, for: schema, like: runner.data))
        source?.data = path
      } else {
        try DataSource.requirePath(path)
        try reopen(path)
      }
      console.print(runner.data.opening("loaded"))
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
      console.print(runner.data.opening("read again:"))
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
    if let data { next.data = try data.open(input.schema.schema, context) }
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
}
