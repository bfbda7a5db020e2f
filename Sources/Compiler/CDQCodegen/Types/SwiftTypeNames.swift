package import CDQIR

/// Maps the types of the language to Swift types. Where an entity has the name of a Swift type, the latter gets its
/// module: `Swift.String`.
package struct SwiftTypeNames: Sendable {
  /// The representation of an object in generated code.
  enum Objects: Hashable {
    /// The value that identifies the object.
    case identities
    /// The managed object itself. Its class is the one that the schema names for the entity, else one with the entity's
    /// name.
    case references
    case models
  }

  let schema: Schema
  let objects: Objects
  /// The runtime module that the generated file imports.
  private let runtimeModule: String
  /// Names of the schema and of members that hide types of the same name in generated code.
  private let declared: Set<String>
  /// The names that every function reserves. A parameter may have any name, but a local variable must not hide a type
  /// or function that the body uses.
  let localNames: SwiftNameScope

  package init(_ schema: Schema) {
    self.init(schema, objects: .identities)
  }

  /// - Parameter members: names of functions, parameters and properties. Where one of them looks like a type, the name
  ///   means that declaration in an expression, and the type needs its module.
  init(
    _ schema: Schema, objects: Objects, members: some Sequence<String> = [], runtimeModule: String = "CDQStore"
  ) {
    self.schema = schema
    self.runtimeModule = runtimeModule
    self.objects = objects
    let types = Set(schema.entities.map(\.name)).union(schema.enumerations.map(\.name))
    declared = types.union(members.filter(SwiftTypeNames.isLikeType))
    localNames = SwiftNameScope(
      reserving: types.union([
        "CDQText", "CDQNumber", "CDQIntegerSum", "CDQRows", "CDQKey", "CDQStatistics", "CDQDecimal", "CDQCast",
        "CDQValues", "CDQStore", "CDQMapping", "Swift", "Foundation", "left", "right", "first", "second", "min", "max",
        "self", "NSPredicate",
        "NSCompoundPredicate", "NSFetchRequest", "NSSortDescriptor",
      ]))
  }

  private static func isLikeType(_ name: String) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
  }

  /// The name of a type in the standard library, with its module if another declaration has the name.
  package func standard(_ name: String) -> String { declared.contains(name) ? "Swift.\(name)" : name }
  /// The name of a type in Foundation, with its module if another declaration has the name.
  package func foundation(_ name: String) -> String { declared.contains(name) ? "Foundation.\(name)" : name }
  /// The name of a type in the runtime library, with its module if the name is common or another declaration has it.
  package func runtime(_ name: String) -> String {
    guard declared.contains(name) || SwiftTypeNames.plainWords.contains(name) else { return name }
    return (SwiftTypeNames.mappingTypes.contains(name) ? "CDQMapping" : runtimeModule) + "." + name
  }

  /// Types of the runtime module `CDQMapping`, which only functions of mappings name.
  private static let mappingTypes: Set<String> = [
    "GeneratedMapping", "MappingPage", "MappingReport", "MappingTransform", "Mappings",
  ]

  /// Types of the runtime with common names. Programs have types of these names, which would hide those of the runtime.
  private static let plainWords: Set<String> = [
    "Arguments", "Attribute", "DecodeError", "Entity", "Enumeration", "Relationship", "Schema", "Store", "StoreError",
    "Value",
  ]

  /// The generated or declared Swift type of an entity or enum of the schema.
  package func declared(_ name: String) -> SwiftType {
    guard objects == .references, let entity = schema.entity(named: name), let given = entity.className else {
      return .named(SwiftNames.quoted(name))
    }
    // A model in Core Data has `Module.Name`, or `.Name` for the current module.
    return .named(SwiftNames.quoted(given.split(separator: ".").last.map(String.init) ?? name))
  }

  /// The Swift type of a value. An object is its identity or an instance, depending on `objects`.
  package func type(_ type: ValueType) -> SwiftType {
    switch type {
    case .bool: .named(standard("Bool"))
    case .int16: .named(standard("Int16"))
    case .int32: .named(standard("Int32"))
    case .int64: .named(standard("Int64"))
    case .float: .named(standard("Float"))
    case .double, .duration: .named(standard("Double"))
    case .decimal: .named(foundation("Decimal"))
    case .string, .opaque, .null: .named(standard("String"))
    case .date: .named(foundation("Date"))
    case .data: .named(foundation("Data"))
    case .uuid: .named(foundation("UUID"))
    case .url: .named(foundation("URL"))
    case .enumeration(let name): declared(name)
    case .object(let entity): objects == .identities ? identity(of: entity) : declared(entity)
    case .collection(let element, _): .array(self.type(element))
    }
  }

  /// The type of a value that may be nil.
  package func type(_ type: OptionalType) -> SwiftType {
    let base = self.type(type.base)
    return type.isOptional ? .optional(base) : base
  }

  /// The type of the values that identify objects of an entity: that of its only `@unique` attribute, else `ObjectKey`.
  package func identity(of entity: String) -> SwiftType {
    identityAttribute(of: entity).map { type($0.type) } ?? .named(runtime("ObjectKey"))
  }

  /// The attribute that alone identifies an object; nil if its type is none that `ObjectKey.Identity` has, or if it may
  /// be nil, because it then does not identify all objects.
  package func identityAttribute(of entity: String) -> Attribute? {
    let identity = schema.identity(of: entity)
    guard identity.count == 1, let attribute = identity.first, !attribute.isOptional else { return nil }
    switch attribute.type {
    case .int16, .int32, .int64, .string, .uuid: return attribute
    default: return nil
    }
  }

  /// Whether the name of the Swift type needs an import of Foundation.
  package func needsFoundation(_ type: ValueType) -> Bool {
    switch type {
    case .decimal, .date, .data, .uuid, .url: true
    case .object(let entity):
      objects == .identities && identityAttribute(of: entity).map { needsFoundation($0.type) } ?? false
    case .collection(let element, _): needsFoundation(element)
    default: false
    }
  }
}
