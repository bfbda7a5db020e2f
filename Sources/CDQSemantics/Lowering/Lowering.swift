package import CDQIR
import CDQSyntax

/// Turns a typed tree into the IR: sugar goes, every collection gets a variable for its elements.
///
/// Lowering cannot fail: the typed tree holds nothing the IR cannot say.
package struct Lowering {
  /// Id of the next variable; those of the typed tree are smaller.
  var nextVariable: Int
  /// Which parameters may be absent.
  let omittable: [Bool]
  /// Whether `places` are wanted.
  let notesPlaces: Bool
  /// Where parts were written.
  var places: [IRNode: SourceSpan] = [:]

  init(nextVariable: Int, omittable: [Bool] = [], notesPlaces: Bool = false) {
    self.nextVariable = nextVariable
    self.omittable = omittable
    self.notesPlaces = notesPlaces
  }

  /// The IR of a checked query.
  package static func lower(_ query: TypedQuery) -> QueryIR {
    var lowering = Lowering(nextVariable: query.variableCount, omittable: query.parameters.map(\.isOmittable))
    return lowering.lowered(query)
  }

  /// The IR of a value alone, for comparing values without their places.
  static func lower(_ expression: TypedExpression) -> ExpressionIR {
    var lowering = Lowering(nextVariable: 1 << 20)
    return lowering.lower(expression)
  }

  mutating func lowered(_ query: TypedQuery) -> QueryIR {
    let parameters = query.parameters.map {
      ParameterIR(name: $0.name, type: $0.type, isOmittable: $0.isOmittable, size: $0.size)
    }
    let predicate = query.predicate.map { lower($0) } ?? .constant(true)
    let projection = query.projection.map { lower($0) }
    return QueryIR(
      entity: query.entity, includesSubentities: query.includesSubentities, cardinality: query.cardinality,
      parameters: parameters, predicate: predicate, sort: lower(query.sort), limit: query.limit, offset: query.offset,
      projection: projection)
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
    return ProjectionIR(
      grouping: keys, isGrouped: projection.isGrouped, having: having, items: items, isDistinct: projection.isDistinct)
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

  /// Remembers where a part was written; of parts that are alike the first.
  mutating func note(_ node: IRNode, _ span: SourceSpan) {
    if places[node] == nil { places[node] = span }
  }

  mutating func makeVariable(_ type: ValueType) -> VariableIR {
    defer { nextVariable += 1 }
    return VariableIR(id: nextVariable, type: OptionalType(type, isOptional: true))
  }
}
