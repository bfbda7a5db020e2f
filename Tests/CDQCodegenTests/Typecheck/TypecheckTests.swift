import CDQCodegen
import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Compiles the code that every back end generates for names that Swift reserves or declares, and for the models of
/// real programs. It takes minutes, so it runs only with `CDQ_TYPECHECK=1`, as in `.ci/run`. The models are in a folder
/// next to the repository; without that folder their cases are skipped.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CDQ_TYPECHECK"] != nil))
struct TypecheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var corpus: CodegenCorpus
    var backend: BackEndName
    var mode: Int
    /// The back end that writes the types for functions over a user's own types.
    var types = BackEndName.swiftdata
    /// The settings of the project that compiles the code.
    var project = ProjectSettings.plain
    /// Whether the code changes databases.
    var writes = false
    var testDescription: String { "\(name) \(backend)\(writes ? " with writes" : "") in Swift \(mode), \(project)" }
  }

  static let compiler = Result { try SwiftCompiler(folder) }
  static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-typecheck-\(getpid())")

  /// The models in the folder next to the repository, with queries for each property.
  static let models: [(String, CodegenCorpus)] = {
    let folder = Repository.url("../shared/corpus/models")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { ($0, CodegenCorpus(model: folder.appendingPathComponent($0))) }
  }()

  static let cases: [Case] = {
    let names = CodegenCorpus(folder: "Tests/Corpus/codegen/names")
    let members = CodegenCorpus(folder: "Tests/Corpus/codegen/members")
    let shop = CodegenCorpus.shop
    var cases: [Case] = []
    for mode in [5, 6] {
      for backend in BackEndName.allCases { cases.append(Case(name: "names", corpus: names, backend: backend, mode: mode)) }
      cases.append(Case(name: "names", corpus: names, backend: .sql, mode: mode, writes: true))
      for backend in BackEndName.allCases where backend != .closure {
        cases.append(
          Case(
            name: "updates", corpus: CodegenCorpus(folder: "Tests/Corpus/codegen/updates"), backend: backend, mode: mode,
            writes: backend == .sql))
      }
      for backend in [BackEndName.memory, .closure, .ir] {
        cases.append(Case(name: "members", corpus: members, backend: backend, mode: mode, types: .memory))
      }
      for project in [ProjectSettings.app, .framework] {
        for backend in BackEndName.allCases {
          cases.append(
            Case(
              name: "names", corpus: names, backend: backend, mode: mode, project: project, writes: backend == .sql))
        }
      }
    }
    for sample in ["CarBrands/Sources/Garage", "Tasks/Sources/Board", "Diary/Sources/Journal", "Calculator/Sources/Tape"] {
      let corpus = CodegenCorpus(folder: "Samples/" + sample)
      cases.append(Case(name: sample, corpus: corpus, backend: .sql, mode: 6, writes: true))
    }
    for (name, corpus) in models {
      for backend in BackEndName.allCases where backend != .ir {
        cases.append(Case(name: name, corpus: corpus, backend: backend, mode: 6, writes: true))
      }
    }
    cases.append(Case(name: "shop", corpus: shop, backend: .coredata, mode: 5))
    return cases
  }()

  @Test(arguments: cases)
  func `Generated Swift compiles without a warning`(_ test: Case) throws {
    var corpus = test.corpus
    var files = try written(&corpus, test.backend, test.mode, writes: test.writes)
    if test.backend == .closure {
      corpus.queries = []
      files += try written(&corpus, test.types, test.mode, prefix: "Types")
    }
    if test.backend == .coredata { files += try classes(of: test.corpus, files) }
    let run = try TypecheckTests.compiler.get().check(files, mode: test.mode, test.project.options(mode: test.mode))
    let faults = run.text.split(separator: "\n").filter { $0.contains("error:") || $0.contains("warning:") }
      .filter { !$0.contains(ProjectSettings.unavoidable) }
    #expect(faults.isEmpty && (run.isDone || test.project == .framework), "\(run.text)")
  }

  /// The classes that Xcode or the program declares: those of entities whose *Codegen* says so, and of Transformables.
  private func classes(of corpus: CodegenCorpus, _ files: [URL]) throws -> [URL] {
    let written = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let entities = corpus.schema.schema.entities.map { entity in
      entity.className?.split(separator: ".").last.map(String.init) ?? entity.name
    }
    let objects = Set(entities).filter { $0 != "NSManagedObject" && !written.contains("class \($0)") }
    let attributes = corpus.schema.schema.entities.flatMap { corpus.schema.schema.allAttributes(of: $0.name) }
    let known: Set<String> = ["NSObject", "NSAttributedString", "NSArray", "NSDictionary", "NSData", "NSURL", "NSDate"]
    let names = Set(attributes.compactMap(\.className)).subtracting(known)
    if names.isEmpty && objects.isEmpty { return [] }
    let text =
      names.sorted().map { "public class \($0): NSObject {}\n" }.joined()
      + objects.sorted().map { "public class \($0): NSManagedObject {}\n" }.joined()
    let file = TypecheckTests.folder.appendingPathComponent("Classes\(UUID()).swift")
    try Data(("public import CoreData\n" + text).utf8).write(to: file)
    return [file]
  }

  /// The generated files of a back end, without the queries that it refuses.
  private func written(
    _ corpus: inout CodegenCorpus, _ backend: BackEndName, _ mode: Int, prefix: String = "", writes: Bool = false
  ) throws -> [URL] {
    let all = corpus
    var options = GenerateOptions(backend: backend, module: "App")
    options.writes = writes
    var result = corpus.generate(options)
    let refused = Set(result.diagnostics.filter { $0.severity == .error }.compactMap(\.query))
    if !refused.isEmpty {
      corpus.queries.removeAll { refused.contains($0.name) }
      result = corpus.generate(options)
    }
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(corpus.queries.count * 2 >= all.queries.count, "most queries are refused")
    let folder = TypecheckTests.folder.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try result.files.map { file in
      let url = folder.appendingPathComponent(prefix + file.name)
      let isApple = backend == .coredata || backend == .swiftdata
      try Data((isApple ? AppleCopy.of(file.text) : file.text).utf8).write(to: url)
      return url
    }
  }

  /// The time that swiftc takes for a thousand functions, which users wait for in every clean build.
  @Test(arguments: [BackEndName.memory, .closure, .coredata, .swiftdata, .sql])
  func `A thousand functions have no slow expression`(_ backend: BackEndName) throws {
    let corpus: CodegenCorpus = backend == .coredata ? .shop : backend == .swiftdata ? .shelf : .towns
    var many = corpus
    let wanted = 1000
    many.queries = (0..<wanted).map { index in
      var query = corpus.queries[index % corpus.queries.count]
      query.name += "No\(index)"
      return query
    }
    var files = try written(&many, backend, 6)
    if backend == .closure {
      files.append(Repository.url("Tests/CDQCodegenTests/Closure/Towns.swift"))
    }
    // The type checker's own count of its attempts is the same on every machine. The compiler's default limit is a
    // million.
    let limit = ["-Xfrontend", "-solver-scope-threshold=300"]
    let run = try TypecheckTests.compiler.get().check(files, mode: 6, limit)
    #expect(run.isDone, "\(run.text.prefix(4000))")
    print("swiftc -typecheck of \(many.queries.count) functions, \(backend): \(Int(run.time * 1000)) ms")
  }
}
