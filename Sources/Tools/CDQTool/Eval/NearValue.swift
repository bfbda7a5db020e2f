import CDQIR
import CDQResults
import CDQSyntax

/// Says that no object has a text that a condition asks for, such as `continent == "Europa"`, and which text is meant.
enum NearValue {
  /// The most different values among which a near one is looked for.
  private static let mostCompared = 20_000

  /// - Parameters:
  ///   - found: The number of objects that the query found; nil if that is not known.
  ///   - rows: The rows of a query; nil if it cannot run.
  static func hint(_ query: QueryIR, found: Int?, rows: (QueryIR) -> ResultRows?) -> String? {
    guard found == 0 else { return nil }
    var collector = Collector()
    _ = collector.rewrite(query.predicate)
    for (path, text) in collector.found.prefix(3) {
      var all = query
      (all.predicate, all.cardinality, all.sort, all.limit, all.offset) = (.constant(true), .many, .keys([]), nil, nil)
      all.limitPerKey = nil
      all.projection = ProjectionIR(
        isGrouped: false, items: [.init(name: "value", expression: .path(path), type: path.type)], isDistinct: true)
      guard let result = rows(all), result.count > 0, result.count <= mostCompared else { continue }
      let values = (0..<result.count).compactMap { if case .string(let value)? = result.row($0).first { value } else { nil } }
      if values.contains(text) { continue }
      let name = path.steps.map(\.name).joined(separator: ".")
      if let near = Suggestions.nearest(to: text, among: values) {
        return "no '\(name)' is \(quoted(text)); did you mean \(quoted(near))?"
      }
    }
    return nil
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  /// The texts that attributes of the objects under test are compared with.
  private struct Collector: IRRewriter {
    var found: [(path: PathIR, text: String)] = []

    mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
      if case .comparison(let node) = predicate, node.operator == .equal, case .path(let path) = node.left, path.variable == 0,
        path.type.base == .string, !path.steps.isEmpty, case .literal(.string(let text), _) = node.right, !text.isEmpty
      {
        found.append((path, text))
      }
      return rewriteChildren(of: predicate)
    }
  }
}
