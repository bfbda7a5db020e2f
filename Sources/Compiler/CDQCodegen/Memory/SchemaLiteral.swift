import CDQIR
import Foundation

/// Writes a schema as a Swift value, such as `Schema.countries`. One variable per entity keeps each expression small
/// for swiftc.
struct SchemaLiteral {
  let types: SwiftTypeNames

  private var schema: Schema { types.schema }

  var needsFoundation: Bool {
    schema.entities.flatMap(\.properties).contains { property in
      guard case .attribute(let attribute) = property else { return false }
      return needsFoundation(attribute.defaultValue)
        || attribute.constraints.contains { constraint in
          if case .range(let low, let high) = constraint {
            needsFoundation(low) || needsFoundation(high)
          } else {
            false
          }
        }
    }
  }

  private func needsFoundation(_ value: Value) -> Bool {
    switch value {
    case .decimal, .date, .data, .uuid, .url: true
    default: false
    }
  }

  func declarations(access: String, module: String) -> [SwiftDeclaration] {
    let name = SwiftNames.schemaName(ofModule: module)
    let type = types.runtime("Schema")
    var names = SwiftNameScope()
    let holder = "CDQEntities"
    var holders: [SwiftDeclaration] = []
    var entities: [SwiftExpression] = []
    for entity in schema.entities {
      let variable = names.unique(SwiftNames.lowerFirst(entity.name))
      holders.append(
        SwiftDeclaration(
          .stored(
            isStatic: true, isConstant: true, variable, .named(types.runtime("Entity")), entityValue(entity))))
      entities.append(.member(.name(holder), variable))
    }
    var arguments = [SwiftArgument("entities", .array(entities))]
    if !schema.enumerations.isEmpty {
      arguments.append(SwiftArgument("enumerations", .array(schema.enumerations.map(enumeration))))
    }
    let value = SwiftDeclaration(
      documentation: ["The entities and enums of the `.cdq` files and models of `\(module)`."], access: access,
      .stored(isStatic: true, isConstant: true, name, .named(type), .call(.name(type), arguments)))
    return [
      SwiftDeclaration(.type(.extension, name: type, conformances: [], [value])),
      SwiftDeclaration(access: "private", .type(.enum, name: holder, conformances: [], holders)),
    ]
  }

  private func entityValue(_ entity: Entity) -> SwiftExpression {
    var arguments = [SwiftArgument("name", .string(entity.name))]
    if let parent = entity.parent { arguments.append(SwiftArgument("parent", .string(parent))) }
    if entity.isAbstract { arguments.append(SwiftArgument("isAbstract", .boolean(true))) }
    arguments.append(SwiftArgument("properties", .array(entity.properties.map(property))))
    if !entity.uniquenessConstraints.isEmpty {
      let lists = entity.uniquenessConstraints.map { SwiftExpression.array($0.map { .string($0) }) }
      arguments.append(SwiftArgument("uniquenessConstraints", .array(lists)))
    }
    if !entity.indexes.isEmpty { arguments.append(SwiftArgument("indexes", .array(entity.indexes.map(index)))) }
    if let old = entity.renamedFrom { arguments.append(SwiftArgument("renamedFrom", .string(old))) }
    arguments += info(Entity.tableKey, entity.tableName)
    return .call(.name(types.runtime("Entity")), arguments)
  }

  /// The name of a table or column in a database, `["cdq.table": "customers"]`. The rest of the user info is for tools.
  private func info(_ key: String, _ name: String?) -> [SwiftArgument] {
    guard let name else { return [] }
    return [SwiftArgument("userInfo", .array([.binary(.string(key), ":", .string(name))]))]
  }

  private func index(_ index: Entity.Index) -> SwiftExpression {
    let type = SwiftExpression.member(.name(types.runtime("Entity")), "Index")
    let keys = index.keys.map { key in
      SwiftExpression.call(
        .member(type, "Key"),
        [SwiftArgument(.string(key.attribute))]
          + (key.isDescending ? [SwiftArgument("isDescending", .boolean(true))] : []))
    }
    return .call(type, [SwiftArgument("keys", .array(keys))])
  }

  private func property(_ property: Property) -> SwiftExpression {
    switch property {
    case .attribute(let attribute): .call(.implicitMember("attribute"), [SwiftArgument(attributeValue(attribute))])
    case .relationship(let relation): .call(.implicitMember("relationship"), [SwiftArgument(relationship(relation))])
    }
  }

