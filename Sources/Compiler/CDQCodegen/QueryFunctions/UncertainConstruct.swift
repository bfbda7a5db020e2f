import CDQIR
import CDQSemantics

/// A construct that a framework may evaluate differently from the language, or may not run at all.
struct UncertainConstruct: Hashable {
  /// The reason, as a sentence.
  var text: String
  /// The part of the query that has the construct, followed by the parts around it; empty for the query as a whole.
  var nodes: [IRNode]
}
