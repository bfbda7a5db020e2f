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

extension ExpressionIR {
  /// The objects and elements whose members the value is made of; nil where that takes a loop or a condition.
  var variables: Set<Int>? {
    switch self {
    case .literal, .parameter: return []
    case .path(let path): return path.parameter == nil ? [path.variable] : nil
    case .aggregate, .groupAggregate, .element, .conditional: return nil
    case .arithmetic(let node): return ExpressionIR.variables(of: node.operands)
    case .negate(let operand), .cast(let operand, _): return operand.variables
    case .function(let node): return ExpressionIR.variables(of: node.arguments)
    }
  }

  private static func variables(of operands: [ExpressionIR]) -> Set<Int>? {
    var all: Set<Int> = []
    for operand in operands {
      guard let variables = operand.variables else { return nil }
      all.formUnion(variables)
    }
    return all
  }
}
