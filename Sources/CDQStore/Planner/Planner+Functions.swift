import CDQIR
import CDQValues
import Foundation

extension Planner {
  /// Plans a call. Nil in gives nil out.
  func function(_ expression: ExpressionIR, _ scope: Scope) throws(ExecutionError) -> Scalar {
    guard case .function(let node) = expression else { throw Planner.misdirected }
    if case .now = node.function { return .date(.constant(execution.now.timeIntervalSinceReferenceDate)) }
    guard node.arguments.count == 1, let argument = node.arguments.first else {
      throw .malformedQuery("\(node.function.rawValue) has \(node.arguments.count) arguments")
    }
    return try apply(node, scalar(argument, scope))
  }

  private func apply(_ node: FunctionIR, _ operand: Scalar) throws(ExecutionError) -> Scalar {
    switch node.function {
    case .absolute, .ceiling, .floor, .truncate: return try rounding(node.function, operand).coerced(to: node.type)
    case .squareRoot: return try real(operand) { $0.squareRoot() }
    case .exponential: return try real(operand) { exp($0) }
    case .naturalLogarithm: return try real(operand) { log($0) }
    case .logarithm: return try real(operand) { log10($0) }
    case .uppercase: return try text(operand) { $0.uppercased() }
    case .lowercase: return try text(operand) { $0.lowercased() }
    case .length: return try length(operand)
    case .onesComplement:
      guard case .int(let getter) = try operand.coerced(to: .int64) else { throw unfit(node.function, operand) }
      return .int(getter.map { ~$0 })
    case .now: return .date(.constant(execution.now.timeIntervalSinceReferenceDate))
    case .seconds: return try span(operand, 1)
    case .minutes: return try span(operand, 60)
    case .hours: return try span(operand, 3600)
    case .days: return try span(operand, 86_400)
    case .weeks: return try span(operand, 604_800)
    }
  }

  private func rounding(
    _ function: FunctionIR.Function, _ operand: Scalar
  ) throws(ExecutionError) -> Scalar {
    switch operand {
    case .null: return .null
    // Only the smallest integer has no absolute value.
    case .int(let getter):
      return function == .absolute ? .int(getter.map { $0 == .min ? nil : Swift.abs($0) }) : operand
    case .double(let getter): return .double(getter.map { Planner.rounded(function, $0) })
    case .duration(let getter):
      return .duration(getter.map { Planner.rounded(function, $0) })
    case .decimal(let getter): return .decimal(getter.map { DecimalMath.rounded($0, function) })
    case .bool, .string, .date, .data, .uuid, .url, .object, .opaque: throw unfit(function, operand)
    }
  }

  private static func rounded(_ function: FunctionIR.Function, _ number: Double) -> Double {
    switch function {
    case .absolute: Swift.abs(number)
    case .ceiling: number.rounded(.up)
    case .floor: number.rounded(.down)
    case .truncate: number.rounded(.towardZero)
    case .squareRoot, .exponential, .naturalLogarithm, .logarithm, .uppercase, .lowercase, .length, .onesComplement,
      .now, .seconds, .minutes, .hours, .days, .weeks:
      number
    }
  }

  private func real(
    _ operand: Scalar, _ compute: @escaping (Double) -> Double
  ) throws(ExecutionError) -> Scalar {
    guard case .double(let getter) = try operand.coerced(to: .double) else {
      throw .malformedQuery("\(operand.typeName) is used as a number")
    }
    return .double(getter.map { compute($0) })
  }

  private func text(
    _ operand: Scalar, _ compute: @escaping (String) -> String
  ) throws(ExecutionError) -> Scalar {
    guard case .string(let getter) = try operand.coerced(to: .string) else {
      throw .malformedQuery("\(operand.typeName) is used as text")
    }
    return .string(getter.map { compute($0) })
  }

  private func length(_ operand: Scalar) throws(ExecutionError) -> Scalar {
    switch operand {
    case .null: return .int(.constant(nil))
    case .string(let getter): return .int(getter.map { Int64($0.utf16.count) })
    case .data(let getter):
      return .int(getter.map { if case .data(let data) = $0 { Int64(data.count) } else { nil } })
    case .bool, .int, .double, .decimal, .date, .duration, .uuid, .url, .object, .opaque:
      throw unfit(.length, operand)
    }
  }

  private func span(_ operand: Scalar, _ unit: Double) throws(ExecutionError) -> Scalar {
    guard case .double(let getter) = try operand.coerced(to: .double) else {
      throw .malformedQuery("\(operand.typeName) is used as a number")
    }
    return .duration(getter.map { $0 * unit })
  }

  private func unfit(_ function: FunctionIR.Function, _ operand: Scalar) -> ExecutionError {
    .malformedQuery("\(function.rawValue) does not take \(operand.typeName)")
  }
}
