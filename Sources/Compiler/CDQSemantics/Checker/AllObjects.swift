import CDQIR
import CDQSyntax

/// Reports of values that are meant of all objects of an entity. The language reads them from a path that begins with the
/// entity and an operator, such as `City.@avg.population`, or from a SUBQUERY over the entity.
extension Checker {
  /// Reports an aggregate of a value of the tested object, `population > avg(population)`, which is meant of all objects.
  mutating func reportOverAllObjects(_ function: AggregateFunction, _ node: CallNode, _ argument: TypedExpression) -> Bool {
    guard isCondition, !options.strictNSPredicate, case .path(0, let steps) = argument.kind, !steps.isEmpty,
      schema.entity(named: state.scope.entity) != nil,
      schema.property(named: state.scope.entity, of: state.scope.entity) == nil
    else { return false }
    let written = Checker.value(
      function, node, of: state.scope.entity, steps.map(\.name), isOptional: argument.type.isOptional)
    report(
      .needsCollection(operation: "'\(CallTable.key(node.name.text))'", argument.type), at: argument.span,
      help: ["a condition tests one object, and over all objects this is \(written)"],
      fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
    return true
  }

  /// Reports `avg(City.population)`.
  mutating func reportAggregateOfEntity(_ function: AggregateFunction, _ node: CallNode) -> Bool {
    guard node.arguments.count == 1, case .path(let path) = node.arguments[0], let (entity, names) = pathOfAll(path) else {
      return false
    }
    // The rows of a group are objects of the query's entity, whose name is too much.
    if state.group != nil, isOwn(entity) { return false }
    let property = names.count == 1 ? schema.property(named: names[0], of: entity.text) : nil
    let written = Checker.value(function, node, of: entity.text, names, isOptional: property?.type.isOptional != false)
    report(
      .unknownProperty(entity.text, entity: state.scope.entity), at: entity.span, label: "over all objects: \(written)",
      fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
    return true
  }

  /// An aggregate of all objects of an entity, as it is written.
  private static func value(
    _ function: AggregateFunction, _ node: CallNode, of entity: String, _ names: [String], isOptional: Bool
  ) -> String {
    let path = names.joined(separator: ".")
    switch function {
    case .sum: return "\(entity).@sum.\(path)"
    case .average: return "\(entity).@avg.\(path)"
    case .minimum: return "\(entity).@min.\(path)"
    case .maximum: return "\(entity).@max.\(path)"
    // An aggregate counts no nil, and @count every object.
    case .count: return isOptional ? "SUBQUERY(\(entity), $x, $x.\(path) != nil).@count" : "\(entity).@count"
    case .median, .standardDeviation: return "\(node.name.text)(\(entity).@unionOfObjects.\(path))"
    }
  }

  /// Reports `City.population.@avg`, whose operator follows the entity.
  mutating func reportOperatorAtEnd(_ node: PathNode) -> Bool {
    guard node.components.count > 2, case .collectionOperator(let operation)? = node.components.last,
      Checker.operatorNames.contains(operation.text)
    else { return false }
    var path = node
    path.components.removeLast()
    guard let (entity, names) = pathOfAll(path),
      schema.property(named: names[0], of: entity.text)?.type.base.element == nil
    else { return false }
    let isCount = operation.text == "count" || operation.text == "size"
    let written = "\(entity.text).@\(operation.text)" + (isCount ? "" : ".\(names.joined(separator: "."))")
    report(
      .unknownProperty(entity.text, entity: state.scope.entity), at: entity.span, label: "all objects: \(written)",
      fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
    return true
  }

  // MARK: Comparisons

  /// Reports a comparison with objects of another entity: `Voucher.email == email`, `email IN Voucher`.
  mutating func reportComparisonWithEntity(_ node: ComparisonPredicate) -> Bool {
    guard node.quantifier == nil, !options.strictNSPredicate else { return false }
    var names: [Identifier] = []
    for side in [node.left, node.right] {
      guard case .path(let path) = side, let (entity, _) = pathOfAll(path) else { continue }
      names.append(entity)
    }
    if node.operator == .in, reportMembership(node) { return true }
    guard let other = names.first(where: { !isOwn($0) }), names.allSatisfy({ $0.text == other.text || isOwn($0) }) else {
      return false
    }
    let letter = other.text.prefix(1).lowercased()
    let variable = state.scope.declaration(of: letter) == nil ? letter : "other"
    var (condition, place) = ("", node.span.start)
    for name in names {
      let isOther = name.text == other.text
      condition += text(SourceSpan(place, name.span.start)) + (isOther ? "$\(variable)" : "")
      // Without the name of the query's own entity, its dot is left out, too.
      place = isOther ? name.span.end : name.span.end + 1
    }
    condition += text(SourceSpan(place, node.span.end))
    let written = "SUBQUERY(\(other.text), $\(variable), \(condition)).@count > 0"
    // Two conditions on one object belong in one SUBQUERY, which is more than the change of this comparison.
    let uses = text(SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))).ranges(of: other.text + ".").count
    report(
      .unknownProperty(other.text, entity: state.scope.entity), at: other.span,
      help: ["objects of another entity are tested in a SUBQUERY: \(written)"],
      fixIts: uses == 1
        ? [FixIt("write \(written)", .maybe, [.init(node.span, written)])] : [])
    return true
  }

  /// Reports `email IN Voucher` and `email IN Voucher.email`.
  private mutating func reportMembership(_ node: ComparisonPredicate) -> Bool {
    guard case .path(let path) = node.right, objects(namedBy: path) != nil,
      case .property(let entity)? = path.components.first, !isOwn(entity)
    else { return false }
    let names: [String]
    if path.components.count == 1 {
      guard case .path(let value) = node.left, case .property(let name)? = value.components.last,
        schema.property(named: name.text, of: entity.text) != nil
      else { return false }
      names = [name.text]
    } else {
      guard let (_, found) = pathOfAll(path) else { return false }
      names = found
    }
    let written = "\(entity.text).@unionOfObjects.\(names.joined(separator: "."))"
    report(
      .unknownProperty(entity.text, entity: state.scope.entity), at: entity.span,
      label: "the values of all objects: \(written)",
      fixIts: [FixIt("write \(written)", .maybe, [.init(path.span, written)])])
    return true
  }

  /// The entity at the start of a path of properties, and the names of these; nil for a path of the tested object.
  private func pathOfAll(_ path: PathNode) -> (entity: Identifier, names: [String])? {
    guard path.components.count > 1, objects(namedBy: path) != nil, case .property(let entity)? = path.components.first else {
      return nil
    }
    var names: [String] = []
    for component in path.components.dropFirst() {
      guard case .property(let name) = component else { return nil }
      names.append(name.text)
    }
    guard let first = names.first, schema.property(named: first, of: entity.text) != nil else { return nil }
    return (entity, names)
  }

  /// Whether an entity is that of the query or one that it inherits from.
  private func isOwn(_ entity: Identifier) -> Bool {
    schema.lineage(of: state.scope.entity).contains { $0.name == entity.text }
  }

  // MARK: Texts

  /// The fix-it for a text alone before `||`, as in `first || last == "ab"`: in SQL the sign joins texts.
  func joiningFixIt(_ value: TypedExpression) -> FixIt? {
    guard value.type.base == .string, !options.strictNSPredicate else { return nil }
    let bytes = source.utf8
    var place = Int(value.span.end)
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "|"), bytes[place + 1] == UInt8(ascii: "|") else { return nil }
    let sign = SourceSpan(UInt32(place), UInt32(place + 2))
    return FixIt("write \(text(value.span)) + …", .maybe, [.init(sign, "+")])
  }
}
