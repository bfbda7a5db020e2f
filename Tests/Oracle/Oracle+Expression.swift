import CDQIR
import CDQSemantics
import Foundation

extension Oracle {
  /// Evaluates an expression; the value of a collection is a list.
  func value(_ expression: TypedExpression, _ scope: Scope) -> Datum {
    let type = expression.type.base
    switch expression.kind {
    case .literal(let literal): return datum(literal)
    case .parameter(let index): return datum(arguments[index])
    case .path(let variable, let steps): return path(variable, steps, type, scope)
    case .objects(let entity): return .list(objects(of: entity).map { .object($0) })
    case .aggregate(let elements): return .list(elements.map { value($0, scope) })
    case .arithmetic(let operators, let operands):
      return OracleArithmetic.chain(operators, operands.map { scalar($0, scope) }, type).map { .scalar($0) } ?? .null
    case .negate(let operand):
      return OracleArithmetic.negated(scalar(operand, scope)).map { .scalar($0) } ?? .null
    case .function(let function, let arguments):
      if function == .now { return .scalar(.date(now)) }
      let values = arguments.map { scalar($0, scope) }
      return OracleArithmetic.call(function, values, type).map { .scalar($0) } ?? .null
    case .reduce(let function, let operand):
      let elements = value(operand, scope).elements
      if isSQL, function == .sum, elements.allSatisfy(\.isNull) { return .null }
      return function == .count ? .scalar(.int(Int64(elements.count))) : aggregate(function, elements, type)
    case .reduceGroup(let function, let isDistinct, let argument):
      return reduceGroup(function, isDistinct, argument, type, scope)
    case .first(let source): return value(source, scope).elements.first ?? .null
    case .last(let source): return value(source, scope).elements.last ?? .null
    case .element(let source, at: let position): return element(value(source, scope), scalar(position, scope))
    case .subquery(let source, let variable, let condition):
      return .list(value(source, scope).elements.filter { isTrue(condition, scope.with(variable.id, $0)) })
    case .map(let source, let variable, let inner):
      return .list(
        value(source, scope).elements.flatMap { element -> [Datum] in
          let result = value(inner, scope.with(variable.id, element))
          return inner.elementType == nil ? [result] : result.elements
        })
    case .set(let operation, let left, let right):
      return set(operation, value(left, scope).elements, value(right, scope).elements)
    case .distinct(let source): return .list(distinct(value(source, scope).elements))
    case .mode(let source): return mode(value(source, scope).elements)
    case .conditional(let condition, let then, let otherwise):
      let chosen = value(holds(condition, scope) ? then : otherwise, scope)
      guard case .scalar(let number) = chosen, number.isNumber else { return chosen }
      return OracleArithmetic.converted(number, to: type).map { .scalar($0) } ?? .null
    case .cast(let operand): return OracleCast.cast(scalar(operand, scope), to: type).map { .scalar($0) } ?? .null
    }
  }

  private func scalar(_ expression: TypedExpression, _ scope: Scope) -> Value {
    if case .scalar(let value) = value(expression, scope) { value } else { .null }
  }

  private func datum(_ value: Value) -> Datum {
    switch value {
    case .null: .null
    case .list(let values): .list(values.map { datum($0) })
    // The key of a missing object is equal to that of no object.
    case .object(let key): world.number(of: key).map { .object($0) } ?? .scalar(value)
    case .bool, .int, .double, .decimal, .string, .date, .duration, .data, .uuid, .url: .scalar(value)
    }
  }

  // MARK: Paths

  /// Follows steps from a variable. A to-many step concatenates the values of all objects; a nil to-one step adds a nil
  /// to the values, and a nil collection adds nothing.
  private func path(_ variable: Int, _ steps: [StepIR], _ type: ValueType, _ scope: Scope) -> Datum {
    let start = variable < 0 ? datum(arguments[-1 - variable]) : scope.variables[variable] ?? .null
    var values = [start]
    for step in steps {
      values = values.flatMap { value -> [Datum] in
        let next: Datum = if case .object(let number) = value { world.value(number, step.name) } else { .null }
        return step.kind == .toMany || step.kind == .scalarCollection ? next.elements : [next]
      }
    }
    return type.element == nil ? values.first ?? .null : .list(values)
  }

  private func element(_ source: Datum, _ position: Value) -> Datum {
    guard case .int(let index) = position, index >= 0, index < source.elements.count else { return .null }
    return source.elements[Int(index)]
  }

  // MARK: Collections

  func distinct(_ elements: [Datum]) -> [Datum] {
    var result: [Datum] = []
    for element in elements where !element.isNull && !result.contains(where: { isSame($0, element) }) {
      result.append(element)
    }
    return result
  }

  private func set(_ operation: CollectionIR.SetOperator, _ left: [Datum], _ right: [Datum]) -> Datum {
    switch operation {
    case .union: .list(distinct(left + right))
    case .intersect: .list(distinct(left).filter { element in right.contains { isSame($0, element) } })
    case .minus: .list(distinct(left).filter { element in !right.contains { isSame($0, element) } })
    }
  }

  private func mode(_ elements: [Datum]) -> Datum {
    let different = distinct(elements)
    let counts = different.map { candidate in elements.count { isSame($0, candidate) } }
    return .list(zip(different, counts).filter { $1 == counts.max() }.map(\.0))
  }

  private func reduceGroup(
    _ function: AggregateFunction, _ isDistinct: Bool, _ argument: TypedExpression?, _ type: ValueType, _ scope: Scope
  ) -> Datum {
    guard let argument else { return .scalar(.int(Int64(scope.group.count))) }
    var values = scope.group.map { value(argument, Scope(variables: [0: .object($0)])) }.filter { !$0.isNull }
    if isDistinct { values = distinct(values) }
    return function == .count ? .scalar(.int(Int64(values.count))) : aggregate(function, values, type)
  }

  /// All aggregates but the count. They ignore nil.
  private func aggregate(_ function: AggregateFunction, _ elements: [Datum], _ type: ValueType) -> Datum {
    let present = elements.filter { !$0.isNull }
    switch function {
    case .count: return .scalar(.int(Int64(elements.count)))
    case .minimum, .maximum:
      // The first of equal elements.
      guard var best = present.first else { return .null }
      for candidate in present {
        let order = order(candidate, best, [])
        if function == .minimum ? order < 0 : order > 0 { best = candidate }
      }
      guard case .scalar(let number) = best, number.isNumber else { return best }
      return OracleArithmetic.converted(number, to: type).map { .scalar($0) } ?? .null
    case .sum, .average, .median, .standardDeviation:
      let values = present.compactMap { datum -> Value? in if case .scalar(let value) = datum { value } else { nil } }
      return OracleStatistics.reduce(function, values, type).map { .scalar($0) } ?? .null
    }
  }
}
