import CDQIR

/// Writes the struct of an entity, whose properties are its attributes and the identities of its to-one relationships.
struct ModelWriter {
  let types: SwiftTypeNames
  let access: String
  let entity: Entity

  /// A stored property of the struct.
  struct Field {
    var name: String
    var type: SwiftType
    var documentation: String?
    var defaultValue: SwiftExpression?
    /// The expression that reads the property from `record`.
    var read: SwiftExpression
    /// The statement that writes the property to `values`.
    var store: SwiftStatement
  }

  var schema: Schema { types.schema }

  /// Whether properties of the struct have types of Foundation.
  var needsFoundation: Bool {
    schema.allProperties(of: entity.name).contains { property in
      switch property {
      case .attribute(let attribute): !attribute.isTransient && types.needsFoundation(attribute.type)
      case .relationship(let relationship):
        !relationship.isToMany && !relationship.isTransient && types.needsFoundation(.object(relationship.destination))
      }
    }
  }

  /// Names of the entities and enums in the types of the properties.
  var namedTypes: [String] {
    schema.allProperties(of: entity.name).compactMap { property in
      switch property {
      case .attribute(let attribute):
        attribute.isTransient ? nil : (attribute.type.element ?? attribute.type).enumerationName
      case .relationship(let relationship):
        relationship.isToMany || relationship.isTransient ? nil : relationship.destination
      }
    }
  }

  /// The struct and what a store needs of it.
  func declarations() -> [SwiftDeclaration] { [model(), stored(with: [find()].compactMap { $0 })] + orders() }

  /// The struct.
  func model() -> SwiftDeclaration {
    let fields = self.fields()
    let identity = types.identityAttribute(of: entity.name)
    let hasID = fields.contains { $0.name == "id" }
    let isIdentifiable = identity != nil && (identity?.name == "id" || !hasID)
    var members: [SwiftDeclaration] = []
    if !fields.contains(where: { $0.name == "ID" }) {
      members.append(
        SwiftDeclaration(
          documentation: ["What identifies \(SwiftNames.article(entity.name)) `\(entity.name)`."], access: access,
          .typealias("ID", types.identity(of: entity.name))))
    }
    for field in fields {
      members.append(
        SwiftDeclaration(
          documentation: field.documentation.map(SwiftText.lines) ?? [], access: access,
          .stored(isStatic: false, isConstant: false, field.name, field.type, nil)))
    }
    members.append(memberwise(fields))
    if let identity, identity.name != "id", isIdentifiable {
      members.append(
        SwiftDeclaration(
          documentation: ["Its identity, `\(identity.name)`."], access: access,
          .computed(isStatic: false, "id", types.identity(of: entity.name), [.return(.name(identity.name))])))
    }
    if let identity, !fields.contains(where: { $0.name == "objectKey" }) { members.append(objectKey(identity)) }
    let conformances =
      [types.standard("Sendable"), types.standard("Hashable"), types.standard("Codable")]
      + (isIdentifiable ? [types.standard("Identifiable")] : [])
    return SwiftDeclaration(
      documentation: entity.documentation.map(SwiftText.lines) ?? ["An object of the entity `\(entity.name)`."],
      access: access,
      .type(.struct, name: SwiftNames.quoted(entity.name), conformances: conformances, members))
  }

  // MARK: fields

  private func fields() -> [Field] {
    var attributeSlot = 0
    var relationshipSlot = 0
    var result: [Field] = []
    for property in schema.allProperties(of: entity.name) {
      switch property {
      case .attribute(let attribute):
        if !attribute.isTransient { result.append(field(attribute, attributeSlot)) }
        attributeSlot += 1
      case .relationship(let relationship):
        if !relationship.isToMany, !relationship.isTransient { result.append(field(relationship, relationshipSlot)) }
        relationshipSlot += 1
      }
    }
    return result
  }

  private func field(_ attribute: Attribute, _ slot: Int) -> Field {
    let isOptional = attribute.isOptional || attribute.type == .opaque
    let type = types.type(attribute.type)
    return Field(
      name: attribute.name, type: isOptional ? .optional(type) : type, documentation: attribute.documentation,
      defaultValue: isOptional ? .null : attribute.defaultExpression(in: schema),
      read: read(attribute.type, isOptional, slot), store: store(attribute))
  }

  private func field(_ relationship: Relationship, _ slot: Int) -> Field {
    let identity = types.identity(of: relationship.destination)
    let hasAlias = schema.property(named: "ID", of: relationship.destination) == nil
    let type =
      hasAlias ? SwiftType.named("\(types.declared(relationship.destination).text).ID") : identity
    let isPlain = types.identityAttribute(of: relationship.destination) != nil
    let record = SwiftExpression.name("record")
    let at = SwiftArgument("at", .integer(Int64(slot)))
    let read: SwiftExpression
    switch (isPlain, relationship.isOptional) {
    case (true, true): read = .call(.member(record, "optionalIdentity"), [at])
    case (true, false): read = .attempt(.call(.member(record, "identity"), [at]))
    case (false, true): read = .optionalMember(.call(.member(record, "reference"), [at]), "key")
    case (false, false): read = .attempt(.member(.call(.member(record, "requiredReference"), [at]), "key"))
    }
    return Field(
      name: relationship.name, type: relationship.isOptional ? .optional(type) : type,
      documentation: relationship.documentation, defaultValue: relationship.isOptional ? .null : nil, read: read,
      store: store(relationship, isPlain: isPlain))
  }

