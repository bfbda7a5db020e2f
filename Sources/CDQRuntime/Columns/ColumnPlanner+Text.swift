import CDQIR
import Foundation

extension ColumnPlanner {
  /// Plans `BEGINSWITH`, `ENDSWITH`, `CONTAINS` and those LIKE patterns that are one of them. What else there is, the row
  /// plan does.
  func textMatch(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .text(let node) = predicate else { throw Planner.misdirected }
    guard let path = path(node.text, scope), path.kind == .text, let constant = try constant(node.pattern),
      case .string(.constant(let pattern?)) = constant
    else { return nil }
    let locale = rows.execution.locale
    let place: TextPlace
    switch node.operator {
    case .beginsWith: place = .prefix
    case .endsWith: place = .suffix
    case .contains: place = .anywhere
    case .like:
      switch try LikePattern(pattern, node.options, locale: locale).question {
      case nil: return nil
      case .never?: return ConstantCondition(false)
      case .always?: return lifted(PresenceCondition(path.slot, wantsValue: true, source), path.steps)
      case .needle(let needle, let place)?:
        return lifted(TextCondition(path.slot, TextProbe(needle, place), source), path.steps)
      }
    case .matches: return nil
    }
    let needle = TextNeedle(pattern, node.options, locale: locale)
    // An empty needle is found nowhere.
    if pattern.isEmpty || (!needle.isLocalized && needle.bytes.isEmpty) { return ConstantCondition(false) }
    return lifted(TextCondition(path.slot, TextProbe(needle, place), source), path.steps)
  }

  /// Plans `value IN` elements that are the same for all rows.
  func membership(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .membership(let node) = predicate else { throw Planner.misdirected }
    guard let path = path(node.value, scope), let candidates = try rows.constants(node.collection) else { return nil }
    switch path.kind {
    case .int:
      let numbers = candidates.compactMap { $0.exactly(Int64.self) }
      return lifted(IntegerSetCondition(path.slot, numbers, source), path.steps)
    case .text:
      guard node.options.isEmpty else { return nil }
      return lifted(TextSetCondition(path.slot, candidates.compactMap { String($0) }, source), path.steps)
    case .bool, .double, .date, .duration, .uuid, .values: return nil
    }
  }
}
