import Foundation

/// Writes the queries that the back end `sql` accepts for SQLite.
struct SelectedFile {
  /// Names of the queries that the back end accepted.
  let names: Set<String>

  init(root: URL, queries: [(name: String, text: String)]) throws {
    let target = root.appending(path: "Sources/Selected")
    let file = target.appending(path: "Queries.cdq")
    func write(_ queries: [(name: String, text: String)]) throws {
      try Data(queries.map { "query \($0.name) = \($0.text)\n" }.joined().utf8).write(to: file)
    }
    try write(queries)
    let process = Process()
    process.executableURL = root.appending(path: "../../../.build/debug/cdq").standardizedFileURL
    process.arguments = ["generate", target.path, "--backend", "sql", "--max-errors", "0", "--stdout"]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Each line has one query, so the line of an error identifies the refused query.
    let refused = Set(text.matches(of: /Queries\.cdq:(\d+):\d+: error:/).compactMap { Int($0.output.1) })
    let taken = queries.enumerated().filter { !refused.contains($0.offset + 1) }.map(\.element)
    try write(taken)
    names = Set(taken.map(\.name))
  }
}
