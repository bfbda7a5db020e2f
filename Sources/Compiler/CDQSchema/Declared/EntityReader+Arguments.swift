import CDQIR
import CDQSyntax

/// Reads the arguments of annotations. Each function reports invalid arguments and then returns nil.
extension EntityReader {
  mutating func takesNothing(_ annotation: Annotation) -> Bool {
    if annotation.arguments == nil { return true }
    reportUsage(annotation)
    return false
  }

  /// `@json("key")`
  mutating func oneText(_ annotation: Annotation) -> String? {
    guard let arguments = annotation.arguments, arguments.count == 1, arguments[0].label == nil,
      case .literal(let node) = arguments[0].value, let text = SchemaLiteralReader.plainText(node), !text.isEmpty
    else {
      reportUsage(annotation)
      return nil
    }
    return text
  }

  /// `@column("name")`, which no database can hold with U+0000 in it.
  mutating func databaseName(_ annotation: Annotation) -> String? {
    guard let name = oneText(annotation) else { return nil }
    if !name.utf8.contains(0) { return name }
    reportUsage(annotation)
    return nil
  }

  /// `@renamed(from: "title")`
  mutating func renamed(_ annotation: Annotation) -> String? {
    guard let arguments = annotation.arguments, arguments.count == 1, arguments[0].label?.text == "from",
      case .literal(let node) = arguments[0].value, let text = SchemaLiteralReader.plainText(node), !text.isEmpty
    else {
      reportUsage(annotation)
      return nil
    }
    return text
  }

  /// `@userInfo("key", "value")`
  mutating func userInfo(_ annotation: Annotation) -> (String, String)? {
    guard let arguments = annotation.arguments, arguments.count == 2,
      case .literal(let first) = arguments[0].value, let key = SchemaLiteralReader.plainText(first),
      case .literal(let second) = arguments[1].value, let value = SchemaLiteralReader.plainText(second)
    else {
      reportUsage(annotation)
      return nil
    }
    return (key, value)
  }

  /// `@scalar` or `@scalar(false)`
  mutating func flag(_ annotation: Annotation) -> Bool? {
    guard let arguments = annotation.arguments else { return true }
    if arguments.count == 1, arguments[0].label == nil {
      switch arguments[0].value {
      case .literal(.literal(let literal)): if case .boolean(let value) = literal.kind { return value }
      case .word(let word, _):
        if word.text == "true" { return true }
        if word.text == "false" { return false }
      case .literal, .range: break
      }
    }
    reportUsage(annotation)
    return nil
  }

  mutating func deleteRule(_ annotation: Annotation) -> Relationship.DeleteRule? {
    guard let arguments = annotation.arguments, arguments.count == 1, arguments[0].label == nil,
      case .word(let word, _) = arguments[0].value
    else {
      reportUsage(annotation)
      return nil
    }
    if let rule = Relationship.DeleteRule(rawValue: word.text) { return rule }
    let rules = Relationship.DeleteRule.allCases.map(\.rawValue)
    report(
      .unknownDeleteRule(word.text), at: word.span, suggestion: Suggestions.nearest(to: word.text, among: rules),
      help: ["rules: " + rules.joined(separator: ", ")])
    return nil
  }

  /// `@count(1...10)`, `@length(...50)`, `@length(3)`
  mutating func counts(_ annotation: Annotation) -> (Int?, Int?)? {
    guard let arguments = annotation.arguments, arguments.count == 1, arguments[0].label == nil else {
      reportUsage(annotation)
      return nil
    }
    switch arguments[0].value {
    case .literal(let node):
      guard let count = SchemaLiteralReader.plainInteger(node), count >= 0 else { break }
      return (count, count)
    case .range(let low, let high):
      let least = low.flatMap(SchemaLiteralReader.plainInteger)
      let most = high.flatMap(SchemaLiteralReader.plainInteger)
      guard (least != nil) == (low != nil), (most != nil) == (high != nil), low != nil || high != nil,
        (least ?? 0) >= 0, (most ?? 0) >= 0
      else { break }
      guard least ?? 0 <= most ?? .max else {
        report(.emptyRange("number"), at: arguments[0].span)
        return nil
      }
      return (least, most)
    case .word: break
    }
    reportUsage(annotation)
    return nil
  }

  /// `@range(0...10)`
  mutating func range(_ annotation: Annotation, _ type: ValueType) -> (Value, Value)? {
    guard let arguments = annotation.arguments, arguments.count == 1, arguments[0].label == nil,
      case .range(let low, let high) = arguments[0].value, low != nil || high != nil
    else {
      reportUsage(annotation)
      return nil
    }
    var least = Value.null
    var most = Value.null
    if let low {
      guard let value = literal(low, as: type) else { return nil }
      least = value
    }
    if let high {
      guard let value = literal(high, as: type) else { return nil }
      most = value
    }
    if ValueOrder.isLess(most, least) {
      report(.emptyRange("value"), at: arguments[0].span)
      return nil
    }
    return (least, most)
  }

  /// `@@unique(a, b)`, `@@index(a, b desc, name: "byA")`
  mutating func keys(_ annotation: Annotation, isIndex: Bool) -> KeyListDraft? {
    var list = KeyListDraft(keys: [], span: annotation.span)
    var names: Set<String> = []
    for argument in annotation.arguments ?? [] {
      switch argument.value {
      case .word(let word, let isDescending) where argument.label == nil && (isIndex || !isDescending):
        if names.insert(word.text).inserted {
          list.keys.append(.init(name: word.text, span: word.span, isDescending: isDescending))
        } else {
          report(.duplicateKey(word.text), at: word.span)
        }
      case .literal(let node) where isIndex && argument.label?.text == "name":
        guard let text = SchemaLiteralReader.plainText(node) else { fallthrough }
        list.name = text
      case .word, .literal, .range:
        reportUsage(annotation)
        return nil
      }
    }
    if list.keys.isEmpty {
      reportUsage(annotation)
      return nil
    }
    return list
  }

  private mutating func reportUsage(_ annotation: Annotation) {
    let mark = annotation.isCompound ? "@@" : "@"
    let name = mark + annotation.name.text
    report(.annotationUsage(name, write: Self.usage[name] ?? name), at: annotation.span)
  }

  private static let usage = [
    "@unique": "@unique", "@index": "@index", "@transient": "@transient", "@scalar": "@scalar or @scalar(false)",
    "@renamed": "@renamed(from: \"title\")", "@json": "@json(\"key\")", "@range": "@range(0...10)",
    "@length": "@length(1...50)", "@matches": "@matches(\"[a-z]+\")", "@derived": "@derived(\"now()\")",
    "@class": "@class(\"UIColor\")", "@column": "@column(\"name\")", "@@table": "@@table(\"name\")",
    "@userInfo": "@userInfo(\"key\", \"value\")",
    "@delete": "@delete(cascade), @delete(nullify), @delete(deny) or @delete(noAction)", "@count": "@count(1...10)",
    "@@unique": "@@unique(a, b)", "@@index": "@@index(a, b desc)", "@@renamed": "@@renamed(from: \"Old\")",
    "@@class": "@@class(\"Name\")", "@@userInfo": "@@userInfo(\"key\", \"value\")",
  ]
}
