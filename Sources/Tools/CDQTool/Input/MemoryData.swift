import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSyntax
import CDQTerminal

/// Objects in memory, with the files from which they were read.
final class MemoryData: OpenData {
  let store: Store
  /// The files with the loader's warnings about them; nil for objects of another source.
  private let origin: (source: DataSource, warnings: [LoadIssue])?
  private var schema: Schema { store.schema }

  init(_ store: Store) {
    (self.store, origin) = (store, nil)
  }

  init(_ loaded: LoadedStore, from source: DataSource) {
    (store, origin) = (loaded.store, (source, loaded.warnings))
  }

  var mapping: DatabaseMapping { OwnLayout(schema).mapping }

  func opening(_ word: String) -> String {
    let counts = schema.entities.filter { !$0.isAbstract }.map {
      Phrase.count(store.count(of: $0.name, includingSubentities: false), $0.name, plural: $0.name)
    }
    return "\(word) \(counts.joined(separator: ", "))"
  }

  var extent: String {
    let count = schema.entities.reduce(0) { $0 + store.count(of: $1.name, includingSubentities: false) }
    return ", \(Phrase.count(count, "object"))"
  }

  func count(of entity: String, _ settings: RunSettings) -> Int? { store.count(of: entity) }

  func run(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> QueryOutcome {
    let trial = ir.cardinality.changesObjects ? Store(store.snapshot) : store
    let result: QueryResult
    do throws(ExecutionError) {
      result = try trial.run(ir, arguments: arguments, options: settings.execution)
    } catch {
      var failure = QueryFailure(error)
      failure.help += help(about: error, ir, arguments, settings)
      throw failure
    }
    var outcome = QueryOutcome(answer: answer(result, ir))
    if ir.cardinality.changesObjects { outcome.commit = rewriting(after: trial, ir.entity) }
    return outcome
  }

  /// What replaces the files by those of a store after a change.
  private func rewriting(after trial: Store, _ entity: String) -> (() throws(Failure) -> [String])? {
    guard let (source, warnings) = origin else { return nil }
    let rewriter = DataRewriter(
      source: source, warnings: warnings, before: store.snapshot, after: trial.snapshot, entity: entity)
    return { () throws(Failure) in try rewriter.write() }
  }

  func plan(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String] {
    try PlanReport.lines(ir, arguments, store.snapshot, settings)
  }

  /// The statement in our own layout, since no database holds the objects.
  func statement(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String] {
    do throws(DatabaseError) {
      return SQLText.lines(try Database(schema: schema, dialect: .sqlite).plan(ir, arguments: arguments), .sqlite)
    } catch {
      throw QueryFailure(error)
    }
  }

  func snapshot(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot {
    store.snapshot
  }

  private func help(
    about error: ExecutionError, _ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings
  ) -> [String] {
    switch error {
    case .notUnique:
      var many = ir
      many.cardinality = .many
      guard let all = try? store.run(many, arguments: arguments, options: settings.limits.executionOptions()),
        case .rows(let rows) = answer(all, many)
      else { return [] }
      let shown = (0..<min(rows.count, 5)).map { ValueText.json(rows.identity($0), .null) }
      let list = ir.projection == nil ? ": \(shown.joined(separator: ", "))\(rows.count > 5 ? ", …" : "")" : ""
      return ["\(rows.count) match\(list)", "'first \(ir.entity) …' takes the first of them"]
    case .unknownSortChoice(_, let value, let choices):
      return Suggestions.nearest(to: value, among: choices).map { ["did you mean '\($0)'?"] } ?? []
    default: return []
    }
  }

  private func answer(_ result: QueryResult, _ ir: QueryIR) -> Answer {
    let rows: ResultRows
    switch result {
    case .count(let number): return .number(number)
    case .exists(let truth): return .truth(truth)
    case .deleted(let number): return .deleted(number)
    case .updated(let number): return .updated(number)
    case .records(let records): rows = ResultRows(records, of: ir.entity, in: schema)
    case .rows(let values):
      let columns = ResultRows.Column.columns(of: ir.projection)
      rows = ResultRows(columns: columns, rows: values)
    }
    return Answer(rows, ir)
  }
}

extension Answer {
  /// Rows by the cardinality of their query.
  init(_ rows: ResultRows, _ ir: QueryIR) {
    switch ir.cardinality {
    case .first, .one: self = .single(rows)
    case .many, .count, .exists, .delete, .update: self = .rows(rows)
    }
  }
}
