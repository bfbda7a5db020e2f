import CDQIR
import CDQRandom
import Foundation

@testable import CDQCodegen

/// Writes the `NSPredicate` that a generated `#Predicate` becomes as a text that cdq can parse. It computes what
/// generated Swift computes before the predicate.
struct ModelForm {
  /// A condition that no text can express, because it needs a value that only Swift computes.
  struct Unsaid: Error {}

  private let schema: Schema
  private let object: String
  /// Values of the names that the predicate captures; nil where this type cannot compute one.
  private var captured: [String: Value?] = [:]
  /// Values of the parameters that the text has, by name.
  private(set) var extra: [String: Value] = [:]

  /// - Parameters:
  ///   - object: the name of the closure's parameter.
  ///   - value: evaluates an expression that is the same for all objects; nil where it cannot.
  init(
    _ query: QueryIR, _ predicate: ModelPredicate, object: String, arguments: [String: Value],
    value: (ExpressionIR) -> Value?
  ) {
    schema = predicate.schema
    self.object = object
    for parameter in query.parameters { captured[parameter.name] = .some(arguments[parameter.name] ?? .null) }
    var computed: [String: Value?] = [:]
    for (key, expression) in predicate.hoisted {
      guard case .name(let name) = expression else { continue }
      switch key {
      case .value(let source), .optionalValue(let source): computed[name] = .some(value(source))
      case .test(let test):
        let choice = ConditionalIR(test, .literal(.int(1), .int64), .literal(.int(0), .int64), type: .int64)
        computed[name] = .some(value(.conditional(choice)).map { .bool($0 == .int(1)) })
      default: break
      }
    }
    for case .let(let name, _, let source) in predicate.prologue {
      if let known = computed[name] {
        captured[name] = known
      } else {
        captured[name] = .some(try? self.value(source))
      }
    }
    for (name, known) in computed where captured[name] == nil { captured[name] = known }
  }

  // MARK: captured values

  private func value(_ expression: SwiftExpression) throws(Unsaid) -> Value {
    switch expression {
    case .null: return .null
    case .integer(let number): return .int(number)
    case .double(let number): return .double(number)
    case .string(let text): return .string(text)
    case .boolean(let value): return .bool(value)
    case .name(let name):
      guard let known = captured[name], let known else { throw Unsaid() }
      return known
    case .tuple(let elements) where elements.count == 1: return try value(elements[0].value)
    // Values of enums are their raw values here, and objects are their identifiers.
    case .member(let base, "rawValue"), .optionalMember(let base, "rawValue"), .member(let base, "persistentModelID"),
      .optionalMember(let base, "persistentModelID"), .call(.member(let base, "map"), _):
      return try value(base)
    case .array(let elements):
      var values: [Value] = []
      for element in elements { values.append(try value(element)) }
      return .list(values)
    case .call(.member(let base, "compactMap"), _):
      guard case .list(let values) = try value(base) else { throw Unsaid() }
      return .list(values.filter { !$0.isNull })
    case .binary(let left, "??", let right):
      let known = try value(left)
      return known.isNull ? try value(right) : known
    case .binary(let left, "!=", .null): return .bool(try !value(left).isNull)
    case .binary(let left, "==", .null): return .bool(try value(left).isNull)
    case .binary(let left, "!=", .string("")): return .bool(try value(left) != .string(""))
    case .binary(let left, let symbol, let right) where symbol == "&&" || symbol == "||":
      let (first, second) = (try isTrue(left), try isTrue(right))
      return .bool(symbol == "&&" ? first && second : first || second)
    case .prefix("!", let operand): return .bool(try !isTrue(operand))
    case .call(.name(let name), let arguments) where arguments.isEmpty: return try ModelForm.anyValue(name)
    case .call(.path("Foundation.Date"), let arguments) where arguments.isEmpty:
      return .date(Date(timeIntervalSinceReferenceDate: 0))
    default: throw Unsaid()
    }
  }

  private func isTrue(_ expression: SwiftExpression) throws(Unsaid) -> Bool { try value(expression) == .bool(true) }

  private static func anyValue(_ type: String) throws(Unsaid) -> Value {
    switch type {
    case "Date": .date(Date(timeIntervalSinceReferenceDate: 0))
    case "UUID": .uuid(UUID())
    case "Decimal": .decimal(0)
    case "Data": .data(Data())
    default: throw Unsaid()
    }
  }

