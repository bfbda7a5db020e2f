import CDQIR
import CDQJSON
import CDQSchema

/// Writes the `@Model` class of an entity.
struct ModelClassWriter {
  let types: SwiftTypeNames
  let access: String
  let entity: Entity

  /// A property of the class, with its parameter of the initializer. An enum has two declarations.
  private struct Field {
    var declaration: [SwiftDeclaration]
    var name: String
    var type: SwiftType
    var defaultValue: SwiftExpression?
  }

  private var schema: Schema { types.schema }
  private var className: String { types.declared(entity.name).text }

  /// The `@available` attribute of a subclass: model classes have inheritance since the systems of 2025.
  static func availability(_ entity: String, _ schema: Schema) -> [String] {
    schema.entity(named: entity)?.parent == nil
      ? [] : ["@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)"]
  }

  func declarations() -> [SwiftDeclaration] {
    let own = entity.properties.compactMap(field)
    let inherited = schema.lineage(of: entity.name).dropFirst().reversed().flatMap { parent in
      parent.properties.compactMap { ModelClassWriter(types: types, access: access, entity: parent).field($0) }
    }
    var members = own.flatMap(\.declaration)
    members.append(initializer(own, inherited))
    let isFinal = schema.descendants(of: entity.name).isEmpty
    return [
      SwiftDeclaration(
        documentation: entity.documentation.map(SwiftText.lines) ?? ["An object of the entity `\(entity.name)`."],
        attributes: ModelClassWriter.availability(entity.name, schema) + ["@Model"], access: access,
        .type(
          isFinal ? .finalClass : .class, name: className,
          conformances: entity.parent.map { [types.declared($0).text] } ?? [],
          members))
    ]
  }

  // MARK: properties

  private func field(_ property: Property) -> Field? {
    switch property {
    case .attribute(let attribute): self.attribute(attribute)
    case .relationship(let relationship): self.relationship(relationship)
    }
  }

  /// The property of an attribute; nil for a Transformable, whose type is unknown.
  private func attribute(_ attribute: Attribute) -> Field? {
    if case .opaque = attribute.type { return nil }
    let type = attribute.isOptional ? types.type(attribute.type).optional : types.type(attribute.type)
    let documentation = attribute.documentation.map(SwiftText.lines) ?? []
    if case .enumeration(let name) = attribute.type { return enumeration(attribute, name, type, documentation) }
    if attribute.isTransient {
      let stored = SwiftDeclaration(
        documentation: documentation, attributes: ["@Transient"], access: access,
        .stored(isStatic: false, isConstant: false, attribute.name, types.type(attribute.type).optional, .null))
      return Field(
        declaration: [stored], name: attribute.name, type: types.type(attribute.type).optional, defaultValue: .null)
    }
    let stored = SwiftDeclaration(
      documentation: documentation, attributes: attributes(of: attribute), access: access,
      .stored(isStatic: false, isConstant: false, attribute.name, type, nil))
    return Field(
      declaration: [stored], name: attribute.name, type: type,
      defaultValue: attribute.isOptional ? .null : attribute.defaultExpression(in: schema))
  }

  private func attributes(of attribute: Attribute, originalName: String? = nil) -> [String] {
    var words: [String] = []
    if entity.uniquenessConstraints.contains([attribute.name]) { words.append(".unique") }
    if let old = attribute.renamedFrom ?? originalName { words.append("originalName: \(StringLiteral.quoted(old, .swift))") }
    return words.isEmpty ? [] : ["@Attribute(\(words.joined(separator: ", ")))"]
  }

  /// An enum attribute as two properties: the stored raw value, which predicates can read, and the enum, which is
  /// computed.
  private func enumeration(
    _ attribute: Attribute, _ name: String, _ type: SwiftType, _ documentation: [String]
  ) -> Field {
    let raw = types.type(schema.rawType(of: attribute.type))
    let key = attribute.name + "RawValue"
    let stored = SwiftDeclaration(
      documentation: ["The raw value of `\(attribute.name)`, which predicates read."],
      attributes: attributes(of: attribute, originalName: attribute.name), access: access,
      .stored(isStatic: false, isConstant: false, key, attribute.isOptional ? raw.optional : raw, nil))
    let value = SwiftExpression.name(key)
    let make = types.declared(name).text
    let get: SwiftExpression
    if attribute.isOptional {
      let closure = SwiftClosure(
        parameters: [], result: .named(""),
        body: [.expression(.call(make, SwiftArgument("rawValue", .name("$0"))))])
      get = .call(.member(value, "flatMap"), [SwiftArgument(.closure(closure))])
    } else {
      let cases = schema.enumeration(named: name)?.cases ?? []
      let fallback = (cases.first { $0.rawValue == attribute.defaultValue } ?? cases.first)?.name ?? ""
      get = .binary(.call(make, SwiftArgument("rawValue", value)), "??", .implicitMember(fallback))
    }
    let new = SwiftExpression.name("newValue")
    let computed = SwiftDeclaration(
      documentation: documentation, access: access,
      .accessors(
        attribute.name, type, get: [.return(get)],
        set: [.assign(value, "=", attribute.isOptional ? .optionalMember(new, "rawValue") : .member(new, "rawValue"))]))
    return Field(
      declaration: [stored, computed], name: attribute.name, type: type,
      defaultValue: attribute.isOptional ? .null : attribute.defaultExpression(in: schema))
  }

