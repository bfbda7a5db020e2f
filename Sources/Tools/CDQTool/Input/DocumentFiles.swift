import CDQFiles
import CDQSchema
import CDQSyntax
import CDQTerminal

/// The input files of a command: texts of `.cdq` files, and Core Data models.
struct InputFiles {
  var texts: [SourceText] = []
  /// Paths of `.xcdatamodeld` bundles and bare `.xcdatamodel` folders that the command line names, or that are the only
  /// schema files of a folder.
  var models: [String] = []

  /// The folders in which a schema is searched first.
  var folders: [String] {
    (texts.map(\.name).filter { $0 != "<stdin>" } + models).map { PathText.folder(of: $0) }
  }
}

/// Reads the `.cdq` files that a command line names.
struct DocumentFiles {
  let console: Console

  /// The folder in which a command without paths works: `.` if that is the working directory of the process.
  static func startFolder(_ console: Console) -> String {
    let folder = console.workingDirectory
    return FileSystem().absolute(folder) == FileSystem().absolute(".") ? "." : folder
  }

  /// Reads files, all `.cdq` files below folders, and standard input (`-`), each once.
  func read(_ paths: [String]) throws(Failure) -> [SourceText] {
    let inputs = try readInputs(paths)
    guard let model = inputs.models.first else { return inputs.texts }
    if inputs.texts.isEmpty, !paths.contains(model) { throw .unreadable("there is no .cdq file in '\(paths[0])'") }
    throw .usage("'\(model)' is a Core Data model, not a .cdq file", help: ["--schema \(model)"])
  }

  /// Reads files as `read` does, and accepts models.
  func readInputs(_ paths: [String]) throws(Failure) -> InputFiles {
    var result = InputFiles()
    var seen: Set<String> = []
    for path in paths {
      if path == "-" {
        guard seen.insert("-").inserted else { continue }
        result.texts.append(try standardInput())
        continue
      }
      let found = try files(path)
      for file in found.documents where seen.insert(FileSystem().absolute(file)).inserted {
        result.texts.append(SourceText(name: file, utf8: try DocumentFiles.bytes(file)))
      }
      for model in found.models where seen.insert(FileSystem().absolute(model)).inserted { result.models.append(model) }
    }
    return result
  }

  /// Reads the text on standard input.
  func standardInput() throws(Failure) -> SourceText {
    let bytes = console.input.readAll()
    if let failure = console.input.failure { throw .unreadable("cannot read standard input: \(failure)") }
    return SourceText(name: "<stdin>", utf8: bytes)
  }

  /// Reads the bytes of one file.
  static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    try Array(Files.read(path))
  }

  private func files(_ path: String) throws(Failure) -> FoundSchemas {
    let system = FileSystem()
    switch system.kind(of: path) {
    case .missing: throw .unreadable("\(path): no such file")
    case .file, .special: return FoundSchemas(documents: [path])
    case .directory: break
    }
    if ["xcdatamodeld", "xcdatamodel"].contains(PathText.fileExtension(of: path)) {
      return FoundSchemas(models: [path])
    }
    var found: FoundSchemas
    do throws(FileError) {
      found = try system.schemas(below: path)
    } catch {
      throw Failure(error)
    }
    guard !found.isEmpty else { throw .unreadable("there is no .cdq file and no Core Data model in '\(path)'") }
    // Beside `.cdq` files, a model is found as their schema.
    if !found.documents.isEmpty { found.models = [] }
    return found
  }
}
