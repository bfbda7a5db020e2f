import CDQIR
import CDQJSON

extension SQLGenerator {
  /// The column of an attribute, in the form in which values are compared.
  func attribute(_ name: String, of row: SQLTableRow) throws(SQLRefusal) -> SQLOperand {
    guard case .attribute(let attribute)? = property(name, of: row.entity) else {
      throw SQLRefusal("'\(row.entity)' has no attribute '\(name)'")
    }
    guard let place = columnMapping(name, of: row.entity) else {
      throw unplaced(name, of: row.entity)
    }
    let stored = column(row, place.column)
    let isMissing = row.isOptional || isShared(name, row.entity)
    let isOptional = attribute.isOptional || isMissing
    let form = try columnForm(attribute, place, row.entity)
    let text = try form.map { (form) throws(SQLRefusal) in try read(stored, form, place, row.alias, row.entity, mayBeNull: isOptional) } ?? stored
    let type = type(attribute.type)
    var result = SQLOperand(text, type, isOptional: isOptional, isColumn: true)
    if type == .string {
      if place.isNormalized != true {
        result.stored = text
        result.text = try normalized(text)
        if beginsIndex(name, place, of: row.entity) {
          if form == nil {
            result.access = .spelled(SpelledColumn(text: stored, indexed: nil))
          } else if let form, place.encoding == .checked,
            let indexed = try indexed(stored, attribute, place, form, row.entity)
          {
            result.access = .spelled(SpelledColumn(text: stored, indexed: indexed))
          }
        }
      }
      if place.collation == ColumnMapping.caselessCollation, place.encoding == .castToText, dialect.name == .sqlite, let form,
        beginsIndex(name, place, of: row.entity), let indexed = try indexed(stored, attribute, place, form, row.entity)
      {
        result.access = .spelled(SpelledColumn(text: stored, indexed: indexed, isCaseless: true))
      }
      if let type = place.type, place.encoding == .castToText, let form = dialect.membership(in: type, isArray: false) {
        result.access = .spelled(SpelledColumn(text: stored, indexed: nil, membership: form, equality: dialect.equality(with: type)))
      }
      for (letters, name) in place.folds ?? [:] { result.folds[letters] = column(row, name) }
    }
    if type == .decimal, let precision = place.precision {
      let scale = place.scale ?? 0
      result.digits = NumberDigits(whole: precision - scale, fraction: scale)
    }
    if let form = place.encoding.flatMap({ dialect.argumentForms[$0] }) { result.access = .typed(stored, form: form) }
    if place.isOrdered == true, let encoding = place.encoding, encoding != .number || type == .decimal,
      let bounds = dialect.valueBounds[encoding], let form
    {
      result.access = .bounded(try bounded(stored, attribute, place, form, bounds, row.entity))
    }
    if place.encoding == .checked, let form, result.stored == nil, beginsIndex(name, place, of: row.entity) {
      if let indexed = try indexed(stored, attribute, place, form, row.entity) { result.access = .indexed(indexed) }
    }
    return result
  }

  /// The expression that reads a column; nil for the column itself.
  func columnForm(_ attribute: Attribute, _ place: ColumnMapping, _ entity: String) throws(SQLRefusal) -> String? {
    guard let encoding = place.encoding else { return nil }
    if let form = dialect.columnForm(encoding, schema.rawType(of: attribute.type)) { return form }
    let refusal = SQLRefusal(
      "\(dialect.title) has no columns of the form '\(encoding.rawValue)' for '\(entity).\(attribute.name)' of the type \(attribute.type)",
      help: "another \"encoding\" in the mapping, or another type in the schema")
    missing = missing ?? refusal
    throw refusal
  }

  /// A column as its form reads it.
  private func read(
    _ stored: String, _ form: String, _ place: ColumnMapping, _ alias: String, _ entity: String, mayBeNull: Bool
  ) throws(SQLRefusal) -> String {
    let mapping = try entityMapping(entity)
    let name = StringLiteral.quoted("\(mapping.table.name).\(place.column)", .sql)
    let keys = mapping.key.map { "\(alias).\(dialect.identifier($0))" }
    let key = keys.count == 1 ? keys[0] : keys.map { "CAST(\($0) AS text)" }.joined(separator: " || ', ' || ")
    return SQLDialect.Form.fill(form, [stored, name, key.isEmpty ? "NULL" : key, mayBeNull ? "" : "required_"])
  }

  /// Whether the column of an attribute is NULL in rows that a variable of the entity may be: those of sub-entities.
  private func isShared(_ name: String, _ entity: String) -> Bool {
    schema.property(named: name, of: entity) == nil
  }

  /// The property of an entity, of an ancestor or of a sub-entity.
  func property(_ name: String, of entity: String) -> Property? {
    schema.property(named: name, of: entity)
      ?? schema.descendants(of: entity).lazy.compactMap { $0.property(named: name) }.first
  }

  private func columnMapping(_ name: String, of entity: String) -> ColumnMapping? {
    mapping.entities[entity]?.attributes[name]
      ?? schema.descendants(of: entity).lazy.compactMap { self.mapping.entities[$0.name]?.attributes[name] }.first
  }

