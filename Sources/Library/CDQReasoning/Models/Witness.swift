public import CDQIR
public import CDQStore
import CDQValues
import CDQWhy

/// An object that shows something about conditions, in a store of its own with the objects that it needs, and the
/// arguments with which it does. The engine has confirmed it.
public struct Witness: Sendable {
  /// The store with the object and those that it refers to.
  public var store: Store
  /// The key of the object.
  public var key: ObjectKey
  /// The arguments of the conditions' parameters.
  public var arguments: Arguments
  /// The truth of each condition for the object.
  public var truths: [Bool]

  /// The object.
  public var record: StoredRecord? { store.record(key) }

  /// The object and those beside it, one line each, with the values that are not nil: `City {id: 1, population: 6}`.
  /// A line for each argument follows.
  public var lines: [String] {
    var lines: [String] = []
    if let record { lines.append(Witness.line(record, store.schema)) }
    for entity in store.schema.entities {
      for other in store.records(of: entity.name, includingSubentities: false) where other.key != key {
        lines.append(Witness.line(other, store.schema))
      }
    }
    for (name, value) in arguments.values.sorted(by: { $0.key < $1.key }) {
      lines.append("$\(name) = \(ValueLiteral.text(value))")
    }
    return lines
  }

  private static func line(_ record: StoredRecord, _ schema: Schema) -> String {
    var members: [String] = []
    for property in schema.allProperties(of: record.entityName) {
      let value = record[property.name]
      if value.isNull || value == .list([]) { continue }
      members.append("\(property.name): \(ValueLiteral.text(value))")
    }
    return "\(record.entityName) {\(members.joined(separator: ", "))}"
  }
}
