import CDQConnections
import CDQDatabase
import CDQFileWriting
import CDQFiles
import CDQIR
import CDQPrinting
import CDQResults
import CDQRuntime
import CDQSchema
import CDQTerminal
import Foundation

/// `cdq export STORE -o FOLDER`: writes the objects of a Core Data store as data files, with their schema.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "write the objects of a Core Data store as data files"
  static let usage = ["STORE -o FOLDER [--format csv] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("output", letter: "o", "FOLDER", "the folder for the files, which must not hold them yet").also("to"),
    .data,
    .choice("format", letter: "f", ["ndjson", "csv"], "how the objects are written (default ndjson)"),
  ]
  static let notes = [
    "The folder gets a file for each entity with objects, and Schema.cdq, so that 'cdq eval … --data FOLDER' reads it.",
    "An attribute objectID has the number of each object in the store; references are such numbers.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    guard let path = try context.arguments.data() else {
      throw .usage("'cdq export' needs a store", help: ["cdq export Notes.sqlite -o data/"])
    }
    guard let folder = context.arguments["output"] else {
      throw .usage("'cdq export' needs -o FOLDER", help: ["cdq export \(path) -o data/"])
    }
    let store = try context.coreDataStore(path)
    for remark in store.remarks { context.summary(remark) }
    let objects = AppleStoreObjects(store)
    let isCSV = context.arguments["format"] == "csv"
    let files = objects.entities.map { PathText.join(folder, "\($0.name).\(isCSV ? "csv" : "ndjson")") }
    let schemaFile = PathText.join(folder, "Schema.cdq")
    let system = FileSystem()
    for file in files + [schemaFile] where system.kind(of: file) != .missing {
      throw .unreadable("'\(file)' is there already", help: ["-o names another folder"])
    }
    let exported = ExportedSchema(store)
    let folderFiles = try NewFolderFiles(folder)
    // The schema is first: of two exports at once, one gets its name, and the other leaves nothing.
    let schema = try folderFiles.begin(schemaFile)
    schema.write(SchemaPrinter.text(exported.schema))
    try folderFiles.end(schema)
    var total = 0
    for (entity, file) in zip(objects.entities, files) {
      total += try write(objects, entity.name, exported.key, to: file, in: folderFiles, isCSV: isCSV)
    }
    try folderFiles.publish()
    for file in folderFiles.paths.dropFirst() { context.verbose("wrote \(file)") }
    context.summary("\(Phrase.count(total, "object")) in '\(folder)'")
    return .clean
  }

  /// Writes the objects of one entity; no file without one.
  private static func write(
    _ objects: AppleStoreObjects, _ entity: String, _ key: String, to file: String, in folder: NewFolderFiles,
    isCSV: Bool
  ) throws(Failure) -> Int {
    let columns = objects.columns(of: entity)
    let types =
      [ResultRows.Column(name: key, type: .int64)]
      + columns.map { ResultRows.Column(name: $0.name, type: $0.type == .opaque ? .string : $0.type) }
    var output: TextFile?
    var count = 0
    var failure: Failure?
    do throws(DatabaseError) {
      try objects.forEach(of: entity) { object throws(DatabaseError) in
        if output == nil {
          do throws(Failure) {
            output = try folder.begin(file)
          } catch {
            failure = error
            return false
          }
          if isCSV { output?.write(CSVText.line(types.map(\.name))) }
        }
        let values = [.int(object.number)] + object.values.map(\.value)
        output?.write(
          isCSV
            ? CSVText.line(zip(values, types).map { ValueText.plain($0, $1.type) })
            : ValueText.object(values, types) + "\n")
        count += 1
        return output?.failure == nil
      }
    } catch {
      throw Failure(error, .sqlite(path: objects.store.name))
    }
    if let failure { throw failure }
    if let output { try folder.end(output) }
    return count
  }
}

/// The schema of exported files: that of the store, with an attribute for the number of each object.
private struct ExportedSchema {
  private(set) var schema: Schema
  /// The name of the attribute with the number.
  let key: String

  init(_ store: AppleStoreSchema) {
    let queried = store.queriedModel
    let names = Set(queried.entities.flatMap { $0.properties.map(\.name) })
    key =
      ["objectID"].filter { !names.contains($0) }.first ?? (2...).lazy.map { "objectID\($0)" }.first {
        !names.contains($0)
      } ?? ""
    var entities = queried.entities
    for index in entities.indices {
      let place = store.mapping.entities[entities[index].name]
      entities[index].properties = entities[index].properties.compactMap { property in
        switch property {
        case .attribute(var attribute):
          guard attribute.isTransient || place?.attributes[attribute.name] != nil else { return nil }
          // The bytes of an archive are written as a text.
          if attribute.type == .opaque { attribute.type = .string }
          attribute.derivation = nil
          return .attribute(attribute)
        case .relationship(var relationship):
          guard place?.relationships[relationship.name] != nil else { return nil }
          relationship.minimumCount = nil
          relationship.maximumCount = nil
          return .relationship(relationship)
        }
      }
      if entities[index].parent == nil {
        entities[index].properties.insert(.attribute(Attribute(name: key, type: .int64)), at: 0)
        entities[index].uniquenessConstraints = [[key]]
      }
    }
    schema = Schema(entities: entities, enumerations: queried.enumerations)
  }
}

/// The new files of a folder, which appear together when all are written.
private final class NewFolderFiles {
  private let folder: String
  private let staging: StagingFolder
  private var files: [(path: String, file: NewFile)] = []

  init(_ folder: String) throws(Failure) {
    self.folder = folder
    do throws(FileError) {
      try FileSystem().makeFolder(folder)
    } catch {
      throw Failure(error)
    }
    do throws(FileWriteError) {
      staging = try StagingFolder(in: folder)
    } catch {
      throw Failure(FileError(folder, error))
    }
  }

  var paths: [String] { files.map(\.path) }

  /// Begins a file.
  func begin(_ path: String) throws(Failure) -> TextFile {
    do throws(FileWriteError) {
      let file = try NewFile(path, .create, in: staging)
      files.append((path, file))
      return TextFile(file)
    } catch {
      throw Failure(FileError(path, error))
    }
  }

  /// Ends the last file that was begun.
  func end(_ text: TextFile) throws(Failure) {
    guard let error = text.close(), let path = files.last?.path else { return }
    throw Failure(FileError(path, error))
  }

  /// Gives all files their names, or none if one is there by now.
  func publish() throws(Failure) {
    do throws(FileError) {
      try FileSystem().publish(files)
    } catch {
      throw .unreadable("'\(error.path)' \(error.explanation)", help: ["nothing was written"])
    }
    NewFile.sync(folder: folder)
  }
}

/// A new file that texts are appended to.
private final class TextFile {
  private let file: NewFile
  private var buffer: [UInt8] = []
  /// The reason why writing failed; nil as long as it did not.
  private(set) var failure: FileWriteError?

  init(_ file: NewFile) {
    self.file = file
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 20 { flush() }
  }

  private func flush() {
    do throws(FileWriteError) {
      try file.write(buffer)
    } catch {
      failure = failure ?? error
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest; returns the reason if something could not be written.
  func close() -> FileWriteError? {
    flush()
    do throws(FileWriteError) {
      try file.finish(isSynced: true)
    } catch {
      failure = failure ?? error
    }
    return failure
  }
}
