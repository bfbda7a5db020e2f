package import CDQIR
package import CDQSyntax

/// The types of the operands of the operators that compare.
extension ComparisonOperator {
  /// Whether a value of a type can be the left operand.
  package func accepts(_ type: ValueType) -> Bool {
    switch entry.family {
    case .equality: true
    case .order, .range: type.isOrdered
    case .text: type == .string
    case .containment: type == .string || type.element != nil
    case .membership: type.isComparable && type != .null
    case .refused: false
    }
  }

  /// Whether values of a type are mostly compared with this operator and its family.
  package func suits(_ type: ValueType) -> Bool {
    switch entry.family {
    case .equality: type.element == nil
    case .order, .range: type.isOrdered && type != .string
    case .text, .containment: accepts(type)
    case .membership, .refused: false
    }
  }

  /// The operators that a value of a type can stand before, in the order of a menu: those that suit it come first.
  package static func operators(for type: ValueType) -> [ComparisonOperator] {
    let accepted = supported.filter { $0.accepts(type) }
    return accepted.filter { $0.suits(type) } + accepted.filter { !$0.suits(type) }
  }
}
