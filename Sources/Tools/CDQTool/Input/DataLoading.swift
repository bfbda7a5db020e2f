import CDQIR
import CDQRuntime
import CDQSchema
import CDQSyntax
import CDQTerminal
import Foundation

extension DataSource: NamedData {
  func requireWritable() throws(Failure) {
    if !isWritable { throw .usage("--write cannot change standard input") }
  }

  func open(_ schema: Schema, _ context: CommandContext) throws(Failure) -> any OpenData {
    var source = self
    // What is written back must know these files, too.
    source.divideFiles { schema.entity(named: $0) != nil }
    return MemoryData(try context.load(source, schema: schema), from: source)
  }
}

extension CommandContext {
  /// Loads the data of a source into a store and reports the errors and warnings of the loader.
  fileprivate func load(_ source: DataSource, schema: Schema) throws(Failure) -> LoadedStore {
    if let snapshot = source.snapshot { return try open(snapshot, schema: schema) }
    for input in source.inputs { verbose("read \(input.name)") }
    let bar = ProgressBar(console)
    let loaded: LoadedStore
    do throws(LoadError) {
      var loader = StoreLoader(schema: schema)
      loader.allowsUnresolvedReferences = arguments.has("lenient")
      loaded = try loader.load(source.inputs, progress: bar.map { bar in { bar.show($0) } })
      bar?.clear()
    } catch {
      bar?.clear()
      show(error.issues + error.warnings, of: source)
      throw .findings
    }
    try refuseUnrelated(source, loaded, schema)
    show(loaded.warnings, of: source)
    return loaded
  }

  /// Fails when no file belongs to an entity of the schema, which is a mistake in the name of a file or of the data.
  private func refuseUnrelated(_ source: DataSource, _ loaded: LoadedStore, _ schema: Schema) throws(Failure) {
    let unknown = loaded.warnings.filter { $0.code == .unknownEntity }
    let isUnrelated = source.inputs.allSatisfy { input in
      input.entity.map { schema.entity(named: $0) == nil } ?? unknown.contains { $0.file == input.name }
    }
    guard isUnrelated, !source.inputs.isEmpty, schema.entities.allSatisfy({ loaded.store.count(of: $0.name) == 0 })
    else { return }
    let names = schema.entities.filter { !$0.isAbstract }.map(\.name)
    var help: [String] = []
    for input in source.inputs {
      guard let entity = input.entity, let near = Suggestions.entity(meantBy: entity, among: names) else { continue }
      help.append("did you mean '\(near).\(input.format.rawValue)', not '\(PathText.name(of: input.name))'?")
    }
    throw .unreadable(
      "no data of '\(source.name)' belongs to an entity of the schema",
      help: help + ["a file is named after its entity, one of \(names.joined(separator: ", "))"])
  }

  /// Opens a snapshot and migrates it if it was saved with another schema.
  private func open(_ source: DataSource.SnapshotSource, schema: Schema) throws(Failure) -> LoadedStore {
    do throws(SnapshotError) {
      switch source {
      case .file(let path):
        verbose("read \(path)")
        return LoadedStore(store: try Store(contentsOf: URL(fileURLWithPath: path), schema: schema))
      case .bytes(let bytes, let name): return LoadedStore(store: try Store(bytes: bytes, name: name, schema: schema))
      }
    } catch {
      throw failure(error)
    }
  }

  /// The failure for a snapshot that cannot be opened or saved. It reports each obstacle to a migration.
  func failure(_ error: SnapshotError) -> Failure {
    guard case .notMigratable(let file, let problems) = error else { return .unreadable("\(error) [\(error.code)]") }
    for problem in problems {
      console.report("\(file): error: \(problem.subject) \(problem.message) [\(error.code)]")
      console.report("   = help: \(problem.help)")
    }
    return .findings
  }

  private func show(_ issues: [LoadIssue], of source: DataSource) {
    // A report reads the lines of its inputs, which warnings that nobody sees are not worth.
    let shown = isQuiet ? issues.filter { $0.severity == .error } : issues
    let report = DataReport(shown, inputs: source.inputs)
    show(report.diagnostics, report.sources)
    if issues.contains(where: { $0.code == .tooManyErrors }) { console.report("more errors are not listed") }
  }
}
