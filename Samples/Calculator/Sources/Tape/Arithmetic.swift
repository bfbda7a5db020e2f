import Foundation

/// Calculates from left to right, as pocket calculators do.
enum Arithmetic {
  struct Malformed: Error, CustomStringConvertible {
    let text: String
    var description: String { "'\(text)' is neither a number nor one of + - * /" }
  }

  /// The steps of `12 + 3 * 4`: words between spaces.
  static func steps(of text: String) throws -> [Step] {
    let words = text.split(separator: " ").map(String.init)
    var steps: [Step] = []
    for place in stride(from: 0, to: max(1, words.count), by: 2) {
      let sign = place == 0 ? "=" : words[place - 1]
      guard let operation = Step.Operation(rawValue: sign), place == 0 || operation != .start else {
        throw Malformed(text: sign)
      }
      guard words.indices.contains(place), let number = Decimal(string: words[place]) else {
        throw Malformed(text: words.indices.contains(place) ? words[place] : "")
      }
      let result = result(steps.last?.result, operation, number)
      steps.append(Step(operation: operation, number: number, result: result))
    }
    if words.count > 1, words.count.isMultiple(of: 2) { throw Malformed(text: "") }
    return steps
  }

  private static func result(_ left: Decimal?, _ operation: Step.Operation, _ right: Decimal) -> Decimal? {
    if operation == .start { return right }
    guard let left else { return nil }
    switch operation {
    case .start: return right
    case .plus: return left + right
    case .minus: return left - right
    case .times: return left * right
    case .over: return right == 0 ? nil : left / right
    }
  }
}
