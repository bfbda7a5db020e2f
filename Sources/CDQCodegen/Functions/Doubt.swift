import CDQIR
import CDQSemantics

/// What a framework may run otherwise than it is meant.
struct Doubt: Hashable {
  /// As a sentence.
  var text: String
  /// The part of the query it is about, and behind it what that is a part of; empty for the query as a whole.
  var nodes: [IRNode]
}
