import CDQCodegen
import CDQSchema
import CDQSyntax
import Testing

/// Diagnostics for the files of modules that a target depends on.
@Suite struct DependencyTests {
  /// A file system of texts by path, in which a folder is a module.
  private struct Files: SchemaReader {
    var texts: [String: String]

    func kind(of path: String) -> PathKind { texts[path] == nil ? .missing : .file }

    func read(_ path: String) throws(FileError) -> [UInt8] {
      guard let text = texts[path] else { throw FileError(path, .noSuchFile) }
      return Array(text.utf8)
    }

    func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
  }

  private func compile(_ texts: [String: String]) -> TargetCompilation {
    let sources = texts.keys.sorted().map { name in
      let module = name.split(separator: "/").dropLast().first.map(String.init)
      return GenerateSource(name: name, path: name, module: module)
    }
    return TargetCompilation(sources, reader: Files(texts: texts), options: GenerateOptions())
  }

  /// Files by path, and the expected diagnostics with file, severity and message.
  @Test(arguments: [
    // Warnings and notes for another module belong to the build of that module.
    (["App.cdq": "query q = A", "Base/A.cdq": "entity A { a: A?  class: Bool }"], []),
    // When another module has errors, diagnostics that may follow from them are not reported.
    (
      ["App.cdq": "query q = A where nmae == 1", "Base/A.cdq": "entity A { name String }"],
      ["Base/A.cdq error expected ':' and the type of 'name', found 'String'"]
    ),
    (
      ["App.cdq": "query q = A where nmae == 1", "Base/A.cdq": "entity A { name: Strin }"],
      ["Base/A.cdq error there is no type 'Strin'"]
    ),
    // A name that two modules declare is reported in the module that is being compiled.
    (
      ["App.cdq": "entity A { n: Int64 }", "Base/A.cdq": "entity A { n: Int64 }"],
      ["App.cdq error there is already an entity 'A'"]
    ),
    (
      ["App.cdq": "query q = B", "Base/A.cdq": "entity A { n: Int64 }", "Other/B.cdq": "entity B { n: Int64 }\nenum A { x }"],
      ["Base/A.cdq error there is already an entity 'A'"]
    ),
  ])
  func `Only what keeps a target from being compiled is said`(texts: [String: String], findings: [String]) {
    let result = compile(texts)
    #expect(result.diagnostics.map { "\($0.file) \($0.severity) \($0.message)" } == findings)
    #expect(result.files.isEmpty == !findings.isEmpty)
  }

  @Test func `A name of two modules says how to choose`() throws {
    let result = compile(["App.cdq": "entity A { n: Int64 }", "Base/A.cdq": "\nentity A { n: Int64 }"])
    let finding = try #require(result.diagnostics.first)
    #expect(finding.help.last?.contains("depends on 'Base'") == true)
    #expect(finding.help.last?.contains("\"dependencies\"") == true)
    #expect(finding.notes.map(\.file) == ["Base/A.cdq"] && finding.notes.first?.span?.start == 8)
  }
}
