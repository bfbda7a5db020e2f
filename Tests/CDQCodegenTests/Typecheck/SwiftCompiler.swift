import CDQTestSupport
import Foundation

/// Runs `swiftc` of the toolchain in `PATH` with the modules of a debug build of this package.
struct SwiftCompiler {
  /// The result of a run.
  struct Run {
    var isDone: Bool
    /// The output of the compiler.
    var text: String
    /// The duration in seconds.
    var time: Double
  }

  let folder: URL

  /// - Parameter folder: the folder for stubs and sources.
  init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let stubs = Repository.url("Tests/Integration/AppleStubs/Sources")
    for module in ["CoreData", "SwiftData"] {
      let sources = try FileManager.default.contentsOfDirectory(
        at: stubs.appendingPathComponent(module), includingPropertiesForKeys: nil)
      let made = try run(
        ["-emit-module", "-parse-as-library", "-swift-version", "5", "-module-name", module, "-emit-module-path"]
          + [folder.appendingPathComponent("\(module).swiftmodule").path] + sources.map(\.path))
      struct NoStub: Error { var text: String }
      if !made.isDone { throw NoStub(text: made.text) }
    }
  }

  /// Type-checks files with features that change the meaning of imports and types; every warning is an error.
  func check(_ files: [URL], mode: Int, module: String = "App", _ options: [String] = []) throws -> Run {
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    guard let modules = SwiftCompiler.modules else { throw NoModules() }
    return try run(
      ["-typecheck", "-parse-as-library", "-swift-version", "\(mode)", "-warnings-as-errors", "-module-name", module]
        + ["-package-name", "app", "-I", modules, "-I", folder.path]
        + features.flatMap { ["-enable-upcoming-feature", $0] } + options + files.map(\.path))
  }

  /// The folder of the modules that this test was built with: beside the tests, in a folder of its own with SwiftPM's
  /// native build system, in the folder of the products with `swiftbuild`; nil where neither has them.
  private static let modules: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0])
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      for place in [folder.appendingPathComponent("Modules"), folder]
      where FileManager.default.fileExists(atPath: place.appendingPathComponent("CDQIR.swiftmodule").path) { return place.path }
    }
    return nil
  }()

  private struct NoModules: Error {}

  private func run(_ arguments: [String]) throws -> Run {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["swiftc"] + arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      let start = Date()
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return Run(isDone: process.terminationStatus == 0, text: text, time: Date().timeIntervalSince(start))
    #else
      struct NoCompiler: Error {}
      throw NoCompiler()
    #endif
  }
}
