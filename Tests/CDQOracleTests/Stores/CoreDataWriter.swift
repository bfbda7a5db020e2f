import CDQConnections
import CDQDatabase
import CDQIR
import CDQRuntime
import CDQSQL
import Foundation

/// Writes the objects of a world into a new file in Core Data's layout, by the rules that its documents describe. It
/// shares no code with the reader.
struct CoreDataWriter {
  /// How much the store tells about its model.
  enum Cache: CaseIterable {
    case dictionaries, knownKeys, unknownForm, empty, none
  }

  let world: RandomWorld
  private var schema: Schema { world.schema }
  private let connection: SQLiteConnection
  private(set) var numbers: [String: Int64] = [:]
  /// The columns of attributes and to-one relationships, by `Entity.property` of the entity that declares it.
  private var columns: [String: String] = [:]

  init(_ world: RandomWorld, path: String) throws {
    self.world = world
    connection = try SQLiteConnection(path: path, access: .create)
    number(nil)
  }

  private mutating func number(_ parent: String?) {
    let members = world.schema.entities.filter { $0.parent == parent }.map(\.name)
    for name in members.sorted(by: { $0.lowercased() < $1.lowercased() }) {
      numbers[name] = Int64(numbers.count + 1)
      number(name)
    }
  }

  /// Writes all tables.
  ///
  /// - Parameter isPending: Whether the rows stay in a write-ahead log. The connection must then be kept.
  mutating func write(cache: Cache, isPending: Bool = false) throws {
    if isPending {
      try execute("PRAGMA journal_mode = WAL")
      try execute("PRAGMA wal_autocheckpoint = 0")
    }
    try execute("BEGIN")
    for root in schema.entities where root.parent == nil { try makeTable(root.name) }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties { try makeJoin(relationship, entity.name) }
    }
    try execute("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
    try execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
    for entity in schema.entities {
      try execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
        [.int(numbers[entity.name] ?? 0), .text(entity.name), .int(entity.parent.flatMap { numbers[$0] } ?? 0), .int(9)])
    }
    try execute("INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0)")
    try execute("CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZCHANGETYPE INTEGER)")
    try execute("CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZENTITYPK INTEGER)")
    try execute("INSERT INTO ACHANGE VALUES (1, 16001, 0)")
    try execute("INSERT INTO Z_METADATA VALUES (1, 'A', ?)", [.blob(Data(metadata))])
    if cache != .none { try execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)") }
    let forms: [Cache: ArchiveWriter.DictionaryForm] = [.dictionaries: .plain, .knownKeys: .knownKeys, .unknownForm: .unknown]
    if let form = forms[cache] {
      let archive = ArchiveWriter.model(schema, form)
      try execute("INSERT INTO Z_MODELCACHE VALUES (?)", [.blob(Data(ArchiveWriter.deflated(archive)))])
    }
    for index in world.objects.indices { try insert(index) }
    for index in world.objects.indices { try insertReferences(index) }
    try execute("COMMIT")
  }

  private var metadata: [UInt8] {
    ListValue.dictionary([
      ("NSPersistenceFrameworkVersion", .int(1345)),
      (
        "NSStoreModelVersionHashes",
        .dictionary(schema.entities.map { ($0.name, .data(Array(repeating: UInt8($0.name.utf8.count & 0xFF), count: 32))) })
      ),
    ]).bytes
  }

  private func execute(_ text: String, _ bindings: [SQLDatum] = []) throws { _ = try connection.rows(text, bindings) }

  // MARK: Tables

  private func table(of entity: String) -> String { "Z" + schema.root(of: entity).uppercased() }

  private mutating func makeTable(_ root: String) throws {
    let members = ([root] + schema.descendants(of: root).map(\.name)).sorted { (numbers[$0] ?? 0) < (numbers[$1] ?? 0) }
    var texts = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    var uses: [String: Int] = [:]
    func column(_ name: String) -> String {
      let base = "Z" + name.uppercased()
      let use = uses[base, default: 0]
      uses[base] = use + 1
      return use == 0 ? base : "\(base)\(use)"
    }
    for member in members {
      let properties = schema.entity(named: member)?.properties ?? []
      for case .attribute(let attribute) in properties where !attribute.isTransient {
        let name = column(attribute.name)
        columns["\(member).\(attribute.name)"] = name
        texts.append("\"\(name)\" \(CoreDataWriter.types[attribute.type] ?? "BLOB")")
      }
      for case .relationship(let relationship) in properties where !relationship.isToMany {
        let name = column(relationship.name)
        columns["\(member).\(relationship.name)"] = name
        texts.append("\"\(name)\" INTEGER")
        if !schema.descendants(of: relationship.destination).isEmpty {
          texts.append("\"Z\(numbers[relationship.destination] ?? 0)_\(name.dropFirst())\" INTEGER")
        }
        if inverse(of: relationship)?.relationship.isOrdered == true { texts.append("\"Z_FOK_\(name.dropFirst())\" INTEGER") }
      }
    }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties
      where relationship.isToMany && relationship.inverse == nil && schema.root(of: relationship.destination) == root {
        let name = "\(numbers[entity.name] ?? 0)\(relationship.name.uppercased())"
        texts.append("\"Z\(name)\" INTEGER")
        if relationship.isOrdered { texts.append("\"Z_FOK_\(name)\" INTEGER") }
      }
    }
    try execute("CREATE TABLE \"\(table(of: root))\" (\(texts.joined(separator: ", ")))")
    for member in members {
      for case .relationship(let relationship) in schema.entity(named: member)?.properties ?? [] where !relationship.isToMany {
        let name = columns["\(member).\(relationship.name)"] ?? ""
        try execute("CREATE INDEX \"\(table(of: root))_\(name)_INDEX\" ON \"\(table(of: root))\" (\"\(name)\")")
      }
    }
  }

  private static let types: [ValueType: String] = [
    .int16: "INTEGER", .int32: "INTEGER", .int64: "INTEGER", .bool: "INTEGER", .double: "FLOAT", .float: "FLOAT",
    .decimal: "DECIMAL", .string: "VARCHAR", .url: "VARCHAR", .date: "TIMESTAMP", .data: "BLOB", .uuid: "BLOB",
  ]

  func inverse(of relationship: Relationship) -> (relationship: Relationship, owner: String)? {
    for entity in schema.lineage(of: relationship.destination) {
      if let name = relationship.inverse, case .relationship(let found)? = entity.property(named: name) { return (found, entity.name) }
    }
    return nil
  }

  /// The table of a many-to-many relationship, and its columns with the owner and with the destination.
  private func join(_ relationship: Relationship, _ owner: String) -> (table: String, owner: String, destination: String, isFirst: Bool)? {
    guard relationship.isToMany, let (back, holder) = inverse(of: relationship), back.isToMany,
      let a = numbers[owner], let b = numbers[holder]
    else { return nil }
    let (forward, backward) = ("\(b)\(relationship.name.uppercased())", "\(a)\(back.name.uppercased())")
    let isFirst = a < b || a == b && relationship.name <= back.name
    if owner == holder, relationship.name == back.name { return ("Z_\(forward)", "REFLEXIVE", "Z_\(forward)", true) }
    let name = isFirst ? "\(a)\(relationship.name.uppercased())" : "\(b)\(back.name.uppercased())"
    return ("Z_\(name)", "Z_\(backward)", "Z_\(forward)", isFirst)
  }

  private func makeJoin(_ relationship: Relationship, _ owner: String) throws {
    guard let join = join(relationship, owner), join.isFirst, let (back, _) = inverse(of: relationship) else { return }
    var texts = ["\"\(join.owner)\" INTEGER", "\"\(join.destination)\" INTEGER"]
    if relationship.isOrdered { texts.append("\"Z_FOK_\(join.destination.dropFirst(2))\" INTEGER") }
    if back.isOrdered, back != relationship { texts.append("\"Z_FOK_\(join.owner.dropFirst(2))\" INTEGER") }
    try execute("CREATE TABLE \"\(join.table)\" (\(texts.joined(separator: ", ")), PRIMARY KEY (\"\(join.owner)\", \"\(join.destination)\"))")
  }

  // MARK: Rows

  private func key(_ index: Int) -> SQLDatum {
    if case .int(let number) = world.objects[index].id { .int(number + 1) } else { .null }
  }

  private func declarer(of property: String, _ entity: String) -> String {
    schema.lineage(of: entity).first { $0.property(named: property) != nil }?.name ?? entity
  }

  private func insert(_ index: Int) throws {
    let object = world.objects[index]
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values: [SQLDatum] = [key(index), .int(numbers[object.entity] ?? 0), .int(1)]
    for attribute in schema.allAttributes(of: object.entity) {
      let value = attribute.name == "id" ? object.id : object.attributes[attribute.name] ?? .null
      names.append(columns["\(declarer(of: attribute.name, object.entity)).\(attribute.name)"] ?? "")
      values.append(CoreDataWriter.datum(value, attribute.type))
    }
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    try execute(
      "INSERT INTO \"\(table(of: object.entity))\" (\(names.map { "\"\($0)\"" }.joined(separator: ", "))) VALUES (\(marks))", values)
  }

  private static func datum(_ value: Value, _ type: ValueType) -> SQLDatum {
    switch value {
    case .bool(let truth): return .int(truth ? 1 : 0)
    case .int(let number): return .int(number)
    case .double(let number): return .real(type == .float ? Double(Float(number)) : number)
    case .decimal(let number): return .real(NSDecimalNumber(decimal: number).doubleValue)
    case .string(let text): return .text(text)
    case .url(let url): return .text(url.absoluteString)
    case .data(let data): return .blob(data)
    case .uuid(let id): return .blob(withUnsafeBytes(of: id.uuid) { Data($0) })
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      // Whole seconds become integers by the affinity of the column.
      return Int64(exactly: seconds).map { .int($0) } ?? .real(seconds)
    case .list(let values): return .blob(Data(ArchiveWriter.list(values)))
    default: return .null
    }
  }

  private func insertReferences(_ index: Int) throws {
    let object = world.objects[index]
    for relationship in schema.allRelationships(of: object.entity) {
      guard let targets = object.references[relationship.name] else { continue }
      let owner = declarer(of: relationship.name, object.entity)
      let back = inverse(of: relationship)
      for (position, target) in targets.enumerated() {
        let order = SQLDatum.int(Int64(1024 * (position + 2)))
        if !relationship.isToMany {
          let column = columns["\(owner).\(relationship.name)"] ?? ""
          try set(index, column, key(target), companion: relationship.destination, of: target)
          if let back, !back.relationship.isToMany {
            try set(
              target, columns["\(back.owner).\(back.relationship.name)"] ?? "", key(index),
              companion: back.relationship.destination, of: index)
          }
        } else if let join = join(relationship, owner) {
          try insert(join, relationship, index, target, order)
        } else if let back {
          let column = columns["\(back.owner).\(back.relationship.name)"] ?? ""
          try set(target, column, key(index), companion: back.relationship.destination, of: index)
          if relationship.isOrdered { try set(target, "Z_FOK_\(column.dropFirst())", order) }
        } else {
          let column = "\(numbers[owner] ?? 0)\(relationship.name.uppercased())"
          try set(target, "Z\(column)", key(index))
          if relationship.isOrdered { try set(target, "Z_FOK_\(column)", order) }
        }
      }
    }
  }

  private func insert(
    _ join: (table: String, owner: String, destination: String, isFirst: Bool), _ relationship: Relationship, _ owner: Int,
    _ target: Int, _ order: SQLDatum
  ) throws {
    var pairs = [(join.owner, key(owner)), (join.destination, key(target))]
    if relationship.isOrdered { pairs.append(("Z_FOK_\(join.destination.dropFirst(2))", order)) }
    // The inverse has the order in which its owners were loaded.
    if let back = inverse(of: relationship)?.relationship, back.isOrdered, join.owner != "REFLEXIVE" {
      pairs.append(("Z_FOK_\(join.owner.dropFirst(2))", .int(Int64(owner) * 512)))
    }
    func write(_ pairs: [(String, SQLDatum)]) throws {
      try execute(
        "INSERT OR IGNORE INTO \"\(join.table)\" (\(pairs.map { "\"\($0.0)\"" }.joined(separator: ", "))) VALUES (\(pairs.map { _ in "?" }.joined(separator: ", ")))",
        pairs.map(\.1))
    }
    try write(pairs)
    if join.owner == "REFLEXIVE" { try write([(join.owner, key(target)), (join.destination, key(owner))]) }
  }

  private func set(_ index: Int, _ column: String, _ value: SQLDatum, companion destination: String? = nil, of target: Int? = nil) throws {
    try execute("UPDATE \"\(table(of: world.objects[index].entity))\" SET \"\(column)\" = ? WHERE Z_PK = ?", [value, key(index)])
    guard let destination, let target, !schema.descendants(of: destination).isEmpty else { return }
    try set(
      index, "Z\(numbers[destination] ?? 0)_\(column.dropFirst())", .int(numbers[world.objects[target].entity] ?? 0))
  }
}
