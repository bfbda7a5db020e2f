import CDQIR
import CDQSyntax

/// Reads `enum` declarations.
struct EnumReader {
  let file: String
  var log = ProblemLog()

  mutating func read(_ declaration: EnumDeclaration) -> EnumerationDraft {
    let rawType = self.rawType(declaration)
    var enumeration = Enumeration(
      name: declaration.name.text, rawType: rawType, cases: [], documentation: declaration.documentation)
    var spans: [SourceSpan] = []
    var names: [String: SourceSpan] = [:]
    var values: [Value: SourceSpan] = [:]
    var next: Int64? = 0
    for item in declaration.cases {
      let span = item.rawValue?.span ?? item.name.span
      guard let value = rawValue(item, rawType, next: next) else { continue }
      if case .int(let number) = value { next = number == .max ? nil : number + 1 }
      if let first = names[item.name.text] {
        report(.duplicate("case", item.name.text), item.name.span, first: first)
        continue
      }
      names[item.name.text] = item.name.span
      if let first = values[value] {
        report(.duplicateRawValue(item.name.text), span, first: first)
        continue
      }
      values[value] = span
      enumeration.cases.append(
        Enumeration.Case(name: item.name.text, rawValue: value, documentation: item.documentation))
      spans.append(item.name.span)
    }
    if declaration.cases.isEmpty {
      log.report(.emptyEnumeration(declaration.name.text), in: file, at: declaration.name.span)
    }
    return EnumerationDraft(enumeration: enumeration, file: file, nameSpan: declaration.name.span, caseSpans: spans)
  }

  private mutating func rawType(_ declaration: EnumDeclaration) -> ValueType {
    guard let name = declaration.rawType else { return .string }
    if let type = TypeNames.builtIn[name.text], type == .string || type.isInteger { return type }
    log.report(.invalidRawType(name.text), in: file, at: name.span)
    return .string
  }

  private mutating func rawValue(_ item: EnumDeclaration.Case, _ type: ValueType, next: Int64?) -> Value? {
    guard let node = item.rawValue else {
      if type == .string { return .string(item.name.text) }
      if let next, Self.fits(next, type) { return .int(next) }
      log.report(.numberOutOfRange("the raw value of '\(item.name.text)'", type), in: file, at: item.name.span)
      return nil
    }
    if case .invalid = node { return nil }
    do {
      return try SchemaLiteralReader(enumerations: [:]).value(node, as: type)
    } catch {
      log.report(error.problem, in: file, at: error.span)
      return nil
    }
  }

  private static func fits(_ value: Int64, _ type: ValueType) -> Bool {
    type.integerRange?.contains(value) ?? true
  }

  private mutating func report(_ problem: SchemaProblem, _ span: SourceSpan, first: SourceSpan) {
    log.report(problem, in: file, at: span, notes: [.init("it is first declared here", file: file, at: first)])
  }
}
