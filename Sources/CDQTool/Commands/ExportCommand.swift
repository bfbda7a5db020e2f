import CDQConnections
import CDQDatabase
import CDQFiles
import CDQIR
import CDQPrinting
import CDQRuntime
import CDQSchema
import Foundation

/// `cdq export STORE -o FOLDER`: writes the objects of a Core Data store as data files, with their schema.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "write the objects of a Core Data store as data files"
  static let usage = ["STORE -o FOLDER [--format csv] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("output", letter: "o", "FOLDER", "the folder for the files, which must not hold them yet"),
    .choice("format", letter: "f", ["ndjson", "csv"], "how the objects are written (default ndjson)"),
  ]
  static let notes = [
    "The folder gets a file for each entity with objects, and Schema.cdq, so that 'cdq eval … --data FOLDER' reads it.",
    "An attribute objectID has the number of each object in the store; references are such numbers.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let path = try context.arguments.single("a store", "cdq export Notes.sqlite -o data/")
    guard let folder = context.arguments["output"] else {
      throw .usage("'cdq export' needs -o FOLDER", help: ["cdq export \(path) -o data/"])
    }
    let store = try context.coreDataStore(path)
    for remark in store.remarks { context.summary(remark) }
    let objects = StoreObjects(store)
    let isCSV = context.arguments["format"] == "csv"
    let files = objects.entities.map { PathText.join(folder, "\($0.name).\(isCSV ? "csv" : "ndjson")") }
    let schemaFile = PathText.join(folder, "Schema.cdq")
    let system = FileSystem()
    for file in files + [schemaFile] where system.kind(of: file) != .missing {
      throw .unreadable("'\(file)' is there already", help: ["-o names another folder"])
    }
    let exported = ExportedSchema(store)
    do throws(FileError) {
      try system.makeFolder(folder)
      try system.write(SchemaPrinter.text(exported.schema).utf8, to: schemaFile)
    } catch {
      throw Failure(error)
    }
    var total = 0
    for (entity, file) in zip(objects.entities, files) {
      let count = try write(objects, entity.name, exported.key, to: file, isCSV: isCSV)
      if count > 0 { context.verbose("wrote \(file)") }
      total += count
    }
    context.summary("\(Phrase.count(total, "object")) in '\(folder)'")
    return .clean
  }

  /// Writes the objects of one entity; no file without one.
  private static func write(
    _ objects: StoreObjects, _ entity: String, _ key: String, to file: String, isCSV: Bool
  ) throws(Failure) -> Int {
    let columns = objects.columns(of: entity)
    let types = [ResultRows.Column(name: key, type: .int64)]
      + columns.map { ResultRows.Column(name: $0.name, type: $0.type == .opaque ? .string : $0.type) }
    var output: TextFile?
    var count = 0
    var failure: String?
    do throws(DatabaseError) {
      try objects.forEach(of: entity) { object throws(DatabaseError) in
        if output == nil {
          output = TextFile(file)
          if isCSV { output?.write(CSVText.line(types.map(\.name))) }
        }
        let values = [.int(object.number)] + object.values.map(\.value)
        output?.write(
          isCSV
            ? CSVText.line(zip(values, types).map { ValueText.plain($0, $1.type) }) : ValueText.object(values, types) + "\n")
        count += 1
        failure = output?.failure
        return failure == nil
      }
    } catch {
      throw Failure(error, .sqlite(path: objects.store.name))
    }
    failure = failure ?? output?.close()
    if let failure { throw .unreadable("cannot write '\(file)': \(failure)") }
    return count
  }
}

/// The schema of exported files: that of the store, with an attribute for the number of each object.
private struct ExportedSchema {
  private(set) var schema: Schema
  /// The name of the attribute with the number.
  let key: String

  init(_ store: StoreSchema) {
    let queried = store.queriedModel
    let names = Set(queried.entities.flatMap { $0.properties.map(\.name) })
    key = ["objectID"].filter { !names.contains($0) }.first ?? (2...).lazy.map { "objectID\($0)" }.first { !names.contains($0) } ?? ""
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

/// A new file that texts are appended to.
private final class TextFile {
  private let handle: FileHandle?
  private var buffer = Data()
  /// The reason why writing failed; nil as long as it did not.
  private(set) var failure: String?

  init(_ path: String) {
    let isMade = FileManager.default.createFile(atPath: path, contents: nil)
    handle = isMade ? FileHandle(forWritingAtPath: path) : nil
    if handle == nil { failure = "the file cannot be made" }
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 20 { flush() }
  }

  private func flush() {
    do {
      try handle?.write(contentsOf: buffer)
    } catch {
      failure = "no space left, or the medium is read-only"
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest; returns the reason if something could not be written.
  func close() -> String? {
    flush()
    try? handle?.close()
    return failure
  }
}