  // MARK: Columns with an index

  /// Whether the column of an attribute is the first of an index, by what the schema and the mapping say.
  private func beginsIndex(_ name: String, _ place: ColumnMapping, of entity: String) -> Bool {
    mapping.entities[entity]?.key.first == place.column
      || schema.lineage(of: entity).contains { entity in
        entity.indexes.contains { $0.keys.first?.attribute == name } || entity.uniquenessConstraints.contains { $0.first == name }
      }
  }

  /// Whether the column of an attribute of many values is the first of an index.
  func hasIndex(_ name: String, of entity: String) -> Bool {
    guard case .attribute(let attribute)? = property(name, of: entity), attribute.type != .bool,
      schema.rawType(of: attribute.type) == attribute.type, let place = columnMapping(name, of: entity)
    else { return false }
    return beginsIndex(name, place, of: entity)
  }

  /// A column as it is, with the test of what its index shows to be of another type.
  ///
  /// A comparison of a column as it is can use the index, but does not see values of other types: they sort in front of
  /// all values of the type or after them.
  private func indexed(
    _ stored: String, _ attribute: Attribute, _ place: ColumnMapping, _ form: String, _ entity: String
  ) throws(SQLRefusal) -> IndexedColumn? {
    guard let stray = dialect.strayValues[schema.rawType(of: attribute.type)] else { return nil }
    let test = try strayTest(stray.test, attribute, place, form, entity)
    if attribute.isOptional { return IndexedColumn(text: stored, test: test, least: nil) }
    // By itself: in a column that cannot be NULL it is constant, and an OR with a constant would use no index.
    let nullTest = try strayTest("#1 IS NULL", attribute, place, form, entity)
    return IndexedColumn(text: stored, test: "\(test) AND \(nullTest)", least: stray.least)
  }

  /// A column of dates or Decimal numbers as it is, with the test of what its index shows to be none, if it has an index.
  private func bounded(
    _ stored: String, _ attribute: Attribute, _ place: ColumnMapping, _ form: String, _ bounds: SQLDialect.ValueBounds,
    _ entity: String
  ) throws(SQLRefusal) -> BoundedColumn {
    let table = try entityMapping(entity).table.name
    let name = StringLiteral.quoted("\(table).\(place.column)", .sql)
    let reading = { (value: String) in SQLDialect.Form.fill(form, [value, name, "NULL", ""]) }
    var tests: [String] = []
    if beginsIndex(attribute.name, place, of: entity) {
      tests = [try strayTest(bounds.stray, attribute, place, form, entity)]
      if !attribute.isOptional { tests.append(try strayTest("#1 IS NULL", attribute, place, form, entity)) }
    }
    let test = tests.isEmpty ? nil : tests.joined(separator: " AND ")
    return BoundedColumn(
      text: stored, test: test, least: attribute.isOptional ? nil : bounds.least, bounds: bounds, reading: reading)
  }

  /// The condition that a column holds no value of a kind; it stops the query if it does.
  private func strayTest(
    _ condition: String, _ attribute: Attribute, _ place: ColumnMapping, _ form: String, _ entity: String
  ) throws(SQLRefusal) -> String {
    let other = alias()
    let stored = "\(other).\(dialect.identifier(place.column))"
    let checked = try read(stored, form, place, other, entity, mayBeNull: attribute.isOptional)
    let table = dialect.identifier(try entityMapping(entity).table)
    return "(SELECT \(checked) FROM \(table) AS \(other) WHERE \(SQLDialect.Form.fill(condition, [stored])) LIMIT 1) IS NULL"
  }
}

/// A column that is compared as it is, because it has an index.
struct IndexedColumn {
  let text: String
  /// The test that the column holds nothing of another type.
  let test: String
  /// The least value of the type, if the column must have a value.
  let least: String?

  /// A comparison of the column that stops the query at NULL in a column that must have a value.
  ///
  /// The test is in what the column is compared with, which a database need not evaluate for NULL: for a row, and for
  /// the end of a range in an index that holds nothing but NULL.
  func tested(_ condition: SQLCondition, _ relation: ComparisonIR.Operator) -> SQLCondition {
    guard let least, condition.constant == nil else { return condition }
    var result = condition
    let start = [.less, .lessOrEqual].contains(relation) ? " AND \(text) >= (SELECT \(least) WHERE \(test))" : ""
    result.text = "(\(condition.text) AND (\(text) IS NOT NULL OR \(test))\(start))"
    return result
  }
}

extension SQLOperand {
  /// The text of a constant or an argument with which a column is compared as it is. The test runs once, when the
  /// database looks for the constant in the index.
  func tested(_ text: String) -> String {
    let text = form.map { SQLDialect.Form.fill($0, [text]) } ?? text
    return test.map { "(SELECT \(text) WHERE \($0))" } ?? text
  }
}

extension ColumnEncoding {
  /// Whether it is the form in which the dialect holds values anyway.
  func isUsual(in dialect: SQLDialect) -> Bool {
    switch self {
    case .secondsSince2001, .timestampWithZone, .timestamp: dialect.dateEncoding == self
    default: false
    }
  }
}
