import CDQIR
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
    if let (label, fixIt) = foreignStart(name, of: entity) {
      report(.unknownProperty(name.text, entity: entity), at: name.span, label: label, fixIts: [fixIt])
      return
    }
    if state.scope.variable(name.text) != nil {
      report(
        .unknownProperty(name.text, entity: entity), at: name.span, label: "the variable is written $\(name.text)",
        fixIts: [FixIt("write $\(name.text)", .maybe, [.init(name.span, "$\(name.text)")])])
      return
    }
    if name.text.lowercased() == "nan", !options.strictNSPredicate {
      report(
        .unknownProperty(name.text, entity: entity), at: name.span,
        help: ["there is no literal for it; x != x holds where x is NaN"])
      return
    }
    if let value = state.aliases[name.text] {
      let written = text(value)
      report(
        .unknownProperty(name.text, entity: entity), at: name.span, label: "the name of a column",
        help: [
          state.group == nil
            ? "'where' tests objects before 'select' makes columns; conditions on groups belong in 'having'"
            : "an aggregate takes a value of each object, and a column belongs to a group"
        ],
        fixIts: state.group == nil ? [FixIt("write \(written)", .maybe, [.init(name.span, written)])] : [])
      return
    }
    if wanted == .date || wanted == nil, let fixIt = dayCondition(name) {
      report(
        .unknownProperty(name.text, entity: entity), at: name.span,
        help: ["a day is the same if the year, the month and the day of the month are"], fixIts: [fixIt])
      return
    }
    if wanted == .date || wanted == nil, let (written, help) = Checker.moments[name.text.lowercased()] {
      report(
        .unknownProperty(name.text, entity: entity), at: name.span, help: [help],
        fixIts: name.span.isEmpty ? [] : [FixIt("write \(written)", .maybe, [.init(name.span, written)])])
      return
    }
    let properties = schema.allProperties(of: entity)
    if name.text.lowercased() == "age", let birth = dateOfBirth(properties) {
      report(
        .unknownProperty(name.text, entity: entity), at: name.span,
        help: ["an age follows from '\(birth)': over 18 years are \(birth) < now() - days(6575)"])
      return
    }
    var near = Suggestions.nearest(
      to: name.text, among: properties.map { Suggestions.Candidate($0.name, weight: fits($0) ? 0 : 1) })
    if near == nil || name.text == state.scope.entity, let help = objectsHelp(name) {
      report(.unknownProperty(name.text, entity: entity), at: name.span, help: [help])
      return
    }
    var written = near
    if near == nil, let path = pathSuggestion(name.text, from: properties) {
      near = path
      written = path
    }
    report(
      .unknownProperty(name.text, entity: entity), at: name.span, label: near.map { "did you mean '\($0)'?" },
      help: [attributeHelp(properties, of: entity)], notes: declarationNote(entity: entity),
      fixIts: Checker.replacement(name, written))
  }

  /// Reports a member that Swift has and the language does not, such as `friends.count`.
  ///
  /// - Returns: Whether the name is such a member.
  mutating func reportForeignMember(_ name: Identifier, of value: TypedExpression, _ element: ValueType) -> Bool {
    let owner = text(value.span)
    if element == .date, value.elementType == nil, Checker.dateParts.contains(name.text), !options.strictNSPredicate {
      let call = "\(name.text)(\(owner))"
      report(
        .foreignMember(name.text, owner: owner), at: name.span,
        fixIts: [FixIt("write \(call)", .safe, [.init(value.span.union(name.span), call)])])
      return true
    }
    let foreign: ForeignName?
    if value.elementType != nil {
      if case .object(let entity) = element, schema.property(named: name.text, of: entity) != nil { return false }
      foreign = ForeignName.memberOfCollection(name.text)
    } else {
      foreign = element == .string && name.text != "length" ? ForeignName.memberOfText(name.text) : nil
    }
    guard let foreign, !options.strictNSPredicate else { return false }
    report(
      .foreignMember(name.text, owner: owner), at: name.span, help: foreign.counterpart == nil ? [foreign.help] : [],
      fixIts: foreign.counterpart.map { [FixIt("write \(owner).\($0)", .safe, [.init(name.span, $0)])] } ?? [])
    return true
  }

  /// Words for moments, and how these are written.
  private static let moments = [
    "today": ("startOfDay(now())", "now() is this moment, and the start of today is startOfDay(now())"),
    "now": ("now()", "this moment is written now()"), "current_date": ("now()", "this moment is written now()"),
    "current_timestamp": ("now()", "this moment is written now()"),
    "yesterday": ("now() - days(1)", "a day ago is now() - days(1)"),
    "tomorrow": ("now() + days(1)", "in a day is now() + days(1)"),
  ]

  /// The comparison before a name such as `today` as one of the parts of dates; nil after `<` and `>`, which have a moment.
  private func dayCondition(_ name: Identifier) -> FixIt? {
    guard let offset = DateRanges.days[name.text.lowercased()], !name.span.isEmpty, !options.strictNSPredicate else {
      return nil
    }
    let bytes = source.utf8
    func skipBack(_ end: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
      var end = end
      while end > 0, isSkipped(bytes[end - 1]) { end -= 1 }
      return end
    }
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let signEnd = skipBack(Int(name.span.start), isSpace)
    let signStart = skipBack(signEnd) { "=!<>".utf8.contains($0) }
    let end = skipBack(signStart, isSpace)
    let start = skipBack(end) { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    let sign = text(SourceSpan(UInt32(signStart), UInt32(signEnd)))
    guard start < end, ["=", "==", "!=", "<>"].contains(sign) else { return nil }
    let condition = DateRanges.day(of: text(SourceSpan(UInt32(start), UInt32(end))), offset)
    let before = text(SourceSpan(0, UInt32(start))).uppercased()
    let isNegated = ["NOT ", "!", "ANY ", "ALL "].contains { before.hasSuffix($0) }
    let written = sign == "!=" || sign == "<>" ? "NOT (\(condition))" : isNegated ? "(\(condition))" : condition
    return FixIt("write \(written)", .maybe, [.init(SourceSpan(UInt32(start), name.span.end), written)])
  }

  private static let dateParts: Set<String> = ["year", "month", "day", "weekday", "hour", "minute", "second"]

  /// The values of Swift's constants, such as `Int.max`.
  private static let constants: [String: String] = [
    "Int.max": "9223372036854775807", "Int64.max": "9223372036854775807", "Int32.max": "2147483647",
    "Int16.max": "32767", "Int.min": "-9223372036854775808", "Int64.min": "-9223372036854775808",
    "Int32.min": "-2147483648", "Int16.min": "-32768",
  ]

  /// The label and the fix-it for a name that begins an operand in another language: `glad` or `Mood.glad` for `.glad`,
  /// `City.name` for `name`.
  private func foreignStart(_ name: Identifier, of entity: String) -> (String, FixIt)? {
    if options.strictNSPredicate { return nil }
    if case .enumeration(let enumeration)? = wanted,
      let found = schema.enumeration(named: enumeration)?.cases.first(where: { $0.name.lowercased() == name.text.lowercased() })
    {
      return ("a case is written '.\(found.name)'", FixIt("write .\(found.name)", .safe, [.init(name.span, ".\(found.name)")]))
    }
    guard text(SourceSpan(name.span.end, name.span.end + 1)) == "." else { return nil }
    let member = SourceSpan(name.span.start, name.span.end + 4)
    if let value = Checker.constants[text(member)] {
      return ("a number is written with its digits", FixIt("write \(value)", .safe, [.init(member, value)]))
    }
    let next = identifier(at: name.span.end + 1)
    if let enumeration = schema.enumeration(named: name.text), enumeration.cases.contains(where: { $0.name == next }) {
      return ("a case is written without its enum", FixIt("remove '\(name.text)'", .safe, [.init(name.span, "")]))
    }
    guard name.text == entity || schema.lineage(of: entity).contains(where: { $0.name == name.text }),
      schema.property(named: next, of: entity) != nil, !isQuantified(name)
    else { return nil }
    let start = SourceSpan(name.span.start, name.span.end + 1)
    return ("properties are written without the entity", FixIt("remove '\(name.text).'", .safe, [.init(start, "")]))
  }

  /// How a condition on other objects is written, for an entity at the start of a path as in `ANY Order.total > 5`; nil for
  /// another name.
  private func objectsHelp(_ name: Identifier) -> String? {
    guard !options.strictNSPredicate, !name.span.isEmpty, let first = name.text.first, schema.entity(named: name.text) != nil,
      name.text != state.scope.entity || isQuantified(name), text(SourceSpan(name.span.end, name.span.end + 1)) == ".",
      name.span.start == 0 || source.utf8[Int(name.span.start) - 1] != UInt8(ascii: ".")
    else { return nil }
    let property = identifier(at: name.span.end + 1)
    let variable = "$\(first.lowercased())"
    let subquery = "SUBQUERY(\(name.text), \(variable), \(variable).\(property.isEmpty ? "name" : property) …).@count > 0"
    return "'\(name.text)' is an entity: a condition on its objects is \(subquery)"
  }

  /// Whether ANY, ALL or the like stands before a name.
  private func isQuantified(_ name: Identifier) -> Bool {
    let start = Int(name.span.start)
    let before = String(decoding: source.utf8[max(0, start - 5)..<start], as: UTF8.self).uppercased()
    return ["ANY ", "SOME ", "ALL ", "NONE "].contains { before.hasSuffix($0) }
  }

  /// The letters, digits and underscores at a place of the text.
  private func identifier(at start: UInt32) -> String {
    let bytes = source.utf8.dropFirst(Int(start)).prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func dateOfBirth(_ properties: [Property]) -> String? {
    properties.first { property in
      let name = property.name.lowercased()
      return property.type.base == .date && ["born", "birth", "dob"].contains { name.contains($0) }
    }?.name
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
    let isChoice = ["coalesce", "ifnull", "nvl"].contains(key.lowercased()) && node.arguments.count == 2
    if isChoice, !options.strictNSPredicate {
      let (value, other) = (text(node.arguments[0].span), text(node.arguments[1].span))
      let written = "TERNARY(\(value) != nil, \(value), \(other))"
      report(
        .unknownFunction(node.name.text), at: node.name.span, help: ["a choice is written \(written)"],
        fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
      return
    }
    if !options.strictNSPredicate,
      let written = ForeignCall.translation(of: key, node.arguments.map { text($0.span) })
    {
      report(
        .unknownFunction(node.name.text), at: node.name.span, label: "write \(written)",
        fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
      return
    }
    if !options.strictNSPredicate, let foreign = ForeignName.function(key) {
      report(
        .unknownFunction(node.name.text), at: node.name.span,
        label: foreign.counterpart.map { "the function is '\($0)'" }, help: foreign.counterpart == nil ? [foreign.help] : [],
        fixIts: foreign.counterpart.map { [FixIt("write \($0)", .safe, [.init(node.name.span, $0)])] } ?? [])
      return
    }
    if key.lowercased() == "date", node.arguments.isEmpty, !options.strictNSPredicate {
      report(
        .unknownFunction(node.name.text), at: node.name.span, label: "this moment is now()",
        fixIts: [FixIt("write now()", .safe, [.init(node.span, "now()")])])
      return
    }
    if ["date", "datetime", "date_trunc", "strftime", "to_date"].contains(key.lowercased()), !options.strictNSPredicate {
      let date = node.arguments.last.map { text($0.span) } ?? "date"
      report(
        .unknownFunction(node.name.text), at: node.name.span,
        help: [
          "the parts of a date are year(\(date)), month(\(date)), day(\(date)), and startOfMonth(\(date)) is one date for each "
            + "month; a range is \(date) >= date(\"2026-01-31\")"
        ])
      return
    }
    if key.lowercased() == "age", !options.strictNSPredicate {
      let birthday = node.arguments.first.map { text($0.span) } ?? "birthday"
      report(
        .unknownFunction(node.name.text), at: node.name.span,
        help: ["compare the date: for an age of 18 years or more \(birthday) <= now() - days(6575)"])
      return
    }
    if key.lowercased() == "keypath", node.arguments.count == 1, !options.strictNSPredicate {
      var path = text(node.arguments[0].span)
      if let dot = path.firstIndex(of: "."), schema.entity(named: String(path[..<dot])) != nil {
        path = String(path[path.index(after: dot)...])
      }
      report(
        .unknownFunction(node.name.text), at: node.name.span, label: "a key path is written as it is",
        fixIts: [FixIt("write \(path)", .safe, [.init(node.span, path)])])
      return
    }
    let names = CallTable.names(isStrict: options.strictNSPredicate)
    let near = Suggestions.nearest(to: key, among: names.filter { Suggestions.agreeInWords(key, $0) })
    report(
      .unknownFunction(node.name.text), at: node.name.span, label: near.map { "did you mean '\($0)'?" },
      help: near == nil ? ["functions: \(Checker.list(names.filter { !$0.contains(":") }, most: 16))"] : [],
      // The name that is written has the colon before its first argument.
      fixIts: Checker.replacement(node.name, near.map { $0.contains(":") && node.name.text.last == ":" ? $0 + ":" : $0 }))
  }

  /// Names of collection operators in other languages.
  private static let foreignOperators = [
    "cnt": "count", "size": "count", "length": "count", "len": "count", "average": "avg", "mean": "avg",
    "maximum": "max", "minimum": "min", "total": "sum",
  ]

  mutating func reportUnknownOperator(_ name: Identifier) {
    let names = ["count", "sum", "avg", "min", "max", "distinctUnionOfObjects", "unionOfObjects"]
    if ["distinctUnionOfArrays", "distinctUnionOfSets", "unionOfArrays", "unionOfSets"].contains(name.text) {
      report(
        .unsupported("@\(name.text)", reason: "there are no collections of collections"), at: name.span,
        help: ["use @distinctUnionOfObjects"])
      return
    }
    let near = Checker.foreignOperators[name.text.lowercased()] ?? Suggestions.nearest(to: name.text, among: names)
    report(
      .unknownOperator(name.text), at: name.span, label: near.map { "did you mean '@\($0)'?" },
      help: ["collection operators: \(names.map { "@\($0)" }.joined(separator: ", "))"],
      fixIts: near.map { [FixIt("replace with '@\($0)'", .ofName(name.text, $0), [.init(name.span, "@\($0)")])] } ?? [])
  }

  /// The fix-it for a name that is similar to another; none for a name that the caller gave, which is not in the text.
  private static func replacement(_ name: Identifier, _ newText: String?) -> [FixIt] {
    if name.span.isEmpty { return [] }
    return newText.map {
      [FixIt("replace '\(name.text)' with '\($0)'", .ofName(name.text, $0), [.init(name.span, $0)])]
    } ?? []
  }

  private static func list(_ names: [String], most: Int = 8) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? " (+\(names.count - most))" : "")
  }
}
