import CDQIR

/// The numbers that a store gives to the entities of a model, which the column `Z_ENT` holds.
struct EntityNumbers {
  /// The numbers by the name of the entity; none for an entity that the store does not have.
  private(set) var byName: [String: Int64] = [:]
  /// The rows of `Z_PRIMARYKEY` that stand for no entity of the model.
  private(set) var unknown: [AppleStoreCatalog.Row] = []

  init(_ schema: Schema, _ catalog: AppleStoreCatalog) {
    let rows = Dictionary(catalog.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let predicted = EntityNumbers.predicted(schema)
    if schema.entities.allSatisfy({ rows[$0.name] != nil }) {
      byName = rows.compactMapValues { row in schema.entity(named: row.name) == nil ? nil : row.number }
    } else if EntityNumbers.hasShape(of: catalog, schema, predicted) {
      // A migration that renames an entity may leave the old name in the table. Numbers and parents tell them apart.
      byName = predicted
    } else {
      for entity in schema.entities {
        if let row = rows[entity.name] { byName[entity.name] = row.number }
      }
      let free = Set(catalog.entities.map(\.number)).subtracting(byName.values)
      for entity in schema.entities where byName[entity.name] == nil {
        guard let number = predicted[entity.name], free.contains(number),
          catalog.table("Z" + schema.root(of: entity.name).uppercased()) != nil
        else { continue }
        byName[entity.name] = number
      }
    }
    let used = Set(byName.values)
    unknown = catalog.entities.filter { !used.contains($0.number) }
  }

  /// The numbers that Core Data gives: the roots in the order of their names, whatever their case, and after each of
  /// them its sub-entities.
  static func predicted(_ schema: Schema) -> [String: Int64] {
    var children: [String: [String]] = [:]
    for entity in schema.entities { children[entity.parent ?? "", default: []].append(entity.name) }
    func sorted(_ names: [String]) -> [String] {
      names.sorted { ($0.lowercased(), $0) > ($1.lowercased(), $1) }
    }
    var result: [String: Int64] = [:]
    // The next entity is at the end.
    var open = sorted(children[""] ?? [])
    while let name = open.popLast() {
      guard result[name] == nil else { continue }
      result[name] = Int64(result.count + 1)
      open += sorted(children[name] ?? [])
    }
    return result
  }

  /// Whether a store has the same hierarchies as a model under the predicted numbers, and a table for each.
  private static func hasShape(of catalog: AppleStoreCatalog, _ schema: Schema, _ numbers: [String: Int64]) -> Bool {
    guard catalog.entities.count == schema.entities.count else { return false }
    let parents = Dictionary(catalog.entities.map { ($0.number, $0.parent) }, uniquingKeysWith: { first, _ in first })
    return schema.entities.allSatisfy { entity in
      guard let number = numbers[entity.name], let parent = parents[number] else { return false }
      return parent == entity.parent.flatMap { numbers[$0] } ?? 0
        && catalog.table("Z" + schema.root(of: entity.name).uppercased()) != nil
    }
  }
}
