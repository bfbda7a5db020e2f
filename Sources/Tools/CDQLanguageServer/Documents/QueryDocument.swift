import CDQCodegen
import CDQSchema
package import CDQSyntax

/// A `.cdq` text, open in an editor or read from a file, with its tree and the results of checking its queries.
package final class QueryDocument {
  /// The absolute path, or the URI of a document without a file. It is the name of the text in findings.
  package let path: String
  /// The URI as the client writes it.
  package var uri: String
  /// The version of an open document; nil for one that is read from its file.
  package var version: Int?
  package private(set) var source: SourceText
  package private(set) var tree = Document()
  private(set) var parseFindings: [Diagnostic] = []
  /// The parts of the text that belong to the schema, with their places.
  private(set) var schemaParts: [SchemaPart] = []
  /// The parts that declare mappings, with their places.
  private(set) var mappingParts: [SchemaPart] = []

  /// The results of checking the queries, by their text.
  var checked: [TextKey: CheckedDeclaration] = [:]
  /// The findings of the queries, at their present places.
  var queryFindings: [Diagnostic] = []
  /// The names that the code of its sound queries declares, at their present places.
  var generatedNames: [QueryNames] = []
  /// The names of the queries, in the order of the text.
  private(set) var queryNames: [String] = []
  /// Whether the queries must be checked again, because the text or the schema changed.
  var needsCheck = true
  /// Whether the findings may differ from those that were published.
  var needsPublishing = true
  /// The text of the findings that were published last.
  var published = ""
  /// The tokens that were sent last, for the next difference.
  var sentTokens: (id: Int, data: [Int])?
  /// The names of declarations as semantic tokens need them.
  var classifiedNames = ClassifiedNames()
  /// The last types of parameters of queries that were sound, for hints while a query has an error.
  var knownParameters: [String: [CheckedDeclaration.Parameter]] = [:]

  /// The number of results that are kept, by which tests see that edits leave nothing behind.
  package var cacheSize: Int { checked.count + knownParameters.count }

  package var isOpen: Bool { version != nil }

  /// A declaration's text, with the comments before it, and its place.
  struct SchemaPart: Hashable {
    var start: UInt32
    var text: TextKey
  }

  package init(path: String, uri: String, utf8: [UInt8], version: Int?) {
    self.path = path
    self.uri = uri
    self.version = version
    source = SourceText(name: path, utf8: utf8)
    parse()
  }

  /// What a new text changed beyond queries.
  struct Change {
    /// Whether a part of the schema changed or moved.
    var schema: Bool
    /// Whether a mapping changed or moved.
    var mappings: Bool
    /// Whether the text began or ceased to declare a schema.
    var role: Bool
  }

  /// Replaces the whole text.
  func replace(_ utf8: [UInt8]) -> Change { replace(SourceText(name: path, utf8: utf8)) }

  /// Replaces the whole text by one of the same name.
  func replace(_ text: SourceText) -> Change {
    let before = (schema: schemaParts, mappings: mappingParts, declares: declaresSchema)
    source = text
    parse()
    needsCheck = true
    needsPublishing = true
    return Change(
      schema: before.schema != schemaParts, mappings: before.mappings != mappingParts,
      role: before.declares != declaresSchema)
  }

  private func parse() {
    let parsed = Parser.parseDocument(source)
    tree = parsed.tree
    parseFindings = parsed.diagnostics
    schemaParts = []
    mappingParts = []
    queryNames = []
    var end: UInt32 = 0
    for item in tree.items {
      let span = item.span
      switch item {
      case .query(let query): queryNames.append(query.name.text)
      case .mapping: mappingParts.append(part(end, span))
      case .schemaImport, .enumeration, .entity: schemaParts.append(part(end, span))
      }
      end = span.end
    }
  }

  private func part(_ start: UInt32, _ span: SourceSpan) -> SchemaPart {
    let end = min(Int(span.end), source.utf8.count)
    return SchemaPart(start: span.start, text: TextKey(bytes: source.utf8[min(Int(start), end)..<end]))
  }

  /// Whether the text declares an entity or imports a schema.
  var declaresSchema: Bool {
    tree.items.contains { item in
      switch item {
      case .schemaImport, .entity: true
      case .enumeration, .query, .mapping: false
      }
    }
  }

  /// The declaration that has a place in it, or that ends there.
  func item(at offset: UInt32) -> Document.Item? {
    tree.items.last { $0.span.start <= offset && offset <= $0.span.end }
  }

  func positions(_ encoding: PositionEncoding) -> TextPositions { TextPositions(source, encoding) }
}

/// A part of a text, as a key. It keeps the whole text alive, so that keys are renewed with each text.
struct TextKey: Hashable {
  var bytes: ArraySlice<UInt8>

  /// The bytes at once, since hashing them one by one takes longer than parsing.
  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// The result of checking one query declaration. Places are relative to the text as it was at the check.
struct CheckedDeclaration {
  struct Parameter: Hashable {
    var name: String
    var type: String
    var isOmittable: Bool
  }
  /// The offset at which the declaration began.
  var start: UInt32
  var findings: [Diagnostic]
  /// The parameters; nil for a query with an error.
  var parameters: [Parameter]?
  /// The names that its code declares; nil for a query with an error, or if there is no back end to ask.
  var names: QueryNames?
}

extension Document.Item {
  /// The name that is declared; nil for an import.
  var name: Identifier? {
    switch self {
    case .schemaImport: nil
    case .enumeration(let node): node.name
    case .entity(let node): node.name
    case .query(let node): node.name
    case .mapping(let node): node.name
    }
  }
}

extension SourceSpan {
  /// The span after its text moved by `distance` bytes.
  func moved(by distance: Int64) -> SourceSpan {
    SourceSpan(UInt32(clamping: Int64(start) + distance), UInt32(clamping: Int64(end) + distance))
  }
}

extension Diagnostic {
  /// The finding after its text moved by `distance` bytes.
  func moved(by distance: Int64) -> Diagnostic {
    if distance == 0 { return self }
    func move(_ span: SourceSpan) -> SourceSpan { span.moved(by: distance) }
    var result = self
    result.span = move(span)
    result.point = point.map(move)
    result.labels = labels.map { Label(move($0.span), $0.text) }
    result.notes = notes.map { note in
      guard note.file == file, let span = note.span else { return note }
      return Note(note.message, file: note.file, at: move(span))
    }
    result.fixIts = fixIts.map { fixIt in
      FixIt(fixIt.message, fixIt.applicability, fixIt.edits.map { .init(move($0.span), $0.newText) })
    }
    return result
  }
}
