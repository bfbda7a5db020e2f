package import CDQConnections
import CDQSQL

/// The model of a store without one, guessed from its tables.
///
/// `Z_PRIMARYKEY` names the entities. The capitals of the tables hide how the properties were written, so that their
/// names are in lower case. A column with an index that holds numbers of another entity's objects is a relationship.
package struct TableModel {
  /// The guessed model.
  package private(set) var model = CompiledModel()

  private let catalog: AppleStoreCatalog
  private let connection: any DatabaseConnection
  /// The roots of hierarchies by their table's name in capitals.
  private var roots: [String: AppleStoreCatalog.Row] = [:]
  /// The entities by their number.
  private var entities: [Int64: CompiledModel.Entity] = [:]
  /// The names of properties that are in use, in lower case, by entity.
  private var taken: [Int64: Set<String>] = [:]

  /// Reads the tables of a store.
  package init(_ catalog: AppleStoreCatalog, _ connection: any DatabaseConnection) throws(DatabaseError) {
    (self.catalog, self.connection) = (catalog, connection)
    for row in catalog.entities {
      let root = catalog.root(of: row)
      guard catalog.table("Z" + root.name.uppercased()) != nil else { continue }
      if root == row { roots["Z" + root.name.uppercased()] = root }
      var entity = CompiledModel.Entity(name: row.name)
      entity.parent = catalog.entities.first { $0.number == row.parent }?.name
      entities[row.number] = entity
    }
    var references: [(owner: Int64, name: String, destination: Int64)] = []
    for (name, root) in roots.sorted(by: { $0.value.number < $1.value.number }) {
      guard let table = catalog.table(name) else { continue }
      for column in table.columns where TableModel.isProperty(column.name) {
        let property = column.name.dropFirst().lowercased()
        if let destination = try destination(of: column, in: table) {
          references.append((root.number, property, destination))
          taken[root.number, default: []].insert(property)
        } else {
          var attribute = CompiledModel.Attribute(name: property, type: try type(of: column, in: table))
          attribute.isOptional = true
          entities[root.number]?.attributes.append(attribute)
          taken[root.number, default: []].insert(property)
        }
      }
    }
    addPairs()
    addReferences(references)
    addWithoutInverse()
    model.entities = entities.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether a column belongs to a property: `ZTITLE`, but not `Z_PK`, `Z2_FOLDER` or `Z1NOTES`.
  private static func isProperty(_ column: String) -> Bool {
    let upper = column.uppercased()
    guard upper.hasPrefix("Z"), let first = upper.dropFirst().first else { return false }
    return first.isLetter
  }

  /// The type that the declaration of a column stands for.
  private func type(of column: AppleStoreCatalog.Column, in table: AppleStoreCatalog.Table) throws(DatabaseError)
    -> String
  {
    switch column.type {
    case "INTEGER": return "Integer 64"
    case "FLOAT": return "Double"
    case "DECIMAL": return "Decimal"
    case "TIMESTAMP": return "Date"
    case "VARCHAR": return "String"
    case "BLOB": return try holdsOnlyUUIDs(column, table) ? "UUID" : "Binary"
    default: return "Binary"
    }
  }

  /// Whether all values have 16 bytes, with the version and the variant of a UUID.
  private func holdsOnlyUUIDs(
    _ column: AppleStoreCatalog.Column, _ table: AppleStoreCatalog.Table
  ) throws(DatabaseError) -> Bool {
    let name = connection.dialect.identifier(column.name)
    let row = try connection.rows(
      """
      SELECT count(\(name)), sum(typeof(\(name)) = 'blob' AND length(\(name)) = 16 AND hex(\(name)) GLOB \
      '????????????[1-8]???[89AB]*') FROM \(connection.dialect.identifier(table.name))
      """
    ).first
    guard let count = row?[0].integer, count > 0 else { return false }
    return row?[1].integer == count
  }

  // MARK: To-one relationships

  /// The number of the entity that a column refers to; nil for an attribute.
  private func destination(
    of column: AppleStoreCatalog.Column, in table: AppleStoreCatalog.Table
  ) throws(DatabaseError) -> Int64? {
    guard column.type == "INTEGER" else { return nil }
    let property = column.name.uppercased().dropFirst()
    // A reference to an entity with sub-entities has a column with the entity, whose number is in its name.
    for other in table.columns where CoreDataLayout.isCompanion(other.name.uppercased()) {
      let digits = other.name.dropFirst().prefix(while: \.isASCIIDigit)
      if other.name.uppercased().dropFirst(2 + digits.count) == property, let number = Int64(digits),
        entities[number] != nil
      {
        return number
      }
    }
    let isOrdered = table.column("Z_FOK_" + property) != nil
    guard isOrdered || catalog.indexedColumns.contains("\(table.name).\(column.name)".uppercased()) else {
      // Without an index, only a column named after an entity whose objects it holds.
      return try namedDestination(of: column, String(property), in: table)
    }
    // An attribute may have an index, too. A relationship's values are objects, of the entity that it is named after.
    var candidates: [AppleStoreCatalog.Row] = []
    for (name, root) in roots where try refers(column, table, to: name) { candidates.append(root) }
    let named = candidates.filter { TableModel.isAlike(String(property), $0.name.uppercased()) }
    if let best = named.max(by: { ($0.name.count, $1.number) < ($1.name.count, $0.number) }) { return best.number }
    // A parent is of the same entity.
    if TableModel.wordsOfSelf.contains(where: { property.hasPrefix($0) }),
      let own = candidates.first(where: { "Z" + $0.name.uppercased() == table.name.uppercased() })
    {
      return own.number
    }
    // Otherwise the values decide: those that only one table has, or of which a table has few others.
    let column = connection.dialect.identifier(column.name)
    let count =
      try connection.rows(
        "SELECT count(DISTINCT \(column)) FROM \(connection.dialect.identifier(table.name))"
      ).first?.first?.integer ?? 0
    guard count > 0 || isOrdered else { return nil }
    if candidates.count == 1 || isOrdered { return candidates.min { $0.number < $1.number }?.number }
    var smallest: (count: Int64, number: Int64)?
    for candidate in candidates {
      guard let target = catalog.table("Z" + candidate.name.uppercased()) else { continue }
      let size =
        try connection.rows("SELECT count(*) FROM \(connection.dialect.identifier(target.name))").first?.first?.integer
        ?? 0
      if size < smallest?.count ?? .max { smallest = (size, candidate.number) }
    }
    guard let smallest, count > 1, 2 * count >= smallest.count else { return nil }
    return smallest.number
  }

  private func namedDestination(
    of column: AppleStoreCatalog.Column, _ property: String, in table: AppleStoreCatalog.Table
  ) throws(DatabaseError) -> Int64? {
    for (name, root) in roots.sorted(by: { $0.key.count > $1.key.count }) {
      let entity = root.name.uppercased()
      guard property == entity || entity.count >= 4 && property.hasSuffix(entity) else { continue }
      let text = connection.dialect.identifier(column.name)
      let count = try connection.rows("SELECT count(\(text)) FROM \(connection.dialect.identifier(table.name))").first?
        .first?.integer
      if count ?? 0 > 0, try refers(column, table, to: name) { return root.number }
    }
    return nil
  }

  private static let wordsOfSelf = ["PARENT", "SUPER", "PREVIOUS", "NEXT", "ORIGINAL", "DUPLICATE"]

  /// Whether the name of a relationship and that of an entity, both in capitals, share a word: the entity `FOLDER` in
  /// `PARENTFOLDER`, or `PLAYLIST` in the entity `MUSICPLAYLIST`.
  private static func isAlike(_ relationship: String, _ entity: String) -> Bool {
    if relationship == entity { return true }
    let shorter = min(relationship.count, entity.count)
    return shorter >= 3 && (relationship.hasSuffix(entity) || entity.hasSuffix(relationship))
      || shorter >= 4 && (relationship.contains(entity) || entity.contains(relationship))
  }

  /// Whether each value of a column is the number of an object in a table.
  private func refers(
    _ column: AppleStoreCatalog.Column, _ table: AppleStoreCatalog.Table, to target: String
  ) throws(DatabaseError) -> Bool {
    guard let target = catalog.table(target) else { return false }
    let dialect = connection.dialect
    let name = "a.\(dialect.identifier(column.name))"
    let row = try connection.rows(
      """
      SELECT EXISTS (SELECT 1 FROM \(dialect.identifier(table.name)) AS a WHERE \(name) IS NOT NULL \
      AND NOT EXISTS (SELECT 1 FROM \(dialect.identifier(target.name)) AS b WHERE b."Z_PK" = \(name)))
      """
    ).first
    return row?.first?.integer == 0
  }

  private mutating func addReferences(_ references: [(owner: Int64, name: String, destination: Int64)]) {
    for reference in references {
      guard let owner = entities[reference.owner], let destination = entities[reference.destination] else { continue }
      let noun = owner.name.lowercased() + (owner.name.lowercased().hasSuffix("s") ? "" : "s")
      let others = references.count { $0.owner == reference.owner && $0.destination == reference.destination }
      let inverse = free(
        others > 1 || reference.owner == reference.destination ? "\(noun)by\(reference.name)" : noun,
        reference.destination)
      var forward = CompiledModel.Relationship(name: reference.name, destination: destination.name)
      forward.inverse = inverse
      forward.maximum = 1
      entities[reference.owner]?.relationships.append(forward)
      var back = CompiledModel.Relationship(name: inverse, destination: owner.name)
      back.isToMany = true
      back.inverse = reference.name
      let table = catalog.table("Z" + catalog.root(of: row(reference.owner)).name.uppercased())
      back.isOrdered = table?.column("Z_FOK_" + reference.name) != nil
      entities[reference.destination]?.relationships.append(back)
    }
  }

  private func row(_ number: Int64) -> AppleStoreCatalog.Row {
    catalog.entities.first { $0.number == number } ?? AppleStoreCatalog.Row(number: number, name: "", parent: 0)
  }

  /// A name that no property of an entity, its ancestors or its sub-entities has.
  private mutating func free(_ wished: String, _ entity: Int64) -> String {
    let root = catalog.root(of: row(entity)).number
    var result = wished
    var number = 2
    while !taken[root, default: []].insert(result.lowercased()).inserted {
      result = "\(wished)\(number)"
      number += 1
    }
    return result
  }

  // MARK: To-many relationships

  /// Tables of pairs name both relationships and entities.
  private mutating func addPairs() {
    for join in AppleStoreJoinTables(catalog).tables {
      guard let first = join.columns.first, let last = join.columns.last else { continue }
      if join.columns.count == 1, join.reflexive != nil, let entity = entities[first.name.number] {
        let name = free(first.name.name.lowercased(), first.name.number)
        entities[first.name.number]?.relationships.append(
          TableModel.many(
            name, entity.name, inverse: name, join.table.column("Z_FOK_" + first.column.dropFirst(2)) != nil))
      }
      // A column holds the values of the relationship that it is named after, which the other column's entity has.
      guard join.columns.count == 2, let one = entities[first.name.number], let two = entities[last.name.number] else {
        continue
      }
      let (forward, back) = (last.name.name.lowercased(), first.name.name.lowercased())
      guard taken[catalog.root(of: row(first.name.number)).number, default: []].insert(forward).inserted,
        taken[catalog.root(of: row(last.name.number)).number, default: []].insert(back).inserted
      else { continue }
      entities[first.name.number]?.relationships.append(
        TableModel.many(forward, two.name, inverse: back, join.table.column("Z_FOK_" + last.column.dropFirst(2)) != nil)
      )
      entities[last.name.number]?.relationships.append(
        TableModel.many(
          back, one.name, inverse: forward, join.table.column("Z_FOK_" + first.column.dropFirst(2)) != nil))
    }
  }

  /// Columns such as `Z1NOTES` hold the owner of a to-many relationship without an inverse.
  private mutating func addWithoutInverse() {
    for (name, root) in roots.sorted(by: { $0.value.number < $1.value.number }) {
      for column in catalog.table(name)?.columns ?? [] {
        let upper = column.name.uppercased()
        let digits = upper.dropFirst().prefix(while: \.isASCIIDigit)
        let rest = upper.dropFirst(1 + digits.count)
        guard let number = Int64(digits), entities[number] != nil, let first = rest.first, first.isLetter else {
          continue
        }
        let property = rest.lowercased()
        guard taken[catalog.root(of: row(number)).number, default: []].insert(property).inserted else { continue }
        entities[number]?.relationships.append(
          TableModel.many(
            property, root.name, inverse: nil, catalog.table(name)?.column("Z_FOK_\(digits)\(rest)") != nil))
      }
    }
  }

  private static func many(
    _ name: String, _ destination: String, inverse: String?, _ isOrdered: Bool
  ) -> CompiledModel.Relationship {
    var result = CompiledModel.Relationship(name: name, destination: destination)
    result.isToMany = true
    result.inverse = inverse
    result.isOrdered = isOrdered
    return result
  }
}
