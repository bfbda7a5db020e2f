package import CDQIR
import CDQSyntax

/// The stage that turns a typed tree into IR. It replaces syntactic sugar and gives every quantifier a variable for its
/// elements.
///
/// Lowering cannot fail: the IR can express everything that a typed tree contains.
package struct Lowering {
  /// The id of the next variable; all ids in the typed tree are smaller.
  var nextVariable: Int
  /// For each parameter whether it may be absent.
  let omittable: [Bool]
  /// Whether any parameter may be absent.
  let hasOmittable: Bool
  /// Whether to fill `places`.
  let notesPlaces: Bool
  /// The source places of nodes.
  var places = LoweredPlaces()

  init(nextVariable: Int, omittable: [Bool] = [], notesPlaces: Bool = false) {
    self.nextVariable = nextVariable
    self.omittable = omittable
    hasOmittable = omittable.contains(true)
    self.notesPlaces = notesPlaces
  }

  /// Lowers a typed query.
  package static func lower(_ query: TypedQuery) -> QueryIR {
    var lowering = Lowering(nextVariable: query.variableCount, omittable: query.parameters.map(\.isOmittable))
    return lowering.lowered(query)
  }

  /// Lowers a value on its own, for comparing values without their places.
  static func lower(_ expression: TypedExpression) -> ExpressionIR {
    var lowering = Lowering(nextVariable: 1 << 20)
    return lowering.lower(expression)
  }

  mutating func lowered(_ query: TypedQuery) -> QueryIR {
    let parameters = query.parameters.map {
      ParameterIR(name: $0.name, type: $0.type, isOmittable: $0.isOmittable, size: $0.size)
    }
    let predicate = query.predicate.map { lower($0) } ?? .constant(true)
    var assignments: [AssignmentIR] = []
    for assignment in query.assignments {
      assignments.append(AssignmentIR(property: assignment.property, value: lower(assignment.value)))
    }
    let projection = query.projection.map { lower($0) }
    let sort = lower(query.sort)
    let perKey = limitPerKey(query)
    return QueryIR(
      entity: query.entity, includesSubentities: query.includesSubentities, cardinality: query.cardinality,
      parameters: parameters, predicate: predicate, sort: sort, limit: perKey == nil ? query.limit : nil,
      limitPerKey: perKey, offset: query.offset, projection: projection, assignments: assignments)
  }

  private mutating func limitPerKey(_ query: TypedQuery) -> KeyLimitIR? {
    guard let count = query.limit, !query.limitKeys.isEmpty else { return nil }
    var keys: [ExpressionIR] = []
    for key in query.limitKeys { keys.append(lower(key)) }
    return KeyLimitIR(count, per: keys)
  }

  private mutating func lower(_ projection: TypedProjection) -> ProjectionIR {
    var keys: [ExpressionIR] = []
    for key in projection.grouping { keys.append(lower(key)) }
    var items: [ProjectionIR.Item] = []
    for item in projection.items {
      items.append(
        ProjectionIR.Item(name: item.name, expression: lower(item.expression), type: item.expression.type))
    }
    let having = projection.having.map { lower($0) }
    var shapes: [ShapeIR] = []
    for shape in projection.shapes { shapes.append(lower(shape)) }
    return ProjectionIR(
      grouping: keys, isGrouped: projection.isGrouped, having: having, items: items, shapes: shapes,
      isDistinct: projection.isDistinct)
  }

  private mutating func lower(_ shape: TypedShape) -> ShapeIR {
    // The variables of a shape have ids of their own, from 1.
    let outer = nextVariable
    nextVariable = shape.query.variableCount
    defer { nextVariable = outer }
    let query = lowered(shape.query)
    let result = ShapeIR(
      name: shape.name, position: shape.position, steps: shape.steps, isOptional: shape.isOptional, entity: query.entity,
      predicate: query.predicate, sort: query.sort, limit: query.limit,
      projection: query.projection ?? ProjectionIR(isGrouped: false, items: []))
    if notesPlaces { note(result.pathNode, shape.span) }
    return result
  }

  private mutating func lower(_ sort: TypedSort) -> SortIR {
    switch sort {
    case .keys(let keys): return .keys(lower(keys))
    case .choice(let parameter, let keys): return .choice(parameter: parameter, keys: lower(keys))
    }
  }

  private mutating func lower(_ keys: [TypedSortKey]) -> [SortKeyIR] {
    var result: [SortKeyIR] = []
    for key in keys {
      result.append(
        SortKeyIR(
          name: key.name, expression: lower(key.expression), options: key.options, isDescending: key.isDescending,
          nullsFirst: key.nullsFirst))
    }
    return result
  }

  /// Notes the place of a node.
  mutating func note(_ node: IRNode, _ span: SourceSpan) { places.note(node, span) }

  mutating func makeVariable(_ type: ValueType) -> VariableIR {
    defer { nextVariable += 1 }
    return VariableIR(id: nextVariable, type: OptionalType(type, isOptional: true))
  }
}
