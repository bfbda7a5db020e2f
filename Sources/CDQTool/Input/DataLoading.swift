import CDQIR
import CDQRuntime
import Foundation

extension CommandContext {
  /// Loads the data of a source into a store and reports the errors and warnings of the loader.
  func load(_ source: DataSource, schema: Schema) throws(Failure) -> LoadedStore {
    if let snapshot = source.snapshot { return try open(snapshot, schema: schema) }
    for input in source.inputs { verbose("read \(input.name)") }
    let bar = ProgressBar(console)
    do throws(LoadError) {
      let loaded = try StoreLoader(schema: schema).load(source.inputs, progress: bar.map { bar in { bar.show($0) } })
      bar?.clear()
      show(loaded.warnings)
      return loaded
    } catch {
      bar?.clear()
      show(error.issues + error.warnings)
      throw .findings
    }
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

  private func show(_ issues: [LoadIssue]) {
    let errors = issues.filter { $0.severity == .error }
    let shown = isQuiet ? errors : errors + issues.filter { $0.severity == .warning }
    let limit = maximumErrors ?? .max
    for issue in shown.prefix(limit) {
      console.report(issue.description)
    }
    if shown.count > limit { console.report("\(shown.count - limit) more not shown") }
  }
}
