import CDQIR
import CDQValues

/// The shortcut for a query that compares a unique attribute with a value, such as `id == $id`: a lookup in the unique
/// index, without a plan.
struct UniqueLookup: Sendable {
  private let entity: Int
  private let includesSubentities: Bool
  private let constraint: Int
  private let isText: Bool
  private let value: Operand

  private enum Operand: Sendable {
    case literal(Value)
    case parameter(Int)

    /// Nil for an expression that has to be computed.
    init?(_ expression: ExpressionIR) {
      switch expression {
      case .literal(let value, _): self = .literal(value)
      case .parameter(let index, _): self = .parameter(index)
      default: return nil
      }
    }
  }

  /// Nil for any other query. A plan runs queries with a projection, a limit, an offset or a sort that an argument
  /// chooses.
  init?(_ ir: QueryIR, _ entity: Int, _ layout: StoreLayout) {
    guard case .comparison(let node) = ir.predicate, node.operator == .equal, node.options.isEmpty, ir.projection == nil,
      ir.limit == nil, ir.limitPerKey == nil, ir.offset == nil, case .keys = ir.sort, !ir.cardinality.changesObjects
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
    case .bool, .doubles, .uuid, .values: return nil
    }
    (self.entity, constraint, includesSubentities) = (entity, index, ir.includesSubentities)
  }

  /// Looks up the object: `.some(nil)` when there is none. Nil when a plan has to decide, as for nil or a number of
  /// another type.
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
