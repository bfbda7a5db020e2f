import CDQConnections
import CDQIR
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSemantics

/// Data that answers queries, in memory or in a database. All commands ask it in this way.
protocol OpenData: AnyObject {
  /// Where a database holds the objects, or would hold them.
  var mapping: DatabaseMapping { get }

  /// The line of a session that has opened the data, such as `loaded 3 City`.
  ///
  /// - Parameter word: What was done with data that is read into memory.
  func opening(_ word: String) -> String

  /// What follows the number of entities in the first line of a session, such as `, 3 objects`.
  var extent: String { get }

  /// The number of objects of an entity, with those of its sub-entities; nil where nobody can tell it.
  func count(of entity: String, _ settings: RunSettings) -> Int?

  /// Runs a compiled query. Only a `delete` or `update` whose settings say that it writes, or whose outcome is
  /// committed, changes anything.
  func run(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> QueryOutcome

  /// How a query is answered, step by step.
  func plan(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String]

  /// The statement of a database for a query.
  func statement(_ ir: QueryIR, _ arguments: Arguments, _ settings: RunSettings) throws(QueryFailure) -> [String]

  /// The objects as queries see them, in memory.
  func snapshot(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot

  /// The objects as data files hold them, where each has what identifies it.
  func portable(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot
}

extension OpenData {
  func portable(_ settings: RunSettings, _ progress: ((Int) -> Void)?) throws(DatabaseError) -> Snapshot {
    try snapshot(settings, progress)
  }
}

extension CommandContext {
  /// Reads all objects of opened data, with a line of progress on a terminal.
  ///
  /// - Parameter isPortable: Whether as data files hold them, and not as queries see them.
  func objects(of data: any OpenData, named name: String, isPortable: Bool) throws(Failure) -> Snapshot {
    let bar = ProgressBar(console)
    defer { bar?.clear() }
    do throws(DatabaseError) {
      let settings = RunSettings(limits: limitsOfOneRun)
      let show = bar.map { bar in { (count: Int) in bar.show("read \(count) objects") } }
      return try isPortable ? data.portable(settings, show) : data.snapshot(settings, show)
    } catch {
      throw .unreadable("\(name): \(error)", help: error.help)
    }
  }

  /// All objects of the data at a path, with their schema.
  func objects(at path: String, isPortable: Bool = true) throws(Failure) -> Snapshot {
    let (schema, source) = try schemaAndData(path)
    return try objects(of: source.open(schema.schema.schema, self), named: source.name, isPortable: isPortable)
  }
}
