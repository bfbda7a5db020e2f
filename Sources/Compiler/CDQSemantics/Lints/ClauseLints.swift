import CDQIR
import CDQSyntax

/// Lints about AND next to OR, and about the clauses of a query.
extension LintPass {
  /// Reports AND within OR without parentheses: `a OR b AND c`.
  mutating func checkConnectives() {
    guard wants(.mixedConnectives) else { return }
    for compound in syntax.compounds where compound.kind == .or {
      let mixed = compound.operands.compactMap { operand -> SourceSpan? in
        guard case .compound(let inner) = operand, inner.kind == .and, !inner.isParenthesized else { return nil }
        return inner.span
      }
      guard let first = mixed.first else { continue }
      let edits = mixed.flatMap { span -> [FixIt.Edit] in
        [.init(SourceSpan(at: span.start), "("), .init(SourceSpan(at: span.end), ")")]
      }
      report(
        .mixedConnectives, at: compound.span, point: SourceSpan(at: first.start), labels: mixed.prefix(LintPass.mostLabels).map { .init($0, "") },
        help: ["write (\(text(first)))"], fixIts: [FixIt("add the parentheses", .safe, edits)])
    }
  }

  mutating func checkClauses() {
    for (index, parameter) in query.parameters.enumerated() where !typed.usedParameters.contains(index) {
      report(
        .unusedParameter(parameter.name), at: parameter.span, help: ["remove it, or write $\(parameter.name) where it is meant"])
    }
    // How many objects are kept of each key does not depend on which these are.
    let countsKept = syntax.cardinality == .count && !query.limitKeys.isEmpty
    if let limit = syntax.limit, !syntax.hasSort, syntax.cardinality != .exists, !countsKept {
      report(.limitWithoutSort, at: limit, help: ["add a 'sort' clause"])
    }
    checkLimitsOfShapes()
  }

  /// Reports the limits of shapes that keep any of the related objects, at every depth.
  private mutating func checkLimitsOfShapes() {
    var open = Array(zip(syntax.shapes, query.shapes))
    while let (node, shape) = open.popLast() {
      guard let braces = node.shape else { continue }
      open += zip(braces.shapes, shape.query.shapes)
      if let limit = braces.limit?.span, braces.sort == nil, hasAnyOrder(shape) {
        report(.limitWithoutSort, at: limit, help: ["add a 'sort' clause in the braces"])
      }
    }
  }

  /// Whether the objects of a shape come in the order of no list, unless it sorts them.
  private func hasAnyOrder(_ shape: TypedShape) -> Bool {
    guard let last = shape.steps.last,
      case .relationship(let relationship)? = schema.property(named: last.name, of: last.entity)
    else { return false }
    return relationship.isToMany && !relationship.isOrdered
  }
}
