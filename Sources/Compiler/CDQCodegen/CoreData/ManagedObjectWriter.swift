import CDQIR
import CDQSchema

/// Writes the `NSManagedObject` subclass of an entity as Xcode would: the class, its properties, and the accessors of
/// its relationships.
struct ManagedObjectWriter {
  let types: SwiftTypeNames
  let access: String
  let entity: Entity

  private var schema: Schema { types.schema }
  private var className: String { types.declared(entity.name).text }

  func declarations() -> [SwiftDeclaration] {
    let parent = entity.parent.map { types.declared($0).text } ?? "NSManagedObject"
    let model = SwiftDeclaration(
      documentation: entity.documentation.map(SwiftText.lines) ?? ["An object of the entity `\(entity.name)`."],
      attributes: ["@objc(\(className.filter { $0 != "`" }))"], access: access,
      .type(.class, name: className, conformances: [parent], []))
    let request = SwiftType.generic("NSFetchRequest", [types.declared(entity.name)])
    var fetch = SwiftFunction(
      name: "fetchRequest", isStatic: true, parameters: [], result: request,
      body: [.return(.call(request.text, SwiftArgument("entityName", .string(entity.name))))])
    fetch.isOfClass = true
    var members = [
      SwiftDeclaration(
        documentation: ["A fetch request for the entity."], attributes: ["@nonobjc"], access: access, .function(fetch))
    ]
    var result = [model]
    var accessors: [SwiftDeclaration] = []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute): members.append(declaration(attribute))
      case .relationship(let relationship):
        members.append(declaration(relationship))
        if relationship.isToMany { accessors.append(self.accessors(relationship)) }
      }
    }
    result.append(SwiftDeclaration(.type(.extension, name: className, conformances: [], members)))
    result += accessors
    if entity.parent == nil {
      result.append(
        SwiftDeclaration(.type(.extension, name: className, conformances: [types.standard("Identifiable")], [])))
    }
    return result
  }

  // MARK: attributes

  private func declaration(_ attribute: Attribute) -> SwiftDeclaration {
    let documentation = attribute.documentation.map(SwiftText.lines) ?? []
    if case .enumeration(let name) = attribute.type {
      return enumProperty(attribute, name, documentation)
    }
    return SwiftDeclaration(
      documentation: documentation, access: access, .managed(attribute.name, type(attribute)))
  }

  /// The type that Xcode gives to an attribute: a scalar, never optional, where the model says so, else a class such as
  /// `NSNumber`.
  private func type(_ attribute: Attribute) -> SwiftType {
    let isScalar = attribute.usesScalarType ?? attribute.isUsuallyScalar
    let type: SwiftType
    switch attribute.type {
    case .bool, .int16, .int32, .int64, .float, .double:
      if isScalar { return types.type(attribute.type) }
      type = .named("NSNumber")
    case .date:
      if attribute.usesScalarType == true { return .named(types.standard("Double")) }
      type = types.type(attribute.type)
    case .decimal: type = .named("NSDecimalNumber")
    case .opaque, .null:
      return .optional(.named(attribute.className.flatMap(ManagedObjectWriter.typeName) ?? "NSObject"))
    default:
      type = types.type(attribute.type)
      if !attribute.type.hasOwnSwiftType { return type }
    }
    return attribute.isOptional ? .optional(type) : type
  }

  /// The name of a class in a model; nil if it has characters that no Swift type has.
  private static func typeName(_ text: String) -> String? {
    let name = text.filter { $0 != " " }
    let isName = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789_.[]:<>,?".unicodeScalars.contains($0)
    }
    return isName && !name.isEmpty ? name : nil
  }

  /// A computed property that converts between an enum and the stored raw value.
  private func enumProperty(_ attribute: Attribute, _ name: String, _ documentation: [String]) -> SwiftDeclaration {
    func call(_ function: String, _ arguments: SwiftArgument...) -> SwiftStatement {
      .expression(.call(.name(function), arguments))
    }
    let key = SwiftArgument("forKey", .string(attribute.name))
    let raw = types.type(schema.rawType(of: attribute.type))
    let type = types.declared(name)
    let stored = SwiftExpression.binary(.call(.name("primitiveValue"), [key]), "as?", .name(raw.text))
    let value = SwiftExpression.call(
      .member(.tuple([SwiftArgument(stored)]), "flatMap"),
      [
        SwiftArgument(
          .closure(
            SwiftClosure(
              parameters: [], result: type,
              body: [.expression(.call(type.text, SwiftArgument("rawValue", .name("$0"))))])))
      ])
    let isOptional = attribute.isOptional || defaultCase(attribute, name) == nil
    let local = SwiftExpression.name("value")
    var get = [call("willAccessValue", key), .let("value", .optional(type), value), call("didAccessValue", key)]
    if isOptional {
      get.append(.return(local))
    } else {
      get.append(.return(.binary(local, "??", .implicitMember(defaultCase(attribute, name) ?? ""))))
    }
    let new = SwiftExpression.name("newValue")
    let rawValue: SwiftExpression = isOptional ? .optionalMember(new, "rawValue") : .member(new, "rawValue")
    let set = [
      call("willChangeValue", key), call("setPrimitiveValue", SwiftArgument(rawValue), key),
      call("didChangeValue", key),
    ]
    return SwiftDeclaration(
      documentation: documentation.isEmpty ? ["The stored raw value as a case."] : documentation, access: access,
      .accessors(attribute.name, isOptional ? .optional(type) : type, get: get, set: set))
  }

  /// The value of a required attribute before it is set: the case of its default, else the first case.
  private func defaultCase(_ attribute: Attribute, _ name: String) -> String? {
    let cases = schema.enumeration(named: name)?.cases ?? []
    return (cases.first { $0.rawValue == attribute.defaultValue } ?? cases.first)?.name
  }

  // MARK: relationships

  private func declaration(_ relationship: Relationship) -> SwiftDeclaration {
    let type: SwiftType =
      relationship.isToMany
      ? .named(relationship.isOrdered ? "NSOrderedSet" : "NSSet") : types.declared(relationship.destination)
    return SwiftDeclaration(
      documentation: relationship.documentation.map(SwiftText.lines) ?? [], access: access,
      .managed(relationship.name, .optional(type)))
  }

  /// The accessors of a to-many relationship, such as `addToCities(_:)`, with the selectors that Core Data implements.
  private func accessors(_ relationship: Relationship) -> SwiftDeclaration {
    let name = SwiftNames.upperFirst(relationship.name)
    let object = types.declared(relationship.destination)
    let set = SwiftType.named(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
    let int = SwiftType.named(types.standard("Int"))
    func member(_ selector: String, _ function: String, _ parameters: [SwiftFunction.Parameter]) -> SwiftDeclaration {
      SwiftDeclaration(attributes: ["@objc(\(selector))"], access: access, .managedFunction(function, parameters))
    }
    func unnamed(_ name: String, _ type: SwiftType) -> SwiftFunction.Parameter { .init("_", name, type) }
    var members: [SwiftDeclaration] = []
    if relationship.isOrdered {
      members += [
        member(
          "insertObject:in\(name)AtIndex:", "insertInto\(name)",
          [unnamed("value", object), .init("at", "index", int)]),
        member("removeObjectFrom\(name)AtIndex:", "removeFrom\(name)", [.init("at", "index", int)]),
        member(
          "insert\(name):atIndexes:", "insertInto\(name)",
          [unnamed("values", .array(object)), .init("at", "indexes", .named("NSIndexSet"))]),
        member("remove\(name)AtIndexes:", "removeFrom\(name)", [.init("at", "indexes", .named("NSIndexSet"))]),
        member(
          "replaceObjectIn\(name)AtIndex:withObject:", "replace\(name)",
          [.init("at", "index", int), .init("with", "value", object)]),
        member(
          "replace\(name)AtIndexes:with\(name):", "replace\(name)",
          [.init("at", "indexes", .named("NSIndexSet")), .init("with", "values", .array(object))]),
      ]
    }
    members += [
      member("add\(name)Object:", "addTo\(name)", [unnamed("value", object)]),
      member("remove\(name)Object:", "removeFrom\(name)", [unnamed("value", object)]),
      member("add\(name):", "addTo\(name)", [unnamed("values", set)]),
      member("remove\(name):", "removeFrom\(name)", [unnamed("values", set)]),
    ]
    return SwiftDeclaration(.type(.extension, name: className, conformances: [], members))
  }
}

extension GeneratedUnit {
  /// Adds the enums that a source declares, and the classes of its entities unless Xcode generates them.
  mutating func addManagedObjects(of source: GenerateSource, in context: GenerationContext) {
    addEnums(of: source, in: context)
    var written: Set<String> = ["NSManagedObject"]
    for entity in context.schema.schema.entities {
      let name = context.types.declared(entity.name).text
      guard written.insert(name).inserted, !context.schema.entitiesOfXcode.contains(entity.name),
        context.source(declaring: .entity(entity.name)) == source
      else { continue }
      usesCoreData()
      usesFoundation(publicly: true)
      declarations += ManagedObjectWriter(types: context.types, access: access.modifier, entity: entity)
        .declarations()
    }
  }
}
