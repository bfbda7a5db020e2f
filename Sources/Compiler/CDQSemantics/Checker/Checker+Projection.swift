import CDQIR
import CDQSyntax

/// The clauses `group by`, `having`, `select` and `sort`.
extension Checker {
  /// The result of checking an optional part of a query.
  enum Part<Value> {
    case absent, failed
    case present(Value)

    var value: Value? {
      if case .present(let value) = self { value } else { nil }
    }
  }

  /// The places of the keys and the selected values by the names that the query gives them.
  static func columns(of node: QueryNode) -> [String: SourceSpan] {
    var columns: [String: SourceSpan] = [:]
    for value in node.grouping + (node.selection?.items ?? []) {
      if let name = value.name { columns[name.text] = value.expression.span }
    }
    return columns
  }

  /// The sort keys that are no column.
  static func withoutColumns(_ sort: QueryNode.Sort?, _ columns: [String: SourceSpan]) -> QueryNode.Sort? {
    guard case .keys(let keys) = sort else { return nil }
    return .keys(keys.filter { key in columnName(key.expression).map { columns[$0] == nil } ?? true })
  }

  mutating func checkProjection(_ node: QueryNode, _ names: [String: SourceSpan]) -> Part<TypedProjection> {
    (state.named, state.groupKeys, state.brokenKeys) = (NamedValues(), GroupKeys(), [])
    guard refuseIllMatchedClauses(node) else { return .failed }
    state.grouping = node.grouping
    state.groupPlace =
      node.grouping.last?.span.end ?? (node.selection.map { UInt32($0.span.start) }).map { place in
        // Before the space in front of 'select'.
        place > 0 ? place - 1 : place
      }
    guard let selection = node.selection else { return .absent }
    let keys = checkGroupingKeys(node.grouping)
    var isWhole = keys.count == node.grouping.count
    state.group = GroupContext()
    defer { state.group = nil }
    var items: [TypedProjection.Item] = []
    var shapes: [TypedShape] = []
    var columns: [String: SourceSpan] = [:]
    for item in selection.items {
      if item.shape != nil {
        guard let shape = checkShape(item, at: items.count + shapes.count, &columns) else {
          isWhole = false
          continue
        }
        shapes.append(shape)
      } else if let checked = checkItem(item, &columns) {
        items.append(checked)
      } else {
        isWhole = false
      }
    }
    let isGrouped = !node.grouping.isEmpty || state.group?.sawAggregate == true
    guard allowsShapes(node, isGrouped: isGrouped) else { return .failed }
    var having: TypedPredicate?
    if let condition = node.having {
      state.named.columns = namedColumns(items, names)
      state.aliases = names
      having = check(condition)
      (state.aliases, state.named.columns) = ([:], [:])
      if having == nil { isWhole = false }
    }
    if isGrouped {
      for item in items where !refuseUngrouped(item.expression) { isWhole = false }
      if let having, !refuseUngrouped(having, at: node.having?.span ?? node.span) { isWhole = false }
    }
    guard isWhole else { return .failed }
    return .present(
      TypedProjection(
        grouping: keys, isGrouped: isGrouped, having: having, items: items, shapes: shapes,
        isDistinct: selection.isDistinct))
  }

  private mutating func refuseIllMatchedClauses(_ node: QueryNode) -> Bool {
    if !node.grouping.isEmpty && node.selection == nil {
      reportGroupWithoutSelect(node)
      return false
    }
    if let having = node.having, node.grouping.isEmpty {
      report(.havingNeedsGroup, at: having.span, help: ["conditions on rows belong in 'where'"])
      return false
    }
    if let selection = node.selection, let word = node.cardinality, ![.first, .one].contains(word.kind) {
      report(.selectWithCardinality(word.kind.rawValue), at: selection.span, labels: [.init(word.span, "")])
      return false
    }
    return true
  }

  /// Reports `City group by rank` with the number of objects of each group, which is meant most often.
  private mutating func reportGroupWithoutSelect(_ node: QueryNode) {
    let columns = node.grouping.map { key in
      let written = text(key.expression.span)
      if let name = key.name { return name.text }
      if case .path = key.expression, !written.contains(".") { return written }
      let words = written.split { !$0.isLetter && !$0.isNumber }
      return "\(written) as \(words.joined(separator: "_"))"
    }
    let selection = " select \(columns.joined(separator: ", ")), count() as rows"
    let end = (node.having ?? nil)?.span.end ?? node.grouping[node.grouping.count - 1].span.end
    var edits = [FixIt.Edit(SourceSpan(at: end), selection)]
    if let word = node.cardinality { edits.insert(.init(SourceSpan(word.span.start, node.entity.span.start), ""), at: 0) }
    report(
      .groupNeedsSelect, at: node.grouping[0].span, help: ["name the columns, such as\(selection)"],
      fixIts: [FixIt("add\(selection)", .maybe, edits)])
  }

