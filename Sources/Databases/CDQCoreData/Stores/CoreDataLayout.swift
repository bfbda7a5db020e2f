package import CDQIR
package import CDQSQL

/// Where a store of Core Data holds the objects of a schema. Names and numbers follow Core Data's rules, and each of
/// them is looked up in the tables that the store has.
package struct CoreDataLayout: Sendable {
  /// The tables and columns of the entities that the store has.
  package private(set) var mapping = DatabaseMapping()
  /// The entities of the schema for which the store has no table.
  package private(set) var missingEntities: [String] = []
  /// The properties without a place in the store, as `Entity.property`.
  package private(set) var missingProperties: [String] = []
  /// Columns of the entities' tables that belong to no property, as `TABLE.COLUMN`.
  package private(set) var unknownColumns: [String] = []
  /// Entities of the store that the schema does not have, by the name in the store.
  package private(set) var unknownEntities: [String] = []

  private let schema: Schema
  private let catalog: AppleStoreCatalog
  private let numbers: EntityNumbers
  private let joins: AppleStoreJoinTables
  /// The columns of properties by the entity that declares them and their name.
  private var columns: [String: [String: String]] = [:]
  /// The columns that are known, by table, in capitals.
  private var known: [String: Set<String>] = [:]

  /// Finds the place of each entity and property of a schema.
  package init(_ schema: Schema, _ catalog: AppleStoreCatalog) {
    (self.schema, self.catalog) = (schema, catalog)
    numbers = EntityNumbers(schema, catalog)
    joins = AppleStoreJoinTables(catalog)
    for root in schema.entities where root.parent == nil { addHierarchy(root.name) }
    for entity in schema.entities { addEntity(entity) }
    findUnknown()
  }

  /// The number of differences between schema and store, to choose between versions of a model.
  package var differences: Int {
    5 * (missingEntities.count + unknownEntities.count) + missingProperties.count + unknownColumns.count
  }

  /// The number of an entity in the column `Z_ENT`; nil for one that the store does not have.
  package func number(of entity: String) -> Int64? { numbers.byName[entity] }

  private func table(of entity: String) -> AppleStoreCatalog.Table? {
    guard numbers.byName[entity] != nil else { return nil }
    let root = schema.root(of: entity)
    if let found = catalog.table("Z" + root.uppercased()) { return found }
    guard let row = catalog.entities.first(where: { $0.number == numbers.byName[entity] }) else { return nil }
    return catalog.table("Z" + catalog.root(of: row).name.uppercased())
  }

  // MARK: Columns

  /// Finds the columns of all entities that share a table. Where two of them have a property of one name, the second
  /// one's column has a number after it, in the order of the entities' numbers.
  private mutating func addHierarchy(_ root: String) {
    let members = ([root] + schema.descendants(of: root).map(\.name)).filter { numbers.byName[$0] != nil }
      .sorted { (numbers.byName[$0] ?? 0) < (numbers.byName[$1] ?? 0) }
    guard let first = members.first, let table = table(of: first) else { return }
    var uses: [String: Int] = [:]
    var claimed: Set<String> = []
    var late: [(entity: String, name: String)] = []
    for member in members {
      for name in storedNames(of: member) {
        let base = "Z" + name.uppercased()
        var number = uses[base, default: 0]
        var column = number == 0 ? base : "\(base)\(number)"
        while claimed.contains(column) {
          number += 1
          column = "\(base)\(number)"
        }
        uses[base] = number + 1
        if let found = table.column(column) {
          claimed.insert(column)
          columns[member, default: [:]][name] = found.name
        } else {
          late.append((member, name))
        }
      }
    }
    // A migrated store may have kept another number. It is taken where there is no choice.
    for (entity, name) in late {
      let base = "Z" + name.uppercased()
      let found = table.columns.filter { column in
        let upper = column.name.uppercased()
        return upper.hasPrefix(base) && !claimed.contains(upper)
          && upper.dropFirst(base.count).allSatisfy(\.isASCIIDigit)
      }
      guard found.count == 1, late.count(where: { $0.name.uppercased() == name.uppercased() }) == 1 else { continue }
      claimed.insert(found[0].name.uppercased())
      columns[entity, default: [:]][name] = found[0].name
    }
    known[table.name.uppercased(), default: []].formUnion(claimed)
  }

  /// The own properties of an entity that have a column: attributes, and after them to-one relationships.
  private func storedNames(of entity: String) -> [String] {
    var attributes: [String] = []
    var relationships: [String] = []
    for property in schema.entity(named: entity)?.properties ?? [] {
      switch property {
      case .attribute(let attribute): if !attribute.isTransient { attributes.append(attribute.name) }
      case .relationship(let relationship):
        if !relationship.isTransient, !relationship.isToMany { relationships.append(relationship.name) }
      }
    }
    return attributes + relationships
  }

  // MARK: Entities

  private mutating func addEntity(_ entity: Entity) {
    guard let table = table(of: entity.name), let number = numbers.byName[entity.name] else {
      missingEntities.append(entity.name)
      return
    }
    var result = EntityMapping(table: TableName(table.name), key: ["Z_PK"])
    if !schema.descendants(of: entity.name).isEmpty || entity.parent != nil {
      result.discriminator = .init(column: "Z_ENT", value: .int(number))
    }
    for ancestor in schema.lineage(of: entity.name).reversed() {
      for property in ancestor.properties {
        switch property {
        case .attribute(let attribute):
          guard !attribute.isTransient else { continue }
          result.attributes[attribute.name] = columns[ancestor.name]?[attribute.name].map {
            ColumnMapping($0, encoding: encoding(of: attribute.type))
          }
          if result.attributes[attribute.name] == nil, ancestor.name == entity.name { miss(attribute.name, of: entity) }
        case .relationship(let relationship):
          guard !relationship.isTransient else { continue }
          result.relationships[relationship.name] = place(of: relationship, in: ancestor.name)
          if result.relationships[relationship.name] == nil, ancestor.name == entity.name {
            miss(relationship.name, of: entity)
          }
        }
      }
    }
    mapping.entities[entity.name] = result
  }

  private mutating func miss(_ property: String, of entity: Entity) {
    missingProperties.append("\(entity.name).\(property)")
  }

  private func encoding(of type: ValueType) -> ColumnEncoding? {
    if type.element != nil { return .archivedList }
    return switch schema.rawType(of: type) {
    case .uuid: .uuidBytes
    case .decimal: .number
    default: nil
    }
  }

  // MARK: Relationships

  private mutating func place(of relationship: Relationship, in owner: String) -> RelationshipMapping? {
    let back = inverse(of: relationship)
    guard relationship.isToMany else {
      if let column = columns[owner]?[relationship.name] {
        return .foreignKey(key(column, of: owner))
      }
      // Of two to-one relationships, one side is enough.
      guard let back, !back.relationship.isToMany, let column = columns[back.holder]?[back.relationship.name] else {
        return nil
      }
      return .inverse(.init([column]))
    }
    guard let back else { return placeWithoutInverse(of: relationship, in: owner) }
    guard back.relationship.isToMany else {
      guard let column = columns[back.holder]?[back.relationship.name] else { return nil }
      return .inverse(key(column, of: back.holder, isOrdered: relationship.isOrdered))
    }
    let ends = AppleStoreJoinTables.Ends(
      relationship: relationship.name, inverse: back.relationship.name,
      owners: [owner, back.relationship.destination].compactMap { numbers.byName[$0] },
      destinations: [relationship.destination, back.holder].compactMap { numbers.byName[$0] },
      isReflexive: relationship.name == back.relationship.name && owner == back.holder)
    return joins.place(ends, isOrdered: relationship.isOrdered).map { .joinTable($0) }
  }

  /// The relationship that leads back, and the entity that declares it.
  private func inverse(of relationship: Relationship) -> (relationship: Relationship, holder: String)? {
    guard let name = relationship.inverse,
      let holder = schema.lineage(of: relationship.destination).first(where: { $0.property(named: name) != nil }),
      case .relationship(let found)? = holder.property(named: name)
    else { return nil }
    return (found, holder.name)
  }

  /// A reference in a column, with the column of the order that an ordered inverse has.
  private mutating func key(_ column: String, of owner: String, isOrdered: Bool = false)
    -> RelationshipMapping.ForeignKey
  {
    var result = RelationshipMapping.ForeignKey([column])
    guard let table = table(of: owner) else { return result }
    let order = table.column("Z_FOK_" + column.dropFirst())
    note(order?.name, table)
    if isOrdered { result.order = order?.name }
    return result
  }

  private mutating func note(_ column: String?, _ table: AppleStoreCatalog.Table) {
    if let column { known[table.name.uppercased(), default: []].insert(column.uppercased()) }
  }

  /// A to-many relationship without an inverse is a column of the destination, named after the owner's number.
  ///
  /// In some models two relationships name each other only from one side. The schema then has no inverse, but the store
  /// has the tables of one: they are taken where only one fits.
  private mutating func placeWithoutInverse(of relationship: Relationship, in owner: String) -> RelationshipMapping? {
    guard let number = numbers.byName[owner], let table = table(of: relationship.destination) else { return nil }
    guard let column = table.column("Z\(number)\(relationship.name.uppercased())") else {
      let destination = numbers.byName[relationship.destination] ?? number
      if let join = joins.place(
        of: relationship.name, owner: number, destination: destination, isOrdered: relationship.isOrdered)
      {
        return .joinTable(join)
      }
      var found: [RelationshipMapping.ForeignKey] = []
      for holder in schema.lineage(of: relationship.destination) {
        for case .relationship(let back) in holder.properties where !back.isToMany && back.destination == owner {
          guard let column = columns[holder.name]?[back.name] else { continue }
          found.append(key(column, of: holder.name, isOrdered: relationship.isOrdered))
        }
      }
      return found.count == 1 ? .inverse(found[0]) : nil
    }
    note(column.name, table)
    let order = table.column("Z_FOK_\(number)\(relationship.name.uppercased())")
    note(order?.name, table)
    return .inverse(.init([column.name], order: relationship.isOrdered ? order?.name : nil))
  }

  // MARK: Differences

  private mutating func findUnknown() {
    unknownEntities = numbers.unknown.map(\.name)
    for name in Set(mapping.entities.values.map(\.table.name)).sorted() {
      guard let table = catalog.table(name) else { continue }
      let found = known[name.uppercased()] ?? []
      for column in table.columns {
        let upper = column.name.uppercased()
        // Beside the columns of properties are those of Core Data itself: `Z_PK`, `Z_FOK_…`, and `Z2_FOLDER` with the
        // entity of a reference.
        if upper.hasPrefix("Z_") || found.contains(upper) || CoreDataLayout.isCompanion(upper) { continue }
        unknownColumns.append("\(table.name).\(column.name)")
      }
    }
  }

  /// Whether a column holds the entity of a reference: `Z2_FOLDER`.
  static func isCompanion(_ column: String) -> Bool {
    let digits = column.dropFirst().prefix(while: \.isASCIIDigit)
    return column.hasPrefix("Z") && !digits.isEmpty && column.dropFirst(1 + digits.count).first == "_"
  }
}

extension Character {
  /// Whether the character is one of 0 to 9.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
