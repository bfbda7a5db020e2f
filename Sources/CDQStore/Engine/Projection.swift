import CDQIR
import CDQValues

/// Values that somebody has worked out for the aggregates of groups; nil for those it has not.
typealias GroupAggregates<Record> = (GroupAggregateIR) throws(ExecutionError) -> Scalar<GroupRow<Record>>?

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
    _ node: ProjectionIR, _ run: QueryRun<Record>, _ source: @escaping (Int) -> Record?,
    _ aggregates: GroupAggregates<Record>?
  ) throws(ExecutionError) {
    self.source = source
    guard node.isGrouped else {
      let scope = Scope(id: 0, RecordRow(run.access), parent: run.parameterScope)
      var items: [(Record) -> Value] = []
      for item in node.items { items.append(try run.planner.scalar(item.expression, scope).boxed()) }
      // Objects are sorted before they become rows; here the keys are only checked.
      _ = try run.sortColumns(in: run.scope)
      self.items = items
      groups = nil
      return
    }
    let scope = Projection.scope(node, run, aggregates)
    var keys: [(Record) -> EqualityKey] = []
    for key in node.grouping {
      let scope = Scope(id: 0, RecordRow(run.access), parent: run.parameterScope)
      keys.append(try run.planner.scalar(key, scope).equalityKey())
    }
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
  private static func scope(
    _ node: ProjectionIR, _ run: QueryRun<Record>, _ aggregates: GroupAggregates<Record>?
  ) -> Scope<GroupRow<Record>> {
    let row = RecordRow(run.access)
    let (planner, execution, parent) = (run.planner, run.execution, run.parameterScope)
    return Scope(id: 0, LiftedRow(row) { $0.first }, parent: parent) { expression throws(ExecutionError) in
      if node.grouping.contains(expression) {
        return try planner.scalar(expression, Scope(id: 0, row, parent: parent)).lifted { $0.first }
      }
      guard case .groupAggregate(let aggregate) = expression else { return nil }
      if let known = try aggregates?(aggregate) { return known }
      let objects = Elements<GroupRow<Record>, Record>(row, absent: nil, count: { $0.offsets.count }) { group, body in
        for offset in group.offsets {
          guard let record = group.source(offset) else { continue }
          guard execution.tick(), body(record) else { return false }
        }
        return true
      }
      return try Projection.value(of: aggregate, objects, Scope(id: 0, row, parent: parent), planner)
    }
  }

  private static func value(
    of node: GroupAggregateIR, _ objects: Elements<GroupRow<Record>, Record>, _ scope: Scope<Record>,
    _ planner: Planner
  ) throws(ExecutionError) -> Scalar<GroupRow<Record>> {
    guard let argument = node.argument else { return try objects.aggregate(.count, as: node.type) }
    let scalar = try planner.scalar(argument, scope)
    let values = try scalar.singleElement(planner.execution).flattened(over: objects)
    let counted = try node.isDistinct ? values.distinct() : values.present()
    return try counted.aggregate(node.function, as: node.type)
  }

  /// The row of the object at a place.
  func row(_ offset: Int) -> [Value] {
    guard let record = source(offset) else { return [] }
    return items.map { $0(record) }
  }

  /// What objects are grouped into, before the first.
  var noGroups: GroupTable<Record> { GroupTable(keys: groups?.keys ?? [], source: source) }

  /// The rows of a grouped query: groups in order of first appearance, or sorted, the first `reach` of them.
  func rows(of all: [GroupRow<Record>], _ reach: Int) -> [[Value]] {
    guard let groups else { return [] }
    let having = groups.having.closure
    var rows = all.filter { having($0) }
    if !groups.columns.isEmpty {
      let selection = SortedSelection(groups.columns, capacity: reach)
      for (place, row) in rows.enumerated() { selection.insert(row, tag: place) }
      rows = selection.sortedTags().map { [rows] in rows[$0] }
    }
    return rows.prefix(reach).map { row in groups.items.map { $0(row) } }
  }
}

/// Objects by what they have in common, groups in order of first appearance.
struct GroupTable<Record> {
  private let keys: [(Record) -> EqualityKey]
  private let source: (Int) -> Record?
  private var places: [[EqualityKey]: Int] = [:]
  private(set) var rows: [GroupRow<Record>] = []

  init(keys: [(Record) -> EqualityKey], source: @escaping (Int) -> Record?) {
    self.keys = keys
    self.source = source
    // Without keys all objects are one group, which is there even when they are not.
    if keys.isEmpty { rows = [GroupRow(source: source)] }
  }

  /// Puts a record and its place into its group.
  mutating func insert(_ record: Record, at offset: Int) {
    if keys.isEmpty {
      rows[0].offsets.append(offset)
      return
    }
    let key = keys.map { $0(record) }
    if let place = places[key] {
      rows[place].offsets.append(offset)
    } else {
      places[key] = rows.count
      rows.append(GroupRow(number: places.count - 1, offsets: [offset], source: source))
    }
  }
}

/// The objects of a group, by place.
struct GroupRow<Record> {
  /// 0-based, in order of first appearance.
  var number = 0
  /// All of them, or where others work out the aggregates the first.
  var offsets: [Int] = []
  let source: (Int) -> Record?

  /// The first object; nil when the one group of all objects is empty.
  var first: Record? { offsets.first.flatMap { source($0) } }
}
