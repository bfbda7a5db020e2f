import CDQIR
import CDQRuntime

extension CommandContext {
  /// The data of a path as a store. What is wrong with it is reported.
  func load(_ source: DataSource, schema: Schema) throws(Failure) -> LoadedStore {
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
