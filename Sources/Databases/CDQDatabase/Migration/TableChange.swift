import CDQPersistence
import CDQSQL

/// Where the values of a new column come from.
indirect enum ColumnOrigin: Hashable {
  /// A column of the old table, converted, with a value for rows that had none.
  case column(String, MigrationPlan.Conversion, absent: SQLDatum)
  /// The same value in all rows.
  case constant(SQLDatum)
  /// The number of a row among those with the same value in an old column, in the order of another one.
  case numbered(within: String, by: String)
  /// Another source for the rows of each entity, by its old name.
  case byEntity([String: ColumnOrigin])
}

/// A table before and after, and where its columns come from.
struct TableChange {
  let old: TableDefinition
  let new: TableDefinition
  /// The sources of the new columns by name; those without one are NULL.
  var sources: [String: ColumnOrigin]
  /// The new names of entities by the old ones, where they differ.
  var relabels: [String: String] = [:]
  /// The old names of entities whose objects are deleted.
  var removed: [String] = []
  /// The names of the old columns after the renaming. A column without use moves out of the way of new names.
  private(set) var current: [String: String] = [:]

  init(_ old: TableDefinition, _ new: TableDefinition, _ sources: [String: ColumnOrigin]) {
    (self.old, self.new, self.sources) = (old, new, sources)
    for column in new.columns {
      guard case .column(let name, _, _)? = sources[column.name], current[name] == nil else { continue }
      current[name] = column.name
    }
    var taken = Set(new.columns.map { $0.name.lowercased() } + old.columns.map { $0.name.lowercased() })
    for column in old.columns where current[column.name] == nil {
      let isInTheWay = new.columns.contains { $0.name.lowercased() == column.name.lowercased() }
      current[column.name] = isInTheWay ? TableChange.free("\(column.name)_old", &taken) : column.name
    }
  }

  /// A name that is not taken yet.
  static func free(_ wished: String, _ taken: inout Set<String>) -> String {
    // PostgreSQL cuts names off after 63 bytes.
    var stem = wished
    while stem.utf8.count > 56 { stem.removeLast() }
    var name = stem
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(stem)_\(number)"
      number += 1
    }
    return name
  }

  /// Whether a new column is an old one, perhaps with another name.
  func isKept(_ column: TableDefinition.Column) -> Bool {
    guard case .column(let name, _, _)? = sources[column.name] else { return false }
    return current[name] == column.name
  }

  /// The old column of a kept one.
  func origin(of column: TableDefinition.Column) -> TableDefinition.Column? {
    guard case .column(let name, _, _)? = sources[column.name] else { return nil }
    return old.columns.first { $0.name == name }
  }

  /// The columns that the new table has no use for, by their names after the renaming.
  var unused: [String] {
    let kept = Set(new.columns.filter(isKept).map(\.name))
    return old.columns.compactMap { current[$0.name] }.filter { !kept.contains($0) }
  }
}
