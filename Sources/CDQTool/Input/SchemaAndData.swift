import CDQConnections
import CDQDatabase
import CDQFiles
import CDQKit
import CDQSemantics
import CDQSyntax

extension CommandContext {
  /// The schema and the data of a command. Where no schema is found, it is inferred from the data.
  ///
  /// - Parameters:
  ///   - path: the value of `--data`.
  ///   - texts: `.cdq` texts, which may declare the schema.
  ///   - folders: folders to search for a schema before that of the data.
  func schemaAndData(
    _ path: String, for texts: [SourceText] = [], near folders: [String] = []
  ) throws(Failure) -> (schema: CompilationInput, data: DataSource) {
    // The data first: of two paths, the one that is wrong is named.
    try DataSource.requirePath(path)
    if let location = DataLocation(path, self) {
      let (schema, session) = try schemaAndDatabase(location, for: texts)
      return (schema, DataSource(name: location.description, database: session, isWritable: false))
    }
    if arguments["engine"] == DataLocation.engine {
      throw .usage("'\(path)' has nothing that DuckDB reads", help: ["DuckDB reads Parquet, CSV and its own files"])
    }
    try DataSource.refuseDamagedDatabase(path)
    var finder = SchemaFinder(
      console: console, path: arguments["schema"], modelVersion: arguments["model-version"], limits: limits.text)
    if let found = try finder.find(for: texts, near: folders + (path == "-" ? [] : [path])) {
      return (try sound(found), try DataSource.read(path, self))
    }
    var data = try DataSource.read(path, self)
    let inferred = InferredSchema(data.inputs, entity: arguments["entity"])
    guard data.snapshot == nil, let source = inferred.source else { throw finder.missing() }
    data.inputs = inferred.inputs
    finder.inferred = source
    summary("no schema was found; it is inferred from the data, as by 'cdq schema infer'")
    return (try sound(finder.require(for: texts)), data)
  }
}
