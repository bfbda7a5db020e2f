package import CDQPrinting
import CDQSyntax

extension PrintProblem {
  /// The explanation of the code; tests run its examples.
  package static let explanation = Explanation(
    .error, "Apple's language cannot express this",
    "A format string for NSPredicate can hold neither typed literals nor enum cases, optional parameters and names that are not ASCII. Pass such values as arguments.",
    wrong: .init(.command, "convert 'id == uuid(\"00000000-0000-0000-0000-000000000001\")' --to nspredicate"),
    right: .init(.command, "convert 'id == $id AND at > date(\"2026-01-31\")' --to nspredicate"))
}
