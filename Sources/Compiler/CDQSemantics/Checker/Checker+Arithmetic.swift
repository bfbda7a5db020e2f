import CDQIR
import CDQSyntax
import Foundation

/// The operators `+ - * / **`, bitwise and set operators, and the prefixes `-` and `~`.
extension Checker {
  mutating func checkChain(_ node: ChainNode, expecting expected: OptionalType?) -> Checked {
    guard let first = node.operators.first else { return .failed }
    switch first.kind {
    case .union, .intersect, .minus: return checkSetOperation(node, expecting: expected)
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight, .add, .subtract, .multiply, .divide, .power:
      break
    }
    guard refuseMixedBitwise(node) else { return .failed }
    guard let operands = checkOperands(node, expecting: expected) else { return sawUnknownOperand ? .unknown : .failed }
    let kinds = node.operators.map(\.kind)
    if !options.strictNSPredicate, kinds.allSatisfy({ $0 == .add }), operands.contains(where: { $0.type.base == .string }) {
      return checkTexts(node, operands)
    }
    if operands.contains(where: { $0.type.base.isTime }) {
      return checkDateArithmetic(node, operands, kinds)
    }
    return checkNumbers(node, operands, kinds)
  }

  /// Checks the operands of a chain. A parameter of unknown type takes the type of the others, or else the type that
  /// the context expects.
  private mutating func checkOperands(_ node: ChainNode, expecting expected: OptionalType?) -> [TypedExpression]? {
    sawUnknownOperand = false
    var operands: [TypedExpression?] = []
    var known: ValueType?
    for operand in node.operands {
      switch check(operand, expecting: nil) {
      case .failed: return nil
      case .unknown: operands.append(nil)
      case .value(let value):
        operands.append(value)
        if value.literalValue == nil { known = known.flatMap { Coercion.join($0, value.type.base) } ?? value.type.base }
      }
    }
    guard operands.contains(where: { $0 == nil }) else { return operands.compactMap { $0 } }
    return checkUntypedOperands(node, operands, known: known, expecting: expected)
  }

  /// Gives a type to the parameters among the operands, which are nil in `operands`.
  private mutating func checkUntypedOperands(
    _ node: ChainNode, _ operands: [TypedExpression?], known: ValueType?, expecting expected: OptionalType?
  ) -> [TypedExpression]? {
    let wanted = expected.map { $0.base.element ?? $0.base }
    let scalar = wanted.flatMap { $0.isNumeric ? $0 : nil }
    let literal = operands.compactMap { $0 }.first?.type.base
    let isDates = known?.isTime == true
    let joins = !options.strictNSPredicate && node.operators.allSatisfy { $0.kind == .add }
    let text = joins && (known ?? literal ?? wanted) == .string ? ValueType.string : nil
    guard let type = text ?? (known.flatMap { $0.isNumeric ? $0 : nil }) ?? scalar ?? literal, !isDates || expected != nil
    else {
      // All operands are parameters, dates or durations: only the other side of the comparison can decide the types.
      sawUnknownOperand = true
      return nil
    }
    var result: [TypedExpression] = []
    for (index, operand) in node.operands.enumerated() {
      if let value = operands[index] {
        result.append(value)
      } else {
        let wanted = isDates ? Checker.dateOperand(index, node, operands, expected) : type
        guard case .value(let value) = check(operand, expecting: OptionalType(wanted)) else { return nil }
        result.append(value)
      }
    }
    return result
  }

  /// The type of a parameter among dates and durations: `$d` is a Date in `$d - days(7)` where a Date is expected, and
  /// in `date - $d` where a duration is expected.
  private static func dateOperand(
    _ index: Int, _ node: ChainNode, _ operands: [TypedExpression?], _ expected: OptionalType?
  ) -> ValueType {
    let wanted = expected.map { $0.base.element ?? $0.base }
    if index == 0 {
      let meetsDate = operands.contains { $0?.type.base == .date }
      return wanted == .date || meetsDate ? .date : .duration
    }
    let isDifference = operands.count == 2 && node.operators[0].kind == .subtract
    return isDifference && wanted == .duration && operands[0]?.type.base == .date ? .date : .duration
  }

