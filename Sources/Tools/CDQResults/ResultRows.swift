package import CDQIR
package import CDQRuntime

/// The result of a query as rows of values with named columns: objects, or the items of a `select`.
package struct ResultRows {
  package struct Column: Hashable, Sendable {
    package var name: String
    package var type: ValueType
    /// The columns of the related objects in a shape; nil for a value.
    package var related: Related?

    package init(name: String, type: ValueType) {
      (self.name, self.type) = (name, type)
    }
  }

  package let columns: [Column]
  package private(set) var count: Int
  /// Gives the values of the row with an index, one for each column.
  package let row: (Int) -> [Value]
  /// Gives the identity of a row's object; `.null` for rows of a `select`.
  package private(set) var identity: (Int) -> Value
  /// The lines of `unfolded` that continue the row of the line before.
  package var continuations: Set<Int> = []

  /// Creates rows from values in memory, without identities.
  package init(columns: [Column], rows: [[Value]]) {
    self.columns = columns
    count = rows.count
    row = { rows[$0] }
    identity = { _ in .null }
  }

  /// Creates rows from values in memory, with the identities of their objects.
  package init(columns: [Column], rows: [[Value]], identity: @escaping (Int) -> Value) {
    self.init(columns: columns, rows: rows)
    self.identity = identity
  }

  /// Creates a row for each object, with every stored attribute and to-one reference of `entity` in schema order.
  package init(_ records: [StoredRecord], of entity: String, in schema: Schema) {
    var columns: [Column] = []
    var readers: [(StoredRecord) -> Value] = []
    var attributes = 0
    var relationships = 0
    for property in schema.allProperties(of: entity) {
      switch property {
      case .attribute(let attribute):
        let slot = attributes
        attributes += 1
        guard !attribute.isTransient else { continue }
        columns.append(Column(name: attribute.name, type: attribute.type))
        readers.append { $0.value(at: slot) }
      case .relationship(let relationship):
        let slot = relationships
        relationships += 1
        guard !relationship.isTransient, !relationship.isToMany else { continue }
        columns.append(Column(name: relationship.name, type: .object(relationship.destination)))
        readers.append { $0.reference(at: slot).map(\.identityValue) ?? .null }
      }
    }
    self.columns = columns
    count = records.count
    row = { index in readers.map { $0(records[index]) } }
    identity = { records[$0].identityValue }
  }

  /// The first rows.
  package func prefix(_ most: Int) -> ResultRows {
    var rows = self
    rows.count = min(count, most)
    return rows
  }
}

extension StoredRecord {
  /// The identity of the object in data files: its `@unique` value, a list of several, or its record number.
  package var identityValue: Value {
    let values = identityValues
    switch values.count {
    case 0: return .int(Int64(number))
    case 1: return values[0]
    default: return .list(values)
    }
  }
}
