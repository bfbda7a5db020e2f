import CDQConnections
import CDQDatabase
import CDQIR
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQValues
import Foundation

/// Writes the objects of a store into a new database of our own layout.
struct LayoutWriter {
  let schema: Schema
  let layout: OwnLayout
  let dialect: SQLDialect
  let execute: (SQLStatement) throws -> Void

  init(_ schema: Schema, _ dialect: SQLDialect, _ execute: @escaping (SQLStatement) throws -> Void) {
    self.schema = schema
    layout = OwnLayout(schema)
    self.dialect = dialect
    self.execute = execute
  }

  func write(_ snapshot: Snapshot) throws {
    for table in layout.tables {
      for text in table.statements(dialect) { try execute(SQLStatement(text: text)) }
    }
    var objects: [StoredRecord] = []
    for entity in schema.entities where entity.parent == nil {
      let all = QueryIR(entity: entity.name)
      if case .records(let found) = try Store(snapshot).run(all, arguments: Arguments(), options: ExecutionOptions()) { objects += found }
    }
    for object in objects { try insert(object) }
    for object in objects { try insertPairs(of: object, numbers: { snapshot.record($0)?.number ?? -1 }) }
  }

  private func insert(_ object: StoredRecord) throws {
    guard let place = layout.mapping.entities[object.entityName] else { return }
    var columns: [(String, SQLDatum, String)] = [(OwnLayout.numberColumn, .int(Int64(object.number)), "")]
    if let discriminator = place.discriminator { columns.append((discriminator.column, .text(object.entityName), "")) }
    for attribute in schema.allAttributes(of: object.entityName) {
      guard let column = place.attributes[attribute.name] else { continue }
      let type = schema.rawType(of: attribute.type)
      let value = object[attribute.name]
      if let element = type.element {
        columns.append((column.column, try list(value, element), dialect.name == .postgres ? arrayCast(element) : ""))
        continue
      }
      columns.append((column.column, try dialect.datum(value, type), ""))
      for options in OwnLayout.folds {
        guard let fold = column.folds?[options.letters], case .string(let text) = value else { continue }
        let folded = TextFolding.folded(text, options).precomposedStringWithCanonicalMapping
        columns.append((fold, .text(folded), ""))
      }
    }
    for relationship in schema.allRelationships(of: object.entityName) {
      guard case .foreignKey(let key)? = place.relationships[relationship.name],
        case .object(let target) = object[relationship.name], let found = object.snapshot.record(target)
      else { continue }
      columns.append((key.columns[0], .int(Int64(found.number)), ""))
      // The position of this object among those of the inverse.
      guard let inverse = relationship.inverse, case .inverse(let back)? = layout.mapping.entities[found.entityName]?.relationships[inverse],
        let order = back.order, case .list(let keys) = found[inverse],
        let position = keys.firstIndex(of: .object(object.key))
      else { continue }
      columns.append((order, .int(Int64(position)), ""))
    }
    try insert(place.table, columns)
  }

  private func insert(_ table: TableName, _ columns: [(String, SQLDatum, String)]) throws {
    let mark = dialect.name == .postgres ? "$" : "?"
    let names = columns.map { dialect.identifier($0.0) }.joined(separator: ", ")
    let marks = columns.indices.map { "\(mark)\($0 + 1)\(columns[$0].2)" }.joined(separator: ", ")
    try execute(
      SQLStatement(
        text: "INSERT INTO \(dialect.identifier(table)) (\(names)) VALUES (\(marks))", bindings: columns.map(\.1)))
  }

  private func insertPairs(of object: StoredRecord, numbers: (ObjectKey) -> Int) throws {
    guard let place = layout.mapping.entities[object.entityName] else { return }
    for relationship in schema.allRelationships(of: object.entityName) {
      guard case .joinTable(let join)? = place.relationships[relationship.name], join.owner == ["owner"],
        case .list(let keys) = object[relationship.name]
      else { continue }
      for (position, value) in keys.enumerated() {
        guard case .object(let key) = value else { continue }
        var columns: [(String, SQLDatum, String)] = [
          ("owner", .int(Int64(object.number)), ""), ("destination", .int(Int64(numbers(key))), ""),
          ("position", .int(Int64(position)), ""),
        ]
        if let inverse = relationship.inverse, case .list(let owners)? = object.snapshot.record(key)?[inverse],
          layout.tables.first(where: { $0.name == join.table })?.columns.contains(where: { $0.name == "inverse_position" })
            == true, let place = owners.firstIndex(of: .object(object.key))
        {
          columns.append(("inverse_position", .int(Int64(place)), ""))
        }
        try insert(join.table, columns)
      }
    }
  }

  private func list(_ value: Value, _ element: ValueType) throws -> SQLDatum {
    guard case .list(let values) = value else { return .null }
    if dialect.name == .sqlite { return .text(ValueJSON.text(value)) }
    let texts = try values.map { value -> String in
      guard let text = try dialect.datum(value, element).textForm else { return "NULL" }
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return .text("{\(texts.joined(separator: ","))}")
  }

  private func arrayCast(_ element: ValueType) -> String {
    switch element {
    case .bool: "::boolean[]"
    case .int16, .int32, .int64: "::bigint[]"
    case .double, .float, .duration: "::double precision[]"
    case .decimal: "::numeric[]"
    case .date: "::timestamptz[]"
    default: "::text[]"
    }
  }
}
