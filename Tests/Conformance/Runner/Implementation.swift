import CDQTerminal
import CDQTool
import Foundation

/// An implementation of the protocol of `cdq eval --batch`.
protocol Implementation {
  /// Returns one line for each line of input, in order.
  func answers(to lines: [String], schema: URL, data: URL) throws -> [String]
}

/// The command of this package, run in this process.
struct OwnImplementation: Implementation {
  /// Further options, such as one that selects an engine.
  var options: [String] = []

  func answers(to lines: [String], schema: URL, data: URL) throws -> [String] {
    let input = lines.map { $0 + "\n" }.joined()
    return run(["eval", "--batch", "-", "--schema", schema.path, "--data", data.path] + options, input: input)
      .split(separator: "\n").map(String.init)
  }

  /// Puts data into a new file of SQLite, and returns this file.
  func database(of data: URL, schema: URL, at file: URL) -> URL {
    _ = run(["load", data.path, "--to", file.path, "--schema", schema.path], input: "")
    return file
  }

  /// The output of a command.
  private func run(_ arguments: [String], input: String) -> String {
    let output = TextOutput()
    let console = Console(
      output: output, errors: TextOutput(), input: BytesInput(Array(input.utf8)), environment: [:],
      workingDirectory: "/")
    _ = Tool.run(arguments: arguments, console: console)
    return output.text
  }
}

/// A stream that collects its output in a string.
private final class TextOutput: ConsoleOutput {
  private(set) var text = ""

  func write(_ text: String) { self.text += text }
  func flush() {}
  var isTerminal: Bool { false }
  var columns: Int? { nil }
  var failure: String? { nil }
  var isClosed: Bool { false }
}

#if os(macOS) || os(Linux)
  /// A command that reads lines from standard input. It gets the schema and the data through two options.
  struct CommandImplementation: Implementation {
    let command: String

    func answers(to lines: [String], schema: URL, data: URL) throws -> [String] {
      // Files instead of pipes, so that neither process waits for the other one to read.
      let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-conformance-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let input = folder.appending(path: "lines.jsonl")
      let output = folder.appending(path: "answers.jsonl")
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: input)
      try Data().write(to: output)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "\(command) --schema \"$1\" --data \"$2\"", "sh", schema.path, data.path]
      process.standardInput = try FileHandle(forReadingFrom: input)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
#endif
