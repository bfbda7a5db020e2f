package import CDQIR

extension SQLGenerator {
  /// The statement for the objects that a relationship leads to from some owners: the key of an owner, and then an
  /// object, in each row.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners; the last one is repeated until there are `count`, so that few texts are needed.
  package func related(
    by step: StepIR, of entity: String, owners: [[SQLDatum]], count: Int
  ) throws(SQLRefusal) -> SQLQuery {
    let source = SQLSource()
    let owner = row(of: entity, isOptional: false, in: source)
    let mapping = try entityMapping(entity)
    source.join("\(dialect.identifier(mapping.table)) AS \(owner.alias)", on: nil)
    let keys = try key(owner)
    var tests: [String] = []
    for index in 0..<count {
      // The type of a parameter follows from the column.
      let marks = owners[min(index, owners.count - 1)].map { bind($0, nil) }
      tests.append(keys.count == 1 ? marks[0] : "(\(pairs(keys, marks)))")
    }
    source.conditions = [
      keys.count == 1 ? "\(keys[0]) IN (\(tests.joined(separator: ", ")))" : "(\(tests.joined(separator: " OR ")))"
    ]
    let target = step.kind == .toMany ? try joinMany(source, owner, step) : try self.target(of: owner, step)
    var selection = SQLSelection()
    for (name, text) in zip(mapping.key, keys) { _ = selection.add(text, SQLColumn(name: name, type: .opaque)) }
    let shape = try select(identityOf: target, &selection)
    let outputs = try select(propertiesOf: target, &selection, references: false)
    let order = source.order ?? []
    let sorted = order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))"
    return result(selection, "\(source.text)\(source.whereClause)\(sorted)", object: shape, outputs)
  }
}
