import CDQIR
import CDQValues

extension Planner {
  /// Plans a text operator, such as `BEGINSWITH` or `LIKE`.
  func textMatch(_ predicate: PredicateIR, _ scope: RowScope) throws(ExecutionError) -> Condition {
    guard case .text(let node) = predicate else { throw Planner.misdirected }
    let text = try string(node.text, scope)
    return try textMatch(node, text, string(node.pattern, scope))
  }

  private func textMatch(
    _ node: TextMatchIR, _ text: Getter<String>, _ pattern: Getter<String>
  ) throws(ExecutionError) -> Condition {
    guard case .constant(let constant) = pattern else {
      if !node.operator.hasNeedle { execution.dependsOnTestedRows = true }
      return .row(varying(node, text.closure, pattern.closure))
    }
    // The pattern is compiled even if no row is searched, so that an error in it is reported whatever the rows are.
    let test = try constantTest(node, constant)
    guard let constant, !constant.isEmpty || !node.operator.hasNeedle else {
      return .constant(false)
    }
    switch text {
    case .constant(nil): return .constant(false)
    case .constant(let text?): return .row { _ in test(text) }
    case .row(let get):
      return .row { row in
        guard let text = get(row) else { return false }
        return test(text)
      }
    }
  }

  private func string(
    _ expression: ExpressionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<String> {
    switch try scalar(expression, scope) {
    case .string(let getter): return getter
    case .null: return .constant(nil)
    case let other: throw .malformedQuery("\(other.typeName) is used as text")
    }
  }

  /// Makes the test against a needle or pattern that is the same for all rows.
  private func constantTest(
    _ node: TextMatchIR, _ pattern: String?
  ) throws(ExecutionError) -> (String) -> Bool {
    switch node.operator.pattern {
    case .needle(let place):
      let needle = TextNeedle(pattern, node.options, locale: execution.locale)
      return { needle.isFound(in: $0, at: place) }
    case .wildcards:
      let like = try LikePattern(pattern, node.options, locale: execution.locale)
      return { like.matches($0) }
    case .expression:
      let expression = try RegexPattern(pattern, node.options, limit: execution.limits.regex, stage: .bind)
      let execution = execution
      return { Planner.matches($0, expression, execution) }
    }
  }

  /// Makes the test against a needle or pattern that each row supplies. A malformed pattern ends the execution with an
  /// error.
  private func varying(
    _ node: TextMatchIR, _ text: @escaping (Row) -> String?, _ pattern: @escaping (Row) -> String?
  ) -> (Row) -> Bool {
    let (execution, options) = (execution, node.options)
    return { row in
      guard let text = text(row), let pattern = pattern(row) else { return false }
      do throws(ExecutionError) {
        switch node.operator.pattern {
        case .needle(let place):
          return TextNeedle(pattern, options, locale: execution.locale).isFound(in: text, at: place)
        case .wildcards: return try execution.patterns.like(pattern, options, execution.locale).matches(text)
        case .expression:
          let expression = try execution.patterns.expression(pattern, options, limit: execution.limits.regex)
          return Planner.matches(text, expression, execution)
        }
      } catch {
        execution.fail(error)
        return false
      }
    }
  }

  /// Whether a text matches a regular expression. A match that takes too long ends the execution with `regexLimit`.
  static func matches(_ text: String, _ expression: RegexPattern, _ execution: Execution) -> Bool {
    if let answer = expression.matches(text, proceed: { execution.tickAndCheck() }) { return answer }
    execution.fail(.regexLimit(pattern: expression.text))
    return false
  }
}
