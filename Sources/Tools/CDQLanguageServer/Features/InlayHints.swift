import CDQJSON
import CDQSyntax

extension QueryDocument {
  /// The parameters of a query with their types; while it has an error, those it had before.
  func parameters(of query: QueryDeclaration) -> [CheckedDeclaration.Parameter]? {
    let key = TextKey(bytes: source.utf8[Int(query.span.start)..<Int(query.span.end)])
    return checked[key]?.parameters ?? knownParameters[query.name.text]
  }
}

extension FeatureContext {
  /// `textDocument/inlayHint`: the types of parameters that no list declares, after their first use.
  func inlayHints(in range: PositionRange) -> JSONValue {
    let span = positions.span(of: range)
    var hints: [JSONValue] = []
    for case .query(let query) in document.tree.items
    where query.parameters == nil && query.span.start <= span.end && span.start <= query.span.end {
      guard let parameters = document.parameters(of: query), !parameters.isEmpty else { continue }
      var firsts: [String: Occurrence] = [:]
      for occurrence in NameResolver.occurrences(in: .query(query), schema) {
        if case .parameter(let name, _) = occurrence.symbol, firsts[name] == nil { firsts[name] = occurrence }
      }
      for parameter in parameters {
        guard let first = firsts[parameter.name], span.start <= first.span.end, first.span.end <= span.end else { continue }
        // A `?` that makes the parameter optional stands between its name and the hint.
        let end = first.span.end + (parameter.isOmittable ? 1 : 0)
        hints.append(
          .fields([
            "position": positions.position(of: end).json, "label": .string(": \(parameter.type)"), "kind": .int(1),
          ]))
      }
    }
    return .array(hints)
  }
}
