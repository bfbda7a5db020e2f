import CDQSQL

/// The tables of a store that hold many-to-many relationships, such as `Z_2TAGS`.
///
/// A column such as `Z_3TAGS` holds objects of the entity 3, which are the values of a relationship `tags`; the other
/// column holds the owners, as values of the inverse. In a relationship that is its own inverse it is `REFLEXIVE`.
struct AppleStoreJoinTables {
  /// A relationship and its inverse.
  struct Ends {
    var relationship: String
    var inverse: String
    /// The numbers that the owner's entity may have, the most probable first.
    var owners: [Int64]
    /// The numbers that the destination's entity may have.
    var destinations: [Int64]
    /// Whether the relationship is its own inverse.
    var isReflexive: Bool
  }

  /// A name of a table or column in its parts: `Z_2TAGS` is of the entity 2.
  struct NumberedName {
    var number: Int64
    /// The name in capitals, perhaps with a number after it.
    var name: String

    init?(_ text: String) {
      let upper = text.uppercased()
      guard upper.hasPrefix("Z_") else { return nil }
      let digits = upper.dropFirst(2).prefix(while: \.isASCIIDigit)
      let rest = upper.dropFirst(2 + digits.count)
      guard let number = Int64(digits), !rest.isEmpty else { return nil }
      (self.number, name) = (number, String(rest))
    }

    /// How well the name fits a relationship: 2 for the name itself, 1 for the name and a number, else 0.
    func fit(_ relationship: String) -> Int {
      let wanted = relationship.uppercased()
      if name == wanted { return 2 }
      return name.hasPrefix(wanted) && name.dropFirst(wanted.count).allSatisfy(\.isASCIIDigit) ? 1 : 0
    }
  }

  /// A table with the columns that refer to objects.
  struct Table {
    var table: AppleStoreCatalog.Table
    var name: NumberedName
    var columns: [(column: String, name: NumberedName)]
    /// The column `REFLEXIVE`; nil without one.
    var reflexive: String?
  }

  let tables: [Table]

  init(_ catalog: AppleStoreCatalog) {
    tables = catalog.tables.sorted { $0.key < $1.key }.compactMap { _, table in
      guard let name = NumberedName(table.name) else { return nil }
      return Table(
        table: table, name: name,
        columns: table.columns.compactMap { column in NumberedName(column.name).map { (column.name, $0) } },
        reflexive: table.column("REFLEXIVE")?.name)
    }
  }

  /// The place of a relationship; nil if no table fits, or several do.
  func place(_ ends: Ends, isOrdered: Bool) -> RelationshipMapping.JoinTable? {
    var best: (score: Int, place: RelationshipMapping.JoinTable)?
    var isAmbiguous = false
    for table in tables {
      for destination in table.columns {
        guard let score = score(destination.name, ends.relationship, ends.destinations) else { continue }
        for owner in owners(in: table, ends) where owner.column != destination.column {
          let total = score + owner.score + self.score(table.name, ends)
          if let best, best.score >= total {
            if best.score == total { isAmbiguous = true }
            continue
          }
          isAmbiguous = false
          let order = table.table.column("Z_FOK_" + destination.column.dropFirst(2))?.name
          best = (
            total,
            .init(
              table: TableName(table.table.name), owner: [owner.column], destination: [destination.column],
              order: isOrdered ? order : nil)
          )
        }
      }
    }
    // Where a relationship is its own inverse, either column may be the owner: each pair is there twice.
    return isAmbiguous && !ends.isReflexive ? nil : best?.place
  }

  /// The place of a relationship whose inverse is not known; nil if no table fits, or several do.
  func place(
    of relationship: String, owner: Int64, destination: Int64, isOrdered: Bool
  ) -> RelationshipMapping.JoinTable? {
    var found: [RelationshipMapping.JoinTable] = []
    for table in tables where table.columns.count == 2 {
      for (place, column) in table.columns.enumerated() {
        let other = table.columns[1 - place]
        guard column.name.fit(relationship) > 0, column.name.number == destination, other.name.number == owner else { continue }
        let order = table.table.column("Z_FOK_" + column.column.dropFirst(2))?.name
        found.append(
          .init(
            table: TableName(table.table.name), owner: [other.column], destination: [column.column],
            order: isOrdered ? order : nil))
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  private func owners(in table: Table, _ ends: Ends) -> [(column: String, score: Int)] {
    if ends.isReflexive, let reflexive = table.reflexive { return [(reflexive, 4)] }
    return table.columns.compactMap { column in
      score(column.name, ends.inverse, ends.owners).map { (column.column, $0) }
    }
  }

  private func score(_ name: NumberedName, _ relationship: String, _ numbers: [Int64]) -> Int? {
    let fit = name.fit(relationship)
    guard fit > 0 else { return nil }
    let place = numbers.firstIndex(of: name.number)
    return 2 * fit + (place == nil ? 0 : place == 0 ? 6 : 5)
  }

  /// The table is named after the end with the lower number.
  private func score(_ name: NumberedName, _ ends: Ends) -> Int {
    let first = ends.owners.contains(name.number) ? name.fit(ends.relationship) : 0
    let second = ends.destinations.contains(name.number) ? name.fit(ends.inverse) : 0
    return 4 * max(first, second)
  }
}
