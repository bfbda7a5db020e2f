import CDQConnections
import CDQCoreData
import CDQFiles
import CDQInference
import CDQRuntime
import CDQSchema
import CDQTerminal
import Foundation

/// The data that `--data` names: a folder with a file per entity, one file, a snapshot, or standard input.
struct DataSource {
  /// A snapshot file, or its bytes from standard input.
  enum SnapshotSource {
    case file(String)
    case bytes(Data, name: String)
  }

  /// The path as the user wrote it.
  var name: String
  /// The files to load, in the order of their names; empty for a snapshot.
  var inputs: [LoadInput] = []
  /// The snapshot to open instead of `inputs`; nil for other data.
  var snapshot: SnapshotSource?
  /// What the file of `snapshot` was before it was read; nil for other data.
  var stamp: FileStamp?
  /// Whether `--write` can replace the files: not when the data came from standard input.
  let isWritable: Bool

  /// Reads the files of a path, or standard input for `-`. A snapshot file is only recognized, not read.
  static func read(_ path: String, _ context: CommandContext) throws(Failure) -> DataSource {
    var source = try read(path, context.console)
    if let separator = try CSVSeparator.value(of: context.arguments) {
      for index in source.inputs.indices { source.inputs[index].csvSeparator = separator }
    }
    return source
  }

  private static func read(_ path: String, _ console: Console) throws(Failure) -> DataSource {
    if path == "-" {
      let bytes = console.input.readAll()
      if let failure = console.input.failure { throw .unreadable("cannot read standard input: \(failure)") }
      if Snapshot.isSnapshot(Data(bytes.prefix(Snapshot.markLength))) {
        return DataSource(name: "<stdin>", snapshot: .bytes(Data(bytes), name: "<stdin>"), isWritable: false)
      }
      return DataSource(
        name: "<stdin>", inputs: [LoadInput(name: "<stdin>", bytes: Data(bytes))], isWritable: false)
    }
    let files = FileSystem()
    if try isSnapshot(path) {
      return DataSource(name: path, snapshot: .file(path), stamp: files.stamp(of: path), isWritable: true)
    }
    try requirePath(path)
    guard files.kind(of: path) == .directory else {
      return DataSource(name: path, inputs: [try file(path)], isWritable: true)
    }
    var inputs: [LoadInput] = []
    for name in try listed(path, files) {
      let file = PathText.join(path, name)
      guard let kind = LoadInput.kind(ofFile: name), files.kind(of: file) == .file else { continue }
      inputs.append(LoadInput(name: file, entity: kind.entity, format: kind.format, bytes: try Files.read(file)))
    }
    guard !inputs.isEmpty else {
      throw .unreadable(
        "there is no data in '\(path)'", help: ["a data folder has <Entity>.json, <Entity>.ndjson or <Entity>.csv"])
    }
    return DataSource(name: path, inputs: inputs, isWritable: true)
  }

  /// Fails when there is nothing at a path. Commands check the path of their data before they search a schema there, so
  /// that a message names the path that is wrong.
  static func requirePath(_ path: String) throws(Failure) {
    guard path != "-", !DatabaseLocation.isPostgres(path), FileSystem().kind(of: path) == .missing else { return }
    throw .unreadable("\(path): no such file or folder", help: ["--data PATH names a data folder or file"])
  }

  /// Fails for a file that is named as a database, or has a database's log beside it, but does not begin as one.
  static func refuseDamagedDatabase(_ path: String) throws(Failure) {
    let files = FileSystem()
    guard path != "-", files.kind(of: path) == .file else { return }
    let isNamed = ["sqlite", "sqlite3", "sqlitedb", "db", "store", "storedata"].contains(
      PathText.fileExtension(of: path).lowercased())
    guard isNamed || files.kind(of: path + "-wal") == .file || files.kind(of: path + "-shm") == .file else { return }
    try Failure.of(path, AppleStoreFile.requireDatabase)
  }

  /// Reads JSON files that are no entity's as files of several entities.
  mutating func divideFiles(_ isEntity: (String) -> Bool) {
    for index in inputs.indices where inputs[index].mayHoldSeveralEntities {
      if let entity = inputs[index].entity, !isEntity(entity) { inputs[index].entity = nil }
    }
  }

  /// Whether a path is that of a snapshot file, by the extension `cdqdata` or by the first bytes.
  static func isSnapshot(_ path: String) throws(Failure) -> Bool {
    guard path != "-", FileSystem().kind(of: path) == .file else { return false }
    if PathText.fileExtension(of: path) == "cdqdata" { return true }
    return Snapshot.isSnapshot(try Files.read(path, atMost: Snapshot.markLength))
  }

  private static func listed(_ path: String, _ files: FileSystem) throws(Failure) -> [String] {
    do throws(FileError) {
      return try files.list(path).filter { !$0.hasPrefix(".") }
    } catch {
      throw Failure(error)
    }
  }

  /// Reads a single file: a JSON object of several entities, or the records of the entity that the file is named after.
  private static func file(_ path: String) throws(Failure) -> LoadInput {
    let bytes = try Files.read(path)
    guard let kind = LoadInput.kind(ofFile: PathText.name(of: path)) else { return LoadInput(name: path, bytes: bytes) }
    let input = LoadInput(name: path, entity: kind.entity, format: kind.format, bytes: bytes)
    return input.mayHoldSeveralEntities ? LoadInput(name: path, bytes: bytes) : input
  }
}
