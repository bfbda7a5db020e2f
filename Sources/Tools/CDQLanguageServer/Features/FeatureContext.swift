import CDQIR
import CDQJSON
import CDQSchema
import CDQSyntax

/// The document and the place that a request is about.
struct FeatureContext {
  let workspace: Workspace
  let document: QueryDocument
  let target: CheckedTarget?
  let positions: TextPositions
  let client: ClientCapabilities

  var schema: Schema { target?.schema.schema ?? Schema(entities: []) }
  var encoding: PositionEncoding { positions.encoding }

  func json(_ span: SourceSpan) -> JSONValue { positions.range(of: span).json }

  /// The names of the declaration around an offset.
  func occurrences(around offset: UInt32) -> [Occurrence] {
    document.item(at: offset).map { NameResolver.occurrences(in: $0, schema) } ?? []
  }

  /// The name at an offset, or that ends there.
  func occurrence(at offset: UInt32) -> Occurrence? {
    let found = occurrences(around: offset).filter { $0.span.start <= offset && offset <= $0.span.end }
    return found.last { offset < $0.span.end } ?? found.last
  }

  /// The location of a span in a text of the workspace; nil for a text that is not known.
  func location(_ place: SourceLocation) -> JSONValue? {
    guard let source = workspace.source(place.file) else { return nil }
    return .fields([
      "uri": .string(uri(place.file)), "range": TextPositions(source, encoding).range(of: place.span).json,
    ])
  }

  func uri(_ path: String) -> String { workspace.documents[path]?.uri ?? DocumentURI.uri(path) }
}

/// What the client can do, as far as answers depend on it.
struct ClientCapabilities {
  var snippets = false
  var markdown = true
  var hierarchicalSymbols = false
  var relatedInformation = true
  var watchesFiles = false
  var refreshesTokens = false
  var refreshesHints = false
  var refreshesLenses = false
  var documentChanges = false

  init() {}

  init(_ capabilities: JSONValue?) {
    let text = capabilities?["textDocument"]
    let workspace = capabilities?["workspace"]
    func flag(_ value: JSONValue?) -> Bool { value?.asBool == true }
    snippets = flag(text?[path: "completion", "completionItem", "snippetSupport"])
    if let formats = text?[path: "hover", "contentFormat"]?.asArray, !formats.isEmpty {
      markdown = formats.contains(.string("markdown"))
    }
    hierarchicalSymbols = flag(text?[path: "documentSymbol", "hierarchicalDocumentSymbolSupport"])
    relatedInformation = flag(text?[path: "publishDiagnostics", "relatedInformation"])
    watchesFiles = flag(workspace?[path: "didChangeWatchedFiles", "dynamicRegistration"])
    refreshesTokens = flag(workspace?[path: "semanticTokens", "refreshSupport"])
    refreshesHints = flag(workspace?[path: "inlayHint", "refreshSupport"])
    refreshesLenses = flag(workspace?[path: "codeLens", "refreshSupport"])
    documentChanges = flag(workspace?[path: "workspaceEdit", "documentChanges"])
  }
}
