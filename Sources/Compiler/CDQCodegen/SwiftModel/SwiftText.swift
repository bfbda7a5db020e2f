import CDQJSON

/// Renders single expressions as Swift source text on one line.
enum SwiftText {
  static func expression(_ value: SwiftExpression) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  /// Appends an expression to a text, which is faster than making a string for each of its parts.
  static func append(_ value: SwiftExpression, to text: inout String) {
    switch value {
    // No local variable is called `self`, so this is the keyword.
    case .name(let name): text += name == "self" ? name : SwiftNames.quoted(name)
    case .integer(let number): text += number == .min ? "Int64.min" : String(number)
    case .double(let number): text += double(number)
    case .string(let content): StringLiteral.append(content, .swift, to: &text)
    case .boolean(let flag): text += flag ? "true" : "false"
    case .null: text += "nil"
    case .member(let base, let name): appendMember(base, ".", name, to: &text)
    case .optionalMember(let base, let name): appendMember(base, "?.", name, to: &text)
    case .implicitMember(let name):
      text += "."
      text += SwiftNames.quotedMember(name)
    case .call(let function, let arguments):
      appendOperand(function, to: &text)
      if arguments.count == 1, case .closure(let closure) = arguments[0].value, !closure.parameters.isEmpty,
        closure.result.text.isEmpty
      {
        text += " \(inline(closure))"
        return
      }
      appendList("(", arguments, ")", to: &text)
    case .binary(let left, let symbol, let right): appendBinary(left, symbol, right, to: &text)
    case .prefix(let symbol, let value):
      text += symbol
      appendOperand(value, to: &text)
    case .ternary(let condition, let first, let second):
      appendOperand(condition, to: &text)
      text += " ? "
      appendOperand(first, to: &text)
      text += " : "
      appendOperand(second, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        append(element, to: &text)
      }
      text += "]"
    case .tuple(let elements): appendList("(", elements, ")", to: &text)
    case .subscript(let base, let index):
      appendOperand(base, to: &text)
      text += "["
      append(index, to: &text)
      text += "]"
    case .attempt(let value):
      text += "try "
      append(value, to: &text)
    case .forced(let value):
      appendOperand(value, to: &text)
      text += "!"
    case .wrappedString(let content): StringLiteral.append(content, .swift, to: &text)
    case .lines(let lines): StringLiteral.append(lines.joined(separator: "\n"), .swift, to: &text)
    case .closure(let closure): text += inline(closure)
    }
  }

  /// Appends arguments between `open` and `close`.
  static func appendList(
    _ open: String, _ arguments: some Sequence<SwiftArgument>, _ close: String, to text: inout String
  ) {
    text += open
    for (index, argument) in arguments.enumerated() {
      if index > 0 { text += ", " }
      if let label = argument.label {
        text += SwiftNames.argumentLabel(label)
        text += ": "
      }
      append(argument.value, to: &text)
    }
    text += close
  }

  static func operand(_ value: SwiftExpression) -> String {
    var text = ""
    appendOperand(value, to: &text)
    return text
  }

  private static func appendOperand(_ value: SwiftExpression, to text: inout String) {
    if value.isOperand { return append(value, to: &text) }
    text += "("
    append(value, to: &text)
    text += ")"
  }

  private static func appendMember(_ base: SwiftExpression, _ point: String, _ name: String, to text: inout String) {
    appendOperand(base, to: &text)
    text += point
    text += SwiftNames.quotedMember(name)
  }

  private static func appendBinary(
    _ left: SwiftExpression, _ symbol: String, _ right: SwiftExpression, to text: inout String
  ) {
    if symbol == "&&" || symbol == "||", case .binary(_, symbol, _) = left {
      // A chain of one logical operator needs no parentheses.
      append(left, to: &text)
    } else {
      appendOperand(left, to: &text)
    }
    let space = symbol == "..<" || symbol == "..." ? "" : " "
    text += space
    text += symbol
    text += space
    appendOperand(right, to: &text)
  }

  /// A closure on one line, with `;` between statements.
  private static func inline(_ closure: SwiftClosure) -> String {
    if closure.body.count == 1, case .expression(let value) = closure.body[0] {
      return "{ \(head(of: closure))\(expression(value)) }"
    }
    let lines = SwiftRenderer.text(closure.body).split(separator: "\n")
    return "{ \(head(of: closure))\(lines.joined(separator: "; ")) }"
  }

  /// `(a, b) -> Int in ` for a closure; empty for one that uses `$0`.
  static func head(of closure: SwiftClosure) -> String {
    if closure.parameters.isEmpty { return "" }
    let parameters = closure.parameters.map { $0 == "_" ? $0 : SwiftNames.quoted($0) }.joined(separator: ", ")
    // A closure without a result type in the tree lets Swift infer it.
    let effect = closure.errorType.map { " throws(\($0))" } ?? ""
    if closure.result.text.isEmpty { return "\(parameters)\(effect) in " }
    return "(\(parameters))\(effect) -> \(closure.result.text) in "
  }

  /// The lines of a text with any kind of line break, without trailing spaces.
  static func lines(_ text: String) -> [String] {
    // Most texts are visible ASCII, and need no search for Characters that are line breaks.
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ ($0 >= 0x20 && $0 < 0x80) || $0 == 0x0A }) {
      return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        var line = line
        while line.last == UInt8(ascii: " ") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
    }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
      var line = line
      while line.last?.isWhitespace == true { line.removeLast() }
      return String(line)
    }
  }

  /// Whether a value is always rendered on several lines.
  static func needsLines(_ value: SwiftExpression) -> Bool {
    switch value {
    case .wrappedString, .lines: true
    case .closure(let closure): !closure.parameters.isEmpty || closure.body.count != 1
    case .attempt(let operand), .forced(let operand): needsLines(operand)
    case .call(_, let arguments): arguments.contains { needsLines($0.value) }
    case .name, .integer, .double, .string, .boolean, .null, .member, .optionalMember, .implicitMember, .binary,
      .prefix, .ternary, .array, .tuple, .subscript:
      false
    }
  }

  private static func double(_ number: Double) -> String {
    if number.isNaN { return "Double.nan" }
    if number.isInfinite { return number < 0 ? "-Double.infinity" : "Double.infinity" }
    return number.description
  }
}
