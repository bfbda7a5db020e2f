import CDQConnections
import CDQIR
import CDQLoading
import CDQSQL
import CDQStore
import CDQValues
import Foundation

/// Reads the values of a statement's result by the types of its columns.
struct ValueReader {
  let schema: Schema
  let mapping: DatabaseMapping
  private let dialect: SQLDialect.Name
  private let coding: ValueCoding
  /// What identifies the objects of an entity, looked up once.
  private let identities = Identities()
  /// The raw values of each enum.
  private let cases: [String: Set<Value>]

  init(schema: Schema, mapping: DatabaseMapping, dialect: SQLDialect) {
    self.schema = schema
    self.mapping = mapping
    self.dialect = dialect.name
    coding = ValueCoding(schema: schema)
    cases = Dictionary(
      schema.enumerations.map { ($0.name, Set($0.cases.map(\.rawValue))) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value in a column.
  func value(_ row: SQLRow, at place: Int, _ column: SQLColumn) throws(DatabaseError) -> Value {
    guard let value = parsed(row, place, column.type) else {
      let datum = row.datum(at: place)
      if case .null = datum {
        guard column.isOptional || column.type.element != nil else { throw .unexpectedNull(column: column.shownName) }
        return .null
      }
      throw .unexpectedValue(column: column.shownName, reason: "\(described(datum)), which is no \(column.type)")
    }
    if let name = column.enumeration, let known = cases[name], !known.contains(value) {
      throw .unexpectedValue(
        column: column.shownName, reason: "\(described(row.datum(at: place))), which is no case of \(name)")
    }
    return value
  }

  /// The value of a column that was read before.
  func value(_ datum: SQLDatum, _ column: SQLColumn) throws(DatabaseError) -> Value {
    try value(SQLRow([datum], dialect), at: 0, column)
  }

  private func described(_ datum: SQLDatum) -> String { datum.shown ?? "NULL" }

  /// The value in a column; nil for NULL and for what is no value of the type.
  private func parsed(_ row: SQLRow, _ place: Int, _ type: ValueType) -> Value? {
    switch type {
    case .bool: Bool.read(row, at: place).map { .bool($0) }
    case .int16, .int32:
      Int64.read(row, at: place).flatMap { type.integerRange?.contains($0) ?? true ? .int($0) : nil }
    case .int64: Int64.read(row, at: place).map { .int($0) }
    case .float, .double: Double.read(row, at: place).map { .double($0) }
    case .duration: Double.read(row, at: place).map { .duration($0) }
    case .decimal: Decimal.read(row, at: place).map { .decimal($0) }
    case .string: String.read(row, at: place).map { .string($0) }
    case .date: Date.read(row, at: place).map { .date($0) }
    case .data, .opaque: Data.read(row, at: place).map { .data($0) }
    case .uuid: UUID.read(row, at: place).map { .uuid($0) }
    case .url: URL.read(row, at: place).map { .url($0) }
    case .collection: list(row.datum(at: place), type)
    case .enumeration, .object, .null: nil
    }
  }

  private func list(_ datum: SQLDatum, _ type: ValueType) -> Value? {
    guard case .text(let text) = datum, let element = type.element, case .array(let elements)? = try? JSONValue(parsing: text) else {
      return nil
    }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for json in elements {
      guard json != .null else {
        values.append(.null)
        continue
      }
      guard let value = try? coding.value(from: json, as: element) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  // MARK: Objects

  /// The object of a row; nil if it may be missing, as the target of a to-one relationship, and the columns of its key
  /// are NULL.
  func record(
    _ row: SQLRow, _ shape: SQLObjectShape, _ outputs: [SQLOutput], _ columns: [SQLColumn], mayBeMissing: Bool = false
  ) throws(DatabaseError) -> DatabaseRecord? {
    guard let (key, entity) = try self.key(row, shape, columns, mayBeMissing: mayBeMissing) else { return nil }
    var values: [String: Value] = [:]
    values.reserveCapacity(outputs.count)
    do throws(DatabaseError) {
      for output in outputs { values[output.name] = try value(row, output, columns) }
    } catch .unexpectedValue(let column, let reason) {
      let key = shape.key.compactMap { row.datum(at: $0).shownKey }.joined(separator: ", ")
      throw .unexpectedValue(column: column, reason: key.isEmpty ? reason : "\(reason), in the row with the key \(key)")
    }
    let rowKey = RowKey(root: schema.root(of: entity), values: shape.key.map { row.datum(at: $0) })
    return DatabaseRecord(key: key, entityName: entity, values: values, row: rowKey)
  }

  /// The value of a property of an object, or of an item of a `select`.
  func value(_ row: SQLRow, _ output: SQLOutput, _ columns: [SQLColumn]) throws(DatabaseError) -> Value {
    switch output.content {
    case .value(let column): try value(row, at: column, columns[column])
    case .constant(let value): value
    case .object(let shape): try key(row, shape, columns, mayBeMissing: true).map { .object($0.key) } ?? .null
    }
  }

  private func key(
    _ row: SQLRow, _ shape: SQLObjectShape, _ columns: [SQLColumn], mayBeMissing: Bool
  ) throws(DatabaseError) -> (key: ObjectKey, entity: String)? {
    if mayBeMissing, shape.key.contains(where: { row.datum(at: $0) == .null }) { return nil }
    let entity = try entity(row, shape)
    let known = identities.of(entity, schema)
    let root = known.root
    guard let identity = known.identity else {
      if shape.key.count == 1, let number = row.datum(at: shape.key[0]).integer {
        return (ObjectKey(root: root, identity: .record(Int(number))), entity)
      }
      // A view has no key, but rows whose values differ.
      let columns = shape.key.isEmpty ? Array(0..<row.count) : shape.key
      return (ObjectKey(root: root, identity: .composite(columns.map { row.datum(at: $0).textForm ?? "" })), entity)
    }
    var values: [Value] = []
    for name in known.attributes {
      guard let column = shape.identity.first(where: { $0.name == name })?.column else { continue }
      values.append(try value(row, at: column, columns[column]))
    }
    // Without a value of its own, an object is known by its number.
    if values.contains(where: \.isNull), shape.key.count == 1, let number = row.datum(at: shape.key[0]).integer {
      return (ObjectKey(root: root, identity: .record(Int(number))), entity)
    }
    return (ObjectKey(root: root, identity: identity.key(of: values)), entity)
  }

  private func entity(_ row: SQLRow, _ shape: SQLObjectShape) throws(DatabaseError) -> String {
    guard let column = shape.discriminator else { return shape.entity }
    let datum = row.datum(at: column)
    for name in [shape.entity] + schema.descendants(of: shape.entity).map(\.name) {
      switch mapping.entities[name]?.discriminator?.value {
      case .int(let number)? where datum.integer == number: return name
      case .text(let text)? where datum == .text(text): return name
      default: continue
      }
    }
    throw .unexpectedValue(column: "discriminator", reason: "\(described(datum)), which is no entity of the schema")
  }
}

/// What identifies objects, by their entity: a reader asks for it for each object of each row.
private final class Identities {
  struct Known {
    let root: String
    let identity: EntityIdentity?
    let attributes: [String]
  }

  private var known: [String: Known] = [:]
  /// The entity of the last object, which is most often that of the next one.
  private var last: (entity: String, known: Known)?

  func of(_ entity: String, _ schema: Schema) -> Known {
    if let last, last.entity == entity { return last.known }
    let found = known[entity] ?? Identities.look(for: entity, schema)
    known[entity] = found
    last = (entity, found)
    return found
  }

  private static func look(for entity: String, _ schema: Schema) -> Known {
    let identity = schema.entityIdentity(of: entity)
    return Known(root: schema.root(of: entity), identity: identity, attributes: (identity?.attributes ?? []).map(\.name))
  }
}
