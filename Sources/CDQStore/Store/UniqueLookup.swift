import CDQIR
import CDQValues

/// What a query comes down to that asks for the object which has a unique value, as `id == $id`: a look into the index,
/// which needs no plan.
struct UniqueLookup: Sendable {
  private let entity: Int
  private let includesSubentities: Bool
  private let constraint: Int
  private let isText: Bool
  private let value: Operand

  private enum Operand: Sendable {
    case literal(Value)
    case parameter(Int)

    /// Nil for what has to be computed.
    init?(_ expression: ExpressionIR) {
      switch expression {
      case .literal(let value, _): self = .literal(value)
      case .parameter(let index, _): self = .parameter(index)
      case .path, .arithmetic, .negate, .function, .aggregate, .groupAggregate, .element, .conditional, .cast: return nil
      }
    }
  }

  /// Nil for any other query. What makes rows or leaves some out is left to a plan, as is a sort that an argument chooses.
  init?(_ ir: QueryIR, _ entity: Int, _ layout: StoreLayout) {
    guard case .comparison(let node) = ir.predicate, node.operator == .equal, node.options.isEmpty, ir.projection == nil,
      ir.limit == nil, ir.offset == nil, case .keys = ir.sort, ir.cardinality != .delete
    else { return nil }
    let attribute: ExpressionIR
    if let operand = Operand(node.right) {
      (attribute, value) = (node.left, operand)
    } else if let operand = Operand(node.left) {
      (attribute, value) = (node.right, operand)
    } else {
      return nil
    }
    guard case .path(let path) = attribute, path.variable == 0, path.steps.count == 1, path.steps[0].kind == .attribute,
      let slot = layout.entities[entity].attributeSlots[path.steps[0].name],
      let index = layout.entities[entity].constraints.first(where: { layout.constraints[$0].slots == [slot] })
    else { return nil }
    let property = layout.entities[entity].attributes[slot]
    guard !property.isTransient else { return nil }
    switch Column.kind(of: property.type, in: layout.schema) {
    case .int: isText = false
    case .text: isText = true
    case .bool, .double, .date, .duration, .uuid, .values: return nil
    }
    (self.entity, constraint, includesSubentities) = (entity, index, ir.includesSubentities)
  }

  /// The object, if there is one; nil where a plan has to say, as for nil or a number of another type.
  func row(_ arguments: [Value], _ state: StoreState) -> RowReference?? {
    let given: Value
    switch value {
    case .literal(let value): given = value
    case .parameter(let index):
      guard arguments.indices.contains(index) else { return nil }
      given = arguments[index]
    }
    let key: UniqueKey
    switch given {
    case .int(let number) where !isText: key = .int(number)
    case .string(let text) where isText: key = .string(text)
    default: return nil
    }
    guard let row = state.row(of: key, in: constraint) else { return .some(nil) }
    let isWanted = includesSubentities ? state.layout.isKind(Int(row.entity), of: entity) : Int(row.entity) == entity
    return .some(isWanted ? row : nil)
  }
}
