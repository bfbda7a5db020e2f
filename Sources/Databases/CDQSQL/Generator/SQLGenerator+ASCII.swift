import CDQIR

/// The forms of SQL that fold texts of ASCII as the language does.
package struct ASCIIFolding: Sendable {
  /// The text `#1` with small letters; only letters of ASCII change.
  package let lowercased: String
  /// Whether the text `#1` has a character outside of ASCII.
  package let isOther: String

  package init(lowercased: String, isOther: String) {
    (self.lowercased, self.isOther) = (lowercased, isOther)
  }
}

extension SQLGenerator {
  /// A condition under text options in a dialect that folds other texts than ASCII by rules of its own: texts of ASCII
  /// are tested, all others become candidates.
  ///
  /// - Parameters:
  ///   - other: the value that the operand is compared with; nil for constants.
  ///   - test: makes the condition for the folded texts of ASCII.
  /// - Returns: nil where the dialect can fold the operand, or is compared with another column.
  func asciiCandidates(
    _ operand: SQLOperand, _ other: SQLOperand?, _ options: TextOptions,
    _ test: (SQLOperand) throws(SQLRefusal) -> SQLCondition
  ) throws(SQLRefusal) -> SQLCondition? {
    guard let forms = dialect.asciiFolding, operand.constant == nil, other.map({ $0.constant != nil }) ?? true, !options.isEmpty,
      !options.contains(.localeSensitive), operand.family == .text, operand.folds[options.letters] == nil
    else { return nil }
    // Texts of ASCII are in NFC, so the text is taken as the column holds it.
    let stored = operand.stored ?? operand.text
    let folded = options.contains(.caseInsensitive) ? SQLDialect.Form.fill(forms.lowercased, [stored]) : stored
    let condition = try test(SQLOperand(folded, operand.type, isOptional: operand.isOptional))
    note(
      SQLRefusal(
        "\(dialect.title) folds other texts than ASCII by other rules than [\(options.letters)]",
        help: "our own layout has a folded column for [c] and [cd]"))
    let isOther = SQLDialect.Form.fill(forms.isOther, [stored])
    return SQLCondition(text: "(\(condition.text) OR \(isOther))", isExact: false, isTwoValued: false)
  }
}
