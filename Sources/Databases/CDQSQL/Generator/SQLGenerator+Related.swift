package import CDQIR

extension SQLGenerator {
  /// The statement for the objects that a relationship leads to from some owners: the key of an owner, and then an
  /// object, in each row.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners; the last one is repeated until there are `count`, so that few texts are needed.
  package func related(by step: StepIR, owners: [[SQLDatum]], count: Int) throws(SQLRefusal) -> SQLQuery {
    let (source, keys, target) = try related(by: step) { areAmong(owners, count, keys: $0) }
    var selection = SQLSelection()
    for (name, text) in zip(try entityMapping(step.entity).key, keys) {
      _ = selection.add(text, SQLColumn(name: name, type: .opaque))
    }
    let shape = try select(identityOf: target, &selection)
    let outputs = try select(propertiesOf: target, &selection, references: false)
    return result(selection, "\(source.text)\(source.whereClause)\(ordered(source.order ?? []))", object: shape, outputs)
  }

  /// The tables of a statement for related objects: the owners, and the objects that a step leads to.
  ///
  /// - Parameter isOwner: Gives the condition that columns are the key of an owner.
  func related(
    by step: StepIR, where isOwner: ([String]) -> String
  ) throws(SQLRefusal) -> (source: SQLSource, keys: [String], target: SQLTableRow) {
    let source = SQLSource()
    let owner = row(of: step.entity, isOptional: false, in: source)
    source.join("\(dialect.identifier(try entityMapping(step.entity).table)) AS \(owner.alias)", on: nil)
    let keys = try key(owner)
    source.conditions = [isOwner(keys)]
    return (source, keys, step.kind == .toMany ? try joinMany(source, owner, step) : try target(of: owner, step))
  }

  /// The condition that columns are one of some keys, the last of which is repeated until there are `count`.
  func areAmong(_ owners: [[SQLDatum]], _ count: Int, keys: [String]) -> String {
    // The type of a parameter follows from the column.
    let marks = (0..<count).map { owners[min($0, owners.count - 1)].map { bind($0, nil) } }
    if keys.count == 1 { return "\(keys[0]) IN (\(marks.map { $0[0] }.joined(separator: ", ")))" }
    // SQLite nests conditions at most a thousand deep.
    if dialect.name == .sqlite, marks.count > 500 {
      let rows = marks.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
      return "(\(keys.joined(separator: ", "))) IN (VALUES \(rows))"
    }
    return "(\(marks.map { "(\(pairs(keys, $0)))" }.joined(separator: " OR ")))"
  }
}
