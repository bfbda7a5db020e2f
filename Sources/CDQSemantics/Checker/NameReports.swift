import CDQIR
import CDQLanguage
import CDQSyntax

/// Reports of unknown names. They suggest a similar name, list the known ones, and say where a name of the schema is
/// declared.
extension Checker {
  mutating func reportUnknownEntity(_ name: Identifier) {
    let names = schema.entities.map(\.name)
    let near = Suggestions.entity(meantBy: name.text, among: names)
    report(
      .unknownEntity(name.text), at: name.span, label: near.map { "did you mean '\($0)'?" },
      help: [
        names.isEmpty
          ? "the schema has no entities: declare them in a '.cdq' file, or add a Core Data model"
          : "entities: \(Checker.list(names))"
      ],
      fixIts: Checker.replacement(name, near))
  }

  mutating func reportUnknownProperty(_ name: Identifier, of entity: String) {
    let properties = schema.allProperties(of: entity)
    var near = Suggestions.nearest(
      to: name.text, among: properties.map { Suggestions.Candidate($0.name, weight: fits($0) ? 0 : 1) })
    var written = near
    if near == nil, let path = pathSuggestion(name.text, from: properties) {
      near = path
      written = path
    }
    if near == nil, Checker.looksLikeValue(name.text, properties) {
      report(
        .valueLooksLikeText(name.text), at: name.span, help: [attributeHelp(properties, of: entity)],
        fixIts: [FixIt("quote '\(name.text)'", .maybe, [.init(name.span, "\"\(name.text)\"")])])
      return
    }
    report(
      .unknownProperty(name.text, entity: entity), at: name.span, label: near.map { "did you mean '\($0)'?" },
      help: [attributeHelp(properties, of: entity)], notes: declarationNote(entity: entity),
      fixIts: Checker.replacement(name, written))
  }

  /// Whether the type of a property fits the comparison around the unknown name.
  private func fits(_ property: Property) -> Bool {
    guard let wanted else { return true }
    let type = property.type.base.element ?? property.type.base
    return type == wanted || (type.isNumeric && wanted.isNumeric)
  }

  /// A help text with the first six properties and their types.
  private func attributeHelp(_ properties: [Property], of entity: String) -> String {
    let shown = properties.prefix(6).map { "\($0.name): \($0.type)" }
    let more = properties.count - shown.count
    return "properties of '\(entity)': \(shown.joined(separator: ", "))"
      + (more > 0 ? " (+\(more) more)" : "")
  }

  /// The path to a property of that name through a to-one relationship, such as `country.name`.
  private func pathSuggestion(_ name: String, from properties: [Property]) -> String? {
    for case .relationship(let relationship) in properties where !relationship.isToMany {
      if schema.property(named: name, of: relationship.destination) != nil {
        return "\(relationship.name).\(name)"
      }
    }
    return nil
  }

  /// Whether an unknown name is probably a string without quotes: a capitalised word where no property has one.
  private static func looksLikeValue(_ name: String, _ properties: [Property]) -> Bool {
    guard let first = name.first, first.isUppercase else { return false }
    return properties.allSatisfy { $0.name.first?.isUppercase != true }
  }

  mutating func reportUnknownCase(_ name: Identifier, of enumeration: String) {
    let cases = schema.enumeration(named: enumeration)?.cases.map(\.name) ?? []
    let near = Suggestions.nearest(to: name.text, among: cases)
    let replaced = near.map {
      [FixIt("replace '.\(name.text)' with '.\($0)'", .ofName(name.text, $0), [.init(name.span, ".\($0)")])]
    }
    report(
      .unknownEnumerationCase(name.text, enumeration: enumeration), at: name.span,
      label: near.map { "did you mean '.\($0)'?" },
      help: ["cases of '\(enumeration)': \(Checker.list(cases.map { ".\($0)" }))"],
      notes: declarationNote(enumeration: enumeration), fixIts: replaced ?? [])
  }

  mutating func reportUnknownRawValue(_ value: Value, of enumeration: Enumeration, at span: SourceSpan) {
    var near: String?
    if case .string(let text) = value {
      let rawTexts = enumeration.cases.compactMap { item -> String? in
        if case .string(let raw) = item.rawValue { raw } else { nil }
      }
      let wanted = Suggestions.nearest(to: text, among: rawTexts + enumeration.cases.map(\.name)) ?? text
      near = enumeration.cases.first { $0.rawValue == .string(wanted) || $0.name == wanted }?.name
    }
    let written = near.map { options.strictNSPredicate ? nil : ".\($0)" } ?? nil
    report(
      .unknownRawValue(text(span), enumeration: enumeration.name), at: span,
      label: written.map { "did you mean '\($0)'?" },
      help: ["cases of '\(enumeration.name)': \(Checker.list(enumeration.cases.map { ".\($0.name)" }))"],
      notes: declarationNote(enumeration: enumeration.name),
      fixIts: written.map { [FixIt("replace with '\($0)'", .maybe, [.init(span, $0)])] } ?? [])
  }

  mutating func reportUnknownFunction(_ node: CallNode) {
    let key = CallTable.key(node.name.text)
    let names = CallTable.names(isStrict: options.strictNSPredicate)
    let near = Suggestions.nearest(to: key, among: names)
    report(
      .unknownFunction(node.name.text), at: node.name.span, label: near.map { "did you mean '\($0)'?" },
      help: near == nil ? ["functions: \(Checker.list(names, most: 12))"] : [],
      fixIts: Checker.replacement(node.name, near))
  }

  mutating func reportUnknownOperator(_ name: Identifier) {
    let names = ["count", "sum", "avg", "min", "max", "distinctUnionOfObjects", "unionOfObjects"]
    if ["distinctUnionOfArrays", "distinctUnionOfSets", "unionOfArrays", "unionOfSets"].contains(name.text) {
      report(
        .unsupported("@\(name.text)", reason: "there are no collections of collections"), at: name.span,
        help: ["use @distinctUnionOfObjects"])
      return
    }
    let near = Suggestions.nearest(to: name.text, among: names)
    report(
      .unknownOperator(name.text), at: name.span, label: near.map { "did you mean '@\($0)'?" },
      help: ["collection operators: \(names.map { "@\($0)" }.joined(separator: ", "))"],
      fixIts: near.map { [FixIt("replace with '@\($0)'", .ofName(name.text, $0), [.init(name.span, "@\($0)")])] } ?? [])
  }

  private static func replacement(_ name: Identifier, _ newText: String?) -> [FixIt] {
    newText.map {
      [FixIt("replace '\(name.text)' with '\($0)'", .ofName(name.text, $0), [.init(name.span, $0)])]
    } ?? []
  }

  private static func list(_ names: [String], most: Int = 8) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? " (+\(names.count - most))" : "")
  }
}
