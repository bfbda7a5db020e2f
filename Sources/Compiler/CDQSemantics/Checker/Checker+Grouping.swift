import CDQIR
import CDQSyntax

/// Grouping keys: their names, and what a grouped query may read besides them.
extension Checker {
  /// Checks the keys of `group by`; keys with errors are not among the result.
  mutating func checkGroupingKeys(_ nodes: [QueryNode.NamedValue]) -> [TypedExpression] {
    var keys: [TypedExpression] = []
    var names: [String: TypedExpression] = [:]
    var broken: Set<String> = []
    // A key belongs to one object, so that there is nothing to aggregate yet.
    state.group = GroupContext(isInsideAggregate: true, isKey: true)
    defer { state.group = nil }
    let given = Set(nodes.compactMap { $0.name?.text })
    for node in nodes {
      guard let value = checkScalar(node.expression) else {
        if let name = node.name { broken.insert(name.text) }
        continue
      }
      if let name = node.name {
        if let twin = names[name.text] {
          report(
            .duplicateItem(name.text), at: name.span, labels: [.init(twin.span, "")], help: ["give one of them another name"])
          continue
        }
        names[name.text] = value
      } else if !isNamed(node.expression, besides: given) {
        continue
      }
      keys.append(value)
    }
    // Only now, since one key cannot name another.
    state.named.keys = names
    state.brokenKeys = broken
    state.groupKeys = GroupKeys(keys, named: names)
    return keys
  }

  /// Whether a path begins with the name of a key that has an error: what it stands for is no second mistake.
  func beginsWithBrokenKey(_ node: PathNode) -> Bool {
    guard case .implicit = node.base, case .property(let name)? = node.components.first else { return false }
    return state.brokenKeys.contains(name.text)
  }

  /// Reports a key that is computed and has no name: a path has the name of its last step.
  private mutating func isNamed(_ node: ExpressionNode, besides names: Set<String>) -> Bool {
    if case .path = node { return true }
    let written = text(node.span)
    let name = Checker.name(for: written) { name in
      names.contains(name) || schema.property(named: name, of: state.scope.entity) != nil
    }
    report(
      .unnamedKey, at: node.span, help: ["a name for the columns and conditions that read it: \(written) as \(name)"],
      fixIts: [FixIt("add a name", .maybe, [.init(SourceSpan(at: node.span.end), " as \(name)")])])
    return false
  }

  // MARK: Names

  /// Checks a path that begins with the name of a key, or in `having` of a column; nil for any other path.
  mutating func checkNamed(_ node: PathNode) -> Checked? {
    guard case .implicit = node.base, case .property(let name)? = node.components.first else { return nil }
    let isInsideAggregate = state.group?.isInsideAggregate == true
    guard var value = state.named.keys[name.text] ?? (isInsideAggregate ? nil : state.named.columns[name.text]) else {
      // A column that has an error: it was reported.
      let isBroken =
        !isInsideAggregate && state.aliases[name.text] != nil
        && schema.property(named: name.text, of: state.scope.entity) == nil
      return isBroken ? .failed : nil
    }
    if schema.property(named: name.text, of: state.scope.entity) != nil, !Checker.isProperty(name.text, value) {
      report(
        .ambiguousName(name.text, entity: state.scope.entity), at: name.span,
        labels: [.init(value.span, "'\(name.text)' stands for this")], help: ["choose another name after 'as'"])
      return .failed
    }
    guard useNamed(name.text, value, at: name.span) else { return .failed }
    value.span = name.span
    guard var result = follow(node.components.dropFirst(), from: value) else { return .failed }
    result.span = node.span
    return .value(result)
  }

  /// Whether a value is the property of that name.
  private static func isProperty(_ name: String, _ value: TypedExpression) -> Bool {
    if case .path(0, let steps) = value.kind { steps.count == 1 && steps[0].name == name } else { false }
  }

  /// The columns that `having` can name: those with a name after `as`, and others whose name is no property.
  func namedColumns(_ items: [TypedProjection.Item], _ given: [String: SourceSpan]) -> [String: TypedExpression] {
    var columns: [String: TypedExpression] = [:]
    let entity = state.scope.entity
    for item in items where given[item.name] != nil || schema.property(named: item.name, of: entity) == nil {
      columns[item.name] = item.expression
    }
    return columns
  }

