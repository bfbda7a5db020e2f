import CDQFiles
import CDQSchema
import CDQSyntax

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
    var texts: [SourceText] = []
    var seen: Set<String> = []
    for path in paths {
      if path == "-" {
        guard seen.insert("-").inserted else { continue }
        texts.append(try standardInput())
        continue
      }
      for file in try files(path) where seen.insert(FileSystem().absolute(file)).inserted {
        texts.append(SourceText(name: file, utf8: try DocumentFiles.bytes(file)))
      }
    }
    return texts
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

  private func files(_ path: String) throws(Failure) -> [String] {
    let system = FileSystem()
    switch system.kind(of: path) {
    case .missing: throw .unreadable("\(path): no such file")
    case .file: return [path]
    case .directory: break
    }
    if ["xcdatamodeld", "xcdatamodel"].contains(PathText.fileExtension(of: path)) {
      throw .usage("'\(path)' is a Core Data model, not a .cdq file", help: ["--schema \(path)"])
    }
    let found: [String]
    do throws(FileError) {
      found = try system.schemas(below: path).documents
    } catch {
      throw Failure(error)
    }
    guard !found.isEmpty else { throw .unreadable("there is no .cdq file in '\(path)'") }
    return found
  }
}
