import CDQIR
import CDQValues
import Foundation

extension Planner {
  /// Plans a function call, such as `lowercase(name)`. The result is nil if an argument is nil.
  func function(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .function(let node) = expression else { throw Planner.misdirected }
    var arguments: [Scalar] = []
    for argument in node.arguments { arguments.append(try scalar(argument, scope)) }
    return try call(node, arguments)
  }

  @inline(never)
  private func call(_ node: FunctionIR, _ arguments: [Scalar]) throws(ExecutionError) -> Scalar {
    let first = arguments.first ?? .null
    switch node.function.body {
    case .instant:
      try expect(0...0, node)
      return .date(.constant(execution.now.timeIntervalSinceReferenceDate))
    case .number(let compute):
      try expect(1...1, node)
      return try number(compute, first, node).coerced(to: node.type)
    case .real(let compute):
      try expect(1...1, node)
      return .double(try double(first, node).map { compute($0) })
    case .integer(let compute):
      try expect(1...1, node)
      return .int(try integer(first, node).map { compute($0) })
    case .text(let compute):
      try expect(1...1, node)
      return .string(try text(first, node).map { compute($0) })
    case .length:
      try expect(1...1, node)
      return try length(first, node)
    case .part(let compute):
      try expect(3...3, node)
      let (text, start, count) = (try text(first, node), try integer(arguments[1], node), try integer(arguments[2], node))
      return .string(text.map(with: start, count) { compute($0, $1, $2) })
    case .end(let compute):
      try expect(2...2, node)
      return .string(try text(first, node).map(with: try integer(arguments[1], node)) { compute($0, $1) })
    case .split(let compute):
      try expect(2...2, node)
      return .string(try text(first, node).map(with: try text(arguments[1], node)) { compute($0, $1) })
    case .replacement(let compute):
      try expect(3...3, node)
      let (text, old, new) = (try text(first, node), try self.text(arguments[1], node), try self.text(arguments[2], node))
      return .string(try limited(text, old, new, compute))
    case .duration(let unit):
      try expect(1...1, node)
      return .doubles(try double(first, node).map { $0 * unit }, .duration)
    case .calendar(let compute):
      try expect(1...2, node)
      let date = try date(first, node)
      guard let zone = try timeZone(arguments.dropFirst(), node) else { return .int(.constant(nil)) }
      return .int(date.map { compute(Date(timeIntervalSinceReferenceDate: $0), zone) })
    case .startOfPeriod(let compute):
      try expect(1...2, node)
      let date = try date(first, node)
      guard let zone = try timeZone(arguments.dropFirst(), node) else { return .date(.constant(nil)) }
      return .date(date.map { compute(Date(timeIntervalSinceReferenceDate: $0), zone).timeIntervalSinceReferenceDate })
    case .instantOfCalendar(let compute):
      try expect(1...2, node)
      let number = try integer(first, node)
      guard let zone = try timeZone(arguments.dropFirst(), node) else { return .date(.constant(nil)) }
      return .date(number.map { compute($0, zone).timeIntervalSinceReferenceDate })
    }
  }

  /// Texts that a function makes longer. One that is too long ends the execution with `textLimit`; the time of long ones
  /// counts as steps.
  private func limited(
    _ text: Getter<String>, _ old: Getter<String>, _ new: Getter<String>,
    _ compute: @escaping @Sendable (String, String, String) -> String?
  ) throws(ExecutionError) -> Getter<String> {
    let changed = text.map(with: old, new) { [execution] text, old, new -> String? in
      guard execution.advance(text.utf8.count / Execution.bytesOfStep) else { return nil }
      guard let result = compute(text, old, new) else {
        execution.fail(.textLimit(CDQText.longest))
        return nil
      }
      return execution.advance(result.utf8.count / Execution.bytesOfStep) ? result : nil
    }
    if changed.isConstant { try execution.finish() }
    return changed
  }

  private func expect(_ counts: ClosedRange<Int>, _ node: FunctionIR) throws(ExecutionError) {
    guard !counts.contains(node.arguments.count) else { return }
    throw .malformedQuery("\(node.function.rawValue) has \(node.arguments.count) arguments")
  }

