import CDQSchema
import CDQSemantics
import CDQSyntax

extension Pipeline {
  /// The most fix-its of one text that are tried; the text may have a mistake in each of its words.
  private static let mostTried = 16
  /// The longest text, in bytes, whose mistakes are corrected together.
  private static let longestCorrected = 400

  /// The findings with only those fix-its after which the text has fewer findings of that severity, and none of another code.
  ///
  /// A finding is made with what its stage knows: the parser does not know the schema, and the checker sees one name and not
  /// what the rest of the text makes of it. So each fix-it is tried. Of one that fails, only the words stay, as help, unless
  /// the finding has others.
  static func withTriedFixIts(
    _ findings: [Diagnostic], _ source: SourceText, _ entity: String?, _ schema: CheckedSchema, _ options: CheckOptions
  ) -> [Diagnostic] {
    guard findings.contains(where: { !$0.fixIts.isEmpty }) else { return findings }
    let vocabulary = TextVocabulary(schema.schema, entity: entity)
    let whole = SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))
    func corrected(_ text: SourceText) -> FixIt? {
      guard text.utf8.count <= longestCorrected else { return nil }
      let newText = String(decoding: text.utf8, as: UTF8.self)
      return sound(FixIt("write \(newText)", .maybe, [.init(whole, newText)]), entity, schema, options)
    }
    var tried = 0
    var isCorrected = false
    return findings.sorted { $0.span.start < $1.span.start }.map { finding in
      var result = finding
      // The first error has the correction of the whole text, and the others need none.
      if isCorrected { result.fixIts = [] }
      result.fixIts = result.fixIts.compactMap { fixIt in
        tried += 1
        guard tried <= mostTried, let text = fixIt.applied(to: source) else { return nil }
        let parsed = parse(text, options: ParseOptions(strictNSPredicate: options.strictNSPredicate), vocabulary)
        let after = compileOnce(parsed, source: text, entity: entity, schema: schema, options: options).diagnostics
        if isBetter(after, than: findings, finding.severity) {
          // After it the text should run, and not show the next error.
          guard finding.severity == .error, after.contains(where: { $0.severity == .error }), let all = corrected(text)
          else { return fixIt }
          isCorrected = true
          return all
        }
        // A mistake may hide another, such as texts without quotes in a list without braces: both are corrected.
        // An entity without the properties of a predicate is not the one that is meant.
        guard finding.severity == .error, finding.code != DiagnosticCode(CheckCode.missingEntity) else { return nil }
        return corrected(text)
      }
      if result.fixIts.isEmpty, finding.help.isEmpty, finding.label == nil {
        result.help = finding.fixIts.map(\.message)
      }
      return result
    }
  }

  private static func isBetter(_ after: [Diagnostic], than before: [Diagnostic], _ severity: Diagnostic.Severity)
    -> Bool
  {
    func codes(_ findings: [Diagnostic], _ severity: Diagnostic.Severity) -> [DiagnosticCode] {
      findings.filter { $0.severity == severity }.map(\.code)
    }
    return codes(after, severity).count < codes(before, severity).count
      && Set(codes(after, .error)).isSubset(of: codes(before, .error))
  }
}

extension FixIt {
  /// The text after the change; nil if the edits are not in order or beyond the text.
  func applied(to source: SourceText) -> SourceText? {
    var (bytes, end) = (source.utf8, UInt32(0))
    for edit in edits {
      guard edit.span.start >= end, Int(edit.span.end) <= bytes.count else { return nil }
      end = edit.span.end
    }
    for edit in edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: edit.newText.utf8)
    }
    return SourceText(name: source.name, utf8: bytes)
  }
}
