package import CDQIR
package import CDQSyntax

/// The value of a literal in a declaration: `.high`, `-5`, `date("2026-01-31")`.
///
/// - Parameter type: The type that the value must have; the caller checks whether `NULL` is allowed.
/// - Returns: The value, or an error that explains why the literal is not a value of the type.
package func declaredValue(
  _ node: ExpressionNode, as type: ValueType, in schema: Schema, file: String
) -> Result<Value, DeclaredValueError> {
  let enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  do throws(SchemaLiteralReader.Mismatch) {
    return .success(try SchemaLiteralReader(enumerations: enumerations).value(node, as: type))
  } catch {
    var log = ProblemLog()
    log.report(error.problem, in: file, at: error.span, suggestion: error.suggestion)
    return .failure(DeclaredValueError(diagnostics: log.diagnostics))
  }
}

/// The diagnostics of a literal that is not a value of its type.
package struct DeclaredValueError: Error {
  package var diagnostics: [Diagnostic]
}
