import CDQConnections
import CDQTerminal
import CDQTool
import Foundation
import Testing

#if os(macOS) || os(Linux)
  /// Sessions that last longer than their connection: a query that finds it broken connects again, and the next ones do
  /// not notice.
  @Suite(.serialized) struct ServerRestartTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let needs: Comment = "'.ci/postgres' starts a server and sets CDQ_POSTGRES and CDQ_POSTGRES_RESTART"
    private static let isPossible = environment["CDQ_POSTGRES"] != nil && environment["CDQ_POSTGRES_RESTART"] != nil

    /// What happens to the connection between two queries.
    enum Interruption: CaseIterable { case restart, endOfSession }

    /// The lines that a command reads, with something that happens before the last of them is there.
    private final class InterruptedInput: ConsoleInput {
      private let input: BytesInput
      private var rest: Int
      private let interrupt: () throws -> Void
      private(set) var isInterrupted = false

      init(_ lines: [String], before last: @escaping () throws -> Void) {
        input = BytesInput(Array(lines.map { $0 + "\n" }.joined().utf8))
        (rest, interrupt) = (lines.count, last)
      }

      func readLine() -> [UInt8]? {
        rest -= 1
        if rest == 0 {
          #expect(throws: Never.self) { try interrupt() }
          isInterrupted = true
        }
        return input.readLine()
      }

      func readAll() -> [UInt8] { input.readAll() }
      func readBlock() -> [UInt8]? { input.readBlock() }
      func peekLine() -> [UInt8]? { input.peekLine() }
      func enterRawMode() -> (any KeyTerminal)? { nil }
      var isTerminal: Bool { false }
      var failure: String? { nil }
    }

    /// Kills the server and starts it again, and returns when it answers.
    private static func restart(_ folder: TestFolder) throws {
      let command = try #require(environment["CDQ_POSTGRES_RESTART"])
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      // Foundation would wait on Linux until the server ends, too. The file says that the command has ended.
      process.arguments = ["-c", "\(command); touch '\(folder.path)/restarted'"]
      // The server outlives the command and must not hold the pipes of the tests.
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<600 where !folder.exists("restarted") { Thread.sleep(forTimeInterval: 0.1) }
      #expect(folder.exists("restarted"), "the server was not started again within a minute")
    }

    /// Ends all other sessions of the server, and waits until they have ended.
    private static func endSessions(_ url: String) throws {
      let connection = try PostgresConnection(url: url, canWrite: true)
      let others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
      let ended = try connection.rows("SELECT pg_terminate_backend(pid) \(others)")
      #expect(!ended.isEmpty, "the command has no session")
      for _ in 0..<600 where try !connection.rows("SELECT pid \(others)").isEmpty { Thread.sleep(forTimeInterval: 0.1) }
    }

    @Test(
      .enabled(if: isPossible, needs),
      arguments: ["eval --batch -", "repl"], Interruption.allCases)
    func `A session finds its server again`(command: String, interruption: Interruption) throws {
      let url = try #require(Self.environment["CDQ_POSTGRES"])
      let folder = try TestFolder(["Visits.cdq": "entity CdqRestart { id: Int64 @unique }\n"])
      do {
        let connection = try PostgresConnection(url: url, canWrite: true)
        for text in [
          "DROP TABLE IF EXISTS \"CdqRestart\"", "CREATE TABLE \"CdqRestart\" (id bigint PRIMARY KEY)",
          "INSERT INTO \"CdqRestart\" VALUES (1), (2)",
        ] { _ = try connection.rows(text) }
      }
      let queries = ["count CdqRestart", "count CdqRestart where id > 1"]
      let isBatch = command.hasPrefix("eval")
      let input = InterruptedInput(queries.map { isBatch ? "{\"query\": \"\($0)\"}" : $0 }) {
        switch interruption {
        case .restart: try Self.restart(folder)
        case .endOfSession: try Self.endSessions(url)
        }
      }
      let (output, errors) = (TextOutput(), TextOutput())
      let console = Console(
        output: output, errors: errors, input: input, environment: [:], workingDirectory: folder.path)
      let code = Tool.run(
        arguments: ToolRun.words(command) + ["--schema", "\(folder.path)/Visits.cdq", "--data", url], console: console)
      #expect(input.isInterrupted && code == 0 && errors.text.isEmpty, "\(errors.text)")
      // The interactive session shows what it reads, too.
      let answers = output.text.split(separator: "\n").map(String.init).filter { !$0.contains("> count") }
      #expect(answers == (isBatch ? [#"{"value":2}"#, #"{"value":1}"#] : ["2", "1"]))
      _ = try PostgresConnection(url: url, canWrite: true).rows("DROP TABLE \"CdqRestart\"")
    }
  }
#endif
