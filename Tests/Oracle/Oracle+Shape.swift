import CDQIR
import CDQSemantics

// Rows of related objects in a row.
extension Oracle {
  /// The columns of an object, values and shapes.
  func row(_ projection: TypedProjection, of number: Int) -> [Datum] {
    var row = projection.items.map { value($0.expression, Scope(variables: [0: .object(number)])) }
    for shape in projection.shapes { row.insert(column(shape, of: number), at: shape.position) }
    return row
  }

  private func column(_ shape: TypedShape, of number: Int) -> Datum {
    var owner: Int? = number
    for step in shape.steps.dropLast() {
      guard let object = owner, case .object(let next) = world.value(object, step.name) else { return absent(shape) }
      owner = next
    }
    guard let owner, let last = shape.steps.last, let projection = shape.query.projection else { return absent(shape) }
    var inner = Oracle(shape.query, world, arguments: arguments, absent: absent, now: now, locale: locale)
    inner.isSQL = isSQL
    var targets: [Int] = []
    switch world.value(owner, last.name) {
    case .object(let target): targets = [target]
    case .list(let elements): for case .object(let target) in elements { targets.append(target) }
    case .null, .scalar: break
    }
    let rows = inner.window(inner.sorted(inner.matches(among: targets))).map { Datum.list(inner.row(projection, of: $0)) }
    return last.kind == .toMany ? .list(rows) : rows.first ?? .null
  }

  private func absent(_ shape: TypedShape) -> Datum { shape.steps.last?.kind == .toMany ? .list([]) : .null }
}
