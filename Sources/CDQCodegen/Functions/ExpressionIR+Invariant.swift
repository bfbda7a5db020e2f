import CDQIR

extension ExpressionIR {
  /// Whether the value is the same for all objects, so that it can be computed once.
  var isInvariant: Bool {
    switch self {
    case .literal, .parameter: true
    case .path, .aggregate, .groupAggregate, .element, .conditional: false
    case .arithmetic(let node): node.operands.allSatisfy(\.isInvariant)
    case .negate(let operand), .cast(let operand, _): operand.isInvariant
    case .function(let node): node.arguments.allSatisfy(\.isInvariant)
    }
  }
}
