package import CDQConnections
import CDQDatabase
package import CDQIR
package import CDQSQL
import CDQSchema

/// The schema and the mapping that describe an existing database.
///
/// Each table and view becomes an entity, unless it only holds pairs of keys: such a table is a many-to-many
/// relationship. Each foreign key becomes a to-one relationship with an inverse. Names that are no identifiers are
/// changed, and the mapping keeps those of the database.
package struct ImportedDatabase: Sendable {
  package private(set) var schema = Schema(entities: [])
  package private(set) var mapping = DatabaseMapping()
  /// What the schema could not say, for the user.
  package private(set) var remarks: [String] = []

  let catalog: DatabaseCatalog
  /// The number of rows that were looked at, and whether these are all; nil where the database binds its values.
  package var seen: (rows: Int, isAll: Bool)? { catalog.seen }
  private var entityNames: [TableName: String] = [:]
  private var typeNames: [String: String] = [:]
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
  package init(_ catalog: DatabaseCatalog) {
    self.catalog = catalog
    remarks = catalog.remarks
    let pairs = catalog.tables.filter { isJoinTable($0) }.map(\.name)
    let tables = catalog.tables.filter { !pairs.contains($0.name) }
    for table in tables {
      entityNames[table.name] = free(NameRules.identifier(table.name.name, prefix: "_", empty: "table"), &taken)
    }
    let enumerations = catalog.enumerations.compactMap { enumeration($0) }
    for table in tables { addEntity(table) }
    for table in tables { addForeignKeys(table) }
    for table in catalog.tables where pairs.contains(table.name) { addJoinTable(table) }
    schema = Schema(
      entities: tables.compactMap { entityNames[$0.name].flatMap { entities[$0] } },
      enumerations: enumerations.filter { enumeration in
        entities.values.contains { entity in entity.properties.contains { $0.type.base == .enumeration(enumeration.name) } }
      })
  }

  private func free(_ name: String, _ taken: inout Set<String>) -> String {
    var result = name
    var number = 2
    while !taken.insert(result.lowercased()).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Whether a table only holds pairs of keys: all its columns belong to two foreign keys, and its key is all of them.
  private func isJoinTable(_ table: CatalogTable) -> Bool {
    guard table.foreignKeys.count == 2 else { return false }
    let columns = table.foreignKeys.flatMap(\.columns)
    let known = Set(catalog.tables.map(\.name))
    guard table.foreignKeys.allSatisfy({ key in
      known.contains(key.target) && catalog.tables.contains { $0.name == key.target && $0.primaryKey == key.targetColumns }
    }) else { return false }
    return Set(columns).count == columns.count && Set(columns) == Set(table.columns.map(\.name))
      && (table.primaryKey.isEmpty || Set(table.primaryKey) == Set(columns))
  }

  /// The plural of the name of a table, which often is one already.
  private func plural(_ noun: String) -> String { noun.hasSuffix("s") ? noun : EnglishNoun.plural(noun) }

  // MARK: Types

  private mutating func enumeration(
    _ found: (name: String, values: [String], documentation: String?)
  ) -> Enumeration? {
    guard !found.values.isEmpty else { return nil }
    let name = free(NameRules.identifier(found.name, prefix: "_", empty: "type"), &taken)
    typeNames[found.name] = name
    var cases: Set<String> = []
    return Enumeration(
      name: name, rawType: .string,
      cases: found.values.map { value in
        .init(name: free(NameRules.identifier(value, prefix: "_", empty: "none"), &cases), rawValue: .string(value))
      }, documentation: found.documentation)
  }

  private mutating func addEntity(_ table: CatalogTable) {
    guard let name = entityNames[table.name] else { return }
    var entity = Entity(name: name, documentation: table.documentation)
    var used: Set<String> = []
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
      if case .enumeration(let spelled) = type { type = typeNames[spelled].map { .enumeration($0) } ?? .string }
      let attribute = free(NameRules.identifier(column.name, prefix: "_", empty: "column"), &used)
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
      let keys = columns.compactMap { names[$0] }.filter { entity.property(named: $0)?.type.base.isComparable == true }
      return keys.count == columns.count ? Entity.Index(keys: keys.map { .init($0) }) : nil
    }
    entities[name] = entity
    properties[name] = used
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

  private mutating func addForeignKeys(_ table: CatalogTable) {
    guard let owner = entityNames[table.name] else { return }
    for key in table.foreignKeys {
      guard let target = catalog.tables.first(where: { $0.name == key.target }), let destination = entityNames[key.target],
        !key.columns.isEmpty, key.columns.count == key.targetColumns.count,
        key.columns.allSatisfy({ table.column($0) != nil }), key.targetColumns.allSatisfy({ target.column($0) != nil })
      else {
        remarks.append("a foreign key of \(table.name.name) is left out: it refers to something that is not there")
        continue
      }
      let isOptional = key.columns.contains { table.column($0)?.isOptional ?? true }
      let wished = relationshipName(key, destination, owner)
      let name = freeProperty(wished, owner)
      let isUnique = table.uniqueKeys.contains { Set($0) == Set(key.columns) } || Set(table.primaryKey) == Set(key.columns)
      let others = table.foreignKeys.filter { $0.target == key.target }.count
      // `cities` of a country for its city's `country`; one city of it for a unique key.
      let noun = isUnique ? owner : plural(owner)
      let back = others > 1 || table.name == key.target ? "\(noun)By\(name.prefix(1).uppercased())\(name.dropFirst())" : noun
      let inverse = freeProperty(back.prefix(1).lowercased() + back.dropFirst(), destination)
      let references = key.targetColumns == mapping.entities[destination]?.key ? nil : key.targetColumns
      add(
        Relationship(name: name, destination: destination, isOptional: isOptional, inverse: inverse),
        .foreignKey(.init(key.columns, references: references)), to: owner)
      add(
        Relationship(
          name: inverse, destination: owner, isToMany: !isUnique, inverse: name, deleteRule: key.deleteRule),
        .inverse(.init(key.columns, references: references)), to: destination)
    }
  }

  /// The name of a to-one relationship: `country` for the column `country_id` or `countryCode`, else the destination's.
  private func relationshipName(_ key: CatalogForeignKey, _ destination: String, _ owner: String) -> String {
    let fallback = destination.prefix(1).lowercased() + destination.dropFirst()
    guard key.columns.count == 1 else { return fallback }
    let column = NameRules.identifier(key.columns[0], prefix: "_", empty: "target")
    for suffix in ["_id", "_ID", "Id", "ID", "_code", "Code", "_uuid", "_fk", "_no"] where column.hasSuffix(suffix) {
      let rest = column.dropLast(suffix.count)
      if !rest.isEmpty, rest != "_" { return String(rest) }
    }
    return column.lowercased() == key.targetColumns[0].lowercased() ? fallback : column + "Ref"
  }

  private mutating func freeProperty(_ wished: String, _ entity: String) -> String {
    free(wished, &properties[entity, default: []])
  }

  private mutating func add(_ relationship: Relationship, _ place: RelationshipMapping, to entity: String) {
    entities[entity]?.properties.append(.relationship(relationship))
    mapping.entities[entity]?.relationships[relationship.name] = place
  }

  private mutating func addJoinTable(_ table: CatalogTable) {
    let keys = table.foreignKeys
    guard keys.count == 2, let first = entityNames[keys[0].target], let second = entityNames[keys[1].target] else { return }
    func name(_ destination: String, _ key: CatalogForeignKey) -> String {
      plural(
        first == second ? relationshipName(key, destination, first) : destination.prefix(1).lowercased() + destination.dropFirst())
    }
    let forward = freeProperty(name(second, keys[1]), first)
    let backward = freeProperty(name(first, keys[0]), second)
    add(
      Relationship(name: forward, destination: second, isToMany: true, inverse: backward),
      .joinTable(.init(table: table.name, owner: keys[0].columns, destination: keys[1].columns)), to: first)
    add(
      Relationship(name: backward, destination: first, isToMany: true, inverse: forward),
      .joinTable(.init(table: table.name, owner: keys[1].columns, destination: keys[0].columns)), to: second)
  }
}
