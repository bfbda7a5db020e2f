import CDQJSON
import CDQSemantics
import CDQSyntax

extension FeatureContext {
  /// `textDocument/signatureHelp`: the innermost call around a position.
  func signatureHelp(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    guard case .query(let query)? = document.item(at: offset) ?? itemBefore(offset) else { return .null }
    let tokens = Lexer.lex(document.source).tokens
    let inside = tokens.filter { $0.start >= query.span.start && $0.end <= offset && $0.kind != .endOfText }
    let expectations = Parser.expectations(after: inside[...], end: offset, in: document.source, as: .document)
    for frame in expectations.frames {
      switch frame {
      case .call(let name, let argument):
        let signature = FunctionSignature(CallTable.key(name))
        guard !signature.parameters.isEmpty else { return .null }
        return help(
          signature.label, signature.parameterRanges, documentation: signature.summary, active: argument)
      case .subquery(_, _, let argument):
        return help(
          "SUBQUERY(collection, $x, condition)", [(9, 19), (21, 23), (25, 34)],
          documentation: "the objects of a collection that match a condition on '$x'", active: argument)
      case .ternary(let argument):
        return help(
          "TERNARY(condition, value, otherwise)", [(8, 17), (19, 24), (26, 35)],
          documentation: "one of two values", active: argument)
      default: continue
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
