import CDQIR
import Foundation

/// Arithmetic and functions, as in the DocC articles Operators and Functions; nil where an operation has no result.
enum OracleArithmetic {
  /// Converts a number to the family of a type. The Decimal of a Double is the number that its shortest text has.
  static func converted(_ value: Value, to type: ValueType) -> Value? {
    switch (value, type) {
    case (.int(let number), .float), (.int(let number), .double): .double(Double(number))
    case (.int(let number), .decimal): Decimal(string: String(number)).map { .decimal($0) }
    case (.decimal(let number), .float), (.decimal(let number), .double): .double(double(number))
    case (.double(let number), .decimal): decimal(number).map { .decimal($0) }
    case (.int, .duration), (.double, .duration):
      double(value).map { .duration($0) }
    case (.null, _): nil
    default: value
    }
  }

  static func double(_ number: Decimal) -> Double { number.isNaN ? .nan : Double(number.description) ?? .nan }

  static func decimal(_ number: Double) -> Decimal? {
    guard number.isFinite, let result = Decimal(string: "\(number)"), !result.isNaN else { return nil }
    return result
  }

  static func double(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number), .duration(let number): number
    case .decimal(let number): double(number)
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .null, .bool, .string, .data, .uuid, .url, .object, .list: nil
    }
  }

  /// Evaluates a chain of operators from left to right.
  static func chain(_ operators: [ArithmeticIR.Operator], _ operands: [Value], _ type: ValueType) -> Value? {
    var result: Value? = operands.first.flatMap { step($0, type) }
    for (operation, operand) in zip(operators, operands.dropFirst()) {
      guard let left = result, let right = step(operand, type) else { return nil }
      result = apply(operation, left, right)
    }
    switch (result, type) {
    case (.double(let seconds)?, .date): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.double(let seconds)?, .duration): return .duration(seconds)
    default: return result
    }
  }

  /// Converts an operand to the type in which a chain computes; dates and durations are seconds.
  private static func step(_ value: Value, _ type: ValueType) -> Value? {
    switch type {
    case .date, .duration: double(value).map { .double($0) }
    default: converted(value, to: type)
    }
  }

  private static func apply(_ operation: ArithmeticIR.Operator, _ left: Value, _ right: Value) -> Value? {
    switch (left, right) {
    case (.int(let a), .int(let b)): integer(operation, a, b).map { .int($0) }
    case (.double(let a), .double(let b)): real(operation, a, b).map { .double($0) }
    case (.decimal(let a), .decimal(let b)): decimal(operation, a, b).flatMap { $0.isNaN ? nil : .decimal($0) }
    case (.string(let a), .string(let b)) where operation == .add: .string([a, b].joined())
    default: nil
    }
  }

  private static func integer(_ operation: ArithmeticIR.Operator, _ left: Int64, _ right: Int64) -> Int64? {
    // Sums and products of integers have at most 38 digits, which fit into a Decimal.
    let (a, b) = (Decimal(string: String(left)) ?? .nan, Decimal(string: String(right)) ?? .nan)
    switch operation {
    case .add: return Int64((a + b).description)
    case .subtract: return Int64((a - b).description)
    case .multiply: return Int64((a * b).description)
    case .divide:
      if right == 0 || (left == .min && right == -1) { return nil }
      let quotient = left.magnitude / right.magnitude
      return (left < 0) == (right < 0) ? Int64(quotient) : Int64("-\(quotient)")
    case .modulus:
      if right == 0 { return nil }
      let rest = left.magnitude % right.magnitude
      return left < 0 ? Int64("-\(rest)") : Int64(rest)
    case .power: return nil
    case .bitwiseAnd: return left & right
    case .bitwiseOr: return left | right
    case .bitwiseXor: return left ^ right
    case .shiftLeft: return right < 0 || right > 63 ? nil : Int64(bitPattern: UInt64(bitPattern: left) << UInt64(right))
    case .shiftRight: return right < 0 || right > 63 ? nil : left >> right
    }
  }

  private static func real(_ operation: ArithmeticIR.Operator, _ left: Double, _ right: Double) -> Double? {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .modulus: fmod(left, right)
    case .power: pow(left, right)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: nil
    }
  }

  private static func decimal(_ operation: ArithmeticIR.Operator, _ left: Decimal, _ right: Decimal) -> Decimal? {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: right == 0 ? nil : left / right
    case .modulus: right == 0 ? nil : remainder(left, right)
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: nil
    }
  }

  /// The remainder by subtracting the divisor times powers of ten, from the largest power down.
  private static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal {
    var rest = abs(left)
    let divisor = abs(right)
    var part = divisor
    while part * 10 <= rest { part *= 10 }
    while part >= divisor {
      while rest >= part { rest -= part }
      part /= 10
    }
    return left < 0 ? -rest : rest
  }

  static func negated(_ value: Value) -> Value? {
    switch value {
    case .int(let number): number == .min ? nil : .int(0 - number)
    case .double(let number): .double(-number)
    case .decimal(let number): number.isNaN ? nil : .decimal(0 - number)
    case .duration(let seconds): .duration(-seconds)
    case .null, .bool, .string, .date, .data, .uuid, .url, .object, .list: nil
    }
  }

  static func call(_ function: FunctionIR.Function, _ values: [Value], _ type: ValueType) -> Value? {
    guard let value = values.first, !values.contains(.null) else { return nil }
    switch (function, value) {
    case (.trimmed, .string(let text)): return .string(trimmed(text))
    case (.substring, .string(let text)):
      guard case .int(let start) = values[1], case .int(let count) = values[2], start >= 0, count >= 0 else { return nil }
      let letters = text.map { $0 }
      var part = ""
      for (index, letter) in letters.enumerated() where index >= start && index - Int(start) < count { part.append(letter) }
      return .string(part)
    case (.prefix, .string(let text)), (.suffix, .string(let text)):
      guard case .int(let count) = values[1] else { return nil }
      return .string(OracleText.end(of: text, count, isStart: function == .prefix))
    case (.before, .string(let text)), (.after, .string(let text)):
      guard case .string(let separator) = values[1] else { return nil }
      return OracleText.side(of: separator, in: text, isBefore: function == .before).map { .string($0) }
    case (.replacing, .string(let text)):
      guard case .string(let old) = values[1], case .string(let new) = values[2] else { return nil }
      return .string(OracleText.replaced(text, old, new))
    case (_, .date(let date)):
      var zone: String?
      if values.count > 1, case .string(let name) = values[1] { zone = name }
      if let start = OracleCalendar(date, zone).start(function, zone) { return .date(start) }
      return OracleCalendar(date, zone).part(function).map { .int($0) }
    case (.uppercase, .string(let text)): return .string(text.uppercased())
    case (.lowercase, .string(let text)): return .string(text.lowercased())
    case (.length, .string(let text)): return .int(Int64(text.utf16.reduce(0) { count, _ in count + 1 }))
    case (.length, .data(let data)): return .int(Int64(data.count))
    case (.onesComplement, .int(let number)): return .int(-1 - number)
    case (.absolute, _), (.ceiling, _), (.floor, _), (.truncate, _): return rounded(function, value)
    case (.squareRoot, _): return double(value).map { .double($0.squareRoot()) }
    case (.exponential, _): return double(value).map { .double(exp($0)) }
    case (.naturalLogarithm, _): return double(value).map { .double(log($0)) }
    case (.logarithm, _): return double(value).map { .double(log10($0)) }
    case (.seconds, _): return double(value).map { .duration($0) }
    case (.minutes, _): return double(value).map { .duration($0 * 60) }
    case (.hours, _): return double(value).map { .duration($0 * 3600) }
    case (.days, _): return double(value).map { .duration($0 * 86400) }
    case (.weeks, _): return double(value).map { .duration($0 * 604800) }
    case (.uppercase, _), (.lowercase, _), (.length, _), (.trimmed, _), (.substring, _), (.onesComplement, _), (.now, _),
      (.year, _), (.month, _), (.day, _), (.weekday, _), (.hour, _), (.minute, _), (.second, _), (.startOfDay, _),
      (.startOfWeek, _), (.startOfMonth, _), (.startOfYear, _), (.beginningOfYear, _), (.endOfYear, _), (.prefix, _),
      (.suffix, _), (.before, _), (.after, _), (.replacing, _):
      return nil
    }
  }

  /// The text without white space at both ends.
  private static func trimmed(_ text: String) -> String {
    var letters = text.map { $0 }
    while let first = letters.first, first.isWhitespace { letters.removeFirst() }
    while let last = letters.last, last.isWhitespace { letters.removeLast() }
    return String(letters)
  }

  private static func rounded(_ function: FunctionIR.Function, _ value: Value) -> Value? {
    switch value {
    case .int(let number):
      return function == .absolute ? Int64(exactly: number.magnitude).map { .int($0) } : value
    case .double(let number):
      switch function {
      case .absolute: return .double(fabs(number))
      case .ceiling: return .double(ceil(number))
      case .floor: return .double(floor(number))
      default: return .double(trunc(number))
      }
    case .decimal(let number):
      // The digits before the point are the number rounded towards zero.
      let whole = Decimal(string: String(number.description.prefix { $0 != "." })) ?? number
      switch function {
      case .absolute: return .decimal(number < 0 ? 0 - number : number)
      case .ceiling: return .decimal(whole < number ? whole + 1 : whole)
      case .floor: return .decimal(whole > number ? whole - 1 : whole)
      default: return .decimal(whole)
      }
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .list: return nil
    }
  }
}

