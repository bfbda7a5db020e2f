import CDQIR
import CDQSyntax

/// Shapes: `cities { name, population sort population desc limit 3 } as largest` among the columns of `select`.
extension Checker {
  /// Checks a shape: its path, and what is in its braces as a query over the related objects.
  mutating func checkShape(
    _ item: QueryNode.NamedValue, at position: Int, _ columns: inout [String: SourceSpan]
  ) -> TypedShape? {
    guard let shape = item.shape, let value = checkKnown(item.expression), let target = shapeTarget(value) else { return nil }
    guard case .path(_, let steps) = value.kind, let last = steps.last else { return nil }
    let name = item.name?.text ?? last.name
    guard refuseTwin(name, at: item.name?.span ?? value.span, columns) else { return nil }
    columns[name] = value.span
    guard let query = checkBraces(shape, target) else { return nil }
    let mayBeNil = value.type.isOptional || query.predicate != nil || query.limit != nil
    return TypedShape(
      name: name, position: position, steps: steps, span: value.span, isOptional: value.elementType == nil && mayBeNil, query: query)
  }

  /// The entity of the objects that the path of a shape leads to; nil for a path that was refused.
  private mutating func shapeTarget(_ value: TypedExpression) -> Entity? {
    guard case .path(let variable, let steps) = value.kind, variable == 0, let last = steps.last, last.kind != .attribute,
      case .object(let name) = value.elementType ?? value.type.base, let entity = schema.entity(named: name)
    else {
      report(
        .shapeNeedsRelationship(text(value.span), value.type), at: value.span,
        help: ["braces follow a relationship of the object: \(shapeExample)"])
      return nil
    }
    if let middle = steps.dropLast().first(where: { $0.kind == .toMany }) {
      let rest = steps.drop { $0 != middle }.dropFirst().map(\.name).joined(separator: ".")
      report(
        .shapeThroughToMany(text(value.span), middle.name), at: value.span,
        help: ["write a shape in a shape: \(middle.name) { \(rest) { … } }"])
      return nil
    }
    return entity
  }

  /// A relationship of the present entity with braces, if it has one.
  private var shapeExample: String {
    let relationship = schema.allRelationships(of: scope.entity).first
    return "\(relationship?.name ?? "cities") { name }"
  }

  /// What checking the clauses of a query reads and changes, apart from parameters and diagnostics.
  private struct ClauseState {
    var scope: Scope
    var group: GroupContext?
    var grouping: [QueryNode.NamedValue]
    var groupPlace: UInt32?
    var groupKeys: GroupKeys
    var brokenKeys: Set<String>
    var named: NamedValues
    var aliases: [String: SourceSpan]
    var knownSteps: [(name: String, value: TypedExpression)]
  }

  private var clauseState: ClauseState {
    get {
      ClauseState(
        scope: scope, group: group, grouping: grouping, groupPlace: groupPlace, groupKeys: groupKeys,
        brokenKeys: brokenKeys, named: named, aliases: aliases, knownSteps: knownSteps)
    }
    set {
      (scope, group, grouping, groupPlace) = (newValue.scope, newValue.group, newValue.grouping, newValue.groupPlace)
      (groupKeys, brokenKeys, named) = (newValue.groupKeys, newValue.brokenKeys, newValue.named)
      (aliases, knownSteps) = (newValue.aliases, newValue.knownSteps)
    }
  }

  /// Checks what is in the braces with the related objects in scope, and neither names nor variables from outside.
  private mutating func checkBraces(_ node: QueryNode, _ entity: Entity) -> TypedQuery? {
    let outer = clauseState
    clauseState = ClauseState(
      scope: Scope(entity: entity.name), group: nil, grouping: [], groupPlace: nil,
      groupKeys: GroupKeys(), brokenKeys: [], named: NamedValues(), aliases: [:], knownSteps: [])
    let query = checkClauses(node, entity)
    clauseState = outer
    guard let query else { return nil }
    if query.projection?.isGrouped == true {
      report(
        .shapeInGroup("an aggregate over rows"), at: node.span,
        help: ["a shape has a row for each related object; their number or sum is a column beside it: path.@count, path.@sum"])
      return nil
    }
    return query
  }

  /// Refuses shapes where a row stands for several objects.
  mutating func allowsShapes(_ node: QueryNode, isGrouped: Bool) -> Bool {
    guard let selection = node.selection, let shape = selection.items.first(where: { $0.shape != nil }) else { return true }
    guard isGrouped || selection.isDistinct else { return true }
    let what = !node.grouping.isEmpty ? "'group by'" : selection.isDistinct ? "'distinct'" : "an aggregate over rows"
    report(
      .shapeInGroup(what), at: shape.span,
      help: ["a row of such a query stands for several objects, and a shape lists what one object is related to"])
    return false
  }
}
