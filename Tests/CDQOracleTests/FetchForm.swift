@testable import CDQCodegen
import CDQIR
import CDQRandom
import Foundation

/// The condition of a fetch request as a text that cdq reads: key paths and arguments stand in their places, and what
/// generated code decides by its arguments has been decided.
struct FetchForm {
  let query: QueryIR
  /// Variables that have a value, by name: parameters, and what is computed before the request.
  private var given: Set<String>
  /// Values that Swift computes before the request, by the expression that stands for them; nil for none.
  private var computed: [SwiftExpression: Value?] = [:]
  /// Tests that Swift decides before the request, by name.
  private var decided: [String: Bool] = [:]
  /// What the text reads beside the parameters of the query, by name.
  private(set) var extra: [String: Value] = [:]

  /// - Parameter value: computes what is the same for all objects; nil where that cannot be done.
  init(
    _ query: QueryIR, given: Set<String>, _ translator: FetchTranslator, value: (ExpressionIR) -> Value?
  ) {
    self.query = query
    self.given = given
    for (expression, operand) in translator.hoisted {
      guard let made = operand.format.arguments.first else { continue }
      let value = value(expression)
      computed[made] = .some(value)
      if case .name(let name) = made, let value, !value.isNull { self.given.insert(name) }
    }
    for (test, name) in translator.hoistedTests {
      let choice = ConditionalIR(test, .literal(.int(1), .int64), .literal(.int(0), .int64), type: .int64)
      if let value = value(.conditional(choice)) { decided[name] = value == .int(1) }
    }
  }

  /// What no text says: a value that generated code computes first.
  struct Unsaid: Error {}

  /// The text; nil where the condition has disappeared with an absent parameter.
  mutating func text(_ condition: FetchCondition) throws(Unsaid) -> String? {
    switch condition {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .format(let format): return try text(format)
    case .all(let parts): return try joined(parts, " AND ")
    case .any(let parts): return try joined(parts, " OR ")
    case .predicate(.call(.name("NSPredicate"), let arguments)):
      guard let value = arguments.first?.value else { throw Unsaid() }
      return try isTrue(value) ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .predicate: throw Unsaid()
    case .whenPresent(let names, let then, let otherwise):
      for name in names where !query.parameters.contains(where: { $0.name == name }) {
        guard let value = computed[.name(name)], value != nil else { throw Unsaid() }
      }
      if given.isSuperset(of: names) { return try text(then) }
      guard let otherwise else { return nil }
      return try text(otherwise)
    }
  }

  private mutating func joined(_ parts: [FetchCondition], _ word: String) throws(Unsaid) -> String? {
    var texts: [String] = []
    for part in parts {
      if let text = try text(part) { texts.append("(\(text))") }
    }
    return texts.isEmpty ? nil : texts.joined(separator: word)
  }

  private mutating func text(_ format: PredicateFormat) throws(Unsaid) -> String {
    var result = ""
    var arguments = format.arguments[...]
    var rest = format.text[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      let end = rest.index(percent, offsetBy: 2)
      let isKeyPath = rest[percent..<end] == "%K"
      guard let argument = arguments.popFirst() else { throw Unsaid() }
      result += isKeyPath ? try keyPath(argument) : try value(argument)
      rest = rest[end...]
    }
    return result + rest
  }

  /// What a test is that Swift decides.
  private func isTrue(_ value: SwiftExpression) throws(Unsaid) -> Bool {
    if case .prefix("!", let operand) = value { return !(try isTrue(operand)) }
    guard case .name(let name) = value, let known = decided[name] else { throw Unsaid() }
    return known
  }

  private func keyPath(_ argument: SwiftExpression) throws(Unsaid) -> String {
    guard case .string(let path) = argument else { throw Unsaid() }
    return path.split(separator: ".").map { $0.hasPrefix("@") ? String($0) : "#\($0)" }.joined(separator: ".")
  }

  private mutating func value(_ argument: SwiftExpression) throws(Unsaid) -> String {
    if let value = computed[argument] {
      guard let value, !value.isNull else { throw Unsaid() }
      // A parameter could be taken for a number of another type.
      if case .decimal(let number) = value { return "decimal(\"\(number)\")" }
      let name = "computed\(extra.count)"
      extra[name] = value
      return "$\(name)"
    }
    if case .name(let name) = argument, let value = decided[name] { return value ? "YES" : "NO" }
    switch argument {
    case .string(let text): return QueryWriter.quoted(text, "\"")
    case .integer(let number) where number != .min: return "(\(number))"
    case .double(let number) where number.isFinite: return "(\(number))"
    case .boolean(let value): return value ? "YES" : "NO"
    case .name(let name):
      guard query.parameters.contains(where: { $0.name == name }) else { throw Unsaid() }
      return "$\(name)"
    // The raw value of an enum's case is its value.
    case .member(let base, "rawValue"): return try value(base)
    case .call(.member(let base, "map"), _): return try value(base)
    default: throw Unsaid()
    }
  }
}
