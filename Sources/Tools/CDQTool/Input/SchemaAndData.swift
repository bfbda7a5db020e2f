import CDQConnections
import CDQDatabase
import CDQFiles
import CDQIR
import CDQInference
import CDQKit
import CDQRuntime
import CDQSchema
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
  ) throws(Failure) -> (schema: CompilationInput, data: any NamedData) {
    // The data first: of two paths, the one that is wrong is named.
    try DataSource.requirePath(path)
    if let location = DataLocation(path, self) {
      let (schema, session) = try schemaAndDatabase(location, for: texts)
      return (schema, session)
    }
    if arguments["engine"] == DataLocation.engine {
      throw .usage("'\(path)' has nothing that DuckDB reads", help: ["DuckDB reads Parquet, CSV and its own files"])
    }
    try DataSource.refuseDamagedDatabase(path)
    let finder = SchemaFinder(
      console: console, path: arguments["schema"], modelVersion: arguments["model-version"], limits: limits.text)
    var data: DataSource
    if let found = try finder.find(for: texts, near: folders + (path == "-" ? [] : [path])) {
      data = try DataSource.read(path, self)
      guard arguments["schema"] == nil, !finder.declaresSchema(texts), isUnrelated(data, found.schema.schema) else {
        return (try sound(found), data)
      }
    } else {
      data = try DataSource.read(path, self)
    }
    let inferred = InferredSchema(data.inputs, entity: arguments["entity"])
    guard data.snapshot == nil, let source = inferred.source else { throw finder.missing() }
    data.inputs = inferred.inputs
    summary("no schema was found; it is inferred from the data, as by 'cdq schema infer'")
    return (try sound(finder.schema(of: source, for: texts)), data)
  }

  /// The data at a path for a session that keeps its schema.
  ///
  /// - Parameter current: The data that it replaces. A database has its tables where that one has them.
  func data(_ path: String, for schema: Schema, like current: any OpenData) throws(Failure) -> any NamedData {
    try DataSource.requirePath(path)
    guard let location = DataLocation(path, self) else { return try DataSource.read(path, self) }
    return try database(location, for: schema, in: current.mapping)
  }

  /// Whether the only file of the data is named after no entity of a schema, as `orders.csv` in a folder with the queries
  /// of something else. A file with a similar name is one with a mistake.
  private func isUnrelated(_ data: DataSource, _ schema: Schema) -> Bool {
    guard data.inputs.count == 1, data.inputs[0].name == data.name, let name = data.inputs[0].entity else { return false }
    return schema.entity(named: name) == nil && Suggestions.entity(meantBy: name, among: schema.entities.map(\.name)) == nil
  }
}
