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
    let value = value.assigned(to: attribute.type)
    guard value.isNull || schema.matches(value, attribute.type) else {
      throw .refusedChange(
        .wrongType(entity: entity, property: attribute.name, expected: attribute.type.description, value: value))
    }
    let isEmptied = value.isNull && !attribute.isOptional && attribute.type.element != nil
    return isEmptied ? .list([]) : value
  }

  // MARK: Rows

  /// Sets properties of objects. They may exchange unique values: only what they have in the end must be unique.
  private func update(_ changes: [(object: ObjectRow, change: RowChange)]) throws(DatabaseError) {
    var moves = UniqueMoves()
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
    try park(moves)
    for (object, change) in changes {
      try write(change.attributes, of: object)
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

  /// Gives the objects whose unique values others get other ones for the time being, since the database tests each row
  /// when it is written.
  private func park(_ moves: UniqueMoves) throws(DatabaseError) {
    for move in moves.all where moves.isTaken(move) {
      guard let name = move.names.first, case .attribute(let attribute)? = schema.property(named: name, of: move.object.entity)
      else { continue }
      guard let value = try freeValue(attribute, move.owner, moves) else {
        throw notUnique(zip(move.names, move.new).map { ($0, $1) }, move.owner)
      }
      try write([(attribute, value)], of: move.object)
    }
  }

  /// A value that no object has and none gets; nil if there is none to be found.
  private func freeValue(
    _ attribute: Attribute, _ owner: String, _ moves: UniqueMoves
  ) throws(DatabaseError) -> Value? {
    if attribute.isOptional { return .null }
    guard let column = mapping.entities[owner]?.attributes[attribute.name]?.column else { return nil }
    switch schema.rawType(of: attribute.type) {
    case .string: return .string(UUID().uuidString)
    case .uuid: return .uuid(UUID())
    case .int16: return try freeNumber(column, owner, Int64(Int16.min)...Int64(Int16.max), moves)
    case .int32: return try freeNumber(column, owner, Int64(Int32.min)...Int64(Int32.max), moves)
    case .int64: return try freeNumber(column, owner, Int64.min...Int64.max, moves)
    default: return nil
    }
  }

  private func freeNumber(
    _ column: String, _ owner: String, _ range: ClosedRange<Int64>, _ moves: UniqueMoves
  ) throws(DatabaseError) -> Value? {
    let found = try read("SELECT min(\(quoted(column))), max(\(quoted(column))) FROM \(table(owner))").first ?? []
    let wanted = moves.newNumbers
    let least = min(found.first?.integer ?? 0, wanted.min() ?? 0)
    let most = max(found.last?.integer ?? 0, wanted.max() ?? 0)
    if most < range.upperBound { return .int(most + 1) }
    return least > range.lowerBound ? .int(least - 1) : nil
  }
}

/// The objects that get other unique values.
private struct UniqueMoves {
  struct Move {
    let object: ObjectRow
    let owner: String
    let names: [String]
    let new: [Value]
    let oldKey: UniqueKey?
    let newKey: UniqueKey?
  }

  /// A constraint, by the entity that declares it and its attributes.
  private struct Constraint: Hashable {
    let owner: String
    let names: [String]

    init(_ move: Move) { (owner, names) = (move.owner, move.names) }
  }

  private(set) var all: [Move] = []
  private var leaving: [Constraint: Set<ObjectRow>] = [:]
  private var arrivals: [Constraint: [UniqueKey: Int]] = [:]

  /// Adds an object if its values under a constraint change.
  mutating func add(
    _ object: ObjectRow, _ owner: String, _ names: [String], _ before: [String: Value], _ after: [String: Value]
  ) {
    let new = names.map { after[$0] ?? .null }
    let move = Move(
      object: object, owner: owner, names: names, new: new, oldKey: UniqueKey(names.map { before[$0] ?? .null }),
      newKey: UniqueKey(new))
    if move.oldKey == move.newKey { return }
    all.append(move)
    leaving[Constraint(move), default: []].insert(object)
    if let key = move.newKey { arrivals[Constraint(move), default: [:]][key, default: 0] += 1 }
  }

  /// Whether an object gives up its values under the constraint of a move.
  func leaves(_ object: ObjectRow, _ move: Move) -> Bool { leaving[Constraint(move)]?.contains(object) ?? false }

  /// Whether no other object gets the values of a move.
  func isOnly(_ move: Move) -> Bool { move.newKey.map { arrivals[Constraint(move)]?[$0] == 1 } ?? true }

  /// Whether another object gets the values that the object of a move has now.
  func isTaken(_ move: Move) -> Bool { move.oldKey.map { arrivals[Constraint(move)]?[$0] != nil } ?? false }

  /// The integers among the new values.
  var newNumbers: [Int64] {
    all.flatMap(\.new).compactMap { if case .int(let number) = $0 { number } else { nil } }
  }
}
