import CDQIR
import CDQJSON
import CDQSchema
import CDQSyntax

extension FeatureContext {
  /// `textDocument/prepareRename`.
  func prepareRename(at position: Position) throws(ResponseError) -> JSONValue {
    let found = try renamed(at: positions.offset(of: position))
    return .fields(["range": json(found.span), "placeholder": .string(found.symbol.name)])
  }

  /// `textDocument/rename`: the edits in all files that have the name.
  func rename(at position: Position, to name: String, _ isCancelled: () -> Bool) throws(ResponseError) -> JSONValue {
    let offset = positions.offset(of: position)
    let found = try renamed(at: offset)
    let bare = try plainName(name)
    if bare == found.symbol.name { return .fields(["changes": .fields([:])]) }
    try refuseConflict(of: found.symbol, with: bare, around: offset)
    let text = KeywordTable.shared.keyword(of: bare) == .none ? bare : "#\(bare)"
    var edits = WorkspaceEdits(encoding, client)
    for (document, occurrences) in try allOccurrences(of: found.symbol, around: offset, isCancelled) {
      for occurrence in occurrences {
        var span = occurrence.span
        let bytes = document.source.utf8
        let written = bytes[Int(span.start)]
        // The dot of an enum case can be followed by an escaped word.
        if span.start > 0, bytes[Int(span.start) - 1] == UInt8(ascii: "#") { span.start -= 1 }
        let isParameter = written == UInt8(ascii: "$")
        edits.add(document, span, isParameter ? "$\(bare)" : text)
      }
    }
    return edits.json
  }

  /// The name at an offset, if it can be renamed.
  private func renamed(at offset: UInt32) throws(ResponseError) -> Occurrence {
    guard var found = occurrence(at: offset) else { throw ResponseError(.requestFailed, "there is no name here") }
    switch found.symbol {
    case .function, .collectionOperator, .builtInType, .annotation:
      throw ResponseError(.requestFailed, "'\(found.symbol.name)' is a word of the language")
    case .file: throw ResponseError(.requestFailed, "a file is renamed on disk")
    case .parameter, .variable: found.span.start += found.span.length > found.symbol.name.utf8.count ? 1 : 0
    case .entity, .property, .enumeration, .enumerationCase, .query, .mapping, .column: break
    }
    if let place = target?.declaration(of: found.symbol) {
      let model = PathText.name(of: PathText.folder(of: place.file))
      if workspace.documents[place.file] == nil {
        throw ResponseError(
          .requestFailed,
          "'\(found.symbol.name)' is declared in the Core Data model '\(model)'; "
            + "rename it in Xcode, then the queries")
      }
    } else if !found.symbol.isLocal, locations(of: found.symbol, around: offset).isEmpty {
      throw ResponseError(.requestFailed, "'\(found.symbol.name)' has no declaration")
    }
    return found
  }

  /// The name without `#` or `$`, if it is one word.
  private func plainName(_ name: String) throws(ResponseError) -> String {
    let bare = name.hasPrefix("#") || name.hasPrefix("$") ? String(name.dropFirst()) : name
    let source = SourceText(name: "", bare)
    let lexed = Lexer.lex(source)
    guard lexed.tokens.count == 2, lexed.tokens[0].kind == .word, lexed.diagnostics.isEmpty,
      lexed.tokens[0].length == source.utf8.count
    else { throw ResponseError(.invalidParameters, "'\(name)' is no name: a name is letters, digits and '_'") }
    return bare
  }

  private func refuseConflict(of symbol: Symbol, with name: String, around offset: UInt32) throws(ResponseError) {
    let taken: Bool
    switch symbol {
    case .entity, .enumeration:
      taken = schema.hasEntity(named: name) || schema.enumeration(named: name) != nil || TypeNames.builtIn[name] != nil
    case .property(let entity, _):
      let family = [entity] + schema.descendants(of: entity).map(\.name)
      taken = family.contains { schema.property(named: name, of: $0) != nil }
    case .enumerationCase(let enumeration, _):
      taken = schema.enumeration(named: enumeration)?.cases.contains { $0.name == name } ?? false
    case .query: taken = !locations(of: .query(name), around: offset).isEmpty
    case .mapping: taken = !locations(of: .mapping(name), around: offset).isEmpty
    case .parameter, .variable, .column:
      taken = occurrences(around: offset).contains { $0.symbol.isLocal && $0.symbol.name == name }
    case .function, .collectionOperator, .builtInType, .annotation, .file: taken = false
    }
    if taken { throw ResponseError(.requestFailed, "there is a '\(name)' already") }
  }
}

/// Edits of several documents in the form of the protocol.
struct WorkspaceEdits {
  private let encoding: PositionEncoding
  private let client: ClientCapabilities
  private var files: [(document: QueryDocument, positions: TextPositions, edits: [JSONValue])] = []

  init(_ encoding: PositionEncoding, _ client: ClientCapabilities) {
    self.encoding = encoding
    self.client = client
  }

  mutating func add(_ document: QueryDocument, _ span: SourceSpan, _ text: String) {
    if files.last?.document !== document, !files.contains(where: { $0.document === document }) {
      files.append((document, document.positions(encoding), []))
    }
    guard let index = files.lastIndex(where: { $0.document === document }) else { return }
    let range = files[index].positions.range(of: span)
    files[index].edits.append(.fields(["range": range.json, "newText": .string(text)]))
  }

  var json: JSONValue {
    if client.documentChanges {
      return .fields([
        "documentChanges": .array(
          files.map { file in
            .fields([
              "textDocument": .fields([
                "uri": .string(file.document.uri), "version": file.document.version.map { .int($0) } ?? .null,
              ]),
              "edits": .array(file.edits),
            ])
          })
      ])
    }
    return .fields(["changes": .object(files.map { .init($0.document.uri, .array($0.edits)) })])
  }
}
