import CDQIR
import CDQSyntax
import Foundation

extension ExpressionNode {
  /// The longest list that is written as a literal.
  private static let longestList = 64

  /// The literal of a value; nil for a value that has none or whose literal means another value without the type of its
  /// parameter: NULL, an object, a number that is not finite, a list that is long or holds one of these.
  static func literal(_ value: Value) -> ExpressionNode? {
    guard isWritable(value) else { return nil }
    let text = SourceText(name: "<value>", LiteralText.text(value))
    let parsed = Parser.parseExpression(text)
    return parsed.diagnostics.isEmpty ? parsed.tree : nil
  }

  private static func isWritable(_ value: Value) -> Bool {
    switch value {
    case .null, .object: false
    case .double(let number), .duration(let number): number.isFinite
    case .decimal(let number): !number.isNaN
    case .date(let date): ISO8601.text(date).flatMap { ISO8601.date(from: $0) } == date
    case .list(let values):
      !values.isEmpty && values.count <= longestList && values.allSatisfy { isWritable($0) }
    case .bool, .int, .string, .data, .uuid, .url: true
    }
  }

  /// A use of a parameter.
  static func parameter(_ name: String) -> ExpressionNode {
    .variable(VariableNode(name: name, isOptional: false, span: SyntaxRewriting.noSpan))
  }
}

extension SyntaxRewriting {
  /// The transformation that writes bound values and format arguments as literals, where they have one.
  init(showing checked: CheckedText) {
    self.init()
    keyPaths = checked.keyPaths
    let null = ExpressionNode.literal(LiteralNode(.null, SyntaxRewriting.noSpan))
    parameters = checked.bound.compactMapValues { $0.isNull ? null : .literal($0) }
    arguments = checked.arguments.compactMapValues { $0.isNull ? null : .literal($0) }
  }
}