/// Aggregates of values that are not nil, as in the DocC article Functions, section Aggregates.
enum OracleStatistics {
  static func reduce(_ function: AggregateFunction, _ values: [Value], _ type: ValueType) -> Value? {
    switch type {
    case .decimal: return decimals(function, values)
    case .int16, .int32, .int64: return integerSum(values).flatMap { Int64($0.description) }.map { .int($0) }
    default: break
    }
    let result: Double?
    let areIntegers = values.allSatisfy { if case .int = $0 { true } else { false } }
    let numbers = values.compactMap { OracleArithmetic.double($0) }
    switch function {
    case .sum: result = numbers.reduce(0, +)
    case .average where areIntegers:
      // The exact sum is rounded once.
      let total = integerSum(values).map { OracleArithmetic.double($0) }
      result = values.isEmpty ? nil : total.map { $0 / Double(values.count) }
    case .average: result = mean(numbers)
    case .median: result = median(numbers)
    case .standardDeviation:
      result = mean(numbers).map { mean in
        (numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(numbers.count)).squareRoot()
      }
    case .count, .minimum, .maximum: result = nil
    }
    return result.map { type == .duration ? .duration($0) : .double($0) }
  }

  private static func integerSum(_ values: [Value]) -> Decimal? {
    var sum = Decimal(0)
    for case .int(let number) in values { sum += Decimal(string: String(number)) ?? 0 }
    return sum
  }

