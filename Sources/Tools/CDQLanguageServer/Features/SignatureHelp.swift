import CDQJSON
import CDQSyntax

extension FeatureContext {
  /// `textDocument/signatureHelp`: the innermost call around a position.
  func signatureHelp(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    guard case .query(let query)? = document.item(at: offset) ?? itemBefore(offset) else { return .null }
    var state = ExpressionState(schema, entity: nil)
    let tokens = Lexer.lex(document.source).tokens
    let inside = tokens.filter { $0.start >= query.query.span.start && $0.end <= offset }
    for (index, token) in inside.enumerated() {
      state.read(token, document.source, next: index + 1 < inside.count ? inside[index + 1] : nil)
    }
    for frame in state.frames.reversed() {
      switch frame.kind {
      case .call(let key):
        let signature = FunctionSignature(key)
        guard !signature.parameters.isEmpty else { return .null }
        return help(
          signature.label, signature.parameterRanges, documentation: signature.summary, active: frame.argument)
      case .subquery:
        return help(
          "SUBQUERY(collection, $x, condition)", [(9, 19), (21, 23), (25, 34)],
          documentation: "the objects of a collection that match a condition on '$x'", active: frame.argument)
      case .ternary:
        return help(
          "TERNARY(condition, value, otherwise)", [(8, 17), (19, 24), (26, 35)],
          documentation: "one of two values", active: frame.argument)
      case .parenthesis, .list, .index, .options: continue
      }
    }
    return .null
  }

  /// The last declaration before an offset: a query whose end is being written.
  private func itemBefore(_ offset: UInt32) -> Document.Item? {
    document.tree.items.last { $0.span.start <= offset }
  }

  private func help(
    _ label: String, _ parameters: [(start: Int, end: Int)], documentation: String, active: Int
  ) -> JSONValue {
    .fields([
      "signatures": .array([
        .fields([
          "label": .string(label), "documentation": markup(documentation),
          "parameters": .array(
            parameters.map { .fields(["label": .array([.int($0.start), .int($0.end)])]) }),
        ])
      ]),
      "activeSignature": .int(0), "activeParameter": .int(min(active, max(0, parameters.count - 1))),
    ])
  }
}
