package import CDQIR
package import CDQSemantics
import CDQSyntax
package import Foundation

extension Oracle {
  /// The objects for which a predicate is true in SQL: a comparison with NULL is unknown, and a query drops such rows.
  ///
  /// Only nil is treated as in SQL. Values are those of the language, also where sums overflow or texts are compared.
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

  /// Whether a query finds a row for which the predicate is evaluated.
  func isTrue(_ predicate: TypedPredicate, _ scope: Scope) -> Bool {
    isSQL ? truth(predicate, scope) == true : holds(predicate, scope)
  }

  /// The value of a predicate in SQL: true, false, or nil for unknown.
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
      // An outer join gives a row of NULLs where there is no object, and no comparison is true for that row.
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
