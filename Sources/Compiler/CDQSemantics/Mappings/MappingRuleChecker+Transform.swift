import CDQIR
import CDQSchema
import CDQSyntax

/// Transforms, which are after `as`, and the reports of mistakes in a mapping.
extension MappingRuleChecker {
  mutating func transform(
    _ node: MappingTransformNode, of attribute: Attribute, _ name: Identifier
  ) -> TransformIR? {
    switch node {
    case .date(let pattern, let span):
      guard DatePattern(pattern) != nil else {
        report(
          .malformedDateFormat(pattern), at: span,
          help: ["letters: yyyy MM MMM dd HH mm ss S Z; other text in apostrophes: yyyy-MM-dd'T'HH:mm:ssZ"])
        return nil
      }
      return isDate(attribute, name) ? .date(pattern) : nil
    case .named(let word):
      switch word.text {
      case "seconds": return isDate(attribute, name) ? .seconds : nil
      case "milliseconds": return isDate(attribute, name) ? .milliseconds : nil
      case "": return nil
      default: return .named(word.text)
      }
    case .table(let entries, _): return table(entries, of: attribute)
    }
  }

  private mutating func isDate(_ attribute: Attribute, _ name: Identifier) -> Bool {
    if attribute.type == .date { return true }
    report(.dateForOther(attribute.name, attribute.type), at: name.span)
    return false
  }

  private mutating func table(_ entries: [MappingTransformNode.Entry], of attribute: Attribute) -> TransformIR {
    var result: [TransformIR.TableEntry] = []
    for entry in entries {
      guard let json = tableKey(entry.json), let value = tableValue(entry.value, of: attribute) else { continue }
      result.append(TransformIR.TableEntry(json, value))
    }
    return .table(result)
  }

  private mutating func tableValue(_ value: MappingTransformNode.EntryValue, of attribute: Attribute) -> Value? {
    switch value {
    case .word(let word):
      var help: [String] = []
      if case .enumeration = attribute.type { help = ["a case is written .\(word.text)"] }
      report(.tableValue(word.text, attribute.type), at: word.span, help: help)
      return nil
    case .expression(.invalid): return nil
    case .expression(let node):
      if case .literal(let literal) = node, literal.kind == .null {
        if attribute.isOptional { return .null }
        report(.tableValue("NULL", attribute.type), at: literal.span)
        return nil
      }
      switch declaredValue(node, as: attribute.type, in: schema, file: mapping.source.name) {
      case .success(let value): return value
      case .failure(let error):
        diagnostics += error.diagnostics
        return nil
      }
    }
  }

  // MARK: Reports

  mutating func report(
    _ error: CheckError, at span: SourceSpan, label: String? = nil, help: [String] = [],
    notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(error.code), stage: .check, error.message, file: mapping.source.name, at: span,
        label: label, help: help, notes: notes, fixIts: fixIts))
  }

  mutating func reportUnknownEntity(_ name: Identifier) {
    if name.text.isEmpty { return }
    withChecker(over: "") { $0.reportUnknownEntity(name) }
  }

  mutating func reportUnknownProperty(_ name: Identifier) {
    withChecker(over: node.entity.text) { $0.reportUnknownProperty(name, of: $0.state.scope.entity) }
  }

  /// Reports through the checker of queries, which suggests names similar to an unknown one.
  private mutating func withChecker(over entity: String, _ body: (inout Checker) -> Void) {
    var checker = Checker(schema: all.schema, source: mapping.source, entity: entity, options: all.options)
    body(&checker)
    diagnostics += checker.diagnostics
  }
}