  private func attributeValue(_ attribute: Attribute) -> SwiftExpression {
    var arguments = [
      SwiftArgument("name", .string(attribute.name)), SwiftArgument("type", type(attribute.type)),
    ]
    if attribute.isOptional { arguments.append(SwiftArgument("isOptional", .boolean(true))) }
    if !attribute.defaultValue.isNull {
      arguments.append(SwiftArgument("defaultValue", SwiftLiterals.value(attribute.defaultValue, types)))
    }
    if attribute.isTransient { arguments.append(SwiftArgument("isTransient", .boolean(true))) }
    if let derivation = attribute.derivation { arguments.append(SwiftArgument("derivation", .string(derivation))) }
    if !attribute.constraints.isEmpty {
      arguments.append(SwiftArgument("constraints", .array(attribute.constraints.map(constraint))))
    }
    if let old = attribute.renamedFrom { arguments.append(SwiftArgument("renamedFrom", .string(old))) }
    if let key = attribute.jsonKey { arguments.append(SwiftArgument("jsonKey", .string(key))) }
    arguments += info(Attribute.columnKey, attribute.columnName)
    return .call(.name(types.runtime("Attribute")), arguments)
  }

  private func constraint(_ constraint: Attribute.Constraint) -> SwiftExpression {
    switch constraint {
    case .range(let low, let high):
      .call(
        .implicitMember("range"),
        [SwiftArgument(SwiftLiterals.value(low, types)), SwiftArgument(SwiftLiterals.value(high, types))])
    case .length(let low, let high):
      .call(
        .implicitMember("length"),
        [low, high].map { SwiftArgument($0.map { .integer(Int64($0)) } ?? .null) })
    case .matches(let pattern): .call(.implicitMember("matches"), [SwiftArgument(.string(pattern))])
    }
  }

  private func relationship(_ relation: Relationship) -> SwiftExpression {
    var arguments = [
      SwiftArgument("name", .string(relation.name)), SwiftArgument("destination", .string(relation.destination)),
    ]
    if relation.isToMany { arguments.append(SwiftArgument("isToMany", .boolean(true))) }
    if relation.isOrdered { arguments.append(SwiftArgument("isOrdered", .boolean(true))) }
    if !relation.isOptional { arguments.append(SwiftArgument("isOptional", .boolean(false))) }
    if let inverse = relation.inverse { arguments.append(SwiftArgument("inverse", .string(inverse))) }
    if relation.deleteRule != .nullify {
      arguments.append(SwiftArgument("deleteRule", .implicitMember(relation.deleteRule.rawValue)))
    }
    if let count = relation.minimumCount { arguments.append(SwiftArgument("minimumCount", .integer(Int64(count)))) }
    if let count = relation.maximumCount { arguments.append(SwiftArgument("maximumCount", .integer(Int64(count)))) }
    if relation.isTransient { arguments.append(SwiftArgument("isTransient", .boolean(true))) }
    if let old = relation.renamedFrom { arguments.append(SwiftArgument("renamedFrom", .string(old))) }
    if let key = relation.jsonKey { arguments.append(SwiftArgument("jsonKey", .string(key))) }
    arguments += info(Attribute.columnKey, relation.columnName)
    return .call(.name(types.runtime("Relationship")), arguments)
  }

  private func enumeration(_ enumeration: Enumeration) -> SwiftExpression {
    let name = SwiftExpression.name(types.runtime("Enumeration"))
    let cases = enumeration.cases.map { each in
      SwiftExpression.call(
        .member(name, "Case"),
        [
          SwiftArgument("name", .string(each.name)),
          SwiftArgument("rawValue", SwiftLiterals.value(each.rawValue, types)),
        ])
    }
    return .call(
      name,
      [
        SwiftArgument("name", .string(enumeration.name)), SwiftArgument("rawType", type(enumeration.rawType)),
        SwiftArgument("cases", .array(cases)),
      ])
  }

  private func type(_ type: ValueType) -> SwiftExpression {
    switch type {
    case .enumeration(let name): .call(.implicitMember("enumeration"), [SwiftArgument(.string(name))])
    case .object(let name): .call(.implicitMember("object"), [SwiftArgument(.string(name))])
    case .collection(let element, let isOrdered):
      .call(
        .implicitMember("collection"),
        [SwiftArgument("element", self.type(element)), SwiftArgument("isOrdered", .boolean(isOrdered))])
    default: .implicitMember(type.caseName)
    }
  }
}
