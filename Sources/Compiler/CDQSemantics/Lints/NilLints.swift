import CDQIR
import CDQSyntax

/// Lints about comparisons with NULL whose result is constant, and about `!=` on values that may be nil, which holds
/// for nil too.
extension LintPass {
  mutating func checkNil() {
    let decided = wants(.notEqualNil) ? pathsTestedForNil() : []
    for condition in typed.conditions {
      guard case .comparison(let comparison) = condition.node else { continue }
      switch comparison.form {
      case .isNull, .isNotNull: checkConstant(comparison)
      case .relation(let relation): checkRelation(comparison, relation, decided)
      case .text, .substring, .membership, .between: break
      }
    }
    for value in typed.values {
      guard case .aggregate(let elements) = value.kind else { continue }
      for element in elements where element.isNullLiteral {
        report(.nullInAggregate, at: element.span, help: ["test for nil with == NULL or != NULL"])
      }
    }
  }

  private mutating func checkConstant(_ comparison: TypedComparison) {
    let tested = comparison.left
    guard comparison.quantifier == nil, !tested.type.isOptional, case .path = tested.kind else { return }
    report(
      .alwaysConstant("'\(text(tested.span))' is \(tested.type) and never nil", comparison.form == .isNotNull),
      at: comparison.span, point: operatorSpan(comparison), help: ["remove the condition"])
  }

  private mutating func checkRelation(
    _ comparison: TypedComparison, _ relation: ComparisonIR.Operator, _ decided: Set<String>
  ) {
    switch relation {
    case .equal: return
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard comparison.left.isNullLiteral || comparison.right.isNullLiteral else { return }
      report(
        .nullOrdering(relation.rawValue), at: comparison.span, point: operatorSpan(comparison),
        help: ["test for nil with == NULL or != NULL"])
    case .notEqual:
      guard comparison.quantifier == nil else { return }
      for (tested, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        guard case .path = tested.kind, tested.type.isOptional, !other.type.isOptional else { continue }
        let path = text(tested.span)
        if decided.contains(path) { continue }
        report(
          .notEqualNil(path), at: comparison.span, point: operatorSpan(comparison),
          labels: [.init(tested.span, "\(tested.type)")],
          help: ["say which rows are meant: … AND \(path) != NULL, or … OR \(path) == NULL"],
          fixIts: [
            adding("AND \(path) != NULL", to: comparison.span, "leave out the rows where '\(path)' is nil"),
            adding("OR \(path) == NULL", to: comparison.span, "keep the rows where '\(path)' is nil, and say so"),
          ])
      }
    }
  }

  /// The paths that the query tests for nil anywhere: their author has thought of nil.
  private func pathsTestedForNil() -> Set<String> {
    var paths: Set<String> = []
    for condition in typed.conditions {
      guard case .comparison(let comparison) = condition.node else { continue }
      if comparison.form == .isNull || comparison.form == .isNotNull { paths.insert(text(comparison.left.span)) }
    }
    return paths
  }

  /// A fix-it that puts a condition in parentheses and adds another one to it.
  func adding(_ condition: String, to span: SourceSpan, _ message: String) -> FixIt {
    FixIt(
      message, .maybe,
      [.init(SourceSpan(at: span.start), "("), .init(SourceSpan(at: span.end), " \(condition))")])
  }
}
