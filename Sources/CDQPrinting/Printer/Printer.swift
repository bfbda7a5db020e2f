import CDQSyntax

/// Writes trees as canonical text.
///
/// Names are escaped with `#` where the parser would take the bare word for something else, and nowhere else. Chains are
/// loops; all other recursion is bounded by the height of the tree, which the parser bounds.
///
/// An object, so that the frames of the recursion hold one word for it.
final class Printer {
  let style: PrintStyle
  private(set) var pieces: [PrintedPiece] = []
  private var problems: [PrintProblem] = []
  /// The next piece is written without a space before it.
  private var isGlued = true

  /// The seconds since 2001 of a date's text.
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

  /// A keyword of either language.
  func word(_ text: String) { add(.word, text, hasSpace: true) }

  /// An operator, with spaces around it.
  func symbol(_ text: String) { add(.symbol, text, hasSpace: true) }

  func literal(_ kind: PrintedPiece.Kind, _ text: String) { add(kind, text, hasSpace: true) }

  /// What follows the piece before it directly, such as `,` and `)`.
  func attached(_ text: String) { add(.symbol, text, hasSpace: false) }

  /// A bracket, or another sign that what follows is written directly behind.
  func opening(_ text: String, isAttached: Bool = false) {
    add(.symbol, text, hasSpace: !isAttached)
    isGlued = true
  }

  /// Ends the line.
  func newline() {
    add(.newline, "\n", hasSpace: false)
    isGlued = true
  }

  /// A line of documentation.
  func comment(_ text: String) {
    add(.newline, text.isEmpty ? "///\n" : "/// \(text)\n", hasSpace: false)
    isGlued = true
  }

  /// A name, escaped where the words around it demand it.
  ///
  /// - Parameter isOperand: true where an operand can start, so that reserved words need an escape.
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

  /// A name where a literal could stand, escaped when the bare word is one, such as `#true`.
  func argument(_ identifier: Identifier) {
    if KeywordTable.shared.keyword(of: identifier.text).isLiteral {
      literal(.escapedName, "#" + identifier.text)
    } else {
      name(identifier)
    }
  }

  /// `.name`: the name directly behind a dot.
  func member(_ identifier: Identifier) {
    opening(".", isAttached: true)
    name(identifier)
  }

  /// Items with commas between them. A loop, as closures would count on the stack for each level.
  func expressions(_ nodes: [ExpressionNode]) {
    var isFirst = true
    for node in nodes {
      if !isFirst { attached(",") }
      isFirst = false
      expression(node)
    }
  }

  /// `distinct` and the value behind it, in parentheses where `distinct -1` would be a difference.
  func distinct(_ node: ExpressionNode) {
    word("distinct")
    let start = pieces.count
    expression(node)
    guard start < pieces.count, pieces[start].kind == .symbol, !["(", "{"].contains(pieces[start].text) else { return }
    pieces[start].hasSpace = false
    pieces.insert(PrintedPiece(kind: .symbol, text: "(", hasSpace: true), at: start)
    attached(")")
  }

  func report(_ problem: PrintProblem.Kind, at span: SourceSpan) {
    problems.append(PrintProblem(kind: problem, span: span))
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