  /// The name of a column that is an aggregate of a path: `count` for `count()`, `sumTotal` for `sum(total)`,
  /// `maxCustomerAge` for `max(customer.age)`; nil for another value.
  static func aggregateName(_ node: ExpressionNode) -> String? {
    guard case .call(let call) = node, call.arguments.count < 2, !call.name.text.hasSuffix(":"),
      case .aggregate? = CallTable.callees[call.name.text]
    else { return nil }
    var words = [call.name.text]
    if call.distinct != nil { words.append("distinct") }
    if let argument = call.arguments.first {
      guard case .path(let path) = argument, case .implicit = path.base else { return nil }
      for component in path.components {
        guard case .property(let name) = component else { return nil }
        words.append(name.text)
      }
    }
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Refuses a column with the name of a key that it is not.
  mutating func allowsNameOfKey(_ name: String, of value: TypedExpression, at span: SourceSpan) -> Bool {
    guard let key = state.named.keys[name], state.groupKeys.isTaken(name, by: value) else { return true }
    report(
      .duplicateItem(name), at: span, labels: [.init(key.span, "this key is called so, too")],
      help: ["name one of them otherwise"])
    return false
  }

  // MARK: Values of a group

  /// Refuses a value that can differ between the rows of a group: a path that is neither a key nor inside an aggregate.
  mutating func refuseUngrouped(_ value: TypedExpression) -> Bool {
    refuseUngrouped(value, TypedHashes(value), 0)
  }

  /// Refuses a condition that can differ between the rows of a group.
  mutating func refuseUngrouped(_ predicate: TypedPredicate, at span: SourceSpan) -> Bool {
    let hashes = TypedHashes(predicate)
    return refuseUngrouped(predicate, hashes, 0, at: span)
  }

  /// - Parameter index: The position of the value among the hashes.
  private mutating func refuseUngrouped(_ value: TypedExpression, _ hashes: TypedHashes, _ index: Int) -> Bool {
    if value.elementType == nil, state.groupKeys.contains(value, hash: hashes.values[index]) { return true }
    let first = hashes.firstChild[index]
    switch value.kind {
    case .literal, .parameter, .reduceGroup, .objects: return true
    // An element of a collection, which is no object of the group.
    case .path(let variable, _) where variable != 0: return true
    case .path:
      reportUngrouped(value)
      return false
    case .aggregate(let children), .arithmetic(_, let children), .function(_, let children):
      for (offset, child) in children.enumerated() where !refuseUngrouped(child, hashes, first + offset) { return false }
      return true
    case .negate(let child), .cast(let child): return refuseUngrouped(child, hashes, first)
    case .conditional(let test, let then, let otherwise):
      let isTestGrouped = refuseUngrouped(test, hashes, first, at: value.span)
      return refuseUngrouped(then, hashes, first + 1) && refuseUngrouped(otherwise, hashes, first + 2) && isTestGrouped
    case .set(_, let left, let right):
      return refuseUngrouped(left, hashes, first) && refuseUngrouped(right, hashes, first + 1)
    case .reduce(_, let child), .first(let child), .last(let child), .distinct(let child), .mode(let child):
      return refuseUngrouped(child, hashes, first)
    case .element(let source, let position):
      return refuseUngrouped(source, hashes, first) && refuseUngrouped(position, hashes, first + 1)
    case .subquery(let source, _, let condition) where source.isOfAllObjects:
      return refuseUngrouped(source, hashes, first) && refuseUngrouped(condition, hashes, first + 1, at: value.span)
    case .map(let source, _, let inner) where source.isOfAllObjects:
      return refuseUngrouped(source, hashes, first) && refuseUngrouped(inner, hashes, first + 1)
    case .subquery, .map:
      report(.notGroupingKey(text(value.span)), at: value.span, help: ["add it to 'group by'"])
      return false
    }
  }

  private mutating func refuseUngrouped(
    _ predicate: TypedPredicate, _ hashes: TypedHashes, _ index: Int, at span: SourceSpan
  ) -> Bool {
    let first = hashes.firstChild[index]
    switch predicate {
    case .constant: return true
    case .and(let operands), .or(let operands):
      for (offset, operand) in operands.enumerated() where !refuseUngrouped(operand, hashes, first + offset, at: span) {
        return false
      }
      return true
    case .not(let operand): return refuseUngrouped(operand, hashes, first, at: span)
    case .comparison(let comparison):
      let left = refuseUngrouped(comparison.left, hashes, first)
      return refuseUngrouped(comparison.right, hashes, first + 1) && left
    case .bare(_, let value): return refuseUngrouped(value, hashes, first)
    }
  }

  /// Reports a value that is no key, with the key that is meant or the key that it could be.
  private mutating func reportUngrouped(_ value: TypedExpression) {
    let written = text(value.span)
    var fixIts: [FixIt] = []
    // A text may have many keys and many such values, so that only the first keys are compared with each.
    let keys = state.grouping.prefix(16).map { text($0.expression.span) }
    if let key = keys.first(where: { $0.hasSuffix(".\(written)") }) {
      fixIts = [FixIt("write \(key)", .maybe, [.init(value.span, key)])]
    } else if value.elementType == nil, let place = state.groupPlace {
      let text = keys.isEmpty ? " group by \(written)" : ", \(written)"
      fixIts = [FixIt("add it to 'group by'", .maybe, [.init(SourceSpan(at: place), text)])]
    }
    report(
      .notGroupingKey(written), at: value.span,
      help: value.elementType == nil
        ? ["add it to 'group by', or take one value of the group: min(\(written))"]
        : ["an aggregate of a group takes a property of its objects, and '\(written)' leads to many: begin with those objects"],
      fixIts: fixIts)
  }
}

extension TypedExpression {
  /// Whether a collection begins with all objects of an entity, so that it is the same for every object of the group.
  fileprivate var isOfAllObjects: Bool {
    switch kind {
    case .objects: true
    case .subquery(let source, _, _), .map(let source, _, _), .distinct(let source), .mode(let source): source.isOfAllObjects
    default: false
    }
  }
}
