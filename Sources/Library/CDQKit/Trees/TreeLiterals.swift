import CDQIR
import CDQSyntax
import Foundation

/// Values of literals in a syntax tree.
enum TreeLiterals {
  /// The value of a literal, a typed literal such as `date("…")`, or a list of them; nil for any other expression.
  static func value(of node: ExpressionNode) -> Value? {
    switch node {
    case .literal(let literal): value(of: literal)
    case .aggregate(let list): values(of: list.elements).map { .list($0) }
    case .unary(let unary) where unary.kind == .negate: value(of: unary.operand).flatMap { negated($0) }
    case .call(let call): value(of: call)
    case .path, .variable, .argument, .chain, .unary, .subquery, .ternary, .enumCase, .invalid: nil
    }
  }

  private static func values(of nodes: [ExpressionNode]) -> [Value]? {
    var result: [Value] = []
    for node in nodes {
      guard let value = value(of: node) else { return nil }
      result.append(value)
    }
    return result
  }

  private static func value(of node: LiteralNode) -> Value {
    switch node.kind {
    case .null: .null
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .int(number)
    case .number(let number, _): .double(number)
    case .string(let text): .string(text)
    }
  }

  private static func negated(_ value: Value) -> Value? {
    switch value {
    case .int(let number): number == .min ? nil : .some(.int(-number))
    case .double(let number): .double(-number)
    default: nil
    }
  }

  private static func value(of node: CallNode) -> Value? {
    guard node.arguments.count == 1, let argument = value(of: node.arguments[0]) else { return nil }
    if case .string(let text) = argument {
      switch node.name.text {
      case "date": return ISO8601.date(from: text).map { .date($0) }
      case "uuid": return UUID(uuidString: text).map { .uuid($0) }
      case "url": return URL(string: text).map { .url($0) }
      case "data": return Data(base64Encoded: text).map { .data($0) }
      case "decimal": return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
      default: return nil
      }
    }
    guard node.name.text == "seconds" else { return nil }
    switch argument {
    case .int(let number): return .duration(Double(number))
    case .double(let number): return .duration(number)
    default: return nil
    }
  }
}
