package import CDQIR
package import CDQSyntax

/// The value of a literal as declarations write them: `.high`, `-5`, `date("2026-01-31")`.
///
/// - Parameter type: what it is a value of; `NULL` is for the caller to check.
/// - Returns: the value, or what is wrong with the literal.
package func declaredValue(
  _ node: ExpressionNode, as type: ValueType, in schema: Schema, file: String
) -> Result<Value, DeclaredValueError> {
  let enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  do throws(LiteralReader.Mismatch) {
    return .success(try LiteralReader(enumerations: enumerations).value(node, as: type))
  } catch {
    var log = ProblemLog()
    log.report(error.problem, in: file, at: error.span, suggestion: error.suggestion)
    return .failure(DeclaredValueError(diagnostics: log.diagnostics))
  }
}

/// What is wrong with a literal.
package struct DeclaredValueError: Error {
  package var diagnostics: [Diagnostic]
}
