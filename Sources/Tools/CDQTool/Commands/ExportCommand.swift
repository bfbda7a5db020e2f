import CDQFileWriting
import CDQFiles
import CDQIR
import CDQPrinting
import CDQRuntime
import CDQSchema
import CDQTerminal
import Foundation

/// `cdq export DATA -o FOLDER`: writes objects as data files, with their schema.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "write the objects of any source of data as data files"
  static let usage = ["DATA -o FOLDER [--format csv] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("output", letter: "o", "FOLDER", "the folder for the files, which must not hold them yet").also("to"),
    .choice("format", letter: "f", LoadInput.Format.allCases.map(\.rawValue), "how the objects are written (default ndjson)"),
  ] + OptionSpec.loading + OptionSpec.databases
  static let notes = [
    "The folder gets a file for each entity with objects, and Schema.cdq, so that 'cdq eval … --data FOLDER' reads it.",
    "Of a Core Data store, an attribute objectID has the number of each object; references are such numbers.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    guard let path = try context.arguments.data() else {
      throw .usage("'cdq export' needs data", help: ["cdq export world.sqlite -o data/"])
    }
    guard let folder = context.arguments["output"] else {
      throw .usage("'cdq export' needs -o FOLDER", help: ["cdq export \(path) -o data/"])
    }
    let format = context.arguments["format"].flatMap(LoadInput.Format.init) ?? .ndjson
    let objects = try context.objects(at: path)
    let writer = StoreWriter(objects)
    let schemaFile = PathText.join(folder, "Schema.cdq")
    let system = FileSystem()
    let files = writer.entities.map { (entity: $0, path: PathText.join(folder, "\($0).\(format.rawValue)")) }
    for file in files.map(\.path) + [schemaFile] where system.kind(of: file) != .missing {
      throw .unreadable("'\(file)' is there already", help: ["-o names another folder"])
    }
    let folderFiles = try NewFolderFiles(folder)
    // The schema is first: of two exports at once, one gets its name, and the other leaves nothing.
    try folderFiles.add(schemaFile, Data(SchemaPrinter.text(objects.schema).utf8))
    var total = 0
    for (entity, file) in files {
      let count = objects.count(of: entity, includingSubentities: false)
      guard count > 0 else { continue }
      total += count
      try folderFiles.add(file, text(of: entity, writer, objects.schema, format))
    }
    try folderFiles.publish()
    for file in folderFiles.paths.dropFirst() { context.verbose("wrote \(file)") }
    context.summary("\(Phrase.count(total, "object")) in '\(folder)'")
    return .clean
  }

  private static func text(
    of entity: String, _ writer: StoreWriter, _ schema: Schema, _ format: LoadInput.Format
  ) throws(Failure) -> Data {
    do throws(StoreError) {
      return DataFileText(schema: schema, entity: entity).converted(try writer.json(of: entity), to: format)
    } catch {
      throw .unreadable("cannot write '\(entity)': \(error)")
    }
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

  /// Writes a file, which has no name yet.
  func add(_ path: String, _ content: Data) throws(Failure) {
    do throws(FileWriteError) {
      let file = try NewFile(path, .create, in: staging)
      files.append((path, file))
      try file.write(Array(content))
      try file.finish(isSynced: true)
    } catch {
      throw Failure(FileError(path, error))
    }
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
