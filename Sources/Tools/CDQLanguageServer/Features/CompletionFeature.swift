import CDQJSON
import CDQSyntax

extension FeatureContext {
  /// `textDocument/completion`.
  func completion(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    let lexed = Lexer.lex(document.source)
    let mappings = workspace.targetDocuments(target).flatMap(\.tree.items).compactMap { item in
      if case .mapping(let node) = item { node.name.text } else { nil as String? }
    }
    let engine = DocumentCompletion(
      source: document.source, tokens: lexed.tokens, schema: schema, mappings: mappings)
    guard let found = engine.completion(at: offset, lexed) else {
      return .fields(["isIncomplete": .bool(false), "items": .array([])])
    }
    let range = json(found.replaced)
    var seen: Set<String> = []
    let items = found.items.filter { seen.insert($0.label).inserted }
    return .fields([
      "isIncomplete": .bool(false),
      "items": .array(items.enumerated().map { json($1, number: $0, range) }),
    ])
  }

  private func json(_ item: CompletionItem, number: Int, _ range: JSONValue) -> JSONValue {
    let isSnippet = client.snippets && item.snippet != nil
    let order = String(number)
    let text = isSnippet ? item.snippet ?? item.label : item.plainText
    return .fields([
      "label": .string(item.label), "kind": .int(item.kind.rawValue),
      "detail": item.detail.isEmpty ? nil : .string(item.detail),
      "documentation": item.documentation.map { markup($0) },
      "sortText": .string("\(item.rank)" + String(repeating: "0", count: max(0, 4 - order.count)) + order),
      "filterText": .string(item.label), "insertTextFormat": .int(isSnippet ? 2 : 1),
      "textEdit": .fields(["range": range, "newText": .string(text)]),
    ])
  }

  func markup(_ text: String) -> JSONValue {
    .fields(["kind": .string(client.markdown ? "markdown" : "plaintext"), "value": .string(text)])
  }
}