  private mutating func checkNumbers(
    _ node: ChainNode, _ operands: [TypedExpression], _ kinds: [ChainOperator]
  ) -> Checked {
    var type = ValueType.int64
    for (index, operand) in operands.enumerated() where !operand.isNullLiteral {
      let symbol = kinds[max(0, index - 1)]
      guard operand.type.base.isNumeric else {
        reportOperand(operand, of: symbol, node)
        return .failed
      }
      if symbol.isBitwise, !operand.type.base.isInteger {
        report(.needsInteger(operation: "'\(symbol.rawValue)'", operand.type), at: operand.span)
        return .failed
      }
      type = Coercion.join(type, operand.type.base) ?? type
    }
    if kinds.contains(.power) { type = .double }
    if type == .float { type = .double }
    if type.isInteger { type = .int64 }
    // Int64 and Decimal operations can give nil, on overflow and division by zero.
    let mayFail = type == .int64 || type == .decimal
    let isOptional = mayFail || operands.contains { $0.type.isOptional }
    var adapted: [TypedExpression] = []
    for operand in operands { adapted.append(type == .int64 ? operand : adapt(operand, to: type)) }
    return .value(
      TypedExpression(
        .arithmetic(kinds.compactMap(\.arithmetic), adapted), OptionalType(type, isOptional: isOptional), node.span))
  }

  /// Checks `+` of Strings, which joins them.
  private mutating func checkTexts(_ node: ChainNode, _ operands: [TypedExpression]) -> Checked {
    for (index, operand) in operands.enumerated() where operand.type.base != .string && !operand.isNullLiteral {
      let base = operand.type.base
      let isScalar = base.isNumeric || base.isTime || base == .bool || base == .uuid || base == .url
      report(
        .needsText(operation: "'+' of texts", operand.type), at: operand.span, point: node.operators[max(0, index - 1)].span,
        help: isScalar ? ["CAST(\(text(operand.span)), \"String\") is the value as a text"] : [])
      return .failed
    }
    let isOptional = operands.contains { $0.type.isOptional }
    let symbols = node.operators.compactMap(\.kind.arithmetic)
    return .value(TypedExpression(.arithmetic(symbols, operands), OptionalType(.string, isOptional: isOptional), node.span))
  }

  private mutating func reportOperand(_ operand: TypedExpression, of symbol: ChainOperator, _ node: ChainNode) {
    var help: [String] = []
    if operand.type.base == .string, options.strictNSPredicate, symbol == .add {
      help = ["text cannot be joined in a predicate; join it before and pass it as a parameter"]
    } else if operand.type.base == .string, !options.strictNSPredicate {
      help = ["'+' joins texts; the other operators are for numbers"]
    }
    report(
      .needsNumber(operation: "'\(symbol.rawValue)'", operand.type), at: operand.span,
      point: node.operators.first?.span, help: help)
  }

  /// The chains `Date ± duration`, `Date - Date` and `duration ± duration`.
  private mutating func checkDateArithmetic(
    _ node: ChainNode, _ operands: [TypedExpression], _ kinds: [ChainOperator]
  ) -> Checked {
    var type = operands[0].type.base
    for (index, kind) in kinds.enumerated() {
      let right = operands[index + 1].type.base
      switch (type, kind, right) {
      case (.date, .add, .duration), (.date, .subtract, .duration), (.duration, .add, .duration),
        (.duration, .subtract, .duration):
        continue
      case (.date, .subtract, .date) where kinds.count == 1:
        type = .duration
      default:
        report(
          .typeMismatch(left: OptionalType(type), right: OptionalType(right)), at: node.span,
          point: node.operators[index].span,
          labels: [.init(operands[index].span, "\(type)"), .init(operands[index + 1].span, "\(right)")],
          help: ["a date takes + or - a duration such as days(3); Date - Date is a duration"],
          fixIts: type == .date && right.isNumeric ? [asDays(operands[index + 1])] : [])
        return .failed
      }
    }
    let isOptional = operands.contains { $0.type.isOptional }
    return .value(
      TypedExpression(
        .arithmetic(kinds.compactMap(\.arithmetic), operands), OptionalType(type, isOptional: isOptional), node.span))
  }

  private func asDays(_ operand: TypedExpression) -> FixIt {
    let days = "days(\(text(operand.span)))"
    return FixIt("write \(days)", .maybe, [.init(operand.span, days)])
  }

