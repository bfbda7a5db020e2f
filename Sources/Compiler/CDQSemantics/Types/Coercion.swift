import CDQIR
import CDQSyntax
import Foundation

/// The rules about which types can be compared, joined and adapted to each other. The checks of comparisons, lists,
/// arithmetic and arguments use them.
enum Coercion {
  /// Whether two types can be compared.
  enum Meeting: Hashable {
    /// The types are of one family, such as all numbers.
    case comparable
    /// Values of the types cannot be compared.
    case incompatible
  }

  /// Whether values of two types can be compared for equality. Numbers of all types can, and compare exactly.
  static func meeting(_ left: ValueType, _ right: ValueType, schema: Schema) -> Meeting {
    if left == .null || right == .null { return .comparable }
    if left.isNumeric && right.isNumeric { return .comparable }
    if case .object(let first) = left, case .object(let second) = right {
      return schema.isEntity(first, kindOf: second) || schema.isEntity(second, kindOf: first)
        ? .comparable : .incompatible
    }
    if left == .opaque || right == .opaque { return .incompatible }
    if left.element != nil || right.element != nil { return .incompatible }
    return left == right ? .comparable : .incompatible
  }

  /// The type that can hold the values of both types: the wider integer, Double for integers with Float or Double,
  /// Decimal for Decimal with any number; nil when there is none.
  static func join(_ left: ValueType, _ right: ValueType) -> ValueType? {
    if left == right { return left }
    if left == .null { return right }
    if right == .null { return left }
    if let number = left.number(with: right) { return number }
    if let first = left.element, let second = right.element, let element = join(first, second) {
      return .collection(element: element, isOrdered: true)
    }
    return nil
  }

  /// Whether a literal can have a type other than its own: `1` for a Decimal, `"Cold"` for an enum.
  static func adapts(_ expression: TypedExpression, to type: ValueType) -> Bool {
    if expression.type.base == type { return true }
    if case .aggregate(let elements) = expression.kind, let element = type.element {
      return elements.allSatisfy { adapts($0, to: element) }
    }
    guard let value = expression.literalValue else { return false }
    switch (value, type) {
    case (.null, _): return true
    case (.int, .double), (.int, .float), (.int, .decimal), (.double, .decimal), (.double, .double), (.double, .float):
      return true
    case (.int, .int64): return true
    // A number that the type cannot hold keeps its own type, and the comparison is exact.
    case (.int(let number), .int32): return Int32(exactly: number) != nil
    case (.int(let number), .int16): return Int16(exactly: number) != nil
    case (.int(let number), .bool): return number == 0 || number == 1
    case (.string, .enumeration), (.int, .enumeration): return true
    default: return false
    }
  }
}

extension Checker {
  /// Converts a literal to the type that it is compared with. A literal for an enum must be one of its raw values.
  mutating func adapt(_ expression: TypedExpression, to type: ValueType) -> TypedExpression {
    if expression.type.base == type { return expression }
    if case .aggregate(let elements) = expression.kind, let element = type.element {
      var result = expression
      var adapted: [TypedExpression] = []
      for child in elements { adapted.append(adapt(child, to: element)) }
      result.kind = .aggregate(adapted)
      result.type.base = type
      return result
    }
    guard let value = expression.literalValue else { return expression }
    var result = expression
    switch (value, type) {
    case (.int(let number), .double), (.int(let number), .float):
      // An integer that Double cannot represent stays an integer, since mixed comparison is exact.
      guard let exact = Double(exactly: number) else { return expression }
      result.kind = .literal(.double(exact))
    case (.int(let number), .decimal):
      result.kind = .literal(.decimal(Decimal(number)))
    case (.double, .decimal):
      // The text is parsed again, since 0.1 is exact as a Decimal but not as a Double.
      let spelling = text(expression.span).filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }
      guard let exact = DecimalText.decimal(from: spelling) else { return expression }
      result.kind = .literal(.decimal(exact))
    case (.int(let number), .bool):
      result.kind = .literal(.bool(number == 1))
    case (.string, .enumeration(let name)), (.int, .enumeration(let name)):
      checkRawValue(value, of: name, at: expression.span)
    default:
      break
    }
    result.type = OptionalType(type, isOptional: expression.type.isOptional)
    return result
  }

  private mutating func checkRawValue(_ value: Value, of enumeration: String, at span: SourceSpan) {
    guard let found = schema.enumeration(named: enumeration) else { return }
    if found.cases.contains(where: { $0.rawValue == value }) { return }
    reportUnknownRawValue(value, of: found, at: span)
  }
}
