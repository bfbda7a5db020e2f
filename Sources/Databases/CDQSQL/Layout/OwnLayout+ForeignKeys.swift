import CDQIR

// A foreign key protects the data from programs that do not know the schema. It has the rule of the relationship that the
// deleted object declares, as far as SQL has one: a rule that follows a reference forwards, or through a table of pairs,
// is applied by cdq alone.

extension OwnLayout {
  /// The rules of the columns that refer to rows, by table and column.
  func foreignKeyRules() -> [TableName: [String: TableDefinition.ForeignKey.Rule]] {
    var rules: [TableName: [String: TableDefinition.ForeignKey.Rule]] = [:]
    for entity in schema.entities {
      guard let place = mapping.entities[entity.name] else { continue }
      for case .relationship(let relationship) in entity.properties {
        let back = relationship.inverse.flatMap { schema.property(named: $0, of: relationship.destination) }
        var rule: Relationship.DeleteRule?
        if case .relationship(let inverse)? = back { rule = inverse.deleteRule }
        switch place.relationships[relationship.name] {
        case .foreignKey(let key)?:
          guard let column = key.columns.first else { continue }
          rules[place.table, default: [:]][column] =
            rule == .cascade ? .cascade : rule == .deny || !relationship.isOptional ? .noAction : .setNull
        case .joinTable(let join)?:
          guard let column = join.owner.first else { continue }
          rules[join.table, default: [:]][column] = relationship.deleteRule == .deny ? .noAction : .cascade
        case .inverse?, nil: continue
        }
      }
    }
    return rules
  }

  /// The foreign keys of a table.
  func foreignKeys(
    of table: TableDefinition, _ rules: [TableName: [String: TableDefinition.ForeignKey.Rule]]
  ) -> [TableDefinition.ForeignKey] {
    table.columns.compactMap { column in
      guard case .reference(let target) = column.content else { return nil }
      // A pair goes with either of its objects.
      let otherwise: TableDefinition.ForeignKey.Rule = column.isRequired ? .cascade : .setNull
      return .init(column: column.name, table: target, rule: rules[table.name]?[column.name] ?? otherwise)
    }
  }
}
