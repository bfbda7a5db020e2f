import CDQIR

extension ExpressionIR {
  /// Whether the value is the same for all objects, so that it can be computed once.
  var isInvariant: Bool {
    switch self {
    case .literal, .parameter: true
    case .arithmetic, .negate, .function, .cast: operands.allSatisfy(\.isInvariant)
    default: false
    }
  }

  /// The variables whose members the value reads; nil where its computation needs a loop or a condition.
  var variables: Set<Int>? {
    switch self {
    case .literal, .parameter: return []
    case .path(let path): return path.parameter == nil ? [path.variable] : nil
    case .arithmetic, .negate, .function, .cast:
      var all: Set<Int> = []
      for operand in operands {
        guard let variables = operand.variables else { return nil }
        all.formUnion(variables)
      }
      return all
    default: return nil
    }
  }
}
