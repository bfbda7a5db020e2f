import CDQIR

/// An expression as a key of tables. Equality and hashing of IR encode it as text, which takes longer than a search; so
/// the usual operands are compared by short texts of their own.
struct ExpressionKey: Hashable {
  let expression: ExpressionIR
  /// A text that only equal expressions have; nil for an expression that is compared itself.
  private let text: String?

  init(_ expression: ExpressionIR) {
    self.expression = expression
    switch expression {
    case .path(let path): text = ExpressionKey.text(path)
    case .parameter(let index, _): text = "$\(index)"
    case .literal(let value, _):
      switch value {
      case .null: text = "null"
      case .bool(let flag): text = flag ? "true" : "false"
      case .int(let number): text = "#\(number)"
      case .string(let characters): text = "'\(characters)"
      case .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list: text = nil
      }
    default: text = nil
    }
  }

  /// A path without its type, which follows from the steps: `0.country.name`.
  static func text(_ path: PathIR) -> String {
    var text = "\(path.variable)"
    for step in path.steps { text += ".\(step.name)" }
    return text
  }

  static func == (left: ExpressionKey, right: ExpressionKey) -> Bool {
    if let first = left.text, let second = right.text {
      // Swift's `==` takes canonically equivalent texts for one.
      return first.utf8.elementsEqual(second.utf8)
    }
    return left.text == nil && right.text == nil && left.expression == right.expression
  }

  func hash(into hasher: inout Hasher) {
    if let text { hasher.combine(text) } else { hasher.combine(expression) }
  }
}

/// A table by expressions.
struct ExpressionTable<Value> {
  private var values: [ExpressionKey: Value] = [:]

  subscript(expression: ExpressionIR) -> Value? {
    get { values[ExpressionKey(expression)] }
    set { values[ExpressionKey(expression)] = newValue }
  }

  /// The expressions with their values, in no particular order.
  var entries: [(key: ExpressionKey, value: Value)] { values.map { ($0.key, $0.value) } }
}
