import CDQIR
import CDQSyntax
import Foundation

/// Reads the literals of a schema: defaults, bounds and raw values.
struct SchemaLiteralReader {
  let enumerations: [String: Enumeration]

  /// The reason why a literal is not a value of a type, with its place.
  struct Mismatch: Error {
    var problem: SchemaProblem
    var span: SourceSpan
    var suggestion: String?
  }

  /// The value of `node` as a value of `type`. The caller checks `NULL`, as it knows whether the declaration is
  /// optional.
  func value(_ node: ExpressionNode, as type: ValueType) throws(Mismatch) -> Value {
    if case .collection(let element, _) = type { return try list(node, of: element) }
    switch node {
    case .literal(let literal): return try plain(literal, sign: "", as: type, span: literal.span)
    case .unary(let unary):
      guard case .literal(let literal) = unary.operand, unary.kind == .negate else { break }
      return try plain(literal, sign: "-", as: type, span: unary.span)
    case .enumCase(let name): return try enumerationCase(name, as: type)
    case .call(let call): return try typed(call, as: type)
    case .path, .variable, .argument, .aggregate, .chain, .subquery, .ternary, .invalid: break
    }
    throw mismatch(node.span, type)
  }

  /// The text of a string literal; nil for other nodes.
  static func plainText(_ node: ExpressionNode) -> String? {
    if case .literal(let literal) = node, case .string(let text) = literal.kind { return text }
    return nil
  }

  static func plainInteger(_ node: ExpressionNode) -> Int? {
    if case .literal(let literal) = node, case .integer(let value) = literal.kind { return Int(exactly: value) }
    return nil
  }

  static func isNull(_ node: ExpressionNode) -> Bool {
    if case .literal(let literal) = node { literal.kind == .null } else { false }
  }

  private func list(_ node: ExpressionNode, of element: ValueType) throws(Mismatch) -> Value {
    guard case .aggregate(let aggregate) = node else {
      throw mismatch(node.span, .collection(element: element, isOrdered: true))
    }
    var values: [Value] = []
    for item in aggregate.elements { values.append(try value(item, as: element)) }
    return .list(values)
  }

  private func plain(
    _ literal: LiteralNode, sign: String, as type: ValueType, span: SourceSpan
  ) throws(Mismatch) -> Value {
    switch literal.kind {
    case .null: break
    case .boolean(let value): if type == .bool, sign.isEmpty { return .bool(value) }
    case .string(let text): if type == .string, sign.isEmpty { return .string(text) }
    case .integer(let value):
      if let number = try number(sign + String(value), as: type, span: span) { return number }
    case .number(_, let text):
      if let number = try number(sign + text, as: type, span: span) { return number }
    }
    throw mismatch(span, type)
  }

  /// The value of a number; nil when the type is not numeric. Throws when the number does not fit the type.
  private func number(_ text: String, as type: ValueType, span: SourceSpan) throws(Mismatch) -> Value? {
    let value: Value?
    switch type {
    case .int16, .int32, .int64:
      value = type.integerRange.flatMap { range in Int64(text).flatMap { range.contains($0) ? .int($0) : nil } }
    case .float: value = Double(text).flatMap { Float($0).isFinite ? .double($0) : nil }
    case .double: value = Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .decimal: value = DecimalText.decimal(from: text).map(Value.decimal)
    default: return nil
    }
    guard let value else { throw Mismatch(problem: .numberOutOfRange(text, type), span: span) }
    return value
  }

  private func enumerationCase(_ name: Identifier, as type: ValueType) throws(Mismatch) -> Value {
    guard case .enumeration(let enumerationName) = type, let enumeration = enumerations[enumerationName] else {
      throw mismatch(name.span, type)
    }
    if let found = enumeration.cases.first(where: { $0.name == name.text }) { return found.rawValue }
    let suggestion = Suggestions.nearest(to: name.text, among: enumeration.cases.map(\.name))
    throw Mismatch(
      problem: .unknownCase(name.text, of: enumeration), span: name.span, suggestion: suggestion.map { ".\($0)" })
  }

  /// The value of a typed literal such as `date("2026-01-31")`.
  private func typed(_ call: CallNode, as type: ValueType) throws(Mismatch) -> Value {
    guard let expected = SchemaLiteralReader.callName(of: type), call.name.text == expected, call.arguments.count == 1,
      let text = SchemaLiteralReader.plainText(call.arguments[0])
    else { throw mismatch(call.span, type) }
    let value: Value?
    switch type {
    case .date: value = ISO8601.date(from: text).map(Value.date)
    case .uuid: value = UUID(uuidString: text).map(Value.uuid)
    case .decimal: value = DecimalText.decimal(from: text).map(Value.decimal)
    case .url: value = text.isEmpty ? nil : URL(string: text).map(Value.url)
    case .data: value = Data(base64Encoded: text).map(Value.data)
    default: value = nil
    }
    guard let value else {
      throw Mismatch(problem: .malformedLiteral(text, type), span: call.arguments[0].span)
    }
    return value
  }

  /// The name of the typed literal of a type, such as `uuid`; nil when the type has plain literals only.
  static func callName(of type: ValueType) -> String? {
    switch type {
    case .date, .uuid, .decimal, .url, .data: type.caseName
    default: nil
    }
  }

  private func mismatch(_ span: SourceSpan, _ type: ValueType) -> Mismatch {
    var example: Value?
    if case .enumeration(let name) = type { example = enumerations[name]?.cases.first.map { .string("." + $0.name) } }
    return Mismatch(problem: .literalMismatch(type, enumerationExample: example), span: span)
  }
}
