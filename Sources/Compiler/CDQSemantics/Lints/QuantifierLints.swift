import CDQIR
import CDQSyntax

/// Lints about ANY and ALL that mean something else than they seem to: `ANY x != y`, several ANYs that may be about
/// different elements, and ALL, which is true without elements.
extension LintPass {
  mutating func checkQuantifiers() {
    let counted = wants(.allOfNone) ? countedCollections() : []
    for condition in typed.conditions {
      switch condition.node {
      case .comparison(let comparison): checkQuantifier(comparison, counted)
      case .and(let operands): checkSeparateAny(operands)
      case .constant, .or, .not, .bare: break
      }
    }
  }

  private mutating func checkQuantifier(_ comparison: TypedComparison, _ counted: Set<String>) {
    switch comparison.quantifier {
    case .any?, .some?:
      let path = text(comparison.left.span)
      guard comparison.form == .relation(.notEqual), let quantifier = syntax.comparisons[comparison.span]?.quantifier,
        let symbol = operatorSpan(comparison)
      else { return }
      report(
        .anyNotEqual(path), at: comparison.span, point: symbol,
        help: ["for 'no \(path) equals' write NONE \(path) == \(text(comparison.right.span))"],
        fixIts: [FixIt("write NONE … ==", .maybe, [.init(quantifier.span, "NONE"), .init(symbol, "==")])])
    case .all?:
      guard let collection = CollectionPath(comparison.left, text: text(comparison.left.span)),
        !counted.contains(collection.prefix)
      else { return }
      let condition = "\(collection.prefix).@count > 0"
      report(
        .allOfNone(collection.prefix), at: comparison.span, help: ["when there must be some, add AND \(condition)"],
        fixIts: [adding("AND \(condition)", to: comparison.span, "add AND \(condition)")])
    case .some(.none), nil: break
    }
  }

  /// The collections whose elements the query counts anywhere.
  private func countedCollections() -> Set<String> {
    Set(
      typed.values.compactMap { value in
        guard case .reduce(.count, let collection) = value.kind else { return nil }
        return CollectionPath(collection, text: nil)?.prefix
      })
  }

  // MARK: ANY … AND ANY …

  private struct AnyCondition {
    var comparison: TypedComparison
    var path: CollectionPath
    var position: Int
  }

  /// Reports several ANYs of one AND over the same collection, which different elements may satisfy.
  private mutating func checkSeparateAny(_ operands: [TypedPredicate]) {
    var groups: [String: [AnyCondition]] = [:]
    for (position, operand) in operands.enumerated() {
      guard case .comparison(let comparison) = operand, comparison.quantifier == .any || comparison.quantifier == .some,
        let path = CollectionPath(comparison.left, text: text(comparison.left.span))
      else { continue }
      groups[path.prefix, default: []].append(AnyCondition(comparison: comparison, path: path, position: position))
    }
    for (collection, group) in groups where group.count > 1 && !LintPass.areDifferentValues(group) {
      let conditions = group.map { condition($0, variable: "x") }
      let subquery = "SUBQUERY(\(collection), $x, \(conditions.joined(separator: " AND "))).@count > 0"
      var fixIts: [FixIt] = []
      if let span = connectedSpan(group) {
        if let range = range(group) { fixIts.append(FixIt("replace with '\(range)'", .maybe, [.init(span, range)])) }
        fixIts.append(FixIt("replace with '\(subquery)'", .maybe, [.init(span, subquery)]))
      }
      report(
        .separateAny(collection), at: group[group.count - 1].comparison.span,
        labels: group.dropLast().prefix(LintPass.mostLabels).map { .init($0.comparison.span, "") },
        help: ["for one element that meets all of them write \(subquery)"], fixIts: fixIts)
    }
  }

  /// Whether all conditions are equalities of one path: no single element could satisfy
  /// `ANY tags == 'a' AND ANY tags == 'b'`, so different ones are meant.
  private static func areDifferentValues(_ group: [AnyCondition]) -> Bool {
    group.allSatisfy { $0.comparison.form == .relation(.equal) && $0.path == group[0].path }
  }

  /// The text of a condition on the element: `$x.name == 'Jane'`.
  private func condition(_ item: AnyCondition, variable: String) -> String {
    let comparison = item.comparison
    let rest = text(SourceSpan(comparison.left.span.end, comparison.right.span.end))
    return (["$\(variable)"] + item.path.rest).joined(separator: ".") + rest
  }

  /// The replacement of `ANY x >= low AND ANY x <= high`: `ANY x BETWEEN {low, high}`.
  private func range(_ group: [AnyCondition]) -> String? {
    guard group.count == 2, group[0].path == group[1].path else { return nil }
    func bound(_ relation: ComparisonIR.Operator) -> String? {
      group.first { $0.comparison.form == .relation(relation) }.map { text($0.comparison.right.span) }
    }
    guard let low = bound(.greaterOrEqual), let high = bound(.lessOrEqual) else { return nil }
    return "ANY \(text(group[0].comparison.left.span)) BETWEEN {\(low), \(high)}"
  }

  /// The span from the first to the last condition; nil when anything but AND is between them.
  private func connectedSpan(_ group: [AnyCondition]) -> SourceSpan? {
    for (one, next) in zip(group, group.dropFirst()) {
      let between = text(SourceSpan(one.comparison.span.end, next.comparison.span.start))
      let word = between.filter { !$0.isWhitespace }.uppercased()
      guard next.position == one.position + 1, word == "AND" || word == "&&" else { return nil }
    }
    guard let first = group.first, let last = group.last else { return nil }
    return first.comparison.span.union(last.comparison.span)
  }
}

/// A path to many values, split after its first collection.
struct CollectionPath: Hashable {
  /// The path of the collection, such as `residents` or `country.cities`.
  var prefix: String
  /// The steps after the collection, from one of its elements.
  var rest: [String]

  /// Splits a path from the object under test; nil for any other value.
  ///
  /// - Parameter text: the source text of the path, which must be its plain form; nil skips this test.
  init?(_ value: TypedExpression, text: String?) {
    guard case .path(variable: 0, let steps) = value.kind,
      let many = steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection })
    else { return nil }
    prefix = steps[...many].map(\.name).joined(separator: ".")
    rest = steps[(many + 1)...].map(\.name)
    if let text, text != ([prefix] + rest).joined(separator: ".") { return nil }
  }
}
