import Foundation

/// Expressions for constants of Foundation's types; the initializers in them cannot fail.
enum SwiftLiterals {
  static func date(_ date: Date, _ types: SwiftTypeNames) -> SwiftExpression {
    let seconds = SwiftExpression.double(date.timeIntervalSinceReferenceDate)
    return .call(types.foundation("Date"), SwiftArgument("timeIntervalSinceReferenceDate", seconds))
  }

  static func uuid(_ uuid: UUID, _ types: SwiftTypeNames) -> SwiftExpression {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    let tuple = SwiftExpression.tuple(bytes.map { SwiftArgument(.integer(Int64($0))) })
    return .call(types.foundation("UUID"), SwiftArgument("uuid", tuple))
  }

  static func data(_ data: Data, _ types: SwiftTypeNames) -> SwiftExpression {
    .call(types.foundation("Data"), SwiftArgument(.array(data.map { .integer(Int64($0)) })))
  }

  /// A Decimal; nil for a number with more digits than an Int64 has.
  static func decimal(_ number: Decimal, _ types: SwiftTypeNames) -> SwiftExpression? {
    guard let digits = Int64(number.significand.description) else { return nil }
    let name = types.foundation("Decimal")
    return .call(
      name, SwiftArgument("sign", .implicitMember(number.sign == .minus ? "minus" : "plus")),
      SwiftArgument("exponent", .integer(Int64(number.exponent))),
      SwiftArgument("significand", .call(name, SwiftArgument(.integer(digits)))))
  }
}
