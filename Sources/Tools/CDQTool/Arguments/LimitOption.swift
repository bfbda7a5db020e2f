import CDQKit
import CDQRuntime
import CDQSyntax

/// The limits of the library (`Limits`) by the short names that `--limit` takes: `--limit nesting=64`.
enum LimitOption: String, CaseIterable {
  case length, tokens, nodes, nesting, list, regex, steps, deadline

  static let spec = OptionSpec.value(
    "limit", "NAME=N", isRepeatable: true,
    "most \(allCases.dropLast().map(\.rawValue).joined(separator: ", ")); or deadline=2s")

  /// The highest nesting limit that a user may set: deeper texts could overflow the stack of the command.
  static let deepest = 1000

  /// The value that removes a limit of runs.
  private static let none = "none"

  /// What to write after an error of a run that reached a limit; nil for other errors.
  static func help(about error: ExecutionError) -> String? {
    switch error {
    case .stepLimit: "'--limit steps=N' sets the limit, 'steps=none' removes it"
    case .deadlineExceeded: "'--limit deadline=5m' sets the limit, 'deadline=none' removes it"
    default: nil
    }
  }

  /// Parses `NAME=N` and sets that limit.
  static func set(_ argument: String, in limits: inout Limits) throws(Failure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .usage("--limit needs NAME=N, found '\(argument)'", help: [names])
    }
    try set(String(parts[0]), String(parts[1]), in: &limits)
  }

  /// Sets the limit of a name from the text of its value.
  static func set(_ name: String, _ value: String, in limits: inout Limits) throws(Failure) {
    guard let option = LimitOption(rawValue: name) else {
      let near = Suggestions.nearest(to: name, among: allCases.map(\.rawValue)).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("there is no limit '\(name)'", help: near + [names])
    }
    switch option {
    case .length: limits.text.length = try option.count(value)
    case .tokens: limits.text.tokens = try option.count(value)
    case .nodes: limits.text.nodes = try option.count(value)
    case .nesting: limits.text.nesting = try option.count(value, most: deepest)
    case .list: limits.values.list = try option.count(value)
    case .regex: limits.values.regex = try option.count(value)
    case .steps: limits.steps = value == none ? nil : try option.count(value)
    case .deadline: limits.time = value == none ? nil : try duration(value)
    }
  }

  private static var names: String { "the limits are \(allCases.map(\.rawValue).joined(separator: ", "))" }

  private func count(_ text: String, most: Int = .max) throws(Failure) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw .usage("the limit '\(rawValue)' is a whole number, not '\(text)'")
    }
    guard number <= most else { throw .usage("the limit '\(rawValue)' is at most \(most), not \(text)") }
    return number
  }

  /// Parses a whole number of milliseconds, seconds or minutes: `500ms`, `2s`, `1m`.
  private static func duration(_ text: String) throws(Failure) -> Duration {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    if let number = Int64(digits), number <= 1 << 40 {
      switch text.dropFirst(digits.count) {
      case "ms": return .milliseconds(number)
      case "s": return .seconds(number)
      case "m": return .seconds(60 * number)
      default: break
      }
    }
    throw .usage("the limit 'deadline' is a time such as 500ms, 2s or 1m, or none, not '\(text)'")
  }
}
