import CDQIR

extension ExpressionIR {
  /// The direct operands of an expression, which are evaluated for the same object: `a` and `b * 2` for `a + b * 2`.
  var operands: [ExpressionIR] {
    switch self {
    case .arithmetic(let node): node.operands
    case .function(let node): node.arguments
    case .negate(let operand), .cast(let operand, _): [operand]
    case .literal, .parameter, .path, .aggregate, .groupAggregate, .element, .conditional: []
    }
  }

  /// Whether the value is the same for all objects, so that it can be computed once.
  var isInvariant: Bool {
    switch self {
    case .literal, .parameter: true
    case .path, .aggregate, .groupAggregate, .element, .conditional: false
    case .arithmetic, .negate, .function, .cast: operands.allSatisfy(\.isInvariant)
    }
  }
}

extension ExpressionIR {
  /// The variables whose members the value reads; nil where its computation needs a loop or a condition.
  var variables: Set<Int>? {
    switch self {
    case .literal, .parameter: return []
    case .path(let path): return path.parameter == nil ? [path.variable] : nil
    case .aggregate, .groupAggregate, .element, .conditional: return nil
    case .arithmetic, .negate, .function, .cast:
      var all: Set<Int> = []
      for operand in operands {
        guard let variables = operand.variables else { return nil }
        all.formUnion(variables)
      }
      return all
    }
  }
}
