@testable import CDQCodegen
import CDQIR
import CDQRandom
import Foundation

/// Converts the condition of a generated fetch request to a predicate text that cdq can parse: it inserts key paths and
/// arguments, and evaluates the decisions that generated code takes by its arguments.
struct FetchForm {
  let query: QueryIR
  /// Names of the variables that have a value: parameters, and values computed before the request.
  private var given: Set<String>
  /// Values that generated Swift computes before the request, by the expression that refers to them; nil where `value`
  /// could not compute one.
  private var computed: [SwiftExpression: Value?] = [:]
  /// Results of the tests that generated Swift evaluates before the request, by variable name.
  private var decided: [String: Bool] = [:]
  /// Values of parameters that the text has in addition to those of the query, by name.
  private(set) var extra: [String: Value] = [:]

  /// - Parameter value: evaluates an expression that is the same for all objects; nil where it cannot.
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

  /// A condition that no text can express, because it needs a value that generated code computes first.
  struct Unsaid: Error {}

  /// The text of a condition; nil where the condition disappears because a parameter is absent.
  mutating func text(_ condition: FetchCondition) throws(Unsaid) -> String? {
    switch condition {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .format(let format): return try text(format)
    case .isNil, .isNotNil:
      guard let format = condition.format else { throw Unsaid() }
      return try text(format)
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

  /// The result of a test that generated Swift evaluates before the request.
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
      // As a parameter, the number could be inferred to have another type.
      if case .decimal(let number) = value {
        // A literal has 38 digits at most, a quotient one more.
        if "\(number)".utf8.count(where: { (0x30...0x39).contains($0) }) > 38 { throw Unsaid() }
        return "decimal(\"\(number)\")"
      }
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
    // Values of enums are their raw values here.
    case .member(let base, "rawValue"): return try value(base)
    case .call(.member(let base, "map"), _): return try value(base)
    default: throw Unsaid()
    }
  }
}
