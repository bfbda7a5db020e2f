import CDQTerminal
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// Command lines and what a person sees on a terminal, in the files of `Tests/Transcripts`. A file begins with a remark;
/// `columns: 80` in it is the width of the terminal. Each line with `$` is a command, and the lines below it are its output
/// and errors. Commands run in the root of the repository.
///
/// `CDQ_REWRITE=1 swift test --filter TranscriptTests` writes the current output into the files; read the difference before
/// you commit it.
@Suite struct TranscriptTests {
  static let isRewriting = ProcessInfo.processInfo.environment["CDQ_REWRITE"] != nil

  @Test(arguments: Repository.files(below: "Tests/Transcripts", extension: "txt").map { Repository.relativePath($0) })
  func showsWhatIsWritten(_ path: String) throws {
    let url = Repository.url(path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let columns = text.firstMatch(of: /columns: (\d+)/).flatMap { Int($0.output.1) }
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ cdq ") {
        lines += [line] + Self.run(String(line.dropFirst("$ cdq ".count)), columns)
      } else if !lines.contains(where: { $0.hasPrefix("$ ") }) {
        lines.append(line)
      }
    }
    let shown = lines.joined(separator: "\n") + "\n"
    if Self.isRewriting { try Data(shown.utf8).write(to: url) }
    #expect(Self.isRewriting || shown == text, "\(path) differs; CDQ_REWRITE=1 writes the current output")
    #expect(shown.contains("$ cdq "), "\(path) has no command")
  }

  private static func run(_ line: String, _ columns: Int?) -> [String] {
    // Output and errors are one stream, in the order in which a terminal shows them.
    let stream = TextOutput(columns: columns)
    let console = Console(
      output: stream, errors: stream, input: BytesInput([]), environment: ["NO_COLOR": "1"],
      workingDirectory: Repository.root.path)
    _ = Tool.run(arguments: ToolRun.words(line), console: console)
    let text = stream.text.replacing(/\([\d.]+ m?s\)/, with: "(0.1 ms)").replacing(Repository.root.path, with: "")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .dropLast(text.hasSuffix("\n") ? 1 : 0) + [""]
  }
}
