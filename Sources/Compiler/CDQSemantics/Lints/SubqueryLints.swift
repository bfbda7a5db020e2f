import CDQIR
import CDQSyntax

/// Lints about SUBQUERYs whose condition, or a comparison in it, does not use the element.
extension LintPass {
  mutating func checkSubqueries() {
    var used: Set<Int> = []
    for value in typed.values {
      if case .path(let variable, _) = value.kind { used.insert(variable) }
    }
    for value in typed.values {
      guard case .subquery(_, let variable, let condition) = value.kind, !used.contains(variable.id),
        let node = syntax.subqueries[value.span]
      else { continue }
      let name = node.variable.name
      if case .constant = condition { continue }
      report(
        .unusedVariable(name), at: node.variable.span, help: ["properties of the element are written '$\(name).name'"])
    }
    for condition in typed.conditions {
      guard case .comparison(let comparison) = condition.node, let variable = condition.variables.last,
        used.contains(variable.id)
      else { continue }
      checkOuterPaths(comparison, variable, condition.variables)
    }
  }

  /// Reports a bare property in a comparison that uses no element, when the element has a property of the same name:
  /// bare paths belong to the object under test.
  private mutating func checkOuterPaths(
    _ comparison: TypedComparison, _ variable: VariableIR, _ around: [VariableIR]
  ) {
    guard case .object(let element) = variable.type.base else { return }
    let walks = [TypedWalk(comparison.left), TypedWalk(comparison.right)]
    guard !walks.contains(where: { walk in around.contains { walk.uses(variable: $0.id) } }),
      let name = variableName(of: comparison.span)
    else { return }
    for value in walks.flatMap(\.values) {
      guard case .path(variable: 0, let steps) = value.kind, let first = steps.first,
        schema.property(named: first.name, of: element) != nil, !text(value.span).uppercased().hasPrefix("SELF")
      else { continue }
      report(
        .outerProperty(first.name, outer: query.entity, element: element), at: value.span,
        help: ["the element's is '$\(name).\(first.name)'; SELF.\(first.name) says that the outer one is meant"],
        fixIts: [
          FixIt("write $\(name).\(text(value.span))", .maybe, [.init(SourceSpan(at: value.span.start), "$\(name).")])
        ])
    }
  }

  /// The name of the variable of the innermost SUBQUERY around a place.
  private func variableName(of span: SourceSpan) -> String? {
    syntax.subqueries.values.filter { $0.span.start <= span.start && span.end <= $0.span.end }
      .min { $0.span.length < $1.span.length }?.variable.name
  }
}
