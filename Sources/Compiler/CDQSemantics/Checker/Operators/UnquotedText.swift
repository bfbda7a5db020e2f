import CDQIR
import CDQSyntax

/// Texts without quotes, such as `Paris` in `name == Paris`.
extension Checker {
  /// Reports the words on the right of a comparison of texts that are no property and similar to none, as one mistake:
  /// `name IN {Paris, london}`.
  ///
  /// - Returns: Whether there are such words.
  private mutating func reportUnquotedText(_ node: ComparisonPredicate, comparedWith value: TypedExpression) -> Bool {
    guard Checker.takesText(value.elementType ?? value.type.base) else { return false }
    let elements = if case .aggregate(let list) = node.right { list.elements } else { [node.right] }
    let words = elements.compactMap { unquotedText($0, besides: node.left) }
    guard let first = words.first else { return false }
    if words.count == 1, let meant = ["empty": "\"\"", "blank": "\"\"", "missing": "nil", "nothing": "nil"][first.text.lowercased()],
      node.operator == .equal || node.operator == .notEqual
    {
      report(
        .valueLooksLikeText(first.text), at: first.span, help: ["a text is empty if text == \"\", and missing if text == nil"],
        fixIts: [FixIt("write \(meant)", .maybe, [.init(first.span, meant)])])
      return true
    }
    var edits = words.map { FixIt.Edit($0.span, "\"\($0.text)\"") }
    // In parentheses, one text is no list.
    if node.operator == .in, case .path(let path) = node.right, path.isParenthesized {
      edits = [FixIt.Edit(path.span, "{\"\(first.text)\"}")]
    }
    let message = words.count == 1 ? "quote '\(first.text)'" : "quote the texts"
    report(
      .valueLooksLikeText(first.text), at: first.span,
      labels: words.dropFirst().prefix(8).map { .init($0.span, "") }, fixIts: [FixIt(message, .maybe, edits)])
    return true
  }

  /// Reports words without quotes on the right of a comparison whose left side was checked.
  ///
  /// - Returns: Whether the right side is such a word, so that checking it would report it again. After an error on the left,
  ///   nothing is reported, since the word may be a text or, with another left side, a property.
  mutating func reportUnquotedText(_ node: ComparisonPredicate, after left: Checked) -> Bool {
    switch left {
    case .value(let value):
      if value.isNullLiteral { return false }
      // An unknown name on the right is probably a case without its dot.
      let type = value.elementType ?? value.type.base
      if type.enumerationName != nil { wanted = type }
      if type == .bool, reportTruth(node) { return true }
      return reportUnquotedText(node, comparedWith: value)
    case .unknown: return false
    case .failed: return unquotedText(node.right, besides: node.left) != nil
    }
  }

  /// Words that people write for the two values of Bool.
  private static let truths: [String: String] = [
    "y": "TRUE", "t": "TRUE", "on": "TRUE", "n": "FALSE", "f": "FALSE", "off": "FALSE",
  ]

  /// Reports a word on the right of a comparison of a Bool: `isActive == y`, `isActive == active`.
  private mutating func reportTruth(_ node: ComparisonPredicate) -> Bool {
    guard let name = unquotedText(node.right, besides: node.left) else { return false }
    let property = text(node.left.span).lowercased()
    let word = name.text.lowercased()
    guard let written = Checker.truths[word] ?? Suggestions.nearest(to: word, among: ["TRUE", "FALSE"])
      ?? (property == "is" + word || property == "has" + word ? "TRUE" : nil) else {
      return false
    }
    report(
      .unknownProperty(name.text, entity: state.scope.entity), at: name.span, label: "a Bool is TRUE or FALSE",
      fixIts: [FixIt("write \(written)", .maybe, [.init(name.span, written)])])
    return true
  }

  /// Whether values of a type are compared with texts: an object with the text that names it.
  static func takesText(_ type: ValueType) -> Bool {
    switch type {
    case .string, .object: true
    default: false
    }
  }

  /// A value that is one word, if no property has that name or a similar one; else nil.
  ///
  /// - Parameter left: The other side, whose own name is not meant again: `email CONTAINS gmail`.
  func unquotedText(_ node: ExpressionNode, besides left: ExpressionNode) -> Identifier? {
    guard case .path(let path) = node, case .implicit = path.base, path.components.count == 1,
      case .property(let name) = path.components[0], !name.span.isEmpty, name.text.utf8.count <= 64, text(name.span) == name.text
    else { return nil }
    let properties = schema.allProperties(of: state.scope.entity).map(\.name)
    let others = properties.filter { $0 != text(left.span) }
    guard !properties.contains(name.text), state.aliases[name.text] == nil, state.named.keys[name.text] == nil,
      Suggestions.nearest(to: name.text, among: others) == nil,
      schema.entity(named: state.scope.entity) != nil, name.text.lowercased() != "nan"
    else { return nil }
    let isMember = schema.allProperties(of: state.scope.entity).contains { property in
      guard case .relationship(let relationship) = property, !relationship.isToMany else { return false }
      return schema.property(named: name.text, of: relationship.destination) != nil
    }
    return isMember ? nil : name
  }
}
