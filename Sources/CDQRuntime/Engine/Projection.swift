import CDQIR

/// The plan of `select`, `group by` and `having`.
struct Projection<Record> {
  private let source: (Int) -> Record?
  /// The columns of a row that is one object.
  private let items: [(Record) -> Value]
  private let groups: Groups?

  /// What a grouped query adds.
  private struct Groups {
    let keys: [(Record) -> EqualityKey]
    let having: Condition<GroupRow<Record>>
    let items: [(GroupRow<Record>) -> Value]
    let columns: [SortColumn<GroupRow<Record>>]
  }

  init(
    _ node: ProjectionIR, _ run: QueryRun<Record>, _ source: @escaping (Int) -> Record?
  ) throws(ExecutionError) {
    self.source = source
    guard node.isGrouped else {
      var items: [(Record) -> Value] = []
      for item in node.items { items.append(try run.planner.scalar(item.expression, run.scope).boxed()) }
      // Objects are sorted before they become rows; here the keys are only checked.
      _ = try run.sortColumns(in: run.scope)
      self.items = items
      groups = nil
      return
    }
    let scope = Projection.scope(node, run)
    var keys: [(Record) -> EqualityKey] = []
    for key in node.grouping { keys.append(try run.planner.scalar(key, run.scope).equalityKey()) }
    var items: [(GroupRow<Record>) -> Value] = []
    for item in node.items { items.append(try run.planner.scalar(item.expression, scope).boxed()) }
    self.items = []
    groups = Groups(
      keys: keys, having: try node.having.map { having throws(ExecutionError) in try run.planner.whole(having, scope) }
        ?? .constant(true),
      items: items, columns: try run.sortColumns(in: scope))
  }

  /// The scope in which a group is variable 0: its keys and aggregates have values, and anything else is read from its
  /// first object, which is the same for all where the checker allows it.
  private static func scope(_ node: ProjectionIR, _ run: QueryRun<Record>) -> Scope<GroupRow<Record>> {
    let row = RecordRow(run.access)
    let (planner, execution) = (run.planner, run.execution)
    return Scope(id: 0, LiftedRow(row) { $0.first }) { expression throws(ExecutionError) in
      if node.grouping.contains(expression) {
        return try planner.scalar(expression, Scope(id: 0, row)).lifted { $0.first }
      }
      guard case .groupAggregate(let aggregate) = expression else { return nil }
      let objects = Elements<GroupRow<Record>, Record>(row, absent: nil, count: { $0.offsets.count }) { group, body in
        for offset in group.offsets {
          guard let record = group.source(offset) else { continue }
          guard execution.tick(), body(record) else { return false }
        }
        return true
      }
      return try Projection.value(of: aggregate, objects, row, planner)
    }
  }

  private static func value(
    of node: GroupAggregateIR, _ objects: Elements<GroupRow<Record>, Record>, _ row: RecordRow<Record>,
    _ planner: Planner
  ) throws(ExecutionError) -> Scalar<GroupRow<Record>> {
    guard let argument = node.argument else { return try objects.aggregate(.count, as: node.type) }
    let scalar = try planner.scalar(argument, Scope(id: 0, row))
    let values = try scalar.singleElement(planner.execution).flattened(over: objects)
    let counted = try node.isDistinct ? values.distinct() : values.present()
    return try counted.aggregate(node.function, as: node.type)
  }

  /// The row of the object at a place.
  func row(_ offset: Int) -> [Value] {
    guard let record = source(offset) else { return [] }
    return items.map { $0(record) }
  }

  /// The rows of a grouped query: groups in order of first appearance, or sorted, the first `reach` of them.
  ///
  /// - Parameter forEach: Calls its argument with every object and its place.
  func grouped(
    _ reach: Int, _ forEach: ((Int, Record) -> Void) throws(ExecutionError) -> Void
  ) throws(ExecutionError) -> [[Value]] {
    guard let groups else { return [] }
    var places: [[EqualityKey]: Int] = [:]
    var rows: [GroupRow<Record>] = []
    // Without keys all objects are one group, which is there even when they are not.
    if groups.keys.isEmpty { rows = [GroupRow(source: source)] }
    try forEach { offset, record in
      if groups.keys.isEmpty {
        rows[0].offsets.append(offset)
        return
      }
      let key = groups.keys.map { $0(record) }
      if let place = places[key] {
        rows[place].offsets.append(offset)
      } else {
        places[key] = rows.count
        rows.append(GroupRow(offsets: [offset], source: source))
      }
    }
    let having = groups.having.closure
    rows = rows.filter { having($0) }
    if !groups.columns.isEmpty {
      var selection = SortedSelection(groups.columns, capacity: reach)
      for (place, row) in rows.enumerated() { selection.insert(row, tag: place) }
      let (all, tags) = (rows, selection.sortedTags())
      rows = tags.map { all[$0] }
    }
    return rows.prefix(reach).map { row in groups.items.map { $0(row) } }
  }
}

/// The objects of a group, by place.
struct GroupRow<Record> {
  var offsets: [Int] = []
  let source: (Int) -> Record?

  /// The first object; nil when the one group of all objects is empty.
  var first: Record? { offsets.first.flatMap { source($0) } }
}
