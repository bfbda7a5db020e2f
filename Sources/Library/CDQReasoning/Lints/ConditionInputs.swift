import CDQIR

extension IRNode {
  /// What a part of a query reads, as texts of paths. Conditions that read nothing in common do not depend on each other.
  var inputs: Set<String> {
    var inputs: Set<String> = []
    walk { node in
      switch node {
      case .expression(.path(var path)), .collection(.path(var path)):
        // A condition on a to-one says something about all of its properties.
        inputs.insert(ExpressionKey.text(path))
        while path.steps.count > 1 {
          path.steps.removeLast()
          inputs.insert(ExpressionKey.text(path))
        }
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return inputs
  }
}

extension PredicateIR {
  /// Whether the condition compares with nil only.
  var isNilTest: Bool {
    switch self {
    case .isNull: true
    case .not(let operand), .whenPresent(_, let operand): operand.isNilTest
    default: false
    }
  }

  /// Whether a proof can say something about the condition: it has several operands, or one that may be constant. One
  /// with TRUEPREDICATE or FALSEPREDICATE in it says itself that it is constant.
  func isWorthReasoning(_ schema: Schema) -> Bool {
    var isWorth = false
    var hasConstant = false
    var open = [self]
    while let next = open.popLast() {
      switch next {
      case .and(let operands), .or(let operands):
        isWorth = isWorth || operands.count > 1
        open += operands
      case .not(let operand), .whenPresent(_, let operand): open.append(operand)
      case .constant: hasConstant = true
      default:
        isWorth = isWorth || next.mayBeConstant(schema)
      }
    }
    return isWorth && !hasConstant
  }

  /// Whether a condition alone may be always or never true: it compares a value with itself, a value of few, or a number
  /// of elements.
  func mayBeConstant(_ schema: Schema) -> Bool {
    func isNarrow(_ value: ExpressionIR) -> Bool {
      switch value {
      case .path(let path): path.type.base == .int16 || path.type.base == .int32 || path.type.base.isEnumeration
      case .aggregate(let node): node.function == .count
      default: false
      }
    }
    return switch self {
    case .comparison(let node): isNarrow(node.left) || isNarrow(node.right) || ExpressionKey(node.left) == ExpressionKey(node.right)
    case .between(let node): isNarrow(node.value)
    case .membership(let node): isNarrow(node.value)
    default: false
    }
  }
}

extension ValueType {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}