  private static func mean(_ numbers: [Double]) -> Double? {
    numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
  }

  private static func median(_ numbers: [Double]) -> Double? {
    let sorted = numbers.sorted { OracleNumber.order(.double($0), .double($1)) < 0 }
    guard !sorted.isEmpty else { return nil }
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    return sorted.count % 2 == 1 ? low : (low + high) / 2
  }

  private static func decimals(_ function: AggregateFunction, _ values: [Value]) -> Value? {
    let numbers = values.compactMap { value -> Decimal? in
      if case .decimal(let number)? = OracleArithmetic.converted(value, to: .decimal) { number } else { nil }
    }
    let sum = numbers.reduce(Decimal(0), +)
    let result: Decimal?
    switch function {
    case .sum: result = sum
    case .average: result = numbers.isEmpty ? nil : sum / Decimal(numbers.count)
    case .median:
      let sorted = numbers.sorted { OracleNumber.order(.decimal($0), .decimal($1)) < 0 }
      if sorted.isEmpty {
        result = nil
      } else if sorted.count % 2 == 1 {
        result = sorted[sorted.count / 2]
      } else {
        result = (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
      }
    case .standardDeviation, .count, .minimum, .maximum: result = nil
    }
    return result.flatMap { $0.isNaN ? nil : .decimal($0) }
  }
}
