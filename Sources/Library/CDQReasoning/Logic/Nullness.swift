import CDQIR
import Foundation

/// What values may be by their types: nil where the schema allows it, NaN among floating-point numbers.
struct Nullness {
  let schema: Schema
  let parameters: [ParameterIR]
  /// Variables that are never nil: the object under test, and the elements of to-manys and scalar collections.
  var presentVariables: Set<Int> = [0]

  func states(_ expression: ExpressionIR) -> ValueStates {
    switch expression {
    case .literal(let value, _): literal(value)
    case .parameter(let index, let type):
      present(type).union(parameters.indices.contains(index) && !parameters[index].mayBeNil ? [] : .null)
    case .path(let path): states(path)
    case .aggregate(let node) where node.function == .count: .value
    default:
      present(expression.type).union(expression.type.isTime ? [.null, .notANumber] : .null)
    }
  }

  private func literal(_ value: Value) -> ValueStates {
    switch value {
    case .null: .null
    case .decimal(let number): number.isNaN ? .notANumber : .value
    default: value.number?.isNaN == true ? .notANumber : .value
    }
  }

  private func present(_ type: ValueType) -> ValueStates {
    switch type {
    case .float, .double, .decimal, .duration: .present
    case .null: .null
    default: .value
    }
  }

  private func states(_ path: PathIR) -> ValueStates {
    var isPresent = presentVariables.contains(path.variable)
    if let index = path.parameter, parameters.indices.contains(index) { isPresent = !parameters[index].mayBeNil }
    for step in path.steps where isPresent { isPresent = isRequired(step) }
    // An argument may name an object that the store does not have; then all its properties are nil.
    if path.parameter != nil, !path.steps.isEmpty { isPresent = false }
    let type = path.type.base
    return present(type).union(isPresent ? [] : .null)
  }

  /// Whether a step from an object always leads to a value.
  func isRequired(_ step: StepIR) -> Bool {
    switch schema.property(named: step.name, of: step.entity) {
    case .attribute(let attribute)?: !attribute.isOptional
    case .relationship(let relationship)?: !relationship.isToMany && !relationship.isOptional
    case nil: false
    }
  }
}
