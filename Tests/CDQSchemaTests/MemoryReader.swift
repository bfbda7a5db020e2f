import CDQIR
import CDQSchema
import CDQSyntax

/// A file system in memory.
struct MemoryReader: SchemaReader {
  var files: [String: [UInt8]]

  init(_ files: [String: String] = [:]) {
    self.files = files.mapValues { Array($0.utf8) }
  }

  func kind(of path: String) -> PathKind {
    if files[path] != nil { return .file }
    return files.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .missing
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let bytes = files[path] else { throw FileError(path, .noSuchFile) }
    return bytes
  }

  func list(_ path: String) throws(FileError) -> [String] {
    guard kind(of: path) == .directory else { throw FileError(path, .noSuchFile) }
    let names = files.keys.filter { $0.hasPrefix(path + "/") }.compactMap {
      $0.dropFirst(path.count + 1).split(separator: "/").first.map(String.init)
    }
    return Set(names).sorted()
  }
}

/// A built schema with its diagnostics, in the forms that tests compare.
struct Built {
  var checked: CheckedSchema
  var sources: [SourceText]
  var diagnostics: [Diagnostic]

  init(_ inputs: SchemaInputs, _ reader: MemoryReader) {
    (checked, sources, diagnostics) = buildSchema(inputs, reader: reader)
  }

  /// Builds the schema of one `.cdq` text with other files beside it. The parser's diagnostics come first.
  init(_ text: String, files: [String: String] = [:]) {
    let source = SourceText(name: "a.cdq", text)
    let parsed = Parser.parseDocument(source)
    self.init(SchemaInputs(documents: [(source, parsed.tree)]), MemoryReader(files))
    diagnostics = parsed.diagnostics + diagnostics
  }

  /// Builds the schema of a Core Data model from the body of its `contents`, between the `model` tags.
  init(model body: String) {
    self.init(
      SchemaInputs(modelPaths: ["M.xcdatamodel"]),
      MemoryReader(["M.xcdatamodel/contents": Built.modelText(body)]))
  }

  static func modelText(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
    \(body)
    </model>
    """
  }

  var schema: Schema { checked.schema }

  /// The diagnostics with severity, code and underlined text, for tables of expected values.
  var findings: [String] {
    diagnostics.map { diagnostic in
      let source = sources.first { $0.name == diagnostic.file }
      return "\(diagnostic.severity.rawValue) \(diagnostic.code) `\(source?.text(diagnostic.span) ?? "")`"
    }
  }

  /// The findings without notes.
  var problems: [String] {
    findings.filter { !$0.hasPrefix("note ") }
  }

  func attribute(_ name: String, of entity: String) -> Attribute? {
    guard case .attribute(let attribute) = schema.property(named: name, of: entity) else { return nil }
    return attribute
  }

  func relationship(_ name: String, of entity: String) -> Relationship? {
    guard case .relationship(let relationship) = schema.property(named: name, of: entity) else { return nil }
    return relationship
  }
}
