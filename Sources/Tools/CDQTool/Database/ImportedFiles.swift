import CDQFiles
import CDQIR
import CDQIntrospection
import CDQPrinting
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The schema and the mapping that an earlier import of a database wrote, and that people have changed since. An import
/// onto them adds what is new and changes nothing else, so that names, comments and queries stay.
struct ImportedFiles {
  let path: String
  let mappingPath: String
  private let source: SourceText
  private let mappingBytes: [UInt8]
  private let schema: Schema
  private let mapping: DatabaseMapping

  /// The files at the place where an import writes; nil unless both are there.
  init?(at path: String?, _ context: CommandContext) throws(Failure) {
    guard let path, PathText.fileExtension(of: path) == "cdq" else { return nil }
    mappingPath = MappingFile.path(beside: path)
    let files = FileSystem()
    guard files.kind(of: path) == .file, files.kind(of: mappingPath) == .file, let mapping = try context.mapping(beside: path) else {
      return nil
    }
    self.path = path
    self.mapping = mapping
    source = SourceText(name: path, utf8: try Array(Files.read(path)))
    mappingBytes = try Array(Files.read(mappingPath))
    schema = try context.sound(SchemaFinder(console: context.console, path: path, modelVersion: nil).require()).schema.schema
  }

  /// Adds what the database has and the files lack, and reports what the database no longer has.
  func update(
    from catalog: DatabaseCatalog, names: ImportNames, keepsForeignKeys: Bool, _ location: DataLocation, _ context: CommandContext
  ) throws(Failure) -> ExitCode {
    let update = ImportUpdate(schema, mapping, catalog, names: names, keepsForeignKeys: keepsForeignKeys)
    let text = edited(update)
    let newMapping = try MappingFile.text(update.mapping)
    var changes: [FileChange] = []
    if update.mapping != mapping { changes.append(FileChange(mappingPath, old: mappingBytes, new: Array(newMapping.utf8))) }
    if text != source.utf8 { changes.append(FileChange(path, old: source.utf8, new: text)) }
    if !changes.isEmpty { try Files.replace(changes) }
    let added =
      update.entities.map(\.name) + update.properties.flatMap { entity, added in added.map { "\(entity).\($0.name)" } }
      + update.indexes.flatMap { entity, added in
        added.map { "an index of \(entity) (\($0.keys.map(\.attribute).joined(separator: ", ")))" }
      }
    if !added.isEmpty { context.summary("added \(added.joined(separator: ", "))") }
    if !update.renamed.isEmpty { context.summary("renamed in the schema: \(update.renamed.joined(separator: ", "))") }
    if !update.outdated.isEmpty { context.summary("no longer true, and omitted in the mapping: \(update.outdated.joined(separator: ", "))") }
    for item in update.gone { context.console.report("\(location) no longer has \(item)") }
    let written = changes.map(\.path)
    context.summary(
      written.isEmpty ? "\(path) and \(mappingPath) have all tables and columns; their names are kept"
        : "changed \(written.joined(separator: " and ")); the names that were there are kept")
    return update.gone.isEmpty ? .clean : .findings
  }

  /// The schema file with new properties at the ends of their entities, and new entities at the end of the file.
  private func edited(_ update: ImportUpdate) -> [UInt8] {
    var result = source.utf8
    let declared = Parser.parseDocument(source).tree.items.compactMap { item in
      if case .entity(let entity) = item { entity } else { nil }
    }
    for entity in declared.reversed() {
      let added = update.properties.filter { $0.entity == entity.name.text }.flatMap(\.added)
      let indexes = update.indexes.filter { $0.entity == entity.name.text }.flatMap(\.added)
      guard !added.isEmpty || !indexes.isEmpty, let brace = result[..<Int(entity.span.end)].lastIndex(of: UInt8(ascii: "}")) else { continue }
      let new = Entity(name: entity.name.text, properties: added, indexes: indexes)
      let printed = SchemaPrinter.text(Schema(entities: [new], enumerations: schema.enumerations + update.enumerations))
      // The lines between those with the braces, without the enums in front of the entity.
      let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
      let start = (lines.lastIndex { $0.hasPrefix("entity ") } ?? 0) + 1
      let end = lines.lastIndex { $0 == "}" } ?? lines.count
      let line = result[..<brace].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let isAlone = result[line..<brace].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let block = lines[start..<end].joined(separator: "\n") + "\n"
      result.insert(contentsOf: Array(((isAlone ? "" : "\n") + block).utf8), at: isAlone ? line : brace)
    }
    let rest = SchemaPrinter.text(Schema(entities: update.entities, enumerations: update.enumerations))
    if rest.isEmpty { return result }
    if result.last != UInt8(ascii: "\n"), !result.isEmpty { result.append(UInt8(ascii: "\n")) }
    return result + Array(("\n" + rest).utf8)
  }
}
