import CDQIR
import CDQJSON
import CDQSchema
import CDQSyntax

/// The occurrences of a symbol in all targets that know it.
struct ReferenceSearch {
  let workspace: Workspace
  let symbol: Symbol
  let target: CheckedTarget

  /// The occurrences by document, those of a document in text order.
  ///
  /// - Parameter isCancelled: asked between documents.
  func run(_ isCancelled: () -> Bool) throws(ResponseError) -> [(document: QueryDocument, found: [Occurrence])] {
    var result: [(QueryDocument, [Occurrence])] = []
    var seen: Set<String> = []
    for target in workspace.targets(sharing: symbol, with: target) {
      let schema = target.schema.schema
      // Files that the target imports from elsewhere are searched with it.
      let imported = target.schemaSources.keys.filter { PathText.fileExtension(of: $0) == "cdq" }
      for path in target.plan.documents + imported.sorted() where seen.insert(path).inserted {
        if isCancelled() { throw ResponseError(.requestCancelled, "the search was cancelled") }
        guard let document = workspace.documents[path] else { continue }
        let found = ReferenceSearch.occurrences(of: symbol, in: document, schema)
        if !found.isEmpty { result.append((document, found)) }
      }
    }
    return result
  }

  private static func occurrences(of symbol: Symbol, in document: QueryDocument, _ schema: Schema) -> [Occurrence] {
    let name = Array(symbol.name.utf8)
    return document.tree.items.flatMap { item -> [Occurrence] in
      // Most declarations do not have the word at all.
      guard contains(document.source.utf8, item.span, name) else { return [] }
      return NameResolver.occurrences(in: item, schema).filter { $0.symbol == symbol }
    }
  }

  private static func contains(_ bytes: [UInt8], _ span: SourceSpan, _ word: [UInt8]) -> Bool {
    guard let first = word.first, span.length >= word.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { word in
        var index = Int(span.start)
        let end = min(Int(span.end), bytes.count) - word.count
        while index <= end {
          if bytes[index] == first {
            var length = 1
            while length < word.count, bytes[index + length] == word[length] { length += 1 }
            if length == word.count { return true }
          }
          index += 1
        }
        return false
      }
    }
  }
}

extension FeatureContext {
  /// The occurrences of the symbol at an offset: in its declaration, or everywhere.
  func allOccurrences(
    of symbol: Symbol, around offset: UInt32, _ isCancelled: () -> Bool
  ) throws(ResponseError) -> [(document: QueryDocument, found: [Occurrence])] {
    guard !symbol.isLocal, let target else {
      return [(document, occurrences(around: offset).filter { $0.symbol == symbol })]
    }
    return try ReferenceSearch(workspace: workspace, symbol: symbol, target: target).run(isCancelled)
  }

  /// `textDocument/references`.
  func references(
    at position: Position, withDeclaration: Bool, _ isCancelled: () -> Bool
  ) throws(ResponseError) -> JSONValue {
    let offset = positions.offset(of: position)
    guard let symbol = occurrence(at: offset)?.symbol else { return .array([]) }
    var result: [JSONValue] = []
    for (document, found) in try allOccurrences(of: symbol, around: offset, isCancelled) {
      let positions = document.positions(encoding)
      for occurrence in found where withDeclaration || !occurrence.isDeclaration {
        result.append(.fields(["uri": .string(document.uri), "range": positions.range(of: occurrence.span).json]))
      }
    }
    if withDeclaration, let place = target?.declaration(of: symbol), workspace.documents[place.file] == nil,
      let declaration = location(place)
    {
      result.insert(declaration, at: 0)
    }
    return .array(result)
  }

  /// `textDocument/documentHighlight`.
  func highlights(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    guard let symbol = occurrence(at: offset)?.symbol else { return .array([]) }
    let items = symbol.isLocal ? document.item(at: offset).map { [$0] } ?? [] : document.tree.items
    let found = items.flatMap { NameResolver.occurrences(in: $0, schema) }.filter { $0.symbol == symbol }
    return .array(found.map { .fields(["range": json($0.span), "kind": .int($0.isDeclaration ? 3 : 2)]) })
  }
}
