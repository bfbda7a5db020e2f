public import CDQIR

/// Our own layout of a schema in a database: one table for each hierarchy of entities, with an insertion number as its
/// key, and one for each to-many relationship that no foreign key holds.
///
/// Texts are stored in NFC. Beside each text attribute stand columns with its text folded for `[c]` and `[cd]`, which
/// an index can serve. Every to-many relationship keeps the positions of its objects, ordered or not, so that results
/// have the order that they have in memory. `@@table("…")` and `@column("…")` of the schema name tables and columns.
public struct OwnLayout: Sendable {
  /// The mapping that the SQL generator reads.
  public private(set) var mapping = DatabaseMapping()
  /// The tables, in the order of the schema; those of relationships last.
  public private(set) var tables: [TableDefinition] = []

  /// The options for which texts have a folded column.
  public static let folds: [TextOptions] = [.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]]
  /// The name of the column with the insertion number.
  public static let numberColumn = "_id"
  /// The name of the column with the entity of an object.
  public static let entityColumn = "_entity"

  let schema: Schema
  private var tableNames = UniqueNames([LayoutDescription.table.name])
  private var tableOfRoot: [String: Int] = [:]
  private var columnNames: [UniqueNames] = []
  /// The places of relationships by the entity that declares them and their name.
  private var places: [String: [String: RelationshipMapping]] = [:]
  /// The columns of attributes by the entity that declares them and their name.
  private var columns: [String: [String: ColumnMapping]] = [:]

  /// The layout of a schema.
  public init(_ schema: Schema) {
    self.schema = schema
    for entity in schema.entities where tableOfRoot[schema.root(of: entity.name)] == nil {
      addTable(schema.root(of: entity.name))
    }
    for entity in schema.entities {
      for case .attribute(let attribute) in entity.properties where !attribute.isTransient { add(attribute, of: entity) }
    }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where !relationship.isTransient {
        add(relationship, of: entity.name)
      }
    }
    for entity in schema.entities { mapping.entities[entity.name] = entityMapping(entity) }
    addIndexes()
    let rules = foreignKeyRules()
    for index in tables.indices { tables[index].foreignKeys = foreignKeys(of: tables[index], rules) }
  }

  private mutating func addTable(_ root: String) {
    let name = TableName(tableNames.unique(schema.entity(named: root)?.tableName ?? root))
    var columns = [TableDefinition.Column(OwnLayout.numberColumn, .number, isRequired: true)]
    var names = UniqueNames([OwnLayout.numberColumn] + UniqueNames.systemColumns)
    if !schema.descendants(of: root).isEmpty {
      columns.append(TableDefinition.Column(names.unique(OwnLayout.entityColumn), .entity, isRequired: true))
    }
    tableOfRoot[root] = tables.count
    tables.append(TableDefinition(name: name, columns: columns, primaryKey: [OwnLayout.numberColumn], indexes: []))
    columnNames.append(names)
  }

  private func table(of entity: String) -> Int { tableOfRoot[schema.root(of: entity)] ?? 0 }

  private mutating func addColumn(
    _ wished: String, _ content: TableDefinition.Content, isRequired: Bool = false, to table: Int
  ) -> String {
    let name = columnNames[table].unique(wished)
    tables[table].columns.append(TableDefinition.Column(name, content, isRequired: isRequired))
    return name
  }

  private mutating func add(_ attribute: Attribute, of entity: Entity) {
    let table = table(of: entity.name)
    let type = schema.rawType(of: attribute.type)
    // In a table of several entities, a column is NULL in the rows of the others.
    let isShared = entity.parent != nil
    let column = addColumn(
      attribute.columnName ?? attribute.name, .value(type),
      isRequired: !attribute.isOptional && !isShared && type.element == nil && attribute.derivation == nil, to: table)
    var place = ColumnMapping(column)
    if type.element == .string { place.isNormalized = true }
    if type == .string {
      place.isNormalized = true
      var folds: [String: String] = [:]
      // The raw values of an enum are compared as they are.
      for options in attribute.type == .string ? OwnLayout.folds : [] {
        folds[options.letters] = addColumn("\(column)_\(options.letters)", .fold(options), to: table)
      }
      if !folds.isEmpty { place.folds = folds }
    }
    columns[entity.name, default: [:]][attribute.name] = place
  }

  private mutating func add(_ relationship: Relationship, of owner: String) {
    guard places[owner]?[relationship.name] == nil else { return }
    var inverse: Relationship?
    var inverseOwner = ""
    if let name = relationship.inverse,
      let holder = schema.lineage(of: relationship.destination).first(where: { $0.property(named: name) != nil }),
      case .relationship(let found)? = holder.property(named: name), holder.name != owner || name != relationship.name
    {
      (inverse, inverseOwner) = (found, holder.name)
    }
    switch (relationship.isToMany, inverse?.isToMany) {
    case (false, _):
      let foreignKey = addReference(relationship, of: owner)
      places[owner, default: [:]][relationship.name] = .foreignKey(.init([foreignKey]))
      guard let inverse else { return }
      var back = RelationshipMapping.ForeignKey([foreignKey])
      if inverse.isToMany { back.order = addColumn("\(foreignKey)_position", .position, to: table(of: owner)) }
      places[inverseOwner, default: [:]][inverse.name] = .inverse(back)
    case (true, false?):
      if let inverse { add(inverse, of: inverseOwner) }
    case (true, _): addJoinTable(relationship, of: owner, inverse, of: inverseOwner)
    }
  }

  private mutating func addReference(_ relationship: Relationship, of owner: String) -> String {
    addColumn(
      relationship.columnName ?? relationship.name, .reference(tables[table(of: relationship.destination)].name),
      to: table(of: owner))
  }

  private mutating func addJoinTable(
    _ relationship: Relationship, of owner: String, _ inverse: Relationship?, of inverseOwner: String
  ) {
    let name = TableName(tableNames.unique("\(owner)_\(relationship.name)"))
    let (ownerTable, target) = (tables[table(of: owner)].name, tables[table(of: relationship.destination)].name)
    var columns: [TableDefinition.Column] = [
      .init("owner", .reference(ownerTable), isRequired: true),
      .init("destination", .reference(target), isRequired: true), .init("position", .position),
    ]
    places[owner, default: [:]][relationship.name] = .joinTable(
      .init(table: name, owner: ["owner"], destination: ["destination"], order: "position"))
    if let inverse {
      columns.append(.init("inverse_position", .position))
      places[inverseOwner, default: [:]][inverse.name] = .joinTable(
        .init(table: name, owner: ["destination"], destination: ["owner"], order: "inverse_position"))
    }
    tables.append(
      TableDefinition(
        name: name, columns: columns, primaryKey: ["owner", "destination"], indexes: [.init(keys: [.init(column: "destination")])]))
    columnNames.append(UniqueNames(columns.map(\.name)))
  }

  private func entityMapping(_ entity: Entity) -> EntityMapping {
    let table = tables[table(of: entity.name)]
    var result = EntityMapping(table: table.name, key: [OwnLayout.numberColumn])
    if let column = table.columns.first(where: { $0.content == .entity }) {
      result.discriminator = .init(column: column.name, value: entity.isAbstract ? nil : .text(entity.name))
    }
    for ancestor in schema.lineage(of: entity.name).reversed() {
      result.attributes.merge(columns[ancestor.name] ?? [:]) { $1 }
      result.relationships.merge(places[ancestor.name] ?? [:]) { $1 }
    }
    return result
  }

  /// Adds indexes for `@unique`, `@index` and foreign keys. Those of a text are on its folded columns, too.
  private mutating func addIndexes() {
    for entity in schema.entities {
      guard let mapping = mapping.entities[entity.name] else { continue }
      let table = table(of: entity.name)
      let lists =
        entity.uniquenessConstraints.map { ($0.map { Entity.Index.Key($0) }, true) } + entity.indexes.map { ($0.keys, false) }
      for (attributes, isUnique) in lists {
        let places = attributes.compactMap { mapping.attributes[$0.attribute] }
        guard places.count == attributes.count else { continue }
        let keys = zip(attributes, places).map { key, place in
          TableDefinition.Index.Key(
            column: place.column, isDescending: key.isDescending, isOptional: isOptional(key.attribute, of: entity.name))
        }
        // The rows of other entities have no values in the entity's own columns, but in those that it inherits.
        let isOwn = entity.parent == nil || attributes.contains { entity.property(named: $0.attribute) != nil }
        tables[table].indexes.append(.init(keys: keys, isUnique: isUnique && isOwn))
        guard keys.count == 1, let folds = places[0].folds else { continue }
        for (_, column) in folds.sorted(by: { $0.key < $1.key }) {
          var key = keys[0]
          key.column = column
          tables[table].indexes.append(.init(keys: [key]))
        }
      }
    }
    for index in tables.indices {
      for column in tables[index].columns {
        guard case .reference = column.content, tables[index].primaryKey != ["owner", "destination"] else { continue }
        tables[index].indexes.append(.init(keys: [.init(column: column.name)]))
      }
    }
  }

  private func isOptional(_ attribute: String, of entity: String) -> Bool {
    guard case .attribute(let attribute)? = schema.property(named: attribute, of: entity) else { return false }
    return attribute.isOptional
  }
}

extension TextOptions {
  /// The letters of the options, such as `cd`; the empty string without options.
  package var letters: String { String(suffix.dropFirst().dropLast()) }
}
