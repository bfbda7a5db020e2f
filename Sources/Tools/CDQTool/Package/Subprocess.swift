import Foundation

/// A run of another program, with its output.
struct Subprocess {
  let code: Int32
  let output: String
  let errors: String

  /// Runs a program that `PATH` leads to, and waits until it ends.
  ///
  /// - Throws: `Failure` when there is no such program, or on a system whose programs cannot start others.
  static func run(_ words: [String]) throws(Failure) -> Subprocess {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardInput = FileHandle.nullDevice
      let files = [temporaryFile(), temporaryFile()]
      defer { for file in files { try? FileManager.default.removeItem(at: file) } }
      do {
        // Files, as a pipe that nobody reads would stop the program when it is full.
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
      } catch {
        throw .unreadable("cannot run '\(words[0])': \(error.localizedDescription)")
      }
      process.waitUntilExit()
      let texts = files.map { (try? Data(contentsOf: $0)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
      // 127 is the exit code of `env` for a program that it does not find.
      if process.terminationStatus == 127 { throw .unreadable("there is no '\(words[0])' in the PATH") }
      return Subprocess(code: process.terminationStatus, output: texts[0], errors: texts[1])
    #else
      throw .unreadable("this system does not let cdq start '\(words[0])'")
    #endif
  }

  private static func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("cdq-\(UUID().uuidString)")
  }
}