  private func relationship(_ relationship: Relationship) -> Field {
    let object = types.declared(relationship.destination)
    let type: SwiftType = relationship.isToMany ? .array(object) : .optional(object)
    var words: [String] = []
    if relationship.deleteRule != .nullify { words.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
    if let least = relationship.minimumCount { words.append("minimumModelCount: \(least)") }
    if relationship.isToMany, let most = relationship.maximumCount { words.append("maximumModelCount: \(most)") }
    if let old = relationship.renamedFrom { words.append("originalName: \(StringLiteral.quoted(old, .swift))") }
    // Only one side names its inverse: expanding the macros of both would be circular.
    if let inverse = relationship.inverse, isInverseOwner(relationship, inverse) {
      words.append("inverse: \\\(object.text).\(SwiftNames.quotedMember(inverse))")
    }
    let stored = SwiftDeclaration(
      documentation: relationship.documentation.map(SwiftText.lines) ?? [],
      attributes: relationship.isTransient
        ? ["@Transient"] : words.isEmpty ? [] : ["@Relationship(\(words.joined(separator: ", ")))"],
      access: access,
      .stored(
        isStatic: false, isConstant: false, relationship.name, type,
        relationship.isTransient ? (relationship.isToMany ? .array([]) : .null) : nil))
    return Field(
      declaration: [stored], name: relationship.name, type: type,
      defaultValue: relationship.isToMany ? .array([]) : .null)
  }

  /// Whether this side names the inverse: the to-many side, else the one whose name sorts first.
  private func isInverseOwner(_ relationship: Relationship, _ inverse: String) -> Bool {
    guard case .relationship(let other)? = schema.property(named: inverse, of: relationship.destination) else {
      return false
    }
    if relationship.isToMany != other.isToMany { return relationship.isToMany }
    return (entity.name, relationship.name) <= (relationship.destination, inverse)
  }

  // MARK: initialiser

  private func initializer(_ own: [Field], _ inherited: [Field]) -> SwiftDeclaration {
    var names = SwiftNameScope(reserving: ["self"])
    var parameters: [SwiftFunction.Parameter] = []
    var locals: [String: String] = [:]
    for field in inherited + own {
      let local = names.unique(SwiftNames.isPlainName(field.name) ? field.name : field.name + "Value")
      locals[field.name] = local
      parameters.append(
        SwiftFunction.Parameter(
          local == field.name ? nil : field.name, local, field.type, defaultValue: field.defaultValue))
    }
    // Without properties of its own, a class has the same initializer as its parent, and overrides it.
    let isOverride = entity.parent != nil && own.isEmpty
    let modifiers = isOverride ? (access.isEmpty ? "override" : "\(access) override") : access
    var body: [SwiftStatement] = []
    for field in own {
      guard let local = locals[field.name] else { continue }
      // An enum is stored as its raw value.
      if field.declaration.count > 1 {
        let isOptional = if case .optional = field.type { true } else { false }
        let raw: SwiftExpression =
          isOptional ? .optionalMember(.name(local), "rawValue") : .member(.name(local), "rawValue")
        body.append(.assign(.member(.name("self"), field.name + "RawValue"), "=", raw))
      } else {
        body.append(.assign(.member(.name("self"), field.name), "=", .name(local)))
      }
    }
    if entity.parent != nil {
      let arguments = inherited.map { SwiftArgument($0.name, .name(locals[$0.name] ?? $0.name)) }
      body.append(.expression(.call(.name("super.init"), arguments)))
    }
    return SwiftDeclaration(
      documentation: ["\(SwiftNames.article(entity.name, isUpper: true)) `\(entity.name)` with these values."],
      access: modifiers, .function(SwiftFunction(name: nil, parameters: parameters, body: body)))
  }
}

extension GeneratedUnit {
  /// Adds the enums and model classes that a source declares.
  mutating func addModelClasses(of source: GenerateSource, in context: GenerationContext) {
    addEnums(of: source, in: context)
    for entity in context.schema.schema.entities
    where context.source(declaring: .entity(entity.name)) == source {
      uses(["SwiftData"], publicly: true)
      usesFoundation(publicly: true)
      let writer = ModelClassWriter(types: context.types, access: access.modifier, entity: entity)
      declarations += writer.declarations()
    }
  }
}