  /// Refuses different bitwise operators next to each other or to arithmetic without parentheses, since readers
  /// disagree about their precedence: `flags & 1 + 1`.
  private mutating func refuseMixedBitwise(_ node: ChainNode) -> Bool {
    let own = node.operators[0]
    for operand in node.operands {
      guard case .chain(let inner) = operand, !inner.isParenthesized, let other = inner.operators.first else {
        continue
      }
      if own.kind.isBitwise != other.kind.isBitwise || (own.kind.isBitwise && own.kind != other.kind) {
        report(
          .mixedBitwise(own.kind.rawValue, other.kind.rawValue), at: node.span, point: own.span,
          fixIts: [
            FixIt(
              "add parentheses around '\(text(inner.span))'", .maybe,
              [.init(SourceSpan(at: inner.span.start), "("), .init(SourceSpan(at: inner.span.end), ")")])
          ])
        return false
      }
    }
    return true
  }

  /// `UNION`, `INTERSECT` and `MINUS` of two collections: a set, each value once.
  private mutating func checkSetOperation(_ node: ChainNode, expecting expected: OptionalType?) -> Checked {
    var result: TypedExpression?
    for (index, operand) in node.operands.enumerated() {
      let hint = result.map { OptionalType($0.type.base) } ?? expected
      guard let value = checkKnown(operand, expecting: hint) else { return .failed }
      let symbol = node.operators[max(0, index - 1)]
      guard let element = value.elementType else {
        report(.needsCollection(operation: symbol.kind.rawValue, value.type), at: value.span)
        return .failed
      }
      guard let left = result, let leftElement = left.elementType else {
        result = value
        continue
      }
      guard let joined = Coercion.join(leftElement, element), let operation = symbol.kind.setOperator else {
        report(.mixedAggregate(leftElement, element), at: value.span, point: symbol.span)
        return .failed
      }
      result = TypedExpression(
        .set(operation, left, value), OptionalType(.collection(element: joined, isOrdered: false)),
        left.span.union(value.span))
    }
    return result.map { .value($0) } ?? .failed
  }

  mutating func checkUnary(_ node: UnaryNode, expecting expected: OptionalType?) -> Checked {
    let checked = check(node.operand, expecting: expected)
    guard case .value(var operand) = checked else { return checked }
    if node.kind == .complement {
      guard operand.type.base.isInteger else {
        let sign = SourceSpan(node.operatorSpan.start - min(1, node.operatorSpan.start), node.operatorSpan.end)
        let isMatch = operand.type.base == .string && text(sign) == "=~"
        report(
          .needsInteger(operation: "'~'", operand.type), at: operand.span, point: node.operatorSpan,
          help: isMatch ? ["a regular expression is tested with MATCHES"] : [],
          fixIts: isMatch ? [FixIt("write MATCHES", .maybe, [.init(sign, "MATCHES")])] : [])
        return .failed
      }
      return .value(
        TypedExpression(
          .function(.onesComplement, [operand]), OptionalType(.int64, isOptional: operand.type.isOptional), node.span))
    }
    guard operand.type.base.isQuantity else {
      report(.needsNumber(operation: "'-'", operand.type), at: operand.span, point: node.operatorSpan)
      return .failed
    }
    if let value = operand.literalValue, let negated = Checker.negated(value) {
      operand.kind = .literal(negated)
      operand.span = node.span
      return .value(operand)
    }
    let base = operand.type.base
    // The negative of the least Int64 is nil, and that of the least Int32 is no Int32.
    let type = base.isInteger ? OptionalType(.int64, isOptional: true) : OptionalType(base, isOptional: operand.type.isOptional)
    return .value(TypedExpression(.negate(operand), type, node.span))
  }

  private static func negated(_ value: Value) -> Value? {
    switch value {
    case .int(let number): number == .min ? nil : .int(-number)
    case .double(let number): .double(-number)
    case .decimal(let number): .decimal(-number)
    default: nil
    }
  }
}

extension ChainOperator {
  var isBitwise: Bool {
    switch self {
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight: true
    case .union, .intersect, .minus, .add, .subtract, .multiply, .divide, .power: false
    }
  }

  var arithmetic: ArithmeticIR.Operator? {
    switch self {
    case .union, .intersect, .minus: nil
    case .bitwiseOr: .bitwiseOr
    case .bitwiseXor: .bitwiseXor
    case .bitwiseAnd: .bitwiseAnd
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .power: .power
    }
  }

  var setOperator: CollectionIR.SetOperator? {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    default: nil
    }
  }
}
