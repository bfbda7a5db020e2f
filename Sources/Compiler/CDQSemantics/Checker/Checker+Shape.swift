import CDQIR
import CDQSyntax

/// Shapes: `cities { name, population sort population desc limit 3 } as largest` among the columns of `select`.
extension Checker {
  /// Checks a shape: its path, and what is in its braces as a query over the related objects.
  mutating func checkShape(
    _ item: QueryNode.NamedValue, at position: Int, _ columns: inout [String: SourceSpan]
  ) -> TypedShape? {
    guard let shape = item.shape, let value = checkKnown(item.expression), let target = shapeTarget(value),
      case .path(_, let steps) = value.kind, let last = steps.last
    else { return nil }
    let name = item.name?.text ?? last.name
    guard refuseTwin(name, at: item.name?.span ?? value.span, columns) else { return nil }
    columns[name] = value.span
    guard let query = checkBraces(shape, target) else { return nil }
    let mayBeNil = value.type.isOptional || query.predicate != nil || query.limit != nil
    return TypedShape(
      name: name, position: position, steps: steps, span: value.span, isOptional: value.elementType == nil && mayBeNil,
      query: query)
  }

  /// The entity of the objects that the path of a shape leads to; nil for a path that was refused.
  private mutating func shapeTarget(_ value: TypedExpression) -> Entity? {
    guard case .path(variable: 0, let steps) = value.kind, let last = steps.last, last.kind != .attribute,
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
    let relationship = schema.allRelationships(of: state.scope.entity).first
    return "\(relationship?.name ?? "cities") { name }"
  }

  /// Checks what is in the braces with the related objects in scope, and neither names nor variables from outside.
  private mutating func checkBraces(_ node: QueryNode, _ entity: Entity) -> TypedQuery? {
    let outer = state
    state = ClauseState(entity: entity.name)
    let query = checkClauses(node, entity)
    state = outer
    guard let query else { return nil }
    if query.projection?.isGrouped == true {
      report(
        .shapeInGroup("an aggregate over rows"), at: node.span,
        help: [
          "a shape has a row for each related object; their number or sum is a column beside it: path.@count, path.@sum"
        ])
      return nil
    }
    return query
  }

  /// Refuses shapes where a row stands for several objects.
  mutating func allowsShapes(_ node: QueryNode, isGrouped: Bool) -> Bool {
    guard let selection = node.selection, isGrouped || selection.isDistinct, let shape = node.shapes.first else {
      return true
    }
    let what = !node.grouping.isEmpty ? "'group by'" : selection.isDistinct ? "'distinct'" : "an aggregate over rows"
    report(
      .shapeInGroup(what), at: shape.span,
      help: ["a row of such a query stands for several objects, and a shape lists what one object is related to"])
    return false
  }
}