  /// Checks a selected value and adds its name to the columns, with its place.
  private mutating func checkItem(
    _ item: QueryNode.NamedValue, _ columns: inout [String: SourceSpan]
  ) -> TypedProjection.Item? {
    guard let value = checkScalar(item.expression) else { return nil }
    let given = item.name?.text ?? Checker.lastStep(item.expression)
    guard let name = given ?? state.groupKeys.name(of: value) ?? Checker.aggregateName(item.expression) else {
      if !state.grouping.isEmpty, !refuseUngrouped(value) { return nil }
      let name = Checker.name(for: text(value.span)) { columns[$0] != nil || state.named.keys[$0] != nil }
      report(
        .unnamedItem, at: value.span, help: ["write \(text(value.span)) as name"],
        fixIts: [FixIt("add a name", .maybe, [.init(SourceSpan(at: value.span.end), " as \(name)")])])
      return nil
    }
    let place = item.name?.span ?? value.span
    guard refuseTwin(name, at: place, columns), allowsNameOfKey(name, of: value, at: place) else { return nil }
    columns[name] = value.span
    return TypedProjection.Item(name: name, expression: value)
  }

  /// Reports a second column of a name; true if there is none before.
  mutating func refuseTwin(_ name: String, at span: SourceSpan, _ columns: [String: SourceSpan]) -> Bool {
    guard let twin = columns[name] else { return true }
    report(.duplicateItem(name), at: span, labels: [.init(twin, "")], help: ["name one of them with 'as'"])
    return false
  }

  /// Checks a value and refuses a collection.
  mutating func checkScalar(_ node: ExpressionNode) -> TypedExpression? {
    guard let value = checkKnown(node) else { return nil }
    guard value.elementType == nil else {
      reportSelectedCollection(value)
      return nil
    }
    return value
  }

  /// Reports a column of many values with their number, their sum or another value of them.
  private mutating func reportSelectedCollection(_ value: TypedExpression) {
    let written = text(value.span)
    let steps = written.split(separator: ".")
    let isNumeric = value.elementType?.isNumeric == true
    var fixIts: [FixIt] = []
    if case .path = value.kind, let last = steps.last, !written.contains("@") {
      let name = last.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let operations = isNumeric && steps.count > 1 ? ["sum", "avg", "count"] : ["count"]
      fixIts = operations.map { operation in
        let start = operation == "count" ? written : steps.dropLast().joined(separator: ".")
        let text = operation == "count" ? "\(start).@count" : "\(start).@\(operation).\(name)"
        return FixIt("write \(text) as \(operation)", .maybe, [.init(value.span, "\(text) as \(operation)")])
      }
    }
    report(
      .selectedCollection(written), at: value.span,
      help: ["take one value of them: their number \(written).@count, or @sum, @avg, @min, @max"], fixIts: fixIts)
  }

  /// A name that is not taken, for a value that has none: `year` for `year(date)`, `value` for `a + b`.
  static func name(for text: String, isTaken: (String) -> Bool) -> String {
    let function = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let isCall = text.dropFirst(function.count).first == "(" && text.last == ")" && text.count { $0 == "(" } == 1
    let name = isCall && function.first?.isLowercase == true ? String(function) : "value"
    // The numbers end, since a hostile text may have any number of such names.
    return !isTaken(name) ? name : (2...99).lazy.map { "\(name)\($0)" }.first { !isTaken($0) } ?? name
  }

  private static func lastStep(_ node: ExpressionNode) -> String? {
    guard case .path(let path) = node, case .property(let name)? = path.components.last else { return nil }
    return name.text
  }

  // MARK: sort

  mutating func checkSort(_ node: QueryNode.Sort?, projection: TypedProjection?) -> TypedSort? {
    switch node {
    case nil: return .keys([])
    case .keys(let keys): return checkKeys(keys, projection).map { .keys($0) }
    case .choice(let variable, let keys, _):
      guard let value = checkKnown(.variable(variable), expecting: OptionalType(.string)),
        case .parameter(let index) = value.kind, let checked = checkKeys(keys, projection)
      else { return nil }
      return .choice(parameter: index, checked)
    }
  }

