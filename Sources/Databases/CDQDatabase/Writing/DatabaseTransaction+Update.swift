import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues
import Foundation

/// Changes of many objects at once, as an `update` query makes them.
extension DatabaseTransaction {
  /// Sets the new values of the objects that a query finds, all or none: by one statement where the rules of the schema
  /// allow that, else row by row.
  ///
  /// - Returns: The number of objects that the query found.
  func update(
    _ ir: QueryIR, _ arguments: Arguments, _ options: DatabaseOptions = DatabaseOptions()
  ) throws(DatabaseError) -> Int {
    var options = options
    // The condition and the new values have one instant of `now()`.
    options.execution.now = options.execution.now ?? Date()
    let bound: BoundAssignments
    do throws(ExecutionError) {
      // What finds the objects is another query, which has no new values and is checked without them.
      try ir.requireAssignments()
      bound = try BoundAssignments(ir, arguments, limits: options.execution.limits)
    } catch {
      throw .execution(error)
    }
    if let count = try updateAtOnce(ir, bound, arguments, options) { return count }
    let changes = try changes(ir, bound, arguments, options)
    try undoingErrors { () throws(DatabaseError) in try self.update(changes) }
    return changes.count
  }

  /// Runs a body whose changes an error undoes.
  private func undoingErrors(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    do {
      try allOrNothing(checksRequired: false) { try body() }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw .cannotConnect("\(error)")
    }
  }

  /// The objects of an `update` with their new values, computed from the objects as they are.
  private func changes(
    _ ir: QueryIR, _ bound: BoundAssignments, _ arguments: Arguments, _ options: DatabaseOptions
  ) throws(DatabaseError) -> [(object: ObjectRow, change: RowChange)] {
    func run(_ ir: QueryIR) throws(DatabaseError) -> DatabaseResult {
      try query { connection throws(DatabaseError) in
        try database.run(ir, arguments: arguments, on: connection, options: options)
      }
    }
    guard case .records(let records) = try run(ir.found) else { return [] }
    let objects = rows(of: records)
    var values = [[Value]](repeating: [], count: objects.count)
    if !objects.isEmpty, let newValues = ir.newValues, case .rows(let rows) = try run(newValues) { values = rows }
    guard values.count == objects.count else {
      throw .unexpectedValue(column: OwnLayout.numberColumn, reason: "another number of objects than of new values")
    }
    var targets: [String: [ObjectRow]] = [:]
    var changes: [(object: ObjectRow, change: RowChange)] = []
    for (object, row) in zip(objects, values) {
      changes.append((object, try change(of: object.entity, bound, row, &targets)))
    }
    return changes
  }

  /// The change of one object.
  ///
  /// - Parameter targets: The objects of the relationships that were looked up before.
  private func change(
    of entity: String, _ bound: BoundAssignments, _ row: [Value], _ targets: inout [String: [ObjectRow]]
  ) throws(DatabaseError) -> RowChange {
    var change = RowChange()
    for (name, source) in bound.items {
      let value = BoundAssignments.value(source, row)
      switch schema.property(named: name, of: entity) {
      case .attribute(let attribute)?: change.attributes.append((attribute, try checked(value, attribute, of: entity)))
      case .relationship(let relationship)?:
        if targets[name] == nil { targets[name] = try self.targets(value, relationship, of: entity) }
        change.relationships.append((relationship, targets[name] ?? []))
      case nil: throw .refusedChange(.unknownProperty(entity: entity, property: name))
      }
    }
    return change
  }

  /// A new value in the form of its attribute.
  private func checked(_ value: Value, _ attribute: Attribute, of entity: String) throws(DatabaseError) -> Value {
    do throws(StoreError) {
      return try BoundAssignments.checked(value, attribute, of: entity, in: schema)
    } catch {
      throw .refusedChange(error)
    }
  }

  // MARK: Rows

  /// Sets properties of objects. They may exchange unique values: only what they have in the end must be unique.
  private func update(_ changes: [(object: ObjectRow, change: RowChange)]) throws(DatabaseError) {
    var moves = UniqueMoves(roundsDates: dialect.hasMicroseconds)
    for (entity, rows) in DatabaseTransaction.byEntity(changes.map(\.object)[...]) {
      let old = try values(of: rows, schema.allAttributes(of: entity))
      for (object, change) in changes where object.entity == entity {
        guard let before = old[object.number] else { continue }
        var row = before
        for (attribute, value) in change.attributes { row[attribute.name] = value }
        try check(row, of: entity, before: before)
        for (owner, names) in constraints(of: entity) { moves.add(object, owner, names, before, row) }
      }
    }
    try checkUnique(moves)
    let kept = try park(moves, assigned: Set((changes.first?.change.attributes ?? []).map(\.attribute.name)))
    for (object, change) in changes {
      try write(change.attributes + (kept[object] ?? []), of: object)
      touch(object)
    }
    for (object, change) in changes {
      for (relationship, targets) in change.relationships { try set(relationship, of: object, targets) }
    }
  }

  /// Checks that no two objects have the same unique values after some moves.
  private func checkUnique(_ moves: UniqueMoves) throws(DatabaseError) {
    for move in moves.all where move.newKey != nil {
      let wanted = zip(move.names, move.new).map { ($0, $1) }
      let holders = try holders(of: wanted, move.owner)
      if !moves.isOnly(move) || holders.contains(where: { !moves.leaves($0, move) }) { throw notUnique(wanted, move.owner) }
    }
  }
}
