import CDQConnections
import CDQDatabase
import CDQFileWriting
import CDQFiles
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSharding
import CDQTerminal
import Foundation

/// `cdq load DATA --to DATABASE`: makes the tables of a schema in a database and fills them.
enum LoadCommand: Command {
  static let name = "load"
  static let summary = "put data into a new database of SQLite or PostgreSQL"
  static let usage = ["DATA --to FILE.sqlite [--schema S]", "DATA --to postgres://… [--schema S] [--shards FILE]"]
  static let options: [OptionSpec] = [
    .value("to", "DATABASE", "a file of SQLite, or a URL of PostgreSQL").also("output", letter: "o"), .schema, .modelVersion,
    .shards,
  ] + OptionSpec.loading + OptionSpec.databases
  static let notes = [
    "DATA is JSON, CSV, a snapshot or another database. All is written in one transaction: after a failure the database is as it was.",
    "A new file appears when it is complete. The database keeps the schema: later commands need no --schema for it.",
    "The tables, as 'cdq schema ddl' prints them, must not be there yet. With --shards, --to is the coordinator; its",
    "transaction is committed by each server for itself.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let example = "cdq load world/ --to world.sqlite"
    guard let data = try arguments.data() else { throw .usage("'cdq load' needs data", help: [example]) }
    guard let target = arguments["to"] else { throw .usage("'cdq load' needs --to", help: [example]) }
    let file = try NewDatabase(target)
    let objects = try context.objects(at: data)
    let schema = objects.schema
    let sharded = try context.shardedLayout(schema)
    if sharded != nil, !DatabaseLocation.isPostgres(target) {
      throw .usage("with --shards, --to is the URL of the coordinator", help: ["write --to postgres://…"])
    }
    let bar = ProgressBar(context.console)
    var count = 0
    let report: (WriteProgress) -> Void = { progress in
      count = progress.objects
      bar?.show("writing \(progress.objects) of \(progress.totalObjects) objects")
    }
    do throws(DatabaseError) {
      if let sharded {
        try sharded.create(at: file.location, with: objects, report)
      } else {
        // The connection ends before the file gets its name.
        try { () throws(DatabaseError) in
          let connection = try file.open()
          let database = Database(schema: schema, dialect: connection.dialect)
          try database.create(on: connection, with: objects, progress: report)
        }()
      }
      bar?.clear()
    } catch {
      bar?.clear()
      let help = ["the tables must not be there yet; 'cdq schema diff OLD NEW --sql' changes those of an older schema"]
      if case .failed = error { throw .unreadable("\(file.location): \(error)", help: help) }
      throw Failure(error, .database(file.location))
    }
    try file.publish()
    context.summary("wrote \(Phrase.count(count, "object")) to \(file.location)")
    return .clean
  }
}

/// The database that `--to` names. A file that is not there yet is made under another name, and gets its own when it is
/// complete: no other process sees a part of it, and a load that fails leaves nothing.
private struct NewDatabase {
  let location: DatabaseLocation
  /// The file that is made; nil where the database is there already.
  private let file: NewFile?

  init(_ text: String) throws(Failure) {
    if !DatabaseLocation.isPostgres(text), let scheme = text.range(of: "://") {
      throw .usage(
        "there is no driver for '\(text[..<scheme.lowerBound])'", help: ["write postgres://…, or a file of SQLite"])
    }
    if let found = DatabaseLocation(text) {
      (location, file) = (found, nil)
      return
    }
    location = .sqlite(path: text)
    let system = FileSystem()
    guard system.kind(of: text) != .missing else {
      for part in ["-journal", "-wal"] where system.kind(of: text + part) != .missing {
        throw .unreadable(
          "'\(text)\(part)' belongs to a database that is gone", help: ["SQLite would change the new one by it; remove it"])
      }
      do throws(FileWriteError) {
        file = try NewFile(text, .create, isNamed: true)
      } catch {
        throw Failure(FileError(text, error))
      }
      return
    }
    file = nil
    // An empty file is a database without tables; one with a journal is repaired by it.
    guard system.kind(of: text + "-journal") == .missing else { return }
    let isEmpty = system.kind(of: text) == .file ? try Files.read(text).isEmpty : false
    guard isEmpty else { throw .unreadable("'\(text)' is no database of SQLite") }
  }

  func open() throws(DatabaseError) -> any DatabaseConnection {
    switch location {
    case .sqlite(let path): try SQLiteConnection(path: file?.temporary ?? path, access: .create)
    case .postgres: try location.connectForWriting()
    }
  }

  /// Gives a new file its name.
  func publish() throws(Failure) {
    do throws(FileWriteError) {
      try file?.commit(isSynced: true)
    } catch {
      let help = error.isThere ? ["another program has made it in the meantime; nothing was changed"] : []
      throw .unreadable("'\(location)' was not written: \(error.reason)", help: help)
    }
  }
}
