package import CDQIR

extension SQLGenerator {
  /// The statement for the objects that a relationship leads to from some owners: the key of an owner, and then an
  /// object, in each row.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners; the last one is repeated until there are `count`, so that few texts are needed.
  package func related(by step: StepIR, owners: [[SQLDatum]], count: Int) throws(SQLRefusal) -> SQLQuery {
    let (source, keys, target): (SQLSource, [String], SQLTableRow) = try related(by: step, owners: owners, count: count)
    var selection = SQLSelection()
    for (name, text) in zip(try entityMapping(step.entity).key, keys) {
      _ = selection.add(text, SQLColumn(name: name, type: .opaque))
    }
    let shape = try select(identityOf: target, &selection)
    let outputs = try select(propertiesOf: target, &selection, references: false)
    return result(selection, "\(source.text)\(source.whereClause)\(ordered(source.order ?? []))", object: shape, outputs)
  }
}
