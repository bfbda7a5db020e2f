import CDQTestSupport
import Foundation
import Testing

/// Rules of this repository that the compiler does not check. `Sources/README.md` gives the reasons.
@Suite struct TidyTests {
  /// The modules of this package that each module may import: the arrows of the diagram in `Sources/README.md`.
  static let allowedImports: [String: Set<String>] = [
    "CDQSyntax": [],
    "CDQIR": [],
    "CDQValues": ["CDQIR"],
    "CDQStore": ["CDQIR", "CDQValues"],
    "CDQLoading": ["CDQIR", "CDQValues", "CDQStore"],
    "CDQMapping": ["CDQIR", "CDQValues", "CDQStore", "CDQLoading"],
    "CDQFileWriting": [],
    "CDQPersistence": ["CDQIR", "CDQValues", "CDQStore", "CDQFileWriting"],
    "CDQRuntime": ["CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence"],
    "CDQSchema": ["CDQSyntax", "CDQIR"],
    "CDQFiles": ["CDQSyntax", "CDQSchema", "CDQFileWriting"],
    "CDQLanguage": ["CDQIR"],
    "CDQSemantics": ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema"],
    "CDQCodegen": ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSQL", "CDQSchema", "CDQSemantics"],
    "CDQPrinting": ["CDQSyntax", "CDQIR", "CDQSchema"],
    "CDQComparison": ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQPrinting"],
    "CDQExplanations": ["CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting"],
    "CDQWhy": ["CDQSyntax", "CDQIR", "CDQValues", "CDQStore", "CDQPrinting"],
    "CDQReasoning": [
      "CDQSyntax", "CDQIR", "CDQValues", "CDQStore", "CDQSchema", "CDQSemantics", "CDQPrinting", "CDQWhy",
    ],
    "CDQKit": ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQPrinting"],
    "CDQSQL": ["CDQIR"],
    "CDQConnections": ["CDQIR", "CDQValues", "CDQSQL"],
    "CDQDatabase": [
      "CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence", "CDQSQL", "CDQConnections",
    ],
    "CDQAnalytics": ["CDQIR", "CDQSQL"],
    "CDQDuckDB": ["CDQValues", "CDQSQL", "CDQConnections", "CDQAnalytics"],
    "CDQIntrospection": ["CDQIR", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema", "CDQCodegen"],
    "CDQSharding": ["CDQIR", "CDQStore", "CDQSQL", "CDQConnections", "CDQDatabase"],
    "CDQCoreData": ["CDQIR", "CDQValues", "CDQLoading", "CDQSQL", "CDQConnections", "CDQDatabase", "CDQSchema"],
    "CDQLanguageServer": [
      "CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQFiles", "CDQLoading",
      "CDQDatabase", "CDQConnections", "CDQSQL", "CDQReasoning",
    ],
    "CDQTool": [
      "CDQSyntax", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSchema", "CDQFiles", "CDQSemantics", "CDQCodegen",
      "CDQPrinting", "CDQComparison", "CDQExplanations", "CDQFileWriting", "CDQKit", "CDQLanguageServer", "CDQSQL", "CDQDatabase",
      "CDQConnections", "CDQAnalytics", "CDQDuckDB", "CDQIntrospection", "CDQSharding", "CDQCoreData", "CDQWhy", "CDQReasoning", "CDQScan",
    ],
    "CDQScan": ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQKit"],
    "cdq": ["CDQTool"],
    "cdqc": ["CDQSyntax", "CDQIR", "CDQSchema", "CDQFiles", "CDQSemantics", "CDQCodegen"],
    "Plugins": [],
  ]

  /// Modules that may read files or write to the terminal.
  static let modulesWithIO: Set<String> = [
    "CDQFileWriting", "CDQFiles", "CDQPersistence", "CDQConnections", "CDQDuckDB", "CDQDatabase", "CDQCoreData", "CDQTool", "cdq", "cdqc", "Plugins",
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

  @Test func modulesImportOnlyWhatTheyMay() throws {
    let ours = Set(TidyTests.allowedImports.keys)
    for file in Repository.files(below: "Sources", extension: "swift") {
      let path = Repository.relativePath(file)
      let module = String(path.split(separator: "/")[1])
      let allowed = try #require(TidyTests.allowedImports[module], "\(module) is in no diagram")
      for name in try imports(of: file) where ours.contains(name) {
        #expect(allowed.contains(name), "\(path) imports \(name)")
      }
    }
  }

  @Test func onlyToolsDoInputAndOutput() throws {
    let marks = ["FileManager", "FileHandle", "(contentsOf:", " print(", "ProcessInfo"]
    for file in Repository.files(below: "Sources", extension: "swift") {
      let path = Repository.relativePath(file)
      if TidyTests.modulesWithIO.contains(String(path.split(separator: "/")[1])) { continue }
      // The one file of the library that reads files.
      if path == "Sources/CDQKit/Libraries/LibraryFile.swift" { continue }
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
    var names = Set(TidyTests.allowedImports.keys)
    for file in Repository.files(below: "Sources", extension: "swift") {
      let parts = Repository.relativePath(file).split(separator: "/").map(String.init)
      names.insert(parts[1])
      if parts.count > 3 { names.insert("\(parts[1])/\(parts[2])") }
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
