import CDQRuntime
public import Foundation

/// One step of a calculation: a type of the program's own, of which a store knows nothing.
public struct Step: Codable, Hashable, Sendable {
  /// What is done with the number; its raw value is how it is written.
  public enum Operation: String, Codable, CaseIterable, Sendable {
    case start = "=", plus = "+", minus = "-", times = "*", over = "/"
  }

  public var operation: Operation
  public var number: Decimal
  /// What it came to; nil when it could not be done, and after that.
  public var result: Decimal?

  /// A step with these values.
  public init(operation: Operation, number: Decimal, result: Decimal?) {
    self.operation = operation
    self.number = number
    self.result = result
  }
}

extension Calculation {
  /// How a `[Step]` is kept in `stepData`.
  static let steps = CodedProperty<Calculation, [Step]>(\.stepData)

  /// How it was worked out.
  ///
  /// - Throws: `DecodingError` when something else wrote the data.
  public var steps: [Step] {
    get throws { try Self.steps.value(of: self) }
  }
}
