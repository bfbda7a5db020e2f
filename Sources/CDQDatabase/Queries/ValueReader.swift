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
  let isPostgres: Bool
  private let coding: ValueCoding
  /// The raw values of each enum.
  private let cases: [String: Set<Value>]

  init(schema: Schema, mapping: DatabaseMapping, dialect: SQLDialect) {
    self.schema = schema
    self.mapping = mapping
    isPostgres = dialect.name == .postgres
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
    case .bool: bool(datum)
    case .int16, .int32, .int64: integer(datum).map { .int($0) }
    case .float, .double: double(datum).map { .double($0) }
    case .duration: double(datum).map { .duration($0) }
    case .decimal: decimal(datum).map { .decimal($0) }
    case .string: text(datum).map { .string($0) }
    case .date: date(datum).map { .date($0) }
    case .data, .opaque: data(datum).map { .data($0) }
    case .uuid: text(datum).flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
    case .url: text(datum).flatMap { URL(string: $0) }.map { .url($0) }
    case .collection: list(datum, type)
    case .enumeration, .object, .null: nil
    }
  }

  private func bool(_ datum: SQLDatum) -> Value? {
    switch datum {
    case .int(let number): .bool(number != 0)
    case .text("t"), .text("true"), .text("1"): .bool(true)
    case .text("f"), .text("false"), .text("0"): .bool(false)
    default: nil
    }
  }

  private func integer(_ datum: SQLDatum) -> Int64? {
    if case .real(let number) = datum { return Int64(exactly: number) }
    return datum.integer
  }

  private func double(_ datum: SQLDatum) -> Double? {
    switch datum {
    case .int(let number): Double(number)
    case .real(let number): number
    case .text("NaN"): .nan
    case .text("Infinity"): .infinity
    case .text("-Infinity"): -.infinity
    case .text(let text): isPostgres ? Double(text) : nil
    case .null, .blob: nil
    }
  }

  private func decimal(_ datum: SQLDatum) -> Decimal? {
    switch datum {
    case .int(let number): Decimal(number)
    case .real(let number): ExactNumber.decimal(number)
    case .text("NaN"): .nan
    case .text(let text): DecimalText.decimal(from: text)
    case .null, .blob: nil
    }
  }

  private func text(_ datum: SQLDatum) -> String? {
    if case .text(let text) = datum { text } else { nil }
  }

  /// PostgreSQL gives seconds since 1970, SQLite those since 2001.
  private func date(_ datum: SQLDatum) -> Date? {
    switch datum {
    case .text(let text): Microseconds(epoch: text)?.date
    case .int, .real: double(datum).map { Date(timeIntervalSinceReferenceDate: $0) }
    case .null, .blob: nil
    }
  }

  private func data(_ datum: SQLDatum) -> Data? {
    switch datum {
    case .blob(let data): return data
    case .text(let text):
      guard text.hasPrefix("\\x") else { return Data(text.utf8) }
      var bytes = Data(capacity: text.utf8.count / 2)
      var high: UInt8?
      for byte in text.utf8.dropFirst(2) {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map({ UInt8($0) }) else { return nil }
        if let first = high {
          bytes.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
      return bytes
    case .null, .int, .real: return nil
    }
  }

  private func list(_ datum: SQLDatum, _ type: ValueType) -> Value? {
    guard let text = text(datum), let element = type.element, case .array(let elements)? = try? JSONValue(parsing: text) else {
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

extension Microseconds {
  /// The instant of a number of seconds since 1970, with up to six digits of a fraction, as PostgreSQL writes it; nil
  /// for other texts, such as `Infinity`.
  init?(epoch text: String) {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let seconds = Int64(first) else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      let digits = parts[1].prefix(6)
      guard let number = Int64(digits + String(repeating: "0", count: 6 - digits.count)) else { return nil }
      fraction = number
    }
    let (scaled, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isOverflow, scaled < Int64.max - 2_000_000_000_000_000 else { return nil }
    let sum = scaled + fraction
    self.init((isNegative ? -sum : sum) - 978_307_200_000_000)
  }
}