  // MARK: conditions

  mutating func text(_ condition: AppleStoreCondition) throws(Unsaid) -> String {
    switch condition {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .holds(let value): return try holds(value)
    case .and(let operands): return try joined(operands, " AND ")
    case .or(let operands): return try joined(operands, " OR ")
    case .not(let operand): return "NOT (\(try text(operand)))"
    case .comparison(let left, let relation, let right):
      switch relation {
      case .compare(let relation, let options):
        return "\(try text(left)) \(relation.rawValue)\(options.suffix) \(try text(right))"
      case .text(let search, let options):
        if options.contains(.localeSensitive) { throw Unsaid() }
        return "\(try text(left)) \(search.rawValue)\(options.suffix) \(try text(right))"
      case .isIn(let options): return "\(try text(left)) IN\(options.suffix) \(try text(right))"
      case .isBetween: throw Unsaid()
      }
    case .quantified: throw Unsaid()
    }
  }

  private mutating func joined(_ operands: [AppleStoreCondition], _ word: String) throws(Unsaid) -> String {
    var parts: [String] = []
    for operand in operands { parts.append("(\(try text(operand)))") }
    return parts.joined(separator: word)
  }

  private mutating func holds(_ value: AppleStoreValue) throws(Unsaid) -> String {
    switch value {
    case .constant(let constant): return try isTrue(constant) ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .truth(let condition): return try text(condition)
    default: return "\(try text(value)) == TRUE"
    }
  }

  // MARK: values

  private mutating func text(_ value: AppleStoreValue) throws(Unsaid) -> String {
    switch value {
    case .null: return "NULL"
    case .constant(let expression): return literal(try self.value(expression))
    case .path(let path): return text(path)
    case .choice(let condition, let then, let otherwise):
      return "TERNARY(\(try text(condition)), \(try text(then)), \(try text(otherwise)))"
    case .coalesced(let inner, let otherwise):
      let inner = try text(inner)
      if inner.utf8.count > 4_000 { throw Unsaid() }
      return "TERNARY(\(inner) != NULL, \(inner), \(try text(otherwise)))"
    case .unwrapped(let base, let result): return "TERNARY(\(try text(base)) != NULL, \(try text(result)), NULL)"
    case .truth(let condition): return "TERNARY(\(try text(condition)), TRUE, FALSE)"
    case .count(let collection): return "\(try text(collection)).@count"
    case .subquery(let collection, let variable, let condition):
      return "SUBQUERY(\(try text(collection)), $\(variable), \(try text(condition)))"
    case .function(let name, let operands) where operands.count == 2:
      return "(\(try text(operands[0])) \(name) \(try text(operands[1])))"
    case .list, .function, .unsupported: throw Unsaid()
    }
  }

  private func text(_ path: AppleStorePath) -> String {
    var steps = path.steps
    if steps.last?.kind == .identity { steps.removeLast() }
    let start = path.variable == object ? [] : ["$\(path.variable)"]
    let names = steps.map { step in
      let isRaw = step.kind == .attribute && step.name.hasSuffix("RawValue") && !isProperty(step.name)
      return "#" + (isRaw ? String(step.name.dropLast(8)) : step.name)
    }
    let parts = start + names
    return parts.isEmpty ? "SELF" : parts.joined(separator: ".")
  }

  private func isProperty(_ name: String) -> Bool {
    schema.entities.contains { $0.property(named: name) != nil }
  }

  private mutating func literal(_ value: Value) -> String {
    switch value {
    case .null: return "NULL"
    case .bool(let flag): return flag ? "TRUE" : "FALSE"
    case .int(let number) where number != .min: return "(\(number))"
    case .double(let number) where number.isFinite: return "(\(number))"
    case .string(let text): return QueryWriter.quoted(text, "\"")
    case .decimal(let number): return "decimal(\"\(number)\")"
    case .list(let values) where !values.isEmpty && values.allSatisfy({ if case .string = $0 { true } else { false } }):
      let texts = values.map { literal($0) }
      return "{\(texts.joined(separator: ", "))}"
    default:
      let name = "captured\(extra.count)"
      extra[name] = value
      return "$\(name)"
    }
  }
}
