import CDQSQL
import CDQSchema

/// The names of the database, which are changed only where they are no identifiers.
struct DatabaseStyle: NameStyle {
  func entity(_ table: CatalogTable, references: [CatalogForeignKey]) -> [String] {
    [NameRules.identifier(table.name.name, prefix: "_", empty: "table")]
  }

  func attribute(_ column: String, of entity: String) -> [String] { [NameRules.identifier(column, prefix: "_", empty: "column")] }
  func enumeration(_ name: String) -> [String] { [NameRules.identifier(name, prefix: "_", empty: "type")] }

  func enumeration(of column: String, of entity: String?) -> [String] {
    [NameRules.identifier(entity.map { "\($0)_\(column)" } ?? column, prefix: "_", empty: "type")]
  }

  func enumerationCase(_ value: String, of type: String) -> [String] { [NameRules.identifier(value, prefix: "_", empty: "none")] }

  /// `country` for the column `country_id` or `countryCode`, else the destination's name.
  func reference(_ reference: Reference) -> [String] {
    let fallback = lowerFirst(reference.destination)
    guard reference.key.columns.count == 1 else { return [fallback] }
    let column = NameRules.identifier(reference.key.columns[0], prefix: "_", empty: "target")
    for suffix in ["_id", "_ID", "Id", "ID", "_code", "Code", "_uuid", "_fk", "_no"] where column.hasSuffix(suffix) {
      let rest = column.dropLast(suffix.count)
      if !rest.isEmpty, rest != "_" { return [String(rest)] }
    }
    return [column.lowercased() == reference.key.targetColumns[0].lowercased() ? fallback : column + "Ref"]
  }

  /// `cities` of a country for its city's `country`; one city of it for a unique key.
  func inverse(of reference: Reference, named name: String) -> [String] {
    let noun = reference.isUnique ? reference.owner : plural(reference.owner)
    let isOneOfSeveral = reference.siblings.count > 1 || reference.isToItself
    return [lowerFirst(isOneOfSeveral ? "\(noun)By\(name.prefix(1).uppercased())\(name.dropFirst())" : noun)]
  }

  func joined(
    _ from: CatalogForeignKey, _ to: CatalogForeignKey, owner: String, destination: String, _ table: TableName
  ) -> [String] {
    guard owner == destination else { return [plural(lowerFirst(destination))] }
    let table = CatalogTable(name: table)
    return reference(
      Reference(key: to, owner: owner, destination: destination, ownerTable: table, isUnique: false, siblings: [from, to])
    ).map(plural)
  }

  private func lowerFirst(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
  /// The plural of the name of a table, which often is one already.
  private func plural(_ noun: String) -> String { noun.hasSuffix("s") ? noun : EnglishNoun.plural(noun) }
}
