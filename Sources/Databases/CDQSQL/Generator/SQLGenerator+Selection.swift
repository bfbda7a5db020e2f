import CDQIR

/// The columns of a `SELECT`, as they are added.
struct SQLSelection {
  var texts: [String] = []
  var columns: [SQLColumn] = []

  mutating func add(_ text: String, _ column: SQLColumn) -> Int {
    texts.append(text)
    columns.append(column)
    return texts.count - 1
  }

  /// Some of the columns.
  func columns(at places: [Int]) -> SQLSelection {
    SQLSelection(texts: places.map { texts[$0] }, columns: places.map { columns[$0] })
  }

  /// Adds a column of a row, or finds it where it is part of the row's identity already. The description of the property
  /// is kept, which says more than that of a key.
  mutating func share(_ text: String, _ column: SQLColumn) -> Int {
    guard let known = texts.firstIndex(of: text) else { return add(text, column) }
    if columns[known].place == nil { columns[known] = column }
    return known
  }
}

extension SQLGenerator {
  /// Adds the columns that tell which object a row is.
  func select(identityOf row: SQLTableRow, _ selection: inout SQLSelection) throws(SQLRefusal) -> SQLObjectShape {
    let mapping = try entityMapping(row.entity)
    var shape = SQLObjectShape(entity: row.entity, key: [], discriminator: nil, identity: [])
    for name in mapping.key {
      // The type of a key column is known if an attribute is there; others are numbers of our layout, or unknown.
      shape.key.append(selection.add(column(row, name), SQLColumn(name: name, type: .opaque)))
    }
    if let discriminator = mapping.discriminator {
      shape.discriminator = selection.add(
        column(row, discriminator.column), SQLColumn(name: discriminator.column, type: .opaque))
    }
    for name in identityAttributes(of: row.entity) {
      let operand = try attribute(name, of: row)
      shape.identity.append((name, selection.share(output(operand), sqlColumn(name, operand.type, isOptional: true))))
    }
    return shape
  }

  /// The attributes that identify objects of an entity or of its sub-entities.
  private func identityAttributes(of entity: String) -> [String] {
    var result: [String] = []
    for name in [entity] + schema.descendants(of: entity).map(\.name) {
      for attribute in schema.identity(of: name) where !result.contains(attribute.name) {
        result.append(attribute.name)
      }
    }
    return result
  }

  /// Adds the stored attributes of a row and the identities of the objects that its to-one relationships refer to.
  ///
  /// - Parameter names: The names of the properties that are wanted; nil for all.
  func select(
    propertiesOf row: SQLTableRow, _ selection: inout SQLSelection, references: Bool, names: Set<String>? = nil
  ) throws(SQLRefusal) -> [SQLOutput] {
    var result: [SQLOutput] = []
    for property in schema.allProperties(of: row.entity) where names?.contains(property.name) != false {
      switch property {
      case .attribute(let attribute):
        guard !attribute.isTransient, let place = mapping.entities[row.entity]?.attributes[attribute.name] else {
          continue
        }
        result.append(
          SQLOutput(name: attribute.name, content: .value(column: try select(attribute, place, row, &selection))))
      case .relationship(let relationship):
        guard references, !relationship.isToMany, !relationship.isTransient,
          mapping.entities[row.entity]?.relationships[relationship.name] != nil
        else { continue }
        let target = try target(of: row, StepIR(relationship.name, .toOne, of: row.entity))
        if isTemplate {
          let shape = try selectReference(of: target, &selection)
          result.append(SQLOutput(name: relationship.name, content: .object(shape)))
          continue
        }
        result.append(
          SQLOutput(name: relationship.name, content: .object(try select(identityOf: target, &selection))))
      }
    }
    return result
  }

  private func select(
    _ attribute: Attribute, _ place: ColumnMapping, _ row: SQLTableRow, _ selection: inout SQLSelection
  ) throws(SQLRefusal) -> Int {
    var described = sqlColumn(attribute.name, attribute.type, isOptional: attribute.isOptional)
    described.place = "\(try entityMapping(row.entity).table.name).\(place.column)"
    if attribute.type.element != nil {
      let text = list(row, place)
      return selection.add(SQLDialect.Form.fill(dialect.layout.listOutput, [text]), described)
    }
    if attribute.type == .opaque { return selection.add(column(row, place.column), described) }
    return selection.share(output(try self.attribute(attribute.name, of: row)), described)
  }

  /// The column of a collection attribute, in the form of a list.
  func list(_ row: SQLTableRow, _ place: ColumnMapping) -> String {
    let text = column(row, place.column)
    return place.encoding.flatMap { dialect.columnForm($0, .opaque) }.map { SQLDialect.Form.fill($0, [text]) } ?? text
  }

  func sqlColumn(_ name: String, _ type: ValueType, isOptional: Bool) -> SQLColumn {
    SQLColumn(
      name: name, type: self.schema.rawType(of: type), isOptional: isOptional, enumeration: type.enumerationName)
  }

  /// The expression that a driver reads, for a value that is compared in another form.
  func output(_ operand: SQLOperand) -> String {
    let text = operand.stored ?? operand.text
    guard let family = operand.family, let form = dialect.outputs[family] else { return text }
    return SQLDialect.Form.fill(form, [text])
  }

  /// Adds the value of an item of a `select`.
  ///
  /// - Parameter isCompared: Whether the values are compared, as those of `select distinct`, so that texts are in NFC.
  func select(
    _ item: ProjectionIR.Item, _ selection: inout SQLSelection, isCompared: Bool
  ) throws(SQLRefusal) -> SQLOutput {
    try placed(.expression(item.expression)) { () throws(SQLRefusal) in try output(of: item, &selection, isCompared) }
  }

  private func output(
    of item: ProjectionIR.Item, _ selection: inout SQLSelection, _ isCompared: Bool
  ) throws(SQLRefusal) -> SQLOutput {
    if case .object = item.expression.type {
      guard case .path(let path) = item.expression else {
        throw SQLRefusal("'select' has an object that is no path")
      }
      let row = try row(of: path.variable, path.steps)
      if isTemplate { return SQLOutput(name: item.name, content: .object(try selectReference(of: row, &selection))) }
      return SQLOutput(name: item.name, content: .object(try select(identityOf: row, &selection)))
    }
    var operand = try value(item.expression)
    if isCompared { operand.stored = nil }
    if let constant = operand.constant, !isTemplate { return SQLOutput(name: item.name, content: .constant(constant)) }
    let described = sqlColumn(item.name, item.type.base, isOptional: true)
    if operand.constant != nil {
      let bound = SQLOperand(try valueText(operand), operand.type, isOptional: operand.isNullConstant)
      return SQLOutput(name: item.name, content: .value(column: selection.add(output(bound), described)))
    }
    return SQLOutput(name: item.name, content: .value(column: selection.add(output(operand), described)))
  }
}
