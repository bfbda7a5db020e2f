public import CDQIR
import CDQValues
public import Foundation

/// Typed readers by slot, for generated code: none traps, whatever the slot. A store never holds nil or a value of
/// another type in a required attribute, so the throwing ones throw only for a slot that is not of that type.
extension StoredRecord {
  /// Whether there is a column for a slot.
  @inline(__always)
  private func hasColumn(_ slot: Int) -> Bool {
    slot >= 0 && slot < snapshot.state.tables[Int(row.entity)].attributes.count
  }

  // The columns are read where they are: a copy of one would cost more than the reading.

  /// The `Bool` in a slot.
  public func optionalBool(at slot: Int) -> Bool? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].bool(at: Int(row.row)) : nil
  }

  /// The `Int64` in a slot.
  public func optionalInt64(at slot: Int) -> Int64? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].int(at: Int(row.row)) : nil
  }

  /// The `Int32` in a slot.
  public func optionalInt32(at slot: Int) -> Int32? {
    optionalInt64(at: slot).flatMap { Int32(exactly: $0) }
  }

  /// The `Int16` in a slot.
  public func optionalInt16(at slot: Int) -> Int16? {
    optionalInt64(at: slot).flatMap { Int16(exactly: $0) }
  }

  /// The `Double` in a slot.
  public func optionalDouble(at slot: Int) -> Double? { number(slot, .double) }

  @inline(__always)
  private func number(_ slot: Int, _ kind: Column.Kind) -> Double? {
    guard hasColumn(slot), snapshot.state.tables[Int(row.entity)].attributes[slot].kind == kind else { return nil }
    return snapshot.state.tables[Int(row.entity)].attributes[slot].number(at: Int(row.row))
  }

  /// The `Float` in a slot.
  public func optionalFloat(at slot: Int) -> Float? {
    optionalDouble(at: slot).map { Float($0) }
  }

  /// The `Decimal` in a slot.
  public func optionalDecimal(at slot: Int) -> Decimal? {
    if case .decimal(let value) = value(at: slot) { value } else { nil }
  }

  /// The `String` in a slot, or the text that a Transformable was loaded from.
  public func optionalString(at slot: Int) -> String? {
    guard hasColumn(slot) else { return nil }
    if let text = snapshot.state.tables[Int(row.entity)].attributes[slot].text(at: Int(row.row)) { return text }
    if case .string(let value) = value(at: slot) { return value }
    return nil
  }

  /// The `Date` in a slot.
  public func optionalDate(at slot: Int) -> Date? {
    number(slot, .date).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// The duration in a slot, in seconds.
  public func optionalDuration(at slot: Int) -> Double? { number(slot, .duration) }

  /// The `Data` in a slot.
  public func optionalData(at slot: Int) -> Data? {
    if case .data(let value) = value(at: slot) { value } else { nil }
  }

  /// The `UUID` in a slot.
  public func optionalUUID(at slot: Int) -> UUID? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].uuid(at: Int(row.row)) : nil
  }

  /// The `URL` in a slot.
  public func optionalURL(at slot: Int) -> URL? {
    if case .url(let value) = value(at: slot) { value } else { nil }
  }

  /// The elements of a scalar collection in a slot.
  public func optionalList(at slot: Int) -> [Value]? {
    if case .list(let values) = value(at: slot) { values } else { nil }
  }

  /// The `Bool` in a slot.
  public func bool(at slot: Int) throws(StoreError) -> Bool { try required(optionalBool(at: slot), slot) }

  /// The `Int64` in a slot.
  public func int64(at slot: Int) throws(StoreError) -> Int64 { try required(optionalInt64(at: slot), slot) }

  /// The `Int32` in a slot.
  public func int32(at slot: Int) throws(StoreError) -> Int32 { try required(optionalInt32(at: slot), slot) }

  /// The `Int16` in a slot.
  public func int16(at slot: Int) throws(StoreError) -> Int16 { try required(optionalInt16(at: slot), slot) }

  /// The `Double` in a slot.
  public func double(at slot: Int) throws(StoreError) -> Double { try required(optionalDouble(at: slot), slot) }

  /// The `Float` in a slot.
  public func float(at slot: Int) throws(StoreError) -> Float { try required(optionalFloat(at: slot), slot) }

  /// The `Decimal` in a slot.
  public func decimal(at slot: Int) throws(StoreError) -> Decimal { try required(optionalDecimal(at: slot), slot) }

  /// The `String` in a slot.
  public func string(at slot: Int) throws(StoreError) -> String { try required(optionalString(at: slot), slot) }

  /// The `Date` in a slot.
  public func date(at slot: Int) throws(StoreError) -> Date { try required(optionalDate(at: slot), slot) }

  /// The duration in a slot, in seconds.
  public func duration(at slot: Int) throws(StoreError) -> Double { try required(optionalDuration(at: slot), slot) }

  /// The `Data` in a slot.
  public func data(at slot: Int) throws(StoreError) -> Data { try required(optionalData(at: slot), slot) }

  /// The `UUID` in a slot.
  public func uuid(at slot: Int) throws(StoreError) -> UUID { try required(optionalUUID(at: slot), slot) }

  /// The `URL` in a slot.
  public func url(at slot: Int) throws(StoreError) -> URL { try required(optionalURL(at: slot), slot) }

  /// The elements of a scalar collection in a slot.
  public func list(at slot: Int) throws(StoreError) -> [Value] { try required(optionalList(at: slot), slot) }

  /// The object that a to-one, by its slot among the relationships, leads to.
  public func requiredReference(at slot: Int) throws(StoreError) -> StoredRecord {
    if let target = reference(at: slot) { return target }
    let relationships = snapshot.schema.allRelationships(of: entityName)
    let name = relationships.indices.contains(slot) ? relationships[slot].name : "slot \(slot)"
    throw .missingValue(entity: entityName, property: name)
  }

  private func required<Result>(_ value: Result?, _ slot: Int) throws(StoreError) -> Result {
    if let value { return value }
    let attributes = snapshot.schema.allAttributes(of: entityName)
    let name = attributes.indices.contains(slot) ? attributes[slot].name : "slot \(slot)"
    throw .missingValue(entity: entityName, property: name)
  }
}
