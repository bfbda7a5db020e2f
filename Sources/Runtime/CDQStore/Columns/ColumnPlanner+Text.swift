import CDQIR
import CDQValues
import Foundation

extension ColumnPlanner {
  /// Plans a text operator on a text attribute. The pattern is a constant or another text attribute.
  func textMatch(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .text(let node) = predicate else { throw Planner.misdirected }
    guard let path = path(node.text, scope), path.kind == .text else { return nil }
    guard let constant = try constant(node.pattern) else { return textPair(node, path, scope) }
    guard case .string(.constant(let pattern?)) = constant else { return nil }
    let locale = rows.execution.locale
    switch node.operator.pattern {
    case .needle(let place):
      let needle = TextNeedle(pattern, node.options, locale: locale)
      // An empty needle is found nowhere.
      if pattern.isEmpty || (!needle.isLocalized && needle.bytes.isEmpty) { return ConstantCondition(false) }
      return lifted(TextCondition(path.slot, TextProbe(needle, place), source), path.steps)
    case .wildcards:
      let like = try LikePattern(pattern, node.options, locale: locale)
      switch like.question {
      case nil:
        guard let tokens = like.tokens, !node.options.contains(.localeSensitive) else { return nil }
        return lifted(LikeCondition(path.slot, like, tokens, source), path.steps)
      case .never?: return ConstantCondition(false)
      case .always?: return lifted(PresenceCondition(path.slot, wantsValue: true, source), path.steps)
      case .needle(let needle, let place)?:
        return lifted(TextCondition(path.slot, TextProbe(needle, place), source), path.steps)
      }
    case .expression:
      let expression = try RegexPattern(pattern, node.options, limit: rows.execution.limits.regex, stage: .bind)
      return lifted(RegexCondition(path.slot, expression, node.options, source), path.steps)
    }
  }

  /// Plans a text operator between two text attributes, such as `name BEGINSWITH country.code`.
  private func textPair(_ node: TextMatchIR, _ text: Path, _ scope: Scope) -> (any ColumnCondition)? {
    guard case .needle(let place) = node.operator.pattern, let pattern = path(node.pattern, scope) else { return nil }
    return textPair(.match(place), text, pattern, node.options)
  }

  func textPair(
    _ question: TextPairCondition.Question, _ text: Path, _ other: Path, _ options: TextOptions
  ) -> (any ColumnCondition)? {
    // The condition reads both texts from the chunks of a store, so it does not apply to records of the caller.
    guard text.kind == .text, other.kind == .text, !options.contains(.localeSensitive), let tables = source.tableSource
    else { return nil }
    return TextPairCondition(
      question, TextPairCondition.Side(text, options, tables), TextPairCondition.Side(other, options, tables), options,
      rows.execution.locale)
  }

  /// Plans `value IN collection` for a collection that is the same for all rows.
  func membership(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .membership(let node) = predicate else { throw Planner.misdirected }
    guard let path = path(node.value, scope), let candidates = try rows.constants(node.collection) else { return nil }
    switch path.kind {
    case .int:
      let numbers = candidates.compactMap { $0.exactInteger }
      return lifted(IntegerSetCondition(path.slot, numbers, source), path.steps)
    case .text:
      guard node.options.isEmpty else { return nil }
      return lifted(TextSetCondition(path.slot, candidates.compactMap { $0.text }, source), path.steps)
    case .bool, .doubles, .uuid, .values: return nil
    }
  }
}
