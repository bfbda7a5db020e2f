import CDQJSON

/// The requests about documents, by their methods.
enum FeatureTable {
  static func answer(
    _ method: String, _ parameters: JSONValue, _ server: LanguageServer, _ isCancelled: () -> Bool
  ) throws(ResponseError) -> JSONValue {
    if method == "workspace/symbol" {
      return try server.workspace.symbols(
        matching: parameters["query"]?.asString ?? "", server.encoding, isCancelled)
    }
    guard method.hasPrefix("textDocument/") else {
      throw ResponseError(.methodNotFound, "the server has no '\(method)'")
    }
    // Editors ask about files that a server was not told of; null is the answer for them.
    guard let document = server.document(parameters) else {
      if parameters[path: "textDocument", "uri"]?.asString == nil {
        throw ResponseError(.invalidParameters, "'textDocument.uri' is missing")
      }
      return .null
    }
    let context = FeatureContext(
      workspace: server.workspace, document: document, target: server.workspace.target(of: document),
      positions: document.positions(server.encoding), client: server.client)
    return try answer(String(method.dropFirst(13)), parameters, context, server, isCancelled)
  }

  private static func answer(
    _ method: String, _ parameters: JSONValue, _ context: FeatureContext, _ server: LanguageServer,
    _ isCancelled: () -> Bool
  ) throws(ResponseError) -> JSONValue {
    func place() throws(ResponseError) -> Position {
      guard let position = Position(parameters["position"]) else {
        throw ResponseError(.invalidParameters, "'position' is missing or negative")
      }
      return position
    }
    func range() throws(ResponseError) -> PositionRange {
      guard let range = PositionRange(parameters["range"]) else {
        throw ResponseError(.invalidParameters, "'range' is missing or negative")
      }
      return range
    }
    switch method {
    case "completion": return context.completion(at: try place())
    case "hover": return context.hover(at: try place())
    case "signatureHelp": return context.signatureHelp(at: try place())
    case "definition": return context.definition(at: try place())
    case "typeDefinition": return context.typeDefinition(at: try place())
    case "references":
      let withDeclaration = parameters[path: "context", "includeDeclaration"]?.asBool ?? true
      return try context.references(at: try place(), withDeclaration: withDeclaration, isCancelled)
    case "documentHighlight": return context.highlights(at: try place())
    case "documentSymbol": return context.symbols()
    case "codeAction":
      let kinds = parameters[path: "context", "only"]?.asArray.compactMap(\.asString) ?? []
      return context.codeActions(in: try range(), kinds: kinds)
    case "codeLens":
      return context.codeLenses(
        dataFolder: server.environment.run == nil ? nil : server.dataFolder(for: context.document))
    case "formatting": return context.formatted()
    case "rangeFormatting": return context.formatted(in: try range())
    case "onTypeFormatting":
      return context.formatted(afterTyping: parameters["ch"]?.asString ?? "", at: try place())
    case "prepareRename": return try context.prepareRename(at: try place())
    case "rename":
      return try context.rename(at: try place(), to: parameters["newName"]?.asString ?? "", isCancelled)
    case "foldingRange": return context.foldingRanges()
    case "selectionRange":
      return context.selectionRanges((parameters["positions"]?.asArray ?? []).prefix(1000).compactMap { Position($0) })
    case "inlayHint": return context.inlayHints(in: try range())
    case "semanticTokens/full": return context.semanticTokens(id: server.makeTokensID())
    case "semanticTokens/full/delta":
      return context.semanticTokens(
        since: parameters["previousResultId"]?.asString ?? "", id: server.makeTokensID())
    case "semanticTokens/range": return context.semanticTokens(in: try range())
    default: throw ResponseError(.methodNotFound, "the server has no 'textDocument/\(method)'")
    }
  }
}
