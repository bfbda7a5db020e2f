import CDQIR
import CDQValues

/// Gives the value of a group aggregate that the column engine has computed; nil for an aggregate that it has not.
typealias GroupAggregates = (GroupAggregateIR) throws(ExecutionError) -> Scalar?

/// Calls its second argument with the row of the record at an offset, or not at all if there is no such record.
typealias RowSource = (Int, (Row) -> Void) -> Void

/// The plan of `select`, `group by` and `having`.
struct Projection {
  private let source: RowSource
  /// The `select` items of a query without groups, where each object is a row; empty for a grouped query.
  private let items: [(Row) -> Value]
  private let groups: Groups?

  /// The plan of a grouped query: its keys, the `having` condition, the `select` items and the sort columns.
  private struct Groups {
    let keys: [(Row) -> EqualityKey]
    let having: Condition
    let items: [(Row) -> Value]
    let columns: [SortColumn]
  }

  init(
    _ node: ProjectionIR, _ run: QueryRun, _ source: @escaping RowSource, _ aggregates: GroupAggregates?
  ) throws(ExecutionError) {
    self.source = source
    guard node.isGrouped else {
      let scope = RowScope(id: 0, RecordRow(run.shape), parent: run.parameterScope)
      let items = try ShapePlan.columns(node, scope, run, run.planner)
      // Objects are sorted before they become rows; here the keys are only checked.
      _ = try run.sortColumns(in: run.scope)
      self.items = items
      groups = nil
      return
    }
    guard node.shapes.isEmpty else {
      throw .malformedQuery("a shape belongs to single objects, and not to groups")
    }
    let scope = Projection.scope(node, run, aggregates)
    var keys: [(Row) -> EqualityKey] = []
    for key in node.grouping {
      let scope = RowScope(id: 0, RecordRow(run.shape), parent: run.parameterScope)
      keys.append(try run.planner.scalar(key, scope).equalityKey())
    }
    var items: [(Row) -> Value] = []
    for item in node.items { items.append(try run.planner.scalar(item.expression, scope).boxed()) }
    self.items = []
    groups = Groups(
      keys: keys, having: try node.having.map { having throws(ExecutionError) in try run.planner.whole(having, scope) }
        ?? .constant(true),
      items: items, columns: try run.sortColumns(in: scope))
  }

  /// The scope in which variable 0 is a group. Grouping keys and aggregates have values of their own. Any other
  /// expression is read from the first object of the group, because the checker allows only expressions that are equal
  /// for all its objects.
  private static func scope(
    _ node: ProjectionIR, _ run: QueryRun, _ aggregates: GroupAggregates?
  ) -> RowScope {
    let row = RecordRow(run.shape)
    let (planner, execution, parent) = (run.planner, run.execution, run.parameterScope)
    return RowScope(id: 0, LiftedRow(row, GroupRow.first), parent: parent) { expression throws(ExecutionError) in
      if node.grouping.contains(expression) {
        return try planner.scalar(expression, RowScope(id: 0, row, parent: parent)).lifted(.step(GroupRow.first))
      }
      guard case .groupAggregate(let aggregate) = expression else { return nil }
      if let known = try aggregates?(aggregate) { return known }
      let objects = Elements(row, count: { GroupRow.at($0).offsets.count }) { group, body in
        let group = GroupRow.at(group)
        for offset in group.offsets {
          var goesOn = true
          group.source(offset) { goesOn = execution.tick() && body($0) }
          guard goesOn else { return false }
        }
        return true
      }
      return try Projection.value(of: aggregate, objects, RowScope(id: 0, row, parent: parent), planner)
    }
  }

  private static func value(
    of node: GroupAggregateIR, _ objects: Elements, _ scope: RowScope, _ planner: Planner
  ) throws(ExecutionError) -> Scalar {
    guard let argument = node.argument else { return try objects.aggregate(.count, as: node.type) }
    let scalar = try planner.scalar(argument, scope)
    let values = try scalar.singleElement(planner.execution).flattened(over: objects)
    let counted = try node.isDistinct ? values.distinct() : values.present()
    return try counted.aggregate(node.function, as: node.type)
  }

  /// The result row of the object at an offset.
  func row(_ offset: Int) -> [Value] {
    var result: [Value] = []
    source(offset) { record in result = items.map { $0(record) } }
    return result
  }

  /// The table of groups before the first object is inserted.
  var noGroups: GroupTable { GroupTable(keys: groups?.keys ?? [], source: source) }

  /// The first `reach` result rows of a grouped query: the groups for which `having` holds, sorted or in order of first
  /// appearance.
  func rows(of all: [GroupRow], _ reach: Int) -> [[Value]] {
    guard let groups else { return [] }
    let having = groups.having.closure
    var rows = all.filter { $0.withRow(having) }
    if !groups.columns.isEmpty {
      let selection = SortedSelection(groups.columns, capacity: reach)
      for (place, row) in rows.enumerated() { row.withRow { selection.insert($0, tag: place) } }
      rows = selection.sortedTags().map { [rows] in rows[$0] }
    }
    return rows.prefix(reach).map { row in row.withRow { row in groups.items.map { $0(row) } } }
  }
}

/// A hash table of groups by their keys. The groups are in order of first appearance: `City group by country.code`
/// makes one group per code, and one for cities whose code is nil.
struct GroupTable {
  /// Numbers the groups; nil without keys.
  private let numbering: KeyNumbering?
  private let source: RowSource
  private(set) var rows: [GroupRow] = []

  init(keys: [(Row) -> EqualityKey], source: @escaping RowSource) {
    numbering = keys.isEmpty ? nil : KeyNumbering(keys)
    self.source = source
    // Without keys all objects are one group, which exists even if there are no objects.
    if keys.isEmpty { rows = [GroupRow(source: source)] }
  }

  /// Adds the offset of a record to the group of the record.
  mutating func insert(_ record: Row, at offset: Int) {
    let number = numbering?.number(of: record) ?? 0
    if number < rows.count {
      rows[number].offsets.append(offset)
    } else {
      rows.append(GroupRow(number: number, offsets: [offset], source: source))
    }
  }
}

/// A group of objects, represented by their offsets. The row of a group points to this value.
struct GroupRow {
  /// The number of the group, counted from 0 in order of first appearance.
  var number = 0
  /// The offsets of all objects of the group. If the column engine computes the aggregates, only that of the first
  /// object.
  var offsets: [Int] = []
  let source: RowSource

  /// The group that a row points to.
  @inline(__always) static func at(_ row: Row) -> GroupRow { row.place().pointee }

  /// The number of the group that a row points to.
  @inline(__always) static func number(at row: Row) -> Int { row.place(of: GroupRow.self).pointee.number }

  /// Leads from a group to its first object. The single group of a query without keys may have none.
  static func first(_ row: Row, _ body: (Row) -> Void) {
    let group = GroupRow.at(row)
    if let offset = group.offsets.first { group.source(offset, body) }
  }

  /// Calls `body` with the row of the group.
  func withRow<Result>(_ body: (Row) -> Result) -> Result {
    withUnsafePointer(to: self) { body(UnsafeRawPointer($0)) }
  }
}