  private func read(_ type: ValueType, _ isOptional: Bool, _ slot: Int) -> SwiftExpression {
    let call = SwiftExpression.call(
      .member(.name("record"), reader(type, isOptional)), [SwiftArgument("at", .integer(Int64(slot)))])
    return isOptional ? call : .attempt(call)
  }

  private func reader(_ type: ValueType, _ isOptional: Bool) -> String {
    let name: String
    switch type {
    case .opaque, .null: name = "string"
    case .uuid: return isOptional ? "optionalUUID" : "uuid"
    case .url: return isOptional ? "optionalURL" : "url"
    case .object: name = "identity"
    case .collection(.enumeration, _): name = "cases"
    case .collection: name = "elements"
    default: name = type.caseName
    }
    return isOptional ? "optional" + SwiftNames.upperFirst(name) : name
  }

  // MARK: members

  private func memberwise(_ fields: [Field]) -> SwiftDeclaration {
    var names = SwiftNameScope(reserving: ["self"])
    var parameters: [SwiftFunction.Parameter] = []
    var body: [SwiftStatement] = []
    for field in fields {
      let local = names.unique(SwiftNames.isPlainName(field.name) ? field.name : field.name + "Value")
      parameters.append(
        SwiftFunction.Parameter(
          local == field.name ? nil : field.name, local, field.type, defaultValue: field.defaultValue))
      body.append(.assign(.member(.name("self"), field.name), "=", .name(local)))
    }
    return SwiftDeclaration(
      documentation: ["\(SwiftNames.article(entity.name, isUpper: true)) `\(entity.name)` with these values."],
      access: access, .function(SwiftFunction(name: nil, parameters: parameters, body: body)))
  }

  private func objectKey(_ identity: Attribute) -> SwiftDeclaration {
    let key = SwiftExpression.call(
      types.runtime("ObjectKey"), SwiftArgument("root", .string(schema.root(of: entity.name))),
      SwiftArgument("identity", ModelWriter.identity(identity.type, .name(identity.name), types)))
    return SwiftDeclaration(
      documentation: ["What finds it in a store."], access: access,
      .computed(isStatic: false, "objectKey", .named(types.runtime("ObjectKey")), [.return(key)]))
  }

  /// The expression of an `ObjectKey.Identity` for the value of an identifying attribute.
  static func identity(_ type: ValueType, _ value: SwiftExpression, _ types: SwiftTypeNames) -> SwiftExpression {
    switch type {
    case .int64: .call(.implicitMember("int"), [SwiftArgument(value)])
    case .int16, .int32:
      .call(.implicitMember("int"), [SwiftArgument(.call(types.standard("Int64"), SwiftArgument(value)))])
    case .uuid: .call(.implicitMember("uuid"), [SwiftArgument(value)])
    default: .call(.implicitMember("string"), [SwiftArgument(value)])
    }
  }

  /// The extension with the conformance that allows queries to return objects of the entity, and more members.
  func stored(with others: [SwiftDeclaration]) -> SwiftDeclaration {
    let fields = fields()
    let strings = SwiftType.array(.named(types.standard("String")))
    func names(_ names: [String]) -> [SwiftStatement] { [.return(.array(names.map { .string($0) }))] }
    let read = SwiftFunction(
      name: nil,
      parameters: [SwiftFunction.Parameter("stored", "record", .named(types.runtime("StoredRecord")))],
      isThrowing: true, errorType: types.runtime("StoreError"),
      body: fields.map { .assign(.member(.name("self"), $0.name), "=", $0.read) })
    let members: [SwiftDeclaration] = [
      SwiftDeclaration(
        access: access,
        .computed(isStatic: true, "entityName", .named(types.standard("String")), [.return(.string(entity.name))])),
      SwiftDeclaration(
        access: access,
        .computed(isStatic: true, "attributeNames", strings, names(schema.allAttributes(of: entity.name).map(\.name)))),
      SwiftDeclaration(
        access: access,
        .computed(
          isStatic: true, "relationshipNames", strings,
          names(schema.allRelationships(of: entity.name).map(\.name)))),
      SwiftDeclaration(
        documentation: ["A copy of a stored object."], access: access, .function(read)),
      storing(fields),
    ]
    let conformance = types.runtime(findableIdentity == nil ? "StoredModel" : "IdentifiedModel")
    return SwiftDeclaration(
      .type(
        .extension, name: SwiftNames.quoted(entity.name), conformances: [conformance], members + others))
  }
}
