public import CDQIR
import CDQValues
public import Foundation

/// Typed readers by slot, which generated code calls. None traps, whatever the slot. The throwing ones are for required
/// attributes: a store refuses nil and values of another type there, so that they throw only for a wrong slot.
extension StoredRecord {
  /// Whether the record's table has a column for a slot.
  @inline(__always)
  private func hasColumn(_ slot: Int) -> Bool {
    slot >= 0 && slot < snapshot.state.tables[Int(row.entity)].attributes.count
  }

  // The column is read in place, because copying it would cost more than the read.

  /// The `Bool` attribute at a slot; nil when it has no value or is of another type.
  public func optionalBool(at slot: Int) -> Bool? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].bool(at: Int(row.row)) : nil
  }

  /// The `Int64` attribute at a slot; nil when it has no value or is of another type.
  public func optionalInt64(at slot: Int) -> Int64? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].int(at: Int(row.row)) : nil
  }

  /// The `Int32` attribute at a slot; nil when it has no value, one out of range or one of another type.
  public func optionalInt32(at slot: Int) -> Int32? {
    optionalInt64(at: slot).flatMap { Int32(exactly: $0) }
  }

  /// The `Int16` attribute at a slot; nil when it has no value, one out of range or one of another type.
  public func optionalInt16(at slot: Int) -> Int16? {
    optionalInt64(at: slot).flatMap { Int16(exactly: $0) }
  }

  /// The `Double` attribute at a slot; nil when it has no value or is of another type.
  public func optionalDouble(at slot: Int) -> Double? { number(slot, .double) }

  @inline(__always)
  private func number(_ slot: Int, _ kind: ValueKind) -> Double? {
    guard hasColumn(slot), case .doubles(kind) = snapshot.state.tables[Int(row.entity)].attributes[slot].kind else {
      return nil
    }
    return snapshot.state.tables[Int(row.entity)].attributes[slot].number(at: Int(row.row))
  }

  /// The `Float` attribute at a slot; nil when it has no value or is of another type.
  public func optionalFloat(at slot: Int) -> Float? {
    optionalDouble(at: slot).map { Float($0) }
  }

  /// The `Decimal` attribute at a slot; nil when it has no value or is of another type.
  public func optionalDecimal(at slot: Int) -> Decimal? {
    if case .decimal(let value) = value(at: slot) { value } else { nil }
  }

  /// The `String` attribute at a slot, or the text that a Transformable attribute was loaded from; nil when there is
  /// none.
  public func optionalString(at slot: Int) -> String? {
    guard hasColumn(slot) else { return nil }
    if let text = snapshot.state.tables[Int(row.entity)].attributes[slot].text(at: Int(row.row)) { return text }
    if case .string(let value) = value(at: slot) { return value }
    return nil
  }

  /// The `Date` attribute at a slot; nil when it has no value or is of another type.
  public func optionalDate(at slot: Int) -> Date? {
    number(slot, .date).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// The duration attribute, in seconds, at a slot; nil when it has no value or is of another type.
  public func optionalDuration(at slot: Int) -> Double? { number(slot, .duration) }

  /// The `Data` attribute at a slot; nil when it has no value or is of another type.
  public func optionalData(at slot: Int) -> Data? {
    if case .data(let value) = value(at: slot) { value } else { nil }
  }

  /// The `UUID` attribute at a slot; nil when it has no value or is of another type.
  public func optionalUUID(at slot: Int) -> UUID? {
    hasColumn(slot) ? snapshot.state.tables[Int(row.entity)].attributes[slot].uuid(at: Int(row.row)) : nil
  }

  /// The `URL` attribute at a slot; nil when it has no value or is of another type.
  public func optionalURL(at slot: Int) -> URL? {
    if case .url(let value) = value(at: slot) { value } else { nil }
  }

  /// The elements of the collection attribute at a slot; nil when it has no value or is of another type.
  public func optionalList(at slot: Int) -> [Value]? {
    if case .list(let values) = value(at: slot) { values } else { nil }
  }

  /// The required `Bool` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func bool(at slot: Int) throws(StoreError) -> Bool { try required(optionalBool(at: slot), slot) }

  /// The required `Int64` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func int64(at slot: Int) throws(StoreError) -> Int64 { try required(optionalInt64(at: slot), slot) }

  /// The required `Int32` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func int32(at slot: Int) throws(StoreError) -> Int32 { try required(optionalInt32(at: slot), slot) }

  /// The required `Int16` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func int16(at slot: Int) throws(StoreError) -> Int16 { try required(optionalInt16(at: slot), slot) }

  /// The required `Double` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func double(at slot: Int) throws(StoreError) -> Double { try required(optionalDouble(at: slot), slot) }

  /// The required `Float` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func float(at slot: Int) throws(StoreError) -> Float { try required(optionalFloat(at: slot), slot) }

  /// The required `Decimal` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func decimal(at slot: Int) throws(StoreError) -> Decimal { try required(optionalDecimal(at: slot), slot) }

  /// The required `String` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func string(at slot: Int) throws(StoreError) -> String { try required(optionalString(at: slot), slot) }

  /// The required `Date` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func date(at slot: Int) throws(StoreError) -> Date { try required(optionalDate(at: slot), slot) }

  /// The required duration attribute, in seconds, at a slot. Throws `StoreError.missingValue` when it has no value or
  /// is of another type.
  public func duration(at slot: Int) throws(StoreError) -> Double { try required(optionalDuration(at: slot), slot) }

  /// The required `Data` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func data(at slot: Int) throws(StoreError) -> Data { try required(optionalData(at: slot), slot) }

  /// The required `UUID` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func uuid(at slot: Int) throws(StoreError) -> UUID { try required(optionalUUID(at: slot), slot) }

  /// The required `URL` attribute at a slot. Throws `StoreError.missingValue` when it has no value or is of another
  /// type.
  public func url(at slot: Int) throws(StoreError) -> URL { try required(optionalURL(at: slot), slot) }

  /// The required elements of the collection attribute at a slot. Throws `StoreError.missingValue` when it has no value
  /// or is of another type.
  public func list(at slot: Int) throws(StoreError) -> [Value] { try required(optionalList(at: slot), slot) }

  /// The object that a required to-one relationship refers to, by the relationship's slot. Throws
  /// `StoreError.missingValue` when there is none.
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
