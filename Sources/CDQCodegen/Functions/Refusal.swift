import CDQIR
import CDQSemantics

/// Why a back end cannot say what a query says.
struct Refusal: Error {
  /// What the query uses, as it is written.
  var construct: String
  /// What is in the way, as the end of a sentence.
  var reason: String
  /// What to do instead.
  var help: String
  /// The part of the query that cannot be said, and behind it what that is a part of; empty for the query as a whole.
  private(set) var nodes: [IRNode] = []

  init(_ construct: String, _ reason: String, help: String = "the memory back end can run it") {
    self.construct = construct
    self.reason = reason
    self.help = help
  }

  /// The same at the first key of a group, or its first row.
  func at(_ projection: ProjectionIR) -> Refusal {
    guard let expression = projection.grouping.first ?? projection.items.first?.expression else { return self }
    return at(.expression(expression))
  }

  /// The same at a part of the query, which matters where no smaller part has a place in the text.
  func at(_ node: IRNode) -> Refusal {
    var refusal = self
    refusal.nodes.append(node)
    return refusal
  }
}
