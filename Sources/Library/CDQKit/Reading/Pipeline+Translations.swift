import CDQSchema
import CDQSemantics
import CDQSyntax

extension Pipeline {
  /// A finding without the fix-its that translate a whole text into another text with errors. Such a translation is made
  /// from the words of the text, which only the checker can compare with the schema.
  static func withSoundFixIts(
    _ finding: Diagnostic, _ source: SourceText, _ entity: String?, _ schema: CheckedSchema, _ options: CheckOptions
  ) -> Diagnostic {
    guard finding.code == DiagnosticCode(SyntaxCode.foreignSyntax) else { return finding }
    var finding = finding
    finding.fixIts = finding.fixIts.compactMap { fixIt in
      guard fixIt.edits.count == 1, let edit = fixIt.edits.first, isWhole(edit.span, source) else { return fixIt }
      return sound(fixIt, entity, schema, options)
    }
    // An example is for those whose own query cannot be shown.
    if !finding.fixIts.isEmpty { finding.help.removeAll { $0.hasPrefix("a query") } }
    return finding
  }

  /// Whether a span is the whole text, except for white space.
  private static func isWhole(_ span: SourceSpan, _ source: SourceText) -> Bool {
    (source.utf8.prefix(Int(span.start)) + source.utf8.dropFirst(Int(span.end))).allSatisfy {
      $0 <= 0x20 || $0 == UInt8(ascii: ";")
    }
  }

  /// A fix-it for a whole text whose result has no error, if need be after the fix-its of that result; nil if there is
  /// none.
  static func sound(
    _ fixIt: FixIt, _ entity: String?, _ schema: CheckedSchema, _ options: CheckOptions
  ) -> FixIt? {
    let vocabulary = TextVocabulary(schema.schema, entity: entity)
    var edit = fixIt.edits[0]
    for _ in 0..<mostCorrections {
      let text = SourceText(name: "<query>", edit.newText)
      let parsed = parse(text, options: ParseOptions(strictNSPredicate: options.strictNSPredicate), vocabulary)
      var errors = parsed.diagnostics.filter { $0.severity == .error }
      if errors.isEmpty {
        let found = check(parsed.tree, entity: entity, source: text, schema: schema, options: options).diagnostics
        errors = found.filter { $0.severity == .error }
        // A habit of another language that the text has left is corrected in the same step.
        if errors.isEmpty { errors = found.filter { habits.contains($0.code) && !$0.fixIts.isEmpty } }
      }
      guard let next = errors.first else {
        return edit == fixIt.edits[0] ? fixIt : FixIt("write \(edit.newText)", fixIt.applicability, [edit])
      }
      guard let correction = next.fixIts.first else { return nil }
      guard let corrected = correction.applied(to: text) else { return nil }
      edit.newText = String(decoding: corrected.utf8, as: UTF8.self)
    }
    return nil
  }

  /// Warnings about what other languages write.
  private static let habits: [DiagnosticCode] = [.boolComparedWithNumber, .likePercent].map { (code: WarningCode) in DiagnosticCode(code) }

  /// The greatest number of fix-its that are applied to a translation.
  private static let mostCorrections = 8
}
