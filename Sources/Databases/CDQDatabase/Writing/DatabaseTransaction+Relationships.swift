import CDQConnections
public import CDQIR
import CDQSQL
import CDQStore

/// Setting relationships. A foreign key or a pair is both sides of a relationship, so that each is written once; positions
/// are kept for both.
extension DatabaseTransaction {
  func set(_ relationship: Relationship, of owner: ObjectRow, _ targets: [ObjectRow]) throws(DatabaseError) {
    guard let place = place(relationship, of: owner.entity) else { return }
    switch place {
    case .foreignKey(let key): try setReference(key, relationship, owner, targets.first)
    case .inverse(let key) where relationship.isToMany: try setList(key, relationship, owner, targets)
    case .inverse(let key): try setBackReference(key, relationship, owner, targets.first)
    case .joinTable(let join): try setPairs(join, relationship, owner, targets)
    }
  }

  /// Sets columns of one row.
  private func set(_ columns: [(String, SQLDatum)], of row: ObjectRow) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    let parts = columns.map { "\(quoted($0.0)) = \(statement.bind($0.1))" }
    let condition = "\(number) = \(statement.bind(row.datum))"
    try write("UPDATE \(table(row.entity)) SET \(parts.joined(separator: ", ")) WHERE \(condition)", statement.bindings)
    touch(row)
  }

  /// The position after all others of an owner in a table.
  private func nextPosition(
    _ order: String, in table: String, _ column: String, _ owner: ObjectRow
  ) throws(DatabaseError) -> Int64 {
    let found = try read(
      "SELECT max(\(quoted(order))) FROM \(table) WHERE \(quoted(column)) = \(dialect.parameter(1))", [owner.datum])
    return (found.first?.first?.integer ?? -1) + 1
  }

  /// The column with positions beside a foreign key, which the inverse has.
  private func order(_ relationship: Relationship) -> String? {
    guard let inverse = inverse(of: relationship), case .inverse(let back)? = place(inverse, of: relationship.destination)
    else { return nil }
    return back.order
  }

  // MARK: To one

  /// Sets a foreign key of the owner.
  private func setReference(
    _ key: RelationshipMapping.ForeignKey, _ relationship: Relationship, _ owner: ObjectRow, _ target: ObjectRow?
  ) throws(DatabaseError) {
    let column = key.columns[0]
    let old = try targets(owner, relationship).first?.row
    if old == target { return }
    let inverse = inverse(of: relationship)
    if let inverse, case .foreignKey? = place(inverse, of: relationship.destination) {
      // One to one with itself: both sides are foreign keys.
      if let old { try clear(column, of: old, leadingTo: owner) }
      if let target {
        if let rival = try targets(target, inverse).first?.row, rival != owner { try clear(column, of: rival, leadingTo: target) }
        try set([(column, owner.datum)], of: target)
      }
      try set([(column, target?.datum ?? .null)], of: owner)
      return
    }
    if let order = order(relationship) {
      let position = target == nil ? nil : try target.map { row throws(DatabaseError) in
        try nextPosition(order, in: table(owner.entity), column, row)
      }
      try set([(column, target?.datum ?? .null), (order, position.map { .int($0) } ?? .null)], of: owner)
      return
    }
    if inverse != nil, let target { try clear(column, in: owner.entity, leadingTo: target, but: owner) }
    if let old { touch(old) }
    try set([(column, target?.datum ?? .null)], of: owner)
  }

  private func clear(_ column: String, of row: ObjectRow, leadingTo target: ObjectRow) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    let condition = "\(number) = \(statement.bind(row.datum)) AND \(quoted(column)) = \(statement.bind(target.datum))"
    try write("UPDATE \(table(row.entity)) SET \(quoted(column)) = NULL WHERE \(condition)", statement.bindings)
    touch(row)
  }

  /// Sets a foreign key to NULL in all rows that lead to a target, but one.
  private func clear(
    _ column: String, in entity: String, leadingTo target: ObjectRow, but kept: ObjectRow?
  ) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    let condition = "\(quoted(column)) = \(statement.bind(target.datum))"
    for rival in try rows(of: schema.root(of: entity), where: condition, statement) where rival != kept {
      try set([(column, .null)], of: rival)
    }
  }

  /// Sets the foreign key of the other side of a one-to-one.
  private func setBackReference(
    _ key: RelationshipMapping.ForeignKey, _ relationship: Relationship, _ owner: ObjectRow, _ target: ObjectRow?
  ) throws(DatabaseError) {
    let column = key.columns[0]
    try clear(column, in: relationship.destination, leadingTo: owner, but: target)
    if let target {
      let old = try inverse(of: relationship).map { inverse throws(DatabaseError) in try targets(target, inverse).first?.row } ?? nil
      if let old { touch(old) }
      try set([(column, owner.datum)], of: target)
    }
    touch(owner)
  }

  // MARK: To many

  /// Sets the foreign keys of all targets, and their positions.
  private func setList(
    _ key: RelationshipMapping.ForeignKey, _ relationship: Relationship, _ owner: ObjectRow, _ targets: [ObjectRow]
  ) throws(DatabaseError) {
    let column = key.columns[0]
    let old = try self.targets(owner, relationship)
    let wanted = Set(targets)
    let nothing: [(String, SQLDatum)] = [(column, .null)] + (key.order.map { [($0, .null)] } ?? [])
    for (row, _) in old where !wanted.contains(row) { try set(nothing, of: row) }
    let positions = newPositions(targets, old)
    let known = Set(old.map(\.row))
    for (target, position) in zip(targets, positions) {
      var columns: [(String, SQLDatum)] = known.contains(target) ? [] : [(column, owner.datum)]
      if let order = key.order, let position { columns.append((order, .int(position))) }
      if !columns.isEmpty { try set(columns, of: target) }
    }
    touch(owner)
  }

  /// The positions that have to be written; nil for those that a target has already. Objects after the old ones get
  /// positions after theirs, so that an addition writes one row.
  private func newPositions(
    _ targets: [ObjectRow], _ old: [(row: ObjectRow, position: Int64?)]
  ) -> [Int64?] {
    let wanted = Set(targets)
    let kept = old.filter { wanted.contains($0.row) }
    let isSorted = zip(kept, kept.dropFirst()).allSatisfy { ($0.position ?? .max) < ($1.position ?? .min) }
    if isSorted, kept.map(\.row) == Array(targets.prefix(kept.count)), kept.allSatisfy({ $0.position != nil }) {
      let next = (kept.last?.position ?? -1) + 1
      return targets.indices.map { $0 < kept.count ? nil : next + Int64($0 - kept.count) }
    }
    let positions = Dictionary(kept.map { ($0.row, $0.position) }, uniquingKeysWith: { first, _ in first })
    return targets.enumerated().map { index, target in
      positions[target] == .some(.some(Int64(index))) ? nil : Int64(index)
    }
  }

  /// Sets the pairs of an owner in a table of their own.
  private func setPairs(
    _ join: RelationshipMapping.JoinTable, _ relationship: Relationship, _ owner: ObjectRow, _ targets: [ObjectRow]
  ) throws(DatabaseError) {
    let table = dialect.identifier(join.table)
    let (from, to, order) = (join.owner[0], join.destination[0], join.order ?? "position")
    let other = layout.tables.first { $0.name == join.table }?.columns
      .first { $0.content == .position && $0.name != order }?.name
    // A relationship that is its own inverse has a pair for each direction.
    var isMirrored = false
    if let inverse = inverse(of: relationship), case .joinTable(let back)? = place(inverse, of: relationship.destination) {
      isMirrored = back == join
    }
    let old = try self.targets(owner, relationship)
    let wanted = Set(targets)
    for (row, _) in old where !wanted.contains(row) {
      try removePair(table, (from, owner), (to, row))
      if isMirrored, row != owner { try removePair(table, (from, row), (to, owner)) }
      touch(row)
    }
    let positions = newPositions(targets, old)
    let known = Set(old.map(\.row))
    for (target, position) in zip(targets, positions) {
      guard let position else { continue }
      if known.contains(target) {
        var statement = StatementBuilder(dialect)
        let value = statement.bind(.int(position))
        let condition = "\(quoted(from)) = \(statement.bind(owner.datum)) AND \(quoted(to)) = \(statement.bind(target.datum))"
        try write("UPDATE \(table) SET \(quoted(order)) = \(value) WHERE \(condition)", statement.bindings)
        continue
      }
      var columns: [(String, SQLDatum)] = [(from, owner.datum), (to, target.datum), (order, .int(position))]
      if let other { columns.append((other, .int(try nextPosition(other, in: table, to, target)))) }
      try insertPair(table, columns)
      if isMirrored, target != owner {
        let back = try nextPosition(order, in: table, from, target)
        try insertPair(table, [(from, target.datum), (to, owner.datum), (order, .int(back))])
      }
      touch(target)
    }
    touch(owner)
  }

  private func removePair(_ table: String, _ from: (String, ObjectRow), _ to: (String, ObjectRow)) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    let condition = "\(quoted(from.0)) = \(statement.bind(from.1.datum)) AND \(quoted(to.0)) = \(statement.bind(to.1.datum))"
    try write("DELETE FROM \(table) WHERE \(condition)", statement.bindings)
  }

  private func insertPair(_ table: String, _ columns: [(String, SQLDatum)]) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    let marks = columns.map { statement.bind($0.1) }.joined(separator: ", ")
    try write(
      "INSERT INTO \(table) (\(columns.map { quoted($0.0) }.joined(separator: ", "))) VALUES (\(marks))", statement.bindings)
  }

  // MARK: Edits

  private func toMany(_ name: String, of owner: ObjectKey) throws(DatabaseError) -> (ObjectRow, Relationship) {
    guard let row = try find(owner) else { throw .refusedChange(.notFound(owner)) }
    guard case .relationship(let found)? = schema.property(named: name, of: row.entity), found.isToMany else {
      throw .refusedChange(.notToMany(entity: row.entity, property: name))
    }
    return (row, found)
  }

  /// Adds objects to a to-many relationship. Objects that are in it already keep their position.
  ///
  /// - Parameter index: The 0-based position of the first added object; nil, or anything beyond the end, appends.
  public func add(
    _ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int? = nil
  ) throws(DatabaseError) {
    let (row, found) = try toMany(relationship, of: owner)
    let new = try self.targets(.list(targets.map { .object($0) }), found, of: row.entity)
    var all = try self.targets(row, found).map(\.row)
    let present = Set(all)
    let added = new.filter { !present.contains($0) }
    if added.isEmpty { return }
    all.insert(contentsOf: added, at: index.map { min(max(0, $0), all.count) } ?? all.count)
    try set(found, of: row, all)
  }

  /// Removes objects from a to-many relationship without deleting them. Objects that are not in it are ignored.
  public func remove(
    _ targets: [ObjectKey], from relationship: String, of owner: ObjectKey
  ) throws(DatabaseError) {
    let (row, found) = try toMany(relationship, of: owner)
    let gone = Set(try self.targets(.list(targets.map { .object($0) }), found, of: row.entity))
    let all = try self.targets(row, found).map(\.row)
    let rest = all.filter { !gone.contains($0) }
    if rest.count < all.count { try set(found, of: row, rest) }
  }

  /// Moves objects within a to-many relationship.
  ///
  /// - Parameter index: The 0-based position of the first moved object among the others; anything beyond the end means
  ///   the end.
  public func move(
    _ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey
  ) throws(DatabaseError) {
    let (row, found) = try toMany(relationship, of: owner)
    let wanted = try self.targets(.list(targets.map { .object($0) }), found, of: row.entity)
    let all = try self.targets(row, found).map(\.row)
    let present = Set(all)
    let moved = wanted.filter(present.contains)
    let set = Set(moved)
    var result = all.filter { !set.contains($0) }
    result.insert(contentsOf: moved, at: min(max(0, index), result.count))
    if result != all { try self.set(found, of: row, result) }
  }
}