  private func number(
    _ function: NumberFunction, _ operand: Scalar, _ node: FunctionIR
  ) throws(ExecutionError) -> Scalar {
    switch operand {
    case .null: return .null
    case .int(let getter): return .int(getter.map { function.integer($0) })
    case .doubles(let getter, let kind) where kind.isAmount: return .doubles(getter.map { function.real($0) }, kind)
    case .decimal(let getter): return .decimal(getter.map { function.decimal($0) })
    default: throw unfit(node, operand)
    }
  }

  private func double(_ operand: Scalar, _ node: FunctionIR) throws(ExecutionError) -> Getter<Double> {
    guard case .doubles(let getter, .double) = try operand.coerced(to: .double) else { throw unfit(node, operand) }
    return getter
  }

  private func integer(_ operand: Scalar, _ node: FunctionIR) throws(ExecutionError) -> Getter<Int64> {
    guard case .int(let getter) = try operand.coerced(to: .int64) else { throw unfit(node, operand) }
    return getter
  }

  /// The seconds of a date since 2001.
  private func date(_ operand: Scalar, _ node: FunctionIR) throws(ExecutionError) -> Getter<Double> {
    guard case .doubles(let getter, .date) = try operand.coerced(to: .date) else { throw unfit(node, operand) }
    return getter
  }

  private func text(_ operand: Scalar, _ node: FunctionIR) throws(ExecutionError) -> Getter<String> {
    guard case .string(let getter) = try operand.coerced(to: .string) else { throw unfit(node, operand) }
    return getter
  }

  private func length(_ operand: Scalar, _ node: FunctionIR) throws(ExecutionError) -> Scalar {
    switch operand {
    case .null: return .int(.constant(nil))
    case .string(let getter): return .int(getter.map { Int64($0.utf16.count) })
    case .values(let getter, .data):
      return .int(getter.map { if case .data(let data) = $0 { Int64(data.count) } else { nil } })
    default: throw unfit(node, operand)
    }
  }

  /// The time zone that the argument names, which must be the same for all rows. It is UTC if the argument is missing
  /// and nil if it is NULL.
  private func timeZone(_ arguments: ArraySlice<Scalar>, _ node: FunctionIR) throws(ExecutionError) -> CDQTimeZone? {
    guard let argument = arguments.first else { return .utc }
    guard case .string(.constant(let name)) = try argument.coerced(to: .string) else { throw unfit(node, argument) }
    guard let name else { return nil }
    return try CDQTimeZone(name)
  }

  private func unfit(_ node: FunctionIR, _ operand: Scalar) -> ExecutionError {
    .malformedQuery("\(node.function.rawValue) does not take \(operand.typeName)")
  }
}

extension Getter {
  /// Combines this value with another. The result is nil if one of the two is nil.
  fileprivate func map<Second, Result>(
    with second: Getter<Second>, _ transform: @escaping (T, Second) -> Result?
  ) -> Getter<Result> {
    // A constant, as most separators and numbers are, is read once.
    if case .constant(let second) = second {
      guard let second else { return .constant(nil) }
      return map { transform($0, second) }
    }
    let (first, second) = (closure, second.closure)
    return .row { row in
      guard let first = first(row), let second = second(row) else { return nil }
      return transform(first, second)
    }
  }

  /// Combines this value with two others. The result is nil if one of the three is nil.
  fileprivate func map<Second, Third, Result>(
    with second: Getter<Second>, _ third: Getter<Third>, _ transform: @escaping (T, Second, Third) -> Result?
  ) -> Getter<Result> {
    if case (.constant(let first), .constant(let second), .constant(let third)) = (self, second, third) {
      guard let first, let second, let third else { return .constant(nil) }
      return .constant(transform(first, second, third))
    }
    let (first, second, third) = (closure, second.closure, third.closure)
    return .row { row in
      guard let first = first(row), let second = second(row), let third = third(row) else { return nil }
      return transform(first, second, third)
    }
  }
}
