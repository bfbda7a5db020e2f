package import CDQConnections
import CDQDatabase
package import CDQIR
package import CDQSQL
import CDQSchema

/// The schema and the mapping that describe an existing database.
///
/// Each table and view becomes an entity, unless it only holds pairs of keys: such a table is a many-to-many
/// relationship. Each foreign key becomes a to-one relationship with an inverse. A `NameStyle` chooses the names, and the
/// mapping keeps those of the database.
package struct ImportedDatabase: Sendable {
  package private(set) var schema = Schema(entities: [])
  package private(set) var mapping = DatabaseMapping()
  /// What the schema could not say, for the user.
  package private(set) var remarks: [String] = []

  let catalog: DatabaseCatalog
  private let style: any NameStyle
  /// Whether a column that only refers to another table is an attribute, too.
  private let keepsForeignKeys: Bool
  private let known: KnownNames
  /// The number of rows that were looked at, and whether these are all; nil where the database binds its values.
  package var seen: (rows: Int, isAll: Bool)? { catalog.seen }
  private(set) var entityNames: [TableName: String] = [:]
  private var typeNames: [String: String] = [:]
  private var enumerations: [Enumeration] = []
  /// The enums that columns of several tables share, by the name of the columns and their values.
  private var checkedTypes: [String: String] = [:]
  private var taken: Set<String> = []
  private var entities: [String: Entity] = [:]
  /// The names of properties that are in use, in lower case, by entity.
  private var properties: [String: Set<String>] = [:]

  /// Reads the tables of a database.
  ///
  /// - Parameter sample: The greatest number of rows that are looked at in each table of SQLite.
  package init(
    _ connection: any DatabaseConnection, sample: Int = DatabaseCatalog.usualSample
  ) throws(DatabaseError) {
    self.init(try DatabaseCatalog(of: connection, sample: sample))
  }

  /// The schema and the mapping of tables that are known already.
  ///
  /// - Parameters:
  ///   - names: How entities and properties are named.
  ///   - keepsForeignKeys: Whether the column of a foreign key is an attribute beside the relationship. Without it, only
  ///     columns of the primary key are. The names of the database always have it.
  ///   - known: Names that tables and columns have already, which they keep.
  package init(
    _ catalog: DatabaseCatalog, names: ImportNames = .database, keepsForeignKeys: Bool = false, known: KnownNames = KnownNames()
  ) {
    self.catalog = catalog
    self.known = known
    self.keepsForeignKeys = keepsForeignKeys || names == .database
    style = names.style
    remarks = catalog.remarks
    taken = known.types
    properties = known.properties
    let pairs = catalog.tables.filter { isJoinTable($0, mayHaveNumber: names == .swift) }.map(\.name)
    let tables = catalog.tables.filter { !pairs.contains($0.name) }
    for table in tables {
      let references = catalog.tables.flatMap(\.foreignKeys).filter { $0.target == table.name }
      entityNames[table.name] = known.entities[table.name] ?? free(style.entity(table, references: references), &taken)
    }
    for found in catalog.enumerations { addEnumeration(found) }
    for table in tables { addEntity(table) }
    for table in tables { addForeignKeys(table) }
    for table in catalog.tables where pairs.contains(table.name) { addJoinTable(table) }
    schema = Schema(
      entities: tables.compactMap { entityNames[$0.name].flatMap { entities[$0] } },
      enumerations: enumerations.filter { enumeration in
        entities.values.contains { entity in entity.properties.contains { $0.type.base == .enumeration(enumeration.name) } }
      })
  }

  /// The first wish that is free, or else the first one with a number; it is taken afterwards.
  private func free(_ wishes: [String], _ taken: inout Set<String>) -> String {
    var result = wishes.first { !taken.contains($0.lowercased()) } ?? wishes[0]
    var number = 2
    while !taken.insert(result.lowercased()).inserted {
      result = "\(wishes[0])\(number)"
      number += 1
    }
    return result
  }

  /// Whether a table only holds pairs of keys: all its columns belong to two foreign keys, and its key is all of them.
  ///
  /// - Parameter mayHaveNumber: Whether the rows may also have a number as their key, if each pair is unique.
  private func isJoinTable(_ table: CatalogTable, mayHaveNumber: Bool) -> Bool {
    guard table.foreignKeys.count == 2 else { return false }
    let columns = table.foreignKeys.flatMap(\.columns)
    guard table.foreignKeys.allSatisfy({ key in
      catalog.tables.contains { $0.name == key.target && !key.targetColumns.isEmpty && $0.primaryKey == key.targetColumns }
    }) else { return false }
    let own = Set(table.columns.map(\.name)).subtracting(columns)
    guard Set(columns).count == columns.count, !catalog.tables.contains(where: { $0.foreignKeys.contains { $0.target == table.name } }) else {
      return false
    }
    if own.isEmpty { return table.primaryKey.isEmpty || Set(table.primaryKey) == Set(columns) }
    return mayHaveNumber && own == Set(table.primaryKey) && own.count == 1 && table.uniqueKeys.contains { Set($0) == Set(columns) }
      && (own.first.flatMap { table.column($0)?.type?.isInteger } ?? false)
  }

  // MARK: Types

  private mutating func addEnumeration(_ found: (name: String, values: [String], documentation: String?)) {
    guard !found.values.isEmpty else { return }
    let declared = known.enumeration(of: found.values)
    let name = declared?.name ?? free(style.enumeration(found.name), &taken)
    typeNames[found.name] = name
    enumerations.append(declared ?? enumeration(name, found.values, documentation: found.documentation))
  }

  private func enumeration(_ name: String, _ values: [String], documentation: String? = nil) -> Enumeration {
    var cases: Set<String> = []
    return Enumeration(
      name: name, rawType: .string,
      cases: values.map { value in
        .init(name: free(style.enumerationCase(value, of: name), &cases), rawValue: .string(value))
      }, documentation: documentation)
  }

  /// The enum for the values that a CHECK allows a column. Columns of one name with the same values share it.
  private mutating func checkedType(_ column: CatalogColumn, of table: CatalogTable, entity: String) -> ValueType {
    let isShared = catalog.tables.contains { other in
      other.name != table.name && other.columns.contains { $0.name == column.name && $0.list == column.list }
    }
    let shared = isShared ? column.name + "\u{0}" + column.list.joined(separator: "\u{0}") : nil
    if let shared, let name = checkedTypes[shared] { return .enumeration(name) }
    let attribute = known.attributes[entity]?[column.name]
    let declared = attribute.flatMap { known.enumeration(of: entity, $0) }
    let name = declared?.name ?? free(style.enumeration(of: column.name, of: isShared ? nil : entity), &taken)
    if let shared { checkedTypes[shared] = name }
    if !enumerations.contains(where: { $0.name == name }) { enumerations.append(declared ?? enumeration(name, column.list)) }
    return .enumeration(name)
  }

  private mutating func addEntity(_ table: CatalogTable) {
    guard let name = entityNames[table.name] else { return }
    var entity = Entity(name: name, documentation: table.documentation)
    let key = table.primaryKey.isEmpty ? table.rowNumber.map { [$0] } ?? [] : table.primaryKey
    var place = EntityMapping(table: table.name, key: key)
    // A view has no key; all its columns order its rows.
    if key.isEmpty { place.order = table.columns.filter { $0.type != nil && $0.type != .data && $0.type?.element == nil }.map(\.name) }
    var names: [String: String] = [:]
    for column in table.columns {
      guard var type = column.type else {
        remarks.append("\(table.name.name).\(column.name) is left out: the language has no type for '\(column.spelledType)'")
        continue
      }
      if isOnlyReference(column, of: table), known.attributes[name]?[column.name] == nil { continue }
      if case .enumeration(let spelled) = type { type = typeNames[spelled].map { .enumeration($0) } ?? .string }
      if !column.list.isEmpty { type = checkedType(column, of: table, entity: name) }
      let attribute = known.attributes[name]?[column.name] ?? freeProperty(attributeNames(column, of: table, name), name)
      names[column.name] = attribute
      entity.properties.append(
        .attribute(
          Attribute(
            name: attribute, type: type, isOptional: column.isOptional, defaultValue: column.defaultValue,
            documentation: column.documentation)))
      place.attributes[attribute] = column.place(column.encoding, isOptional: column.isOptional)
    }
    entity.uniquenessConstraints = uniqueKeys(table, entity, names)
    entity.indexes = table.indexes.compactMap { columns in
      // The beginning of an index is one, too.
      let keys = columns.prefix { column in
        names[column].flatMap { entity.property(named: $0) }?.type.base.isComparable == true
      }.compactMap { names[$0] }
      return keys.isEmpty || keepsForeignKeys && keys.count < columns.count ? nil : Entity.Index(keys: keys.map { .init($0) })
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    entities[name] = entity
    mapping.entities[name] = place
  }

  /// The constraints of an entity: the primary key first, which identifies the objects.
  private func uniqueKeys(_ table: CatalogTable, _ entity: Entity, _ names: [String: String]) -> [[String]] {
    func attributes(_ columns: [String]) -> [String]? {
      let found = columns.compactMap { names[$0] }
      let areComparable = found.allSatisfy { name in
        entity.property(named: name).map { $0.type.base.isComparable } ?? false
      }
      return found.count == columns.count && areComparable ? found : nil
    }
    var result: [[String]] = []
    if let key = attributes(table.primaryKey), !key.isEmpty { result.append(key) }
    for columns in table.uniqueKeys {
      guard let key = attributes(columns), !result.contains(key) else { continue }
      // A single unique attribute would identify the objects in place of a key of several columns.
      if key.count == 1, result.first.map({ $0.count > 1 }) ?? true { continue }
      result.append(key)
    }
    return result
  }

  // MARK: Relationships

  /// The table and the entity that a foreign key refers to; nil for one that refers to something that is not there.
  private func target(of key: CatalogForeignKey, in table: CatalogTable) -> (table: CatalogTable, entity: String)? {
    guard let target = catalog.tables.first(where: { $0.name == key.target }), let destination = entityNames[key.target],
      !key.columns.isEmpty, key.columns.count == key.targetColumns.count,
      key.columns.allSatisfy({ table.column($0) != nil }), key.targetColumns.allSatisfy({ target.column($0) != nil })
    else { return nil }
    return (target, destination)
  }

  private func reference(_ key: CatalogForeignKey, of table: CatalogTable, to destination: String, _ owner: String) -> Reference {
    Reference(
      key: key, owner: owner, destination: destination, ownerTable: table,
      isUnique: table.uniqueKeys.contains { Set($0) == Set(key.columns) } || Set(table.primaryKey) == Set(key.columns),
      siblings: table.foreignKeys.filter { $0.target == key.target })
  }

  /// Whether a relationship has all that a column says. The columns of the primary key identify the objects, and a part
  /// of a key of several columns may have a value where another part is NULL.
  private func isOnlyReference(_ column: CatalogColumn, of table: CatalogTable) -> Bool {
    if keepsForeignKeys || table.primaryKey.contains(column.name) || table.rowNumber == column.name { return false }
    return table.foreignKeys.contains { key in
      key.columns.contains(column.name) && target(of: key, in: table) != nil
        && (key.columns.count == 1 || key.columns.allSatisfy { table.column($0)?.isOptional == false })
    }
  }

  /// The names for an attribute. Where a relationship needs the name of its column, the attribute has that of the key:
  /// `countryCode` beside `country`.
  private func attributeNames(_ column: CatalogColumn, of table: CatalogTable, _ entity: String) -> [String] {
    let wishes = style.attribute(column.name, of: entity)
    guard style is SwiftStyle, let key = table.foreignKeys.first(where: { $0.columns == [column.name] }),
      let destination = target(of: key, in: table)?.entity,
      let wished = style.reference(reference(key, of: table, to: destination, entity)).first, wishes.contains(wished)
    else { return wishes }
    return style.attribute("\(column.name)_\(key.targetColumns[0])", of: entity)
  }

  private mutating func addForeignKeys(_ table: CatalogTable) {
    guard let owner = entityNames[table.name] else { return }
    for key in table.foreignKeys {
      guard let (_, destination) = target(of: key, in: table) else {
        remarks.append("a foreign key of \(table.name.name) is left out: it refers to something that is not there")
        continue
      }
      let isOptional = key.columns.contains { table.column($0)?.isOptional ?? true }
      let wished = reference(key, of: table, to: destination, owner)
      let references = key.targetColumns == mapping.entities[destination]?.key ? nil : key.targetColumns
      let place = RelationshipMapping.foreignKey(.init(key.columns, references: references))
      let back = RelationshipMapping.inverse(.init(key.columns, references: references))
      let name = known.relationship(place, of: owner, to: destination) ?? freeProperty(style.reference(wished), owner)
      let inverse = known.relationship(back, of: destination, to: owner)
        ?? freeProperty(style.inverse(of: wished, named: name), destination)
      add(Relationship(name: name, destination: destination, isOptional: isOptional, inverse: inverse), place, to: owner)
      add(
        Relationship(
          name: inverse, destination: owner, isToMany: !wished.isUnique, inverse: name, deleteRule: key.deleteRule),
        back, to: destination)
    }
  }

  private mutating func freeProperty(_ wishes: [String], _ entity: String) -> String {
    free(wishes, &properties[entity, default: []])
  }

  private mutating func add(_ relationship: Relationship, _ place: RelationshipMapping, to entity: String) {
    entities[entity]?.properties.append(.relationship(relationship))
    mapping.entities[entity]?.relationships[relationship.name] = place
  }

  private mutating func addJoinTable(_ table: CatalogTable) {
    let keys = table.foreignKeys
    guard keys.count == 2, let first = entityNames[keys[0].target], let second = entityNames[keys[1].target] else { return }
    let place = RelationshipMapping.joinTable(.init(table: table.name, owner: keys[0].columns, destination: keys[1].columns))
    let back = RelationshipMapping.joinTable(.init(table: table.name, owner: keys[1].columns, destination: keys[0].columns))
    let forward = known.relationship(place, of: first, to: second)
      ?? freeProperty(style.joined(keys[0], keys[1], owner: first, destination: second, table.name), first)
    let backward = known.relationship(back, of: second, to: first)
      ?? freeProperty(style.joined(keys[1], keys[0], owner: second, destination: first, table.name), second)
    add(Relationship(name: forward, destination: second, isToMany: true, inverse: backward), place, to: first)
    add(Relationship(name: backward, destination: first, isToMany: true, inverse: forward), back, to: second)
  }
}
