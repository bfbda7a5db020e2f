import CDQIR
import CDQValues

/// The plan of a shape: it gives the rows of the objects that one object is related to, as a list of lists of values.
///
/// The related objects of an object are visited once; where the shape sorts and has a limit, those that it keeps are
/// visited again, so that no values are read of the others. Many rows may lead to one object, such as the cities of a
/// country in `City select country.cities { name }`: its rows are made for the first of them. A query of all objects that have
/// the relationship makes the rows of all at once, if the relationship has an inverse that is a to-one.
struct ShapePlan {
  /// The object at the end of the steps before the relationship; nil for the object of the row itself.
  private let owners: Elements?
  private let elements: Elements
  /// The rows of the objects that other rows may lead to, and what tells these objects from each other.
  private let memory: (answers: ObjectMemory<Value>, place: (Row) -> RecordPlace)?
  /// How to make the rows of all owners at once; nil where that is impossible.
  private let whole: Whole?
  private let test: (Row) -> Bool
  private let items: [(Row) -> Value]
  private let columns: [SortColumn]
  private let limit: Int
  private let isToMany: Bool

  /// The rows of all owners, once they are made.
  private final class Whole {
    let inverse: InverseAccess
    let place: (Row) -> RecordPlace
    let run: QueryRun
    var table: ShapeTable?

    init(_ inverse: InverseAccess, _ place: @escaping (Row) -> RecordPlace, _ run: QueryRun) {
      (self.inverse, self.place, self.run) = (inverse, place, run)
    }
  }

  /// The greatest number of objects whose rows are remembered.
  private static let mostAnswers = 1 << 16

  /// Plans the columns of a projection without groups, values and shapes, for rows of a scope.
  ///
  /// - Parameters:
  ///   - mayRepeat: Whether there may be several rows of one object.
  ///   - isInner: Whether the rows are those of a shape.
  static func columns(
    _ node: ProjectionIR, _ scope: RowScope, _ run: QueryRun, _ planner: Planner, mayRepeat: Bool = false,
    isInner: Bool = false
  ) throws(ExecutionError) -> [(Row) -> Value] {
    guard !node.isDistinct || node.shapes.isEmpty else {
      throw .malformedQuery("a shape belongs to single objects, and not to distinct rows")
    }
    var items: [(Row) -> Value] = []
    for column in node.columns {
      switch column {
      case .item(let item): items.append(try planner.scalar(item.expression, scope).boxed())
      case .shape(let shape):
        let plan = try ShapePlan(shape, scope, run, planner, mayRepeat: mayRepeat, isInner: isInner)
        items.append { plan.value($0) }
      }
    }
    return items
  }

  private init(
    _ node: ShapeIR, _ outer: RowScope, _ run: QueryRun, _ planner: Planner, mayRepeat: Bool, isInner: Bool
  ) throws(ExecutionError) {
    var path = node.path
    guard let last = path.steps.popLast() else { throw .malformedQuery("a shape without a path") }
    let owners = path.steps.isEmpty ? nil : try outer.leaves(path, run.execution)
    let owner = owners?.access ?? outer.access
    elements = try owner.leaves([last], run.execution)
    self.owners = owners
    isToMany = node.isToMany
    let isCostly = node.isToMany || !node.projection.shapes.isEmpty
    if isCostly, mayRepeat || owners != nil, let place = owner.shape?.place {
      memory = (ObjectMemory(run.execution, most: ShapePlan.mostAnswers), place)
    } else {
      memory = nil
    }
    if !isInner, owners == nil, let shape = owner.shape, let place = shape.place,
      case .toMany(let relation)? = shape.property(last.name), let inverse = relation.inverse
    {
      whole = Whole(inverse, place, run)
    } else {
      whole = nil
    }
    // The clauses of a shape know neither the object that has it nor its variables.
    let scope = RowScope(id: 0, elements.access, parent: run.parameterScope)
    test = try planner.whole(node.predicate, scope).closure
    items = try ShapePlan.columns(node.projection, scope, run, planner, mayRepeat: elements.mayRepeat, isInner: true)
    let query = node.query(run.parameters)
    var columns: [SortColumn] = []
    for key in try run.binding.sortKeys(of: query) {
      columns.append(try SortColumn(try planner.scalar(key.expression, scope), key, locale: run.execution.locale))
    }
    self.columns = columns
    limit = try run.binding.count(query.limit, of: query) ?? .max
  }

  private func value(_ row: Row) -> Value {
    guard let owners else { return answer(row) }
    var value = isToMany ? Value.list([]) : .null
    _ = owners.forEach(row) { owner in
      if owner != nil { value = answer(owner) }
      return false
    }
    return value
  }

  private func answer(_ owner: Row) -> Value {
    guard let memory, owner != nil else { return made(owner) }
    return memory.answers.answer(memory.place(owner)) { made(owner) }
  }

  private func made(_ row: Row) -> Value {
    let rows = rowsAmongAll(row) ?? (columns.isEmpty ? rowsInOrder(row) : sortedRows(row))
    return isToMany ? .list(rows) : rows.first ?? .null
  }

  /// The rows of an owner among those of all; nil where the query has not all owners, or where the related objects have an
  /// order of their own.
  private func rowsAmongAll(_ row: Row) -> [Value]? {
    guard let whole, row != nil, limit > 0 else { return nil }
    let (place, run) = (whole.place(row), whole.run)
    if whole.table == nil || whole.table?.snapshot != place.snapshot || whole.table?.run != run.execution.runs {
      guard run.rowCount == whole.inverse.ownerCount(row) else { return nil }
      whole.table = ShapeTable(
        place, row, whole.inverse, run.execution, where: test, values: values, columns: columns, limit: limit)
    }
    return whole.inverse.isInOrder(row) ? whole.table?.rows(of: place.number) : nil
  }

  private func values(_ row: Row) -> Value { .list(items.map { $0(row) }) }

  private func rowsInOrder(_ row: Row) -> [Value] {
    var rows: [Value] = []
    guard limit > 0 else { return rows }
    _ = elements.forEach(row) { related in
      if related != nil, test(related) { rows.append(values(related)) }
      return rows.count < limit
    }
    return rows
  }

  private func sortedRows(_ row: Row) -> [Value] {
    guard limit > 0 else { return [] }
    let selection = SortedSelection(columns, capacity: limit)
    let readsAll = limit == .max
    var all: [Value] = []
    var count = 0
    _ = elements.forEach(row) { related in
      defer { count += 1 }
      let isWanted = related != nil && test(related)
      if isWanted { selection.insert(related, tag: count) }
      if readsAll { all.append(isWanted ? values(related) : .null) }
      return true
    }
    let tags = selection.sortedTags()
    if readsAll { return tags.map { all[$0] } }
    return kept(tags, of: row)
  }

  /// The rows of the related objects at some places.
  private func kept(_ tags: [Int], of row: Row) -> [Value] {
    var rows = [Value](repeating: .null, count: tags.count)
    // The places in their order, each with its place in the result.
    let places = tags.indices.sorted { tags[$0] < tags[$1] }
    var (next, count) = (0, 0)
    guard !places.isEmpty else { return rows }
    _ = elements.forEach(row) { related in
      defer { count += 1 }
      guard tags[places[next]] == count else { return true }
      rows[places[next]] = values(related)
      next += 1
      return next < places.count
    }
    return rows
  }
}
