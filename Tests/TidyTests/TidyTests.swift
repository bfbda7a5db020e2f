import CDQTestSupport
import Foundation
import Testing

/// Rules of this repository that the compiler does not check. `Sources/Invariants.md` gives the reasons.
@Suite struct TidyTests {
  /// Modules that may read files or write to the terminal.
  static let modulesWithIO: Set<String> = [
    "CDQFileWriting", "CDQFiles", "CDQPersistence", "CDQConnections", "CDQDuckDB", "CDQDatabase", "CDQCoreData", "CDQTerminal", "CDQTool", "cdq", "cdqc", "Plugins",
  ]

  @Test func topLevelIsTheUsers() throws {
    let allowed: Set<String> = ["Package.swift", "Sources", "Tests", "Grammar", "Samples", "README.md"]
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(Set(found).subtracting(allowed).isEmpty)
  }

  /// Generated files are longer: the expected outputs of back ends, named after a `.cdq` file.
  @Test func filesAreShort() throws {
    for folder in ["Sources", "Tests", "Samples"] {
      for file in Repository.files(below: folder, extension: "swift") {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).count
        let limit = file.lastPathComponent.hasSuffix(".cdq.swift") ? 500 : 450
        #expect(lines <= limit + 1, "\(Repository.relativePath(file)) has \(lines - 1) lines")
      }
    }
  }

  @Test func modulesImportWhatTheManifestSays() throws {
    let graph = try ModuleGraph.ours.get()
    let names = Set(graph.folders.keys)
    #expect(names.count > 20)
    var found: [String: Set<String>] = [:]
    for file in Repository.files(below: "Sources", extension: "swift") {
      let path = Repository.relativePath(file)
      let module = try #require(ModuleGraph.module(of: path), "\(path) is in no module")
      // The plugins import nothing of ours, which SwiftPM ensures, and the build tool's modules are links.
      if module == "Plugins" || module == "cdqc-modules" { continue }
      #expect(path.hasPrefix("Sources/\(graph.folders[module] ?? "?")/"), "the manifest has another folder of \(module)")
      found[module, default: []].formUnion(try imports(of: file).filter { names.contains($0) || $0 == "CDuckDB" })
    }
    for (module, expected) in graph.imports { #expect(found[module] == expected, "\(module)") }
  }

  @Test func `Texts are composed in one place, which knows Foundation's gaps`() throws {
    for file in Repository.files(below: "Sources", extension: "swift") where file.lastPathComponent != "String+Composed.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("precomposedStringWithCanonicalMapping"), "\(Repository.relativePath(file))")
    }
  }

  @Test func onlyToolsDoInputAndOutput() throws {
    let marks = ["FileManager", "FileHandle", "(contentsOf:", " print(", "ProcessInfo"]
    for file in Repository.files(below: "Sources", extension: "swift") {
      let path = Repository.relativePath(file)
      if TidyTests.modulesWithIO.contains(ModuleGraph.module(of: path) ?? "") { continue }
      // The one file of the library that reads files.
      if path == "Sources/Library/CDQKit/Libraries/LibraryFile.swift" { continue }
      for (number, line) in try lines(of: file).enumerated() where !line.trimmed.hasPrefix("//") {
        for mark in marks where line.contains(mark) {
          // `append(contentsOf:)` and the like are methods of collections, not file access.
          if mark == "(contentsOf:", ["append", "insert", "add"].contains(where: { line.contains($0 + mark) }) { continue }
          #expect(Bool(false), "\(path):\(number + 1) uses \(mark)")
        }
      }
    }
  }

  @Test func theArchitectureNamesEveryModuleAndStageFolder() throws {
    let text = try String(contentsOf: Repository.url("Sources/README.md"), encoding: .utf8)
    var names = Set(try ModuleGraph.ours.get().folders.keys)
    for file in Repository.files(below: "Sources", extension: "swift") {
      let parts = Repository.relativePath(file).split(separator: "/").map(String.init)
      names.formUnion([parts[1], parts[2]])
      if parts.count > 4, parts[2] != "cdqc-modules" { names.insert("\(parts[2])/\(parts[3])") }
    }
    for name in names.sorted() {
      #expect(text.contains("`\(name)`") || text.contains("`\(name)/`"), "Sources/README.md does not name \(name)")
    }
  }

  @Test func nothingIsLeftForLater() throws {
    // The words are split so that the test does not find them in this file.
    let marks = ["TO" + "DO", "FIX" + "ME", "fatal" + "Error(", "try" + "! "]
    for folder in ["Sources", "Tests", "Samples"] {
      for file in Repository.files(below: folder, extension: "swift") {
        let text = try String(contentsOf: file, encoding: .utf8)
        for mark in marks { #expect(!text.contains(mark), "\(Repository.relativePath(file)) has \(mark)") }
      }
    }
  }

  private func imports(of file: URL) throws -> [String] {
    try lines(of: file).compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count, at <= 2,
        !line.trimmed.hasPrefix("//")
      else { return nil }
      return words[at + 1]
    }
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
