import CDQSyntax

/// A printer of syntax trees as canonical text.
///
/// A name is escaped with `#` only where the parser would read the bare word as something else. Chains are printed in
/// loops; the height of the tree, which the parser limits, bounds all other recursion.
///
/// A class, so that each frame of the recursion holds only a reference to it.
final class Printer {
  let style: PrintStyle
  private(set) var pieces: [PrintedPiece] = []
  private var problems: [PrintProblem] = []
  /// Whether the next piece follows without a space.
  private var isGlued = true

  /// Converts the text of a date to seconds since 2001; nil for a text that is no date.
  let seconds: (String) -> String?

  init(_ style: PrintStyle, seconds: @escaping (String) -> String? = { _ in nil }) {
    self.style = style
    self.seconds = seconds
  }

  func result() -> PrintedText {
    var text = ""
    for (index, piece) in pieces.enumerated() {
      if piece.hasSpace { text += " " }
      if piece.kind == .name, WordEscape.isNeeded(index, in: pieces) { text += "#" }
      text += piece.text
    }
    return PrintedText(text: text, problems: problems.sorted { $0.span.start < $1.span.start })
  }

  // MARK: Pieces

  private func add(_ kind: PrintedPiece.Kind, _ text: String, hasSpace: Bool) {
    pieces.append(PrintedPiece(kind: kind, text: text, hasSpace: hasSpace && !isGlued))
    isGlued = false
  }

  /// Prints a keyword of either language.
  func word(_ text: String) { add(.word, text, hasSpace: true) }

  /// Prints an operator, with spaces around it.
  func symbol(_ text: String) { add(.symbol, text, hasSpace: true) }

  func literal(_ kind: PrintedPiece.Kind, _ text: String) { add(kind, text, hasSpace: true) }

  /// Prints a symbol without a space before it, such as `,` and `)`.
  func attached(_ text: String) { add(.symbol, text, hasSpace: false) }

  /// Prints an opening bracket, or another symbol that is followed by no space.
  func opening(_ text: String, isAttached: Bool = false) {
    add(.symbol, text, hasSpace: !isAttached)
    isGlued = true
  }

  /// Ends the line.
  func newline() {
    add(.newline, "\n", hasSpace: false)
    isGlued = true
  }

  /// Prints a line of documentation.
  func comment(_ text: String) {
    add(.newline, text.isEmpty ? "///\n" : "/// \(text)\n", hasSpace: false)
    isGlued = true
  }

  /// Prints a name, escaped where the words around it require it.
  ///
  /// - Parameter isOperand: whether an operand can start here, so that reserved words need an escape.
  func name(_ identifier: Identifier, isOperand: Bool = false) {
    name(identifier.text, isOperand: isOperand, at: identifier.span)
  }

  func name(_ text: String, isOperand: Bool, at span: SourceSpan) {
    if style == .nsPredicate, !text.utf8.allSatisfy({ $0 < 0x80 }) { report(.unicodeName(text), at: span) }
    if WordEscape.isReserved(text, isOperand: isOperand, style: style) {
      add(.escapedName, "#" + text, hasSpace: true)
    } else {
      add(.name, text, hasSpace: true)
    }
  }

  /// Prints a name where a literal is allowed too; it is escaped when the bare word is a literal, such as `#true`.
  func argument(_ identifier: Identifier) {
    if KeywordTable.shared.keyword(of: identifier.text).isLiteral {
      literal(.escapedName, "#" + identifier.text)
    } else {
      name(identifier)
    }
  }

  /// Prints `.name`.
  func member(_ identifier: Identifier) {
    opening(".", isAttached: true)
    name(identifier)
  }

  /// Prints values with commas between them. It is a loop because the closure of a `map` would take stack for each
  /// level of nesting.
  func expressions(_ nodes: [ExpressionNode]) {
    var isFirst = true
    for node in nodes {
      if !isFirst { attached(",") }
      isFirst = false
      expression(node)
    }
  }

  /// Prints `distinct` and a value, with parentheses around a value that starts with a symbol: `distinct -1` would be a
  /// difference.
  func distinct(_ node: ExpressionNode) {
    word("distinct")
    let start = pieces.count
    expression(node)
    guard start < pieces.count, pieces[start].kind == .symbol, !["(", "{"].contains(pieces[start].text) else { return }
    pieces[start].hasSpace = false
    pieces.insert(PrintedPiece(kind: .symbol, text: "(", hasSpace: true), at: start)
    attached(")")
  }

  func report(_ problem: PrintProblem.Construct, at span: SourceSpan) {
    problems.append(PrintProblem(construct: problem, span: span))
  }
}

/// A token of a printed text, or a line break.
struct PrintedPiece {
  enum Kind: UInt8 {
    case word, name, escapedName, variable, number, string, symbol, newline
  }
  var kind: Kind
  var text: String
  var hasSpace: Bool
}
