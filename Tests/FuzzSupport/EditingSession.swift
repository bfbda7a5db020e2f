import CDQTool

/// The line editor of `cdq repl` on bytes of a terminal, for packages that see only public declarations.
public struct EditingSession {
  /// The texts that were finished with Enter.
  public let texts: [String]
  /// The statements of each text.
  public let statements: [[String]]
  /// What was written to the terminal.
  public let output: String

  /// Edits texts until the bytes end.
  public init(_ bytes: [UInt8], columns: Int, rows: Int, isColored: Bool) {
    let edited = EditedTexts(bytes, columns: columns, rows: rows, isColored: isColored)
    (texts, statements, output) = (edited.texts, edited.statements, edited.output)
  }
}
