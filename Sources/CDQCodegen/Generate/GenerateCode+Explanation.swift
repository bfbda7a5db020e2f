package import CDQSyntax

extension GenerateCode {
  /// What a code means, with examples that are run as tests.
  package var explanation: Explanation {
    switch self {
    case .backendClosure:
      Explanation(
        .error, "the closure back end cannot say this in plain Swift",
        """
        It writes Swift that needs nothing of the program but its own types, so what only the engine can do is \
        refused. The memory back end can.
        """,
        wrong: .init(.command, "generate Closure.cdq --backend closure --stdout"),
        right: .init(.command, "generate Closure.cdq --backend memory --stdout"))
    case .backendMemory:
      Explanation(
        .error, "the memory back end cannot store a value of the query",
        """
        Generated code carries its query as text, and a value in it, such as a number that is not finite, has no text \
        form.
        """,
        wrong: .init(.swift, "rank > 1e999"), right: "rank > 100")
    case .nameClash:
      Explanation(
        .error, "two generated declarations would have one name",
        """
        Files and queries of a target become files and functions of one module, compared without case where file \
        systems do.
        """,
        wrong: .init(.command, "generate Clash.cdq --stdout"), right: .init(.command, "generate Queries.cdq --stdout"))
    }
  }
}
