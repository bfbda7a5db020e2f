import CDQJSON
import CDQSyntax

/// Renders Swift source text with an indentation of 2 spaces. A list that does not fit into 120 columns has one element
/// per line.
package struct SwiftRenderer: Sendable {
  static let width = 120
  /// The text so far, with a line break after each line.
  private(set) var text = ""
  /// The indentation of the next line.
  private var margin = ""

  /// The text of a file, with a final newline.
  package static func text(_ file: SwiftFile) -> String {
    var renderer = SwiftRenderer()
    for line in file.header { renderer.comment(line) }
    for line in file.imports { renderer.line(line) }
    for declaration in file.declarations {
      renderer.line("")
      renderer.declaration(declaration)
    }
    return renderer.text
  }

  /// The text of statements.
  package static func text(_ statements: [SwiftStatement]) -> String {
    var renderer = SwiftRenderer()
    renderer.block(statements)
    return renderer.text
  }

  /// The only line of the text, without its line break; nil when there are several lines.
  var onlyLine: String? {
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")), text.utf8.index(after: end) == text.endIndex else {
      return nil
    }
    return String(text[..<end])
  }

  /// Appends lines that are already indented.
  mutating func append(_ lines: String) {
    text += lines
  }

  /// Reserves memory for members that are already rendered.
  mutating func reserve(for members: [SwiftDeclaration]) {
    var count = 0
    for case .written(let lines, isStored: _) in members.lazy.map(\.kind) { count += lines.utf8.count + 1 }
    if count > 0 { text.reserveCapacity(text.utf8.count + count) }
  }

  /// Appends one indented line.
  mutating func line(_ line: String) {
    if !line.isEmpty {
      text += margin
      text += line
    }
    text += "\n"
  }

  /// Appends a line of a comment. Its text comes from names and documentation, which must not end the line.
  mutating func comment(_ text: String, mark: String = "//") {
    line(text.isEmpty ? mark : "\(mark) \(VisibleText.escaped(text))")
  }

  /// Appends a line without indentation, such as `#sourceLocation`.
  mutating func directive(_ line: String) {
    append(line)
    append("\n")
  }

  /// Whether a text and `more` columns fit into a line.
  func fits(_ text: String, and more: Int = 0) -> Bool {
    let room = SwiftRenderer.width - margin.utf8.count - more
    // A text has at least as many bytes as columns.
    return text.utf8.count <= room || text.count <= room
  }

  /// Increases the indentation by one level.
  mutating func indent() { margin += "  " }

  /// Decreases the indentation by one level.
  mutating func outdent() { margin.removeLast(2) }

  mutating func block(_ statements: [SwiftStatement]) {
    for each in statements { statement(each) }
  }

  mutating func indentedBlock(_ statements: [SwiftStatement]) {
    indent()
    block(statements)
    outdent()
  }

  /// Appends `prefix`, the value and `suffix`, and breaks the outermost list of the value when the line is too long.
  mutating func line(_ prefix: String, _ value: SwiftExpression, _ suffix: String = "") {
    switch value {
    case .wrappedString(let text):
      wrapped(prefix, text, suffix)
    case .lines(let lines):
      multiline(prefix, lines, suffix)
    case .closure(let closure):
      closureLines(prefix, closure, suffix)
    case .attempt(let operand):
      line(prefix + "try ", operand, suffix)
    case .prefix(let keyword, let operand) where keyword.hasSuffix(" "):
      line(prefix + keyword, operand, suffix)
    case .forced(let operand):
      line(prefix, operand, "!" + suffix)
    case .call(let function, let arguments):
      if let closure = SwiftRenderer.trailingClosure(arguments) {
        let others = arguments.dropLast()
        var start = prefix
        SwiftText.append(function, to: &start)
        if !others.isEmpty { SwiftText.appendList("(", others, ")", to: &start) }
        closureLines(start + " ", closure, suffix)
      } else {
        var start = prefix
        SwiftText.append(function, to: &start)
        list(start + "(", arguments, ")" + suffix)
      }
    case .array(let elements):
      list(prefix + "[", elements.map { SwiftArgument($0) }, "]" + suffix)
    case .tuple(let elements):
      list(prefix + "(", elements, ")" + suffix)
    case .binary(_, let symbol, _) where symbol == "&&" || symbol == "||":
      logical(prefix, value, symbol, suffix)
    case .name, .integer, .double, .string, .boolean, .null, .member, .optionalMember, .implicitMember, .binary,
      .prefix, .ternary, .subscript:
      text += margin
      text += prefix
      SwiftText.append(value, to: &text)
      text += suffix
      text += "\n"
    }
  }

  /// Renders a chain of one logical operator, with one operand per line if it does not fit into a line.
  private mutating func logical(_ prefix: String, _ value: SwiftExpression, _ symbol: String, _ suffix: String) {
    let flat = prefix + SwiftText.expression(value) + suffix
    if fits(flat) {
      line(flat)
      return
    }
    var operands: [SwiftExpression] = []
    var rest = value
    while case .binary(let left, symbol, let right) = rest {
      operands.append(right)
      rest = left
    }
    logicalOperand(prefix, rest, "")
    indent()
    for (index, operand) in operands.reversed().enumerated() {
      logicalOperand("\(symbol) ", operand, index + 1 == operands.count ? suffix : "")
    }
    outdent()
  }

  private mutating func logicalOperand(_ prefix: String, _ operand: SwiftExpression, _ suffix: String) {
    let flat = prefix + SwiftText.operand(operand) + suffix
    if !fits(flat), case .binary(_, let symbol, _) = operand,
      symbol == "&&" || symbol == "||"
    {
      line(prefix + "(")
      indent()
      logical("", operand, symbol, "")
      outdent()
      line(")" + suffix)
    } else {
      line(flat)
    }
  }

  private static func trailingClosure(_ arguments: [SwiftArgument]) -> SwiftClosure? {
    guard let last = arguments.last, case .closure(let closure) = last.value else { return nil }
    return closure
  }

  private mutating func list(_ open: String, _ elements: [SwiftArgument], _ close: String) {
    if !elements.contains(where: { SwiftText.needsLines($0.value) }) {
      var flat = ""
      SwiftText.appendList(open, elements, close, to: &flat)
      if fits(flat) || elements.isEmpty {
        line(flat)
        return
      }
    }
    line(open)
    indent()
    for (index, element) in elements.enumerated() {
      let label = element.label.map { SwiftNames.argumentLabel($0) + ": " } ?? ""
      line(label, element.value, index + 1 < elements.count ? "," : "")
    }
    outdent()
    line(close)
  }

  private mutating func closureLines(_ prefix: String, _ closure: SwiftClosure, _ suffix: String) {
    if closure.parameters.isEmpty, closure.body.count == 1 {
      let flat = prefix + SwiftText.expression(.closure(closure)) + suffix
      if fits(flat) {
        line(flat)
        return
      }
    }
    let head = SwiftText.head(of: closure)
    line("\(prefix){" + (head.isEmpty ? "" : " \(head.dropLast())"))
    indentedBlock(closure.body)
    line("}" + suffix)
  }

  /// Renders a `#"""` literal, in which `\#` at the end of a line joins it with the next one. The text has no `#`.
  private mutating func wrapped(_ prefix: String, _ text: String, _ suffix: String) {
    line(prefix + "#\"\"\"")
    let inside = margin + "  "
    let width = SwiftRenderer.width - inside.utf8.count - 2
    // Lines are split between UTF-8 scalars, because finding the boundaries of Characters takes long.
    let bytes = Array(text.utf8)
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count + bytes.count / width * (inside.utf8.count + 3) + inside.utf8.count + 1)
    var start = 0
    while start < bytes.count {
      var end = min(start + width, bytes.count)
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      lines.append(contentsOf: inside.utf8)
      lines.append(contentsOf: bytes[start..<end])
      lines.append(contentsOf: (end < bytes.count ? "\\#\n" : "\n").utf8)
      start = end
    }
    append(String(decoding: lines, as: UTF8.self))
    line("  \"\"\"#" + suffix)
  }

  /// Renders a `"""` literal with the lines as they are, or an escaped one if a line has characters that cannot be seen.
  private mutating func multiline(_ prefix: String, _ lines: [String], _ suffix: String) {
    let isPlain = lines.allSatisfy { line in
      !line.contains("\"\"\"") && !line.contains("\\#") && line.unicodeScalars.allSatisfy(StringLiteral.isVisible)
    }
    guard isPlain else {
      line(prefix + StringLiteral.quoted(lines.joined(separator: "\n"), .swift) + suffix)
      return
    }
    let mark = lines.contains { $0.contains("\\") } ? "#" : ""
    line(prefix + mark + "\"\"\"")
    indent()
    for text in lines { line(text) }
    line("\"\"\"" + mark + suffix)
    outdent()
  }
}
