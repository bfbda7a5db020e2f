import CDQIR
import CDQSemantics

/// The reason why a back end cannot express a query. It becomes an error at the part of the query.
struct Refusal: Error {
  /// The construct as the query has it, such as `'IN[l]'`.
  var construct: String
  /// The obstacle, as the end of a sentence.
  var reason: String
  /// An alternative for the user.
  var help: String
  /// The part of the query that cannot be expressed, followed by the parts around it; empty for the query as a whole.
  private(set) var nodes: [IRNode] = []

  init(_ construct: String, _ reason: String, help: String = "the memory back end can run it") {
    self.construct = construct
    self.reason = reason
    self.help = help
  }

  /// The refusal at the first key of a group, or at the first selected value.
  func at(_ projection: ProjectionIR) -> Refusal {
    guard let expression = projection.grouping.first ?? projection.items.first?.expression else { return self }
    return at(.expression(expression))
  }

  /// The refusal of keys of a limit, for a framework that counts all objects together; nil for a query without them.
  static func limitPerKey(_ query: QueryIR, by framework: String) -> Refusal? {
    guard let limit = query.limitPerKey else { return nil }
    let refusal = Refusal(
      "'limit … per'", "\(framework) counts all objects together",
      help: "fetch without 'limit' and 'per', and keep the first ones in the program: Dictionary(grouping: objects) { $0.key }")
    return limit.keys.first.map { refusal.at(.expression($0)) } ?? refusal
  }

  /// The refusal of a shape, for a framework that gives objects; nil for a query without one.
  static func shape(_ query: QueryIR, by reader: String) -> Refusal? {
    guard let shape = query.projection?.shapes.first else { return nil }
    return Refusal("the shape '\(shape.name)'", "\(reader) has no rows within rows")
      .at(shape.pathNode)
  }

  /// The refusal with one more node around it, whose place is used if none of the smaller nodes has one.
  func at(_ node: IRNode) -> Refusal {
    var refusal = self
    refusal.nodes.append(node)
    return refusal
  }
}
