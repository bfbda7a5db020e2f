package import CDQIR
package import CDQSemantics
import CDQSyntax
package import Foundation

extension Oracle {
  /// The objects for which SQL would find a condition true: a comparison with NULL is unknown, and unknown is dropped.
  ///
  /// Values are the language's, so it is only about nil: not about sums that overflow, and texts by their bytes.
  package static func found(
    _ query: TypedQuery, _ world: OracleWorld, arguments: [Value], now: Date, locale: Locale, isSQL: Bool
  ) -> [Int] {
    var oracle = Oracle(query, world, arguments: arguments, absent: [], now: now, locale: locale)
    oracle.isSQL = isSQL
    return world.objects.indices.filter { number in
      guard world.schema.isEntity(world.objects[number].entity, kindOf: query.entity) else { return false }
      return query.predicate.map { oracle.isTrue($0, Scope(variables: [0: .object(number)])) } ?? true
    }
  }

  /// Whether a row with that condition is found.
  func isTrue(_ predicate: TypedPredicate, _ scope: Scope) -> Bool {
    isSQL ? truth(predicate, scope) == true : holds(predicate, scope)
  }

  /// True, false, or nil for unknown.
  private func truth(_ predicate: TypedPredicate, _ scope: Scope) -> Bool? {
    switch predicate {
    case .constant(let value): return value
    case .and(let operands): return all(operands.map { truth($0, scope) })
    case .or(let operands): return all(operands.map { truth($0, scope).map { !$0 } }).map { !$0 }
    case .not(let operand): return truth(operand, scope).map { !$0 }
    case .bare(_, let operand):
      let value = value(operand, scope)
      return value.isNull ? nil : value == .scalar(.bool(true))
    case .comparison(let node):
      let left = value(node.left, scope)
      guard node.quantifier != nil else { return truth(node, left, scope) }
      // An outer join has a row of NULL where there is no object, for which nothing is true.
      return left.elements.contains { truth(node, $0, scope) == true }
    }
  }

  private func all(_ truths: [Bool?]) -> Bool? {
    if truths.contains(false) { return false }
    return truths.contains(nil) ? nil : true
  }

  private func truth(_ node: TypedComparison, _ left: Datum, _ scope: Scope) -> Bool? {
    let right = value(node.right, scope)
    switch node.form {
    case .isNull, .isNotNull: return holds(node, left: left, scope)
    case .relation, .text, .substring: return left.isNull || right.isNull ? nil : holds(node, left: left, scope)
    case .between:
      if left.isNull || right.elements.contains(.null) { return nil }
      return holds(node, left: left, scope)
    case .membership:
      if right.elements.isEmpty { return false }
      if left.isNull { return nil }
      return holds(node, left: left, scope) ? true : right.elements.contains(.null) ? nil : false
    }
  }
}
