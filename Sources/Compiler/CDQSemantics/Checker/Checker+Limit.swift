import CDQIR
import CDQSyntax

/// The keys of `limit 3 per country`.
extension Checker {
  /// The checked keys, none without `per`; nil if one of them, or their combination with another clause, was refused.
  mutating func checkLimitKeys(_ node: QueryNode, isGrouped: Bool) -> [TypedExpression]? {
    guard !node.limitKeys.isEmpty else { return [] }
    var isWhole = allowsLimitKeys(node, isGrouped: isGrouped)
    var keys: [TypedExpression] = []
    for key in node.limitKeys {
      guard let value = checkLimitKey(key) else {
        isWhole = false
        continue
      }
      keys.append(value)
    }
    return isWhole ? keys : nil
  }

  private mutating func checkLimitKey(_ node: ExpressionNode) -> TypedExpression? {
    guard let value = checkKnown(node) else { return nil }
    guard value.elementType == nil else {
      let written = text(value.span)
      report(
        .limitKeyToMany(written), at: value.span, help: ["take one value of it: (\(written).@count)"],
        fixIts: [FixIt("write (\(written).@count)", .maybe, [.init(value.span, "(\(written).@count)")])])
      return nil
    }
    return value
  }

  /// Refuses the clauses and words that count or combine results in another way.
  private mutating func allowsLimitKeys(_ node: QueryNode, isGrouped: Bool) -> Bool {
    let place = node.limit.map { SourceSpan($0.span.start, node.limitKeys[node.limitKeys.count - 1].span.end) } ?? node.span
    let labels = [Diagnostic.Label(place, "")]
    if let offset = node.offset {
      report(
        .limitPerKey("'offset'"), at: offset.span, labels: labels,
        help: ["'offset' skips objects of the whole result, and 'per' counts those of each key: remove one of them"])
      return false
    }
    if let word = node.cardinality, word.kind == .first || word.kind == .one {
      let written = word.kind.rawValue
      let edit = FixIt.Edit(SourceSpan(word.span.start, node.entity.span.start), "")
      report(
        .limitPerKey("'\(written)'"), at: word.span, labels: labels,
        help: ["'\(written)' gives one object, and 'per' those of each key: remove '\(written)', or 'per' with its keys"],
        fixIts: [FixIt("remove '\(written)'", .maybe, [edit])])
      return false
    }
    if isGrouped || !node.grouping.isEmpty {
      report(
        .limitPerKey(node.grouping.isEmpty ? "an aggregate of all objects" : "'group by'"), at: place,
        help: ["'per' keeps objects, and this query gives groups: take min(x) or max(x) of each group, or select properties"])
      return false
    }
    if let selection = node.selection, selection.isDistinct {
      report(
        .limitPerKey("'select distinct'"), at: selection.span, labels: labels,
        help: ["with 'distinct' a row stands for several objects, and 'per' keeps objects: remove 'distinct'"])
      return false
    }
    return true
  }
}
