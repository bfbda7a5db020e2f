import CDQIR
import CDQSyntax

/// Errors that several operators report, with their help and fix-its.
extension Checker {
  mutating func reportQuantifierWithoutCollection(_ quantifier: QuantifierNode, _ value: TypedExpression) {
    let removed = SourceSpan(quantifier.span.start, max(quantifier.span.end, min(value.span.start, quantifier.span.end + 1)))
    report(
      .quantifierNeedsCollection(quantifier.kind, value.type), at: value.span, point: nil,
      labels: [.init(quantifier.span, "")], help: ["remove \(quantifier.kind.rawValue)"],
      fixIts: [FixIt("remove '\(text(quantifier.span))'", .maybe, [.init(removed, "")])])
  }

  /// Reports a comparison of many values without a quantifier, with ANY, ALL, @count and SUBQUERY as help.
  mutating func reportToManyWithoutQuantifier(_ value: TypedExpression, comparison: ComparisonPredicate?) {
    let path = text(value.span)
    if case .subquery = value.kind {
      report(
        .toManyNeedsQuantifier(path), at: value.span, label: "\(value.type)",
        help: ["the number of the objects that it finds is \(path).@count"],
        fixIts: [FixIt("write \(path).@count", .maybe, [.init(SourceSpan(at: value.span.end), ".@count")])])
      return
    }
    var help = ["write ANY \(path) … when one is enough, ALL \(path) … when every one must, \(path).@count for their number"]
    if case .path(_, let steps) = value.kind, steps.count > 1, steps.last?.kind == .attribute {
      help.append("for several conditions on one element: SUBQUERY(\(collectionText(steps)), $x, $x.\(steps[steps.count - 1].name) …).@count > 0")
    }
    let start = comparison?.span.start ?? value.span.start
    // An object is no number, so that the number of the objects is meant.
    if let comparison, case .object? = value.elementType, case .literal(let literal) = comparison.right,
      case .integer = literal.kind, comparison.left.span == value.span
    {
      report(
        .toManyNeedsQuantifier(path), at: value.span, label: "\(value.type)",
        help: ["the number of the objects is \(path).@count"],
        fixIts: [FixIt("write \(path).@count", .maybe, [.init(SourceSpan(at: value.span.end), ".@count")])])
      return
    }
    report(
      .toManyNeedsQuantifier(path), at: value.span, label: "\(value.type)", help: help,
      fixIts: ["ANY", "ALL"].map { FixIt("add \($0)", .maybe, [.init(SourceSpan(at: start), "\($0) ")]) })
  }

  private func collectionText(_ steps: [StepIR]) -> String {
    let last = steps.lastIndex { $0.kind == .toMany } ?? steps.count - 1
    return steps[...last].map(\.name).joined(separator: ".")
  }

  /// Reports two types that cannot be compared.
  ///
  /// - Parameter left: the compared type, under a quantifier that of an element.
  mutating func reportMismatch(_ node: ComparisonPredicate, left: OptionalType, _ sides: Sides) {
    if let conflict = parameterConflict(sides, left: left) {
      report(
        .parameterConflict(conflict.name, conflict.type, conflict.met), at: conflict.span,
        notes: [Diagnostic.Note("'$\(conflict.name)' got its type here", file: source.name, at: conflict.first)])
      return
    }
    if left.base == .opaque || sides.right.type.base == .opaque {
      let opaque = left.base == .opaque ? sides.left : sides.right
      report(.opaque(text(opaque.span)), at: opaque.span)
      return
    }
    let (help, fixIts) = mismatchHelp(left: left, sides)
    report(
      .typeMismatch(left: left, right: sides.right.type), at: node.span, point: node.operatorSpan,
      labels: [.init(sides.left.span, "\(left)"), .init(sides.right.span, "\(sides.right.type)")], help: help,
      fixIts: fixIts)
  }

  private struct Conflict {
    var name: String
    var type: OptionalType
    var met: OptionalType
    var span: SourceSpan
    var first: SourceSpan
  }

  private func parameterConflict(_ sides: Sides, left: OptionalType) -> Conflict? {
    for (parameter, met) in [(sides.right, left), (sides.left, sides.right.type)] {
      guard case .parameter(let index) = parameter.kind else { continue }
      let known = parameters.parameters[index]
      guard known.typeSpan != parameter.span else { continue }
      return Conflict(name: known.name, type: parameter.type, met: met, span: parameter.span, first: known.typeSpan)
    }
    return nil
  }
}
