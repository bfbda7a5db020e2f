import CDQJSON
import CDQSyntax

/// A declaration as editors list it.
private struct OutlineSymbol {
  var name: String
  var detail: String
  var kind: Int
  var span: SourceSpan
  var nameSpan: SourceSpan
  var children: [OutlineSymbol] = []

  // Kinds of the protocol.
  static let (classKind, property, field, enumeration, function, enumerationCase, interface, file) =
    (5, 7, 8, 10, 12, 22, 11, 1)

  init(_ name: Identifier, _ kind: Int, _ detail: String, _ span: SourceSpan, _ children: [OutlineSymbol] = []) {
    // The protocol requires a name.
    self.name = name.text.isEmpty ? "?" : name.text
    self.kind = kind
    self.detail = detail
    self.span = span.union(name.span)
    nameSpan = name.span
    self.children = children
  }

  init(_ item: Document.Item) {
    switch item {
    case .schemaImport(let node):
      self.init(Identifier(node.path, node.pathSpan), OutlineSymbol.file, "schema", node.span)
    case .enumeration(let node):
      let cases = node.cases.map { OutlineSymbol($0.name, OutlineSymbol.enumerationCase, "", $0.name.span) }
      self.init(node.name, OutlineSymbol.enumeration, node.rawType?.text ?? "", node.span, cases)
    case .entity(let node):
      let members = node.members.compactMap { member -> OutlineSymbol? in
        guard case .property(let property) = member else { return nil }
        return OutlineSymbol(property.name, OutlineSymbol.property, property.type.shown, property.span)
      }
      self.init(
        node.name, OutlineSymbol.classKind, node.parent.map { ": \($0.text)" } ?? "", node.span, members)
    case .query(let node):
      let cardinality = node.query.cardinality.map { "\($0.kind.rawValue) " } ?? ""
      self.init(node.name, OutlineSymbol.function, cardinality + node.query.entity.text, node.span)
    case .mapping(let node):
      let members = node.members.map { OutlineSymbol($0.name, OutlineSymbol.field, "", $0.span) }
      self.init(node.name, OutlineSymbol.interface, node.entity.text, node.span, members)
    }
  }

  func json(_ positions: TextPositions) -> JSONValue {
    .fields([
      "name": .string(name), "detail": detail.isEmpty ? nil : .string(detail), "kind": .int(kind),
      "range": positions.range(of: span).json, "selectionRange": positions.range(of: nameSpan).json,
      "children": children.isEmpty ? nil : .array(children.map { $0.json(positions) }),
    ])
  }

  func flat(_ document: QueryDocument, _ positions: TextPositions, container: String?) -> [JSONValue] {
    let own = JSONValue.fields([
      "name": .string(name), "kind": .int(kind), "containerName": container.map { .string($0) },
      "location": .fields(["uri": .string(document.uri), "range": positions.range(of: nameSpan).json]),
    ])
    return [own] + children.flatMap { $0.flat(document, positions, container: name) }
  }

  /// Whether the letters of a search occur in the name in order.
  func matches(_ letters: [Character]) -> Bool {
    var rest = letters[...]
    for letter in name.lowercased() where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

extension TypeReference {
  /// The type as it is written.
  var shown: String {
    let name = isCollection ? (isOrdered ? "ordered [\(name.text)]" : "[\(name.text)]") : name.text
    return isOptional ? name + "?" : name
  }
}

extension FeatureContext {
  /// `textDocument/documentSymbol`.
  func symbols() -> JSONValue {
    let symbols = document.tree.items.map { OutlineSymbol($0) }
    if client.hierarchicalSymbols { return .array(symbols.map { $0.json(positions) }) }
    return .array(symbols.flatMap { $0.flat(document, positions, container: nil) })
  }
}

extension Workspace {
  /// `workspace/symbol`: declarations and their members whose names have the letters of a search in order.
  func symbols(
    matching query: String, _ encoding: PositionEncoding, _ isCancelled: () -> Bool
  ) throws(ResponseError) -> JSONValue {
    let letters = Array(query.lowercased().filter { !$0.isWhitespace })
    let most = 500
    var result: [JSONValue] = []
    for path in documents.keys.sorted() where result.count < most {
      if isCancelled() { throw ResponseError(.requestCancelled, "the search was cancelled") }
      guard let document = documents[path] else { continue }
      let positions = document.positions(encoding)
      for symbol in document.tree.items.map({ OutlineSymbol($0) }) {
        if symbol.matches(letters) { result += symbol.flat(document, positions, container: nil).prefix(1) }
        for child in symbol.children where !letters.isEmpty && child.matches(letters) {
          result += child.flat(document, positions, container: symbol.name)
        }
      }
    }
    return .array(Array(result.prefix(most)))
  }
}
