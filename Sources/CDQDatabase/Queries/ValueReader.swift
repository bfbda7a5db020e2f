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
  func value(_ datum: SQLDatum, _ column: SQLColumn) throws(DatabaseError) -> Value {
    if case .null = datum {
      guard column.isOptional || column.type.element != nil else { throw .unexpectedNull(column: column.name) }
      return .null
    }
    guard let value = parsed(datum, column.type) else {
      throw .unexpectedValue(column: column.name, reason: "\(described(datum)), which is no \(column.type)")
    }
    if let name = column.enumeration, let known = cases[name], !known.contains(value) {
      throw .unexpectedValue(column: column.name, reason: "\(described(datum)), which is no case of \(name)")
    }
    return value
  }

  private func described(_ datum: SQLDatum) -> String {
    switch datum {
    case .text(let text): "'\(text.prefix(40))'"
    default: datum.textForm.map { String($0.prefix(40)) } ?? "NULL"
    }
  }

  private func parsed(_ datum: SQLDatum, _ type: ValueType) -> Value? {
    switch type {
    case .bool: Bool(datum, dialect).map { .bool($0) }
    case .int16, .int32, .int64: Int64(datum, dialect).map { .int($0) }
    case .float, .double: Double(datum, dialect).map { .double($0) }
    case .duration: Double(datum, dialect).map { .duration($0) }
    case .decimal: Decimal(datum, dialect).map { .decimal($0) }
    case .string: String(datum, dialect).map { .string($0) }
    case .date: Date(datum, dialect).map { .date($0) }
    case .data, .opaque: Data(datum, dialect).map { .data($0) }
    case .uuid: UUID(datum, dialect).map { .uuid($0) }
    case .url: URL(datum, dialect).map { .url($0) }
    case .collection: list(datum, type)
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
    _ row: [SQLDatum], _ shape: SQLObjectShape, _ outputs: [SQLOutput], _ columns: [SQLColumn], mayBeMissing: Bool = false
  ) throws(DatabaseError) -> DatabaseRecord? {
    guard let (key, entity) = try self.key(row, shape, columns, mayBeMissing: mayBeMissing) else { return nil }
    var values: [String: Value] = [:]
    values.reserveCapacity(outputs.count)
    for output in outputs { values[output.name] = try value(row, output, columns) }
    let rowKey = RowKey(root: schema.root(of: entity), values: shape.key.map { row[$0] })
    return DatabaseRecord(key: key, entityName: entity, values: values, row: rowKey)
  }

  /// The value of a property of an object, or of an item of a `select`.
  func value(_ row: [SQLDatum], _ output: SQLOutput, _ columns: [SQLColumn]) throws(DatabaseError) -> Value {
    switch output.content {
    case .value(let column): try value(row[column], columns[column])
    case .constant(let value): value
    case .object(let shape): try key(row, shape, columns, mayBeMissing: true).map { .object($0.key) } ?? .null
    }
  }

  private func key(
    _ row: [SQLDatum], _ shape: SQLObjectShape, _ columns: [SQLColumn], mayBeMissing: Bool
  ) throws(DatabaseError) -> (key: ObjectKey, entity: String)? {
    if mayBeMissing, shape.key.contains(where: { row[$0] == .null }) { return nil }
    let entity = try entity(row, shape)
    let root = schema.root(of: entity)
    guard let identity = schema.entityIdentity(of: entity) else {
      if shape.key.count == 1, let number = row[shape.key[0]].integer {
        return (ObjectKey(root: root, identity: .record(Int(number))), entity)
      }
      // A view has no key, but rows whose values differ.
      let columns = shape.key.isEmpty ? Array(row.indices) : shape.key
      return (ObjectKey(root: root, identity: .composite(columns.map { row[$0].textForm ?? "" })), entity)
    }
    var values: [Value] = []
    for attribute in identity.attributes {
      guard let column = shape.identity.first(where: { $0.name == attribute.name })?.column else { continue }
      values.append(try value(row[column], columns[column]))
    }
    // Without a value of its own, an object is known by its number.
    if values.contains(where: \.isNull), shape.key.count == 1, let number = row[shape.key[0]].integer {
      return (ObjectKey(root: root, identity: .record(Int(number))), entity)
    }
    return (ObjectKey(root: root, identity: identity.key(of: values)), entity)
  }

  private func entity(_ row: [SQLDatum], _ shape: SQLObjectShape) throws(DatabaseError) -> String {
    guard let column = shape.discriminator else { return shape.entity }
    let datum = row[column]
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
