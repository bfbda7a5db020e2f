import CDQIR
import CDQWhy

/// What a query makes of the objects that match, in sentences: groups, or the first objects of each key.
struct ResultRules {
  let query: QueryIR

  /// The sentences, each without a capital and a full stop; empty for a query that gives all objects that match.
  var sentences: [String] { [groups, firstOfEach].compactMap { $0 } }

  private var groups: String? {
    guard let projection = query.projection, projection.isGrouped else { return nil }
    let printer = IRPrinter(parameters: query.parameters)
    let keys = projection.grouping.map { "'\(printer.text($0))'" }.joined(separator: " and ")
    let having = projection.having.map { ", of which those with '\(printer.text($0))' are kept" } ?? ""
    return (keys.isEmpty ? "they make one group" : "they are put into groups by \(keys)") + having
  }

  /// What `limit 3 per country` keeps; nil without `per`.
  var firstOfEach: String? {
    guard let limit = query.limitPerKey else { return nil }
    let printer = IRPrinter(parameters: query.parameters)
    let keys = limit.keys.map { "'\(printer.text($0))'" }.joined(separator: " and ")
    switch limit.count {
    case .constant(1): return "only the first of each \(keys) is kept"
    case .constant(let count): return "only the first \(count) of each \(keys) are kept"
    case .parameter(let index):
      let name = query.parameters.indices.contains(index) ? "$\(query.parameters[index].name) " : ""
      return "only the first \(name)of each \(keys) are kept"
    }
  }
}
