import CDQConnections
import CDQDatabase
import CDQTestSupport
import Foundation
import Testing

/// The system calls of the command on a store: none opens a file of the store's folder for writing, makes one there, or
/// renames or deletes one.
@Suite(.enabled(if: SystemCalls.canTrace)) struct StoreSafetyTests {
  @Test(arguments: [false, true], [["eval", "count Item"], ["schema", "show"]])
  func `No call writes into the folder of a store`(isPending: Bool, words: [String]) throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let folder = try TestFolder()
    let store = folder.path + "/App/Notes.sqlite"
    try folder.write("App/Notes.sqlite", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
    // An application has the store open, with an object in its log.
    let application = try SQLiteConnection(path: store, access: .readWrite)
    if isPending {
      _ = try application.rows("PRAGMA journal_mode = WAL")
      _ = try application.rows("INSERT INTO ZTAG VALUES (9, 5, 1, 'new')")
    }
    let arguments = words + (words[0] == "eval" ? ["--data", store] : [store])
    let log = folder.path + "/calls"
    let calls = "trace=openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,truncate,link,linkat,symlink,symlinkat"
    #expect(try SystemCalls.run(["strace", "-f", "-e", calls, "-o", log, tool.path] + arguments) == 0)
    let lines = try folder.text("calls").split(separator: "\n").filter { $0.contains("/App/") }
    #expect(lines.contains { $0.contains("Notes.sqlite\"") })
    for line in lines {
      #expect(line.contains("open") && line.contains("O_RDONLY") && !line.contains("O_CREAT"), "\(line)")
    }
    withExtendedLifetime(application) {}
  }
}

/// Runs under `strace`, where it is installed and allowed.
enum SystemCalls {
  /// Whether the system's calls of a process can be listed here.
  static let canTrace = (try? run(["strace", "-o", "/dev/null", "true"])) == 0

  /// Runs a program without input and output; returns its exit code.
  static func run(_ words: [String]) throws -> Int32 {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    #else
      // No program can be started, as if none were found.
      return 127
    #endif
  }
}
