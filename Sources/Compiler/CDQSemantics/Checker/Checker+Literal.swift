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

  /// `date("2026-01-31")`, `uuid("…")`, `decimal("0.10")`, `url("…")`, `data("base64…")`.
  mutating func checkTypedLiteral(_ kind: TypedLiteral, _ node: CallNode) -> Checked {
    guard node.arguments.count == 1 else {
      report(.argumentCount(kind.rawValue, expected: 1...1, found: node.arguments.count), at: node.span)
      return .failed
    }
    guard case .literal(let literal) = node.arguments[0], case .string(let text) = literal.kind else {
      reportLiteralOfValue(kind, node)
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

  /// Reports a literal of a value that is no text. `date(sent)` is the day of a moment in SQL.
  private mutating func reportLiteralOfValue(_ kind: TypedLiteral, _ node: CallNode) {
    var written: String?
    switch node.arguments[0] {
    case .path, .call: if kind == .date, !options.strictNSPredicate { written = "startOfDay(\(text(node.arguments[0].span)))" }
    default: break
    }
    report(
      .literalNeedsText(kind.rawValue), at: node.arguments[0].span,
      help: [written.map { "the day of a moment begins at \($0)" } ?? "a value that is not fixed is a parameter: $name"],
      fixIts: written.map { [FixIt("write \($0)", .maybe, [.init(node.span, $0)])] } ?? [])
  }
}
