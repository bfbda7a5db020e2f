import CDQCodegen
import CDQSchema
import CDQSyntax
import Testing

/// What is found in the files of the modules that a target depends on.
@Suite struct DependencyTests {
  /// Files by name; a folder stands for a module.
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

  /// Files, and the findings: the file, the severity and the message.
  @Test(arguments: [
    // Warnings and notes of another module are those of its own build.
    (["App.cdq": "query q = A", "Base/A.cdq": "entity A { a: A?  class: Bool }"], []),
    // With an error there, nothing that could come from it is said.
    (
      ["App.cdq": "query q = A where nmae == 1", "Base/A.cdq": "entity A { name String }"],
      ["Base/A.cdq error expected ':' and the type of 'name', found 'String'"]
    ),
    (
      ["App.cdq": "query q = A where nmae == 1", "Base/A.cdq": "entity A { name: Strin }"],
      ["Base/A.cdq error there is no type 'Strin'"]
    ),
    // A name of two modules is told at the one that is compiled.
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