  /// Checks the sort keys of a query whose columns have errors: aggregates are allowed, and groups are not tested.
  mutating func checkSort(_ node: QueryNode.Sort?, ofGroups: Bool) -> TypedSort? {
    guard case .keys(let keys) = node else { return nil }
    if ofGroups { state.group = GroupContext() }
    defer { state.group = nil }
    for key in keys { _ = checkKey(key, [:], isGrouped: false) }
    return nil
  }

  private mutating func checkKeys(_ keys: [SortKey], _ projection: TypedProjection?) -> [TypedSortKey]? {
    let isGrouped = projection?.isGrouped == true
    if isGrouped { state.group = GroupContext() }
    defer { state.group = nil }
    var columns = Dictionary((projection?.items ?? []).map { ($0.name, $0.expression) }) { first, _ in first }
    columns.merge(state.named.keys) { column, _ in column }
    var result: [TypedSortKey] = []
    for key in keys {
      guard !refuseShape(key, projection), let checked = checkKey(key, columns, isGrouped: isGrouped) else { continue }
      result.append(checked)
    }
    return result.count == keys.count ? result : nil
  }

  /// Reports a key that names a column with rows of related objects; true if it is one.
  private mutating func refuseShape(_ key: SortKey, _ projection: TypedProjection?) -> Bool {
    let span = key.expression.span
    guard let name = Checker.columnName(key.expression),
      let shape = projection?.shapes.first(where: { $0.name == name }),
      schema.property(named: name, of: state.scope.entity) == nil
    else { return false }
    let path = text(shape.span)
    if shape.steps.last?.kind == .toMany {
      report(.sortToMany(name), at: span, help: ["sort by one value of them: \(path).@count"])
    } else {
      let type = OptionalType(.object(shape.query.entity), isOptional: shape.isOptional)
      report(.sortNotOrdered(name, type), at: span, help: ["sort by a value of the object: \(path).name"])
    }
    return true
  }

  /// Checks a sort key.
  ///
  /// - Parameters:
  ///   - columns: the selected values by name.
  ///   - isGrouped: whether the key is a value of a group.
  private mutating func checkKey(
    _ key: SortKey, _ columns: [String: TypedExpression], isGrouped: Bool
  ) -> TypedSortKey? {
    var column: TypedExpression?
    if let name = Checker.columnName(key.expression), let value = columns[name] {
      guard useNamed(name, value, at: key.expression.span, isWhole: true) else { return nil }
      column = value
    }
    guard let value = column ?? checkKnown(key.expression) else { return nil }
    let name = text(key.expression.span)
    guard value.elementType == nil else {
      report(
        .sortToMany(name), at: key.expression.span,
        help: ["sort by one value of it: \(name).@count"])
      return nil
    }
    guard value.type.base.isSortable || value.type.base == .null else {
      report(.sortNotOrdered(name, value.type), at: key.expression.span)
      return nil
    }
    if case .path(_, let steps) = value.kind, let last = steps.last,
      case .attribute(let attribute)? = schema.property(named: last.name, of: last.entity), attribute.isTransient
    {
      report(.sortTransient(name), at: key.expression.span, help: ["sort by a stored attribute"])
      return nil
    }
    guard checkOptions(key.options, on: value.type) else { return nil }
    if isGrouped, column == nil, !refuseUngrouped(value) { return nil }
    let isDescending = key.direction == .descending
    return TypedSortKey(
      name: Checker.plainSpelling(of: name), expression: value, options: textOptions(key.options),
      isDescending: isDescending,
      nullsFirst: key.nulls.map { $0 == .first } ?? !isDescending)
  }

  /// The text of a key without spaces, comments and the `#` of names, so that a caller names it alike whatever the
  /// layout of the file.
  private static func plainSpelling(of text: String) -> String {
    // Most keys are a path without any of these characters, which needs no lexing.
    let hasMore = text.utf8.contains { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "/") }
    guard hasMore else { return text }
    let source = SourceText(name: "<key>", text)
    var result = ""
    var wasWord = false
    for token in Lexer.lex(source).tokens where token.kind != .endOfText {
      let word = source.text(token.span)
      if wasWord, token.kind.isWord { result += " " }
      result += word.hasPrefix("#") ? word.dropFirst() : word[...]
      wasWord = token.kind.isWord
    }
    return result
  }

  /// The column that a sort key may name: in `sort` a single word is first of all the name of a column.
  private static func columnName(_ node: ExpressionNode) -> String? {
    guard case .path(let path) = node, path.base == .implicit, path.components.count == 1,
      case .property(let name) = path.components[0]
    else { return nil }
    return name.text
  }
}
