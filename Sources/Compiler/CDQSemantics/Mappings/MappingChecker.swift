import CDQIR
import CDQSchema
import CDQSyntax

/// The checker of `mapping` declarations, which also makes their IR.
///
/// A condition of a mapping's `where` is over the attributes that a record gives an object, since the object is not in
/// the store yet. The conditions of `scope` and of relationships are over stored objects.
struct MappingChecker {
  /// A declaration and the source text of its file.
  struct Declared {
    var node: MappingDeclaration
    var source: SourceText
  }

  /// The result of checking a declaration.
  private struct Checked {
    var rule: MappingRuleIR
    var parameters: [(parameter: ParameterIR, span: SourceSpan)] = []
  }

  let schema: CheckedSchema
  let options: CheckOptions
  private(set) var declared: [Declared] = []
  private(set) var numbers: [String: Int] = [:]
  var diagnostics: [Diagnostic] = []
  private var checked: [String: Checked] = [:]

  init(_ documents: [ParsedDocument], schema: CheckedSchema, options: CheckOptions) {
    self.schema = schema
    self.options = options
    for document in documents {
      for case .mapping(let node) in document.tree.items {
        declared.append(Declared(node: node, source: document.source))
      }
    }
  }

  /// The mappings in which they and all mappings that they use are without errors, in the order of the texts.
  mutating func check() -> [CompiledMapping] {
    for (number, mapping) in declared.enumerated() where !mapping.node.name.text.isEmpty {
      let name = mapping.node.name
      guard let first = numbers[name.text] else {
        numbers[name.text] = number
        continue
      }
      let place = declared[first]
      report(
        .duplicateMapping(name.text), at: name.span, in: mapping,
        notes: [.init("'\(name.text)' is declared here first", file: place.source.name, at: place.node.name.span)])
    }
    // The checker of a mapping has a copy of this one, so that a change of its tables here would copy these.
    var passed: [String: Checked] = [:]
    var findings: [Diagnostic] = []
    for (number, mapping) in declared.enumerated() where numbers[mapping.node.name.text] == number {
      var rule = MappingRuleChecker(mapping, self)
      let found = rule.check()
      findings += rule.diagnostics
      guard let found, !rule.diagnostics.contains(where: { $0.severity == .error }) else { continue }
      passed[mapping.node.name.text] = Checked(rule: found, parameters: rule.parameters)
    }
    checked = passed
    diagnostics += findings
    return declared.enumerated().compactMap { number, mapping in
      numbers[mapping.node.name.text] == number ? compiled(mapping) : nil
    }
  }

  /// The declaration of that name; nil when there is none.
  func mapping(named name: String) -> Declared? {
    numbers[name].map { declared[$0] }
  }

  private mutating func compiled(_ mapping: Declared) -> CompiledMapping? {
    var rules: [MappingRuleIR] = []
    var parameters: [(parameter: ParameterIR, span: SourceSpan)] = []
    var open = [mapping.node.name.text]
    var seen: Set<String> = []
    while !open.isEmpty {
      let name = open.removeFirst()
      guard seen.insert(name).inserted else { continue }
      guard let found = checked[name] else { return nil }
      rules.append(found.rule)
      for (parameter, span) in found.parameters {
        guard let other = parameters.first(where: { $0.parameter.name == parameter.name }) else {
          parameters.append((parameter, span))
          continue
        }
        if other.parameter.type.base.evaluated == parameter.type.base.evaluated { continue }
        report(
          .parameterConflict(parameter.name, other.parameter.type, parameter.type), at: mapping.node.name.span,
          in: mapping)
        return nil
      }
      for field in found.rule.fields { if case .nested(_, let rule) = field.source { open.append(rule) } }
    }
    let node = mapping.node
    return CompiledMapping(
      name: node.name.text, nameSpan: node.name.span, documentation: node.documentation, file: mapping.source.name,
      line: mapping.source.line(at: node.span.start) + 1,
      ir: MappingIR(rules: rules, parameters: parameters.map(\.parameter)))
  }

  private mutating func report(
    _ error: CheckError, at span: SourceSpan, in mapping: Declared, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(error.code), stage: .check, error.message, file: mapping.source.name, at: span,
        notes: notes))
  }
}
