import CDQIR
import Foundation

extension FetchRewriter {
  /// Replaces one calculation that the store cannot run by an equal one: `-a` by `0 - a`, `~a` by `-1 - a`, `a ^ b` by
  /// `(a | b) - (a & b)`.
  mutating func arithmetic(in test: PredicateIR) -> PredicateIR? {
    for operand in test.operands where !operand.isRowFree {
      guard let found = operand.first(where: { FetchRewriter.equal($0) != nil }),
        let equal = FetchRewriter.equal(found)
      else { continue }
      if case .arithmetic(let node) = found, node.operators == [.bitwiseXor], !mayDouble() { return nil }
      return test.replacing(found, by: equal)
    }
    return nil
  }

  private static func equal(_ expression: ExpressionIR) -> ExpressionIR? {
    switch expression {
    case .cast(let operand, let type): return isSame(operand.type, type) ? operand : nil
    case .negate(let operand):
      return zero(operand.type).map { zero in
        .arithmetic(ArithmeticIR([.subtract], [zero, operand], type: operand.type.evaluated))
      }
    case .function(let node) where node.function == .onesComplement:
      // In two's complement, `~a + a == -1`.
      guard let argument = node.arguments.first else { return nil }
      return .arithmetic(ArithmeticIR([.subtract], [.literal(.int(-1), .int64), argument], type: .int64))
    case .arithmetic(let node) where node.operators == [.bitwiseXor]:
      // `a | b` and `a & b` differ in the bits of `a ^ b`, and their difference does not overflow. It repeats the
      // operands.
      if node.operands.contains(where: { $0.size > 8 }) { return nil }
      let or = ExpressionIR.arithmetic(ArithmeticIR([.bitwiseOr], node.operands, type: .int64))
      let and = ExpressionIR.arithmetic(ArithmeticIR([.bitwiseAnd], node.operands, type: .int64))
      return .arithmetic(ArithmeticIR([.subtract], [or, and], type: .int64))
    case .arithmetic(let node) where node.type == .double: return fractional(node)
    default:
      return nil
    }
  }

  /// Whether a conversion changes no value.
  private static func isSame(_ type: ValueType, _ other: ValueType) -> Bool {
    type == other || (type.isInteger && other == .int64) || (type == .float && other == .double)
  }

  static func zero(_ type: ValueType) -> ExpressionIR? {
    switch type.evaluated {
    case .int64: .literal(.int(0), .int64)
    case .double: .literal(.double(0), .double)
    case .decimal: .literal(.decimal(0), .decimal)
    default: nil
    }
  }

  /// Makes the first division of `n / 2 * 1.5` one of doubles; SQL would divide integers.
  private static func fractional(_ node: ArithmeticIR) -> ExpressionIR? {
    guard node.operands.count > 1, node.operands[0].type.isInteger, node.operands[1].type.isInteger else { return nil }
    var node = node
    for index in [0, 1] {
      guard case .literal(.int(let number), _) = node.operands[index] else { continue }
      node.operands[index] = .literal(.double(Double(number)), .double)
      return .arithmetic(node)
    }
    node.operands[0] = FetchRewriter.double(node.operands[0])
    return .arithmetic(node)
  }

  /// A stored integer as a double: `n * 1.0`.
  static func double(_ operand: ExpressionIR) -> ExpressionIR {
    .arithmetic(ArithmeticIR([.multiply], [operand, .literal(.double(1), .double)], type: .double))
  }
}
