import CDQExplanations
import CDQSemantics
import CDQSyntax

extension ReasoningCode {
  /// The explanation of the code; tests run its examples.
  var explanation: Explanation {
    switch self {
    case .neverTrue:
      Explanation(
        .warning, "a condition is never true",
        """
        It was proved that no object can match, whatever the data: the conditions exclude each other, or a value cannot \
        be what it is compared with. Often AND stands where OR is meant, or two bounds are exchanged.
        """,
        wrong: .init(.document, "query q = City where rank > 5 AND rank < 3"),
        right: .init(.document, "query q = City where rank > 3 AND rank < 5"))
    case .alwaysTrue:
      Explanation(
        .warning, "a condition is always true",
        """
        It was proved that every object matches, whatever the data, so that the condition selects nothing. Often OR \
        stands where AND is meant.
        """,
        wrong: .init(.document, "query q = City where rank < 5 OR rank > 3"),
        right: .init(.document, "query q = City where rank < 5 AND rank > 3"))
    case .impliedCondition:
      Explanation(
        .warning, "a condition changes nothing, because another one implies it",
        """
        Of two conditions joined by AND the weaker one removes no more objects, and of two joined by OR the stronger \
        one adds none. Remove it, or correct the bound that is wrong.
        """,
        wrong: .init(.document, "query q = City where rank > 10 AND rank > 5"),
        right: .init(.document, "query q = City where rank > 10 AND rank < 50"))
    case .equalQueries:
      Explanation(
        .warning, "two queries of a file give the same results",
        "They have the same clauses, and it was proved that their conditions match the same objects. One is enough.",
        wrong: .init(.document, "query a = City where rank > 5\nquery b = City where rank >= 6"),
        right: .init(.document, "query a = City where rank > 5\nquery b = City where rank > 6"))
    }
  }
}
