import CDQTerminal
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// Compiles the calls that `cdq scan --to-cdq` writes beside the queries, each in place of the predicate that it replaces.
/// Like `TypecheckTests` it runs with `CDQ_TYPECHECK=1`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CDQ_TYPECHECK"] != nil))
struct ScanCallTypecheckTests {
  private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-calls-\(getpid())")

  private func run(_ arguments: [String]) -> Int32 {
    let (output, errors) = (MemoryOutput(), MemoryOutput())
    let console = Console(
      output: output, errors: errors, input: BytesInput([]), environment: [:],
      workingDirectory: ScanCallTypecheckTests.folder.path)
    return Tool.run(arguments: arguments, console: console)
  }

  @Test func `The calls beside the queries compile`() throws {
    let app = Repository.url("Tests/Corpus/scan/calls")
    let compiler = try SwiftCompiler(ScanCallTypecheckTests.folder)
    let queries = compiler.folder.appendingPathComponent("Queries")
    #expect(run(["scan", app.path, "--to-cdq", queries.path]) == 0)
    let text = try String(contentsOf: queries.appendingPathComponent("ClinicQueries.cdq"), encoding: .utf8)
    #expect(run(["generate", queries.path, "--backend", "coredata", "-o", compiler.folder.path + "/Swift"]) == 0)

    var lines = try String(contentsOf: app.appendingPathComponent("Ward.swift"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var calls = 0
    for match in text.matches(of: /Ward\.swift:(\d+) becomes (Queries\..*)/) {
      let line = try #require(Int(match.output.1))
      lines[line - 1] = match.output.2.contains("/*") ? "" : "    _ = \(match.output.2)"
      calls += match.output.2.contains("/*") ? 0 : 1
    }
    // Of the arguments of one line the source shows no type.
    let places = lines.count { $0.contains("NSPredicate(format") }
    #expect(places == 0 && calls == 33, "\(text)")
    let ward = compiler.folder.appendingPathComponent("Ward.swift")
    try Data(lines.joined(separator: "\n").utf8).write(to: ward)
    let generated = try FileManager.default.contentsOfDirectory(
      at: compiler.folder.appendingPathComponent("Swift"), includingPropertiesForKeys: nil)
    for file in generated {
      try Data(AppleCopy.of(String(contentsOf: file, encoding: .utf8)).utf8).write(to: file)
    }
    let result = try compiler.check(generated + [ward], mode: 5, ["-no-warnings-as-errors"])
    #expect(result.isDone, "\(result.text.prefix(4000))")
  }
}
