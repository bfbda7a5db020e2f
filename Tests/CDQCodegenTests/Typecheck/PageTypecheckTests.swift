import CDQCodegen
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Compiles the Swift of the documentation, with the code that is generated for it. Like `TypecheckTests` it runs with
/// `CDQ_TYPECHECK=1`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CDQ_TYPECHECK"] != nil))
struct PageTypecheckTests {
  private static let compiler = Result { try SwiftCompiler(folder) }
  private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-pages-\(getpid())")

  @Test(arguments: PageContext.all) func `The blocks of a page compile`(_ context: PageContext) throws {
    let module = context.value("module") ?? "App"
    var files = try generated(context, module: module)
    if let folder = context.value("sources") { files += Repository.files(below: folder, extension: "swift") }
    let file = PageTypecheckTests.folder.appendingPathComponent("Page\(UUID()).swift")
    try Data(try context.swift().utf8).write(to: file)
    let run = try PageTypecheckTests.compiler.get().check(
      files + [file], mode: 6, module: module, ["-no-warnings-as-errors"])
    #expect(run.isDone, "\(run.text.prefix(4000))")
  }

  private func generated(_ context: PageContext, module: String) throws -> [URL] {
    let path = context.value("schema") ?? Repository.relativePath(context.file.deletingPathExtension().appendingPathExtension("cdq"))
    let isFile = path.hasSuffix(".cdq")
    if isFile, !FileManager.default.fileExists(atPath: Repository.url(path).path) { return [] }
    let texts = try (isFile ? [Repository.url(path)] : Repository.files(below: path, extension: "cdq"))
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    let backend = try #require(BackEndName(rawValue: context.value("backend") ?? "memory"))
    var options = GenerateOptions(backend: backend, module: module)
    options.writes = context.value("writes") != nil
    let result = CodegenCorpus(texts: texts).generate(options)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let folder = PageTypecheckTests.folder.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try result.files.map { file in
      let url = folder.appendingPathComponent(file.name)
      let isApple = backend == .coredata || backend == .swiftdata
      try Data((isApple ? AppleCopy.of(file.text) : file.text).utf8).write(to: url)
      return url
    }
  }
}

/// Each Swift block of the documentation is compiled, or says why it is not.
@Suite struct PageCoverageTests {
  /// Pages with other proofs: the pages about codes by `ExplanationTests`, that about texts at run time by `ExampleTests`, the
  /// tutorial by `.ci/follow`.
  private static let others: Set<String> = ["QueryStrings.md", "Tutorial.md"]

  static let pages: [String] = {
    let files = [Repository.url("README.md")]
      + ["Sources", "Samples", ".github"].flatMap { Repository.files(below: $0, extension: "md") }
    return files.map { Repository.relativePath($0) }.filter { path in
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      return !others.contains(name) && !name.hasSuffix("Diagnostics.md")
    }
  }()

  @Test(arguments: pages) func `Each block is compiled or has a reason`(_ page: String) throws {
    let contexts = PageContext.all.filter { $0.page == page }
    for block in try PageBlock.blocks(of: page) where block.reason == nil {
      let takers = contexts.filter { $0.takes(block) }
      #expect(takers.count == 1, "\(page):\(block.line) is compiled by \(takers.count) files of Tests/Corpus/pages")
    }
  }

  /// What the file of a page declares for its blocks is mentioned in the page, in a sentence or in another block.
  @Test(arguments: PageContext.all) func `A page explains the names that its blocks use`(
    _ context: PageContext
  ) throws {
    let parts = try String(contentsOf: Repository.url(context.page), encoding: .utf8).components(separatedBy: "```")
    let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\n")
    let code = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\n")
    let names = context.text.matches(of: #/(?m)^(?:  (?:let|var)|struct|class|enum) (\w+)/#).map { String($0.output.1) }
    for name in Set(names).subtracting(["Reader"]) {
      let isMentioned = try prose.contains(Regex("`[^`\n]*\\b\(name)\\b[^`\n]*`"))
      let isDeclared = try code.contains(Regex("\\b(?:let|var|struct|class|enum|for) \(name)\\b"))
      #expect(isMentioned || isDeclared, "\(context.page) does not explain '\(name)'")
    }
  }
}
