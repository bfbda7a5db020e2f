import Foundation

/// Generates Swift for the queries that the SwiftData back end accepts, in a form that its stub can compile.
struct SwiftDataFiles {
  /// The errors of `cdq generate`.
  struct Failure: Error {
    var text: String
  }

  let root: URL
  /// The folder of the generated files, relative to the root.
  let output: String
  /// Whether the classes are written as they are for Apple's systems, and as a copy for others.
  let isForApple: Bool
  /// Names of the queries that the back end accepted.
  private(set) var names: Set<String> = []

  init(
    root: URL, schema: String = "Sources/Places/Schema.cdq", output: String = "Sources/Modeled",
    isForApple: Bool = false, queries: [(name: String, text: String)]
  ) throws {
    self.root = root
    self.output = output
    self.isForApple = isForApple
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-modeled-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: root.appending(path: schema), to: folder.appending(path: "Schema.cdq"))
    var taken = queries
    // Each line has one query, so the line of an error identifies the refused query.
    for _ in 0..<3 {
      let text = taken.map { "query \($0.name) = \($0.text)\n" }.joined()
      try Data(text.utf8).write(to: folder.appending(path: "Queries.cdq"))
      let (isDone, errors) = try generate(folder)
      if isDone {
        try keep(folder.appending(path: "out"), taken.map(\.name))
        return
      }
      let lines = Set(errors.matches(of: /Queries\.cdq:(\d+):\d+: error:/).compactMap { Int($0.output.1) })
      if lines.isEmpty { throw Failure(text: errors) }
      taken = taken.enumerated().filter { !lines.contains($0.offset + 1) }.map(\.element)
    }
    throw Failure(text: "there are always new errors")
  }

  private func generate(_ folder: URL) throws -> (isDone: Bool, errors: String) {
    let process = Process()
    process.executableURL = root.appending(path: "../../../.build/debug/cdq").standardizedFileURL
    process.arguments = [
      "generate", folder.path, "--backend", "swiftdata", "--module", "Modeled", "--max-errors", "0",
      "-o", folder.appending(path: "out").path,
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus == 0, text)
  }

  private mutating func keep(_ folder: URL, _ names: [String]) throws {
    self.names = Set(names)
    for name in ["Schema.cdq.swift", "Queries.cdq.swift"] {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      // Removes the hash of the inputs, which would change with other files of the folder.
      let stable = text.replacing(/\ Inputs: \S+/, with: "")
      var copy = AppleCopy.of(stable)
      if isForApple, name.hasPrefix("Schema") { copy = "#if canImport(Darwin)\n\(stable)#else\n\(copy)#endif\n" }
      try Data(copy.utf8).write(to: root.appending(path: "\(output)/\(name)"))
    }
  }
}
