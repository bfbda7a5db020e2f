import CDQIR
import CDQSyntax
import Foundation

extension Checker {
  func checkLiteral(_ node: LiteralNode) -> TypedExpression {
    switch node.kind {
    case .null: TypedExpression(.literal(.null), OptionalType(.null, isOptional: true), node.span)
    case .boolean(let value): TypedExpression(.literal(.bool(value)), OptionalType(.bool), node.span)
    case .integer(let value): TypedExpression(.literal(.int(value)), OptionalType(.int64), node.span)
    case .number(let value, _): TypedExpression(.literal(.double(value)), OptionalType(.double), node.span)
    case .string(let value): TypedExpression(.literal(.string(value)), OptionalType(.string), node.span)
    }
  }

  /// `date("2026-01-31")`, `uuid("…")`, `decimal("0.10")`, `url("…")`, `data("base64…")` (`LANGUAGE.md` §2).
  mutating func checkTypedLiteral(_ kind: TypedLiteral, _ node: CallNode) -> Checked {
    guard node.arguments.count == 1 else {
      report(.argumentCount(kind.rawValue, expected: 1, found: node.arguments.count), at: node.span)
      return .failed
    }
    guard case .literal(let literal) = node.arguments[0], case .string(let text) = literal.kind else {
      report(
        .literalNeedsText(kind.rawValue), at: node.arguments[0].span,
        help: ["a value that is not fixed is a parameter: $name"])
      return .failed
    }
    let value: Value?
    let type: ValueType
    switch kind {
    case .date: (value, type) = (ISO8601.date(from: text).map(Value.date), .date)
    case .uuid: (value, type) = (UUID(uuidString: text).map(Value.uuid), .uuid)
    case .decimal: (value, type) = (DecimalText.decimal(from: text).map(Value.decimal), .decimal)
    case .url: (value, type) = (text.isEmpty ? nil : URL(string: text).map(Value.url), .url)
    case .data: (value, type) = (Data(base64Encoded: text).map(Value.data), .data)
    }
    guard let value else {
      report(
        .malformedLiteral(kind: kind.noun, text: text, reason: kind.expectation), at: literal.span)
      return .failed
    }
    return .value(TypedExpression(.literal(value), OptionalType(type), node.span))
  }
}

/// The literals that are written like calls.
enum TypedLiteral: String, CaseIterable {
  case date, uuid, decimal, url, data

  /// What the text fails to be, in messages.
  var noun: String {
    switch self {
    case .date: "date"
    case .uuid: "UUID"
    case .decimal: "decimal number"
    case .url: "URL"
    case .data: "base64 text"
    }
  }

  var expectation: String {
    switch self {
    case .date: "dates are written 2026-01-31 or 2026-01-31T10:00:00Z"
    case .uuid: "UUIDs are written 8-4-4-4-12 hexadecimal digits"
    case .decimal: "digits with at most one point and an exponent, 38 digits at most"
    case .url: "it cannot be parsed"
    case .data: "only A-Z, a-z, 0-9, '+', '/' and '=' in groups of four"
    }
  }
}
