package import CDQIR

/// Swift types for the types of the language, safe against entities that are called like a type of Swift's own.
package struct SwiftTypeNames: Sendable {
  /// What stands for an object in generated code.
  enum Objects: Hashable {
    /// The value that identifies it.
    case identities
    /// The object itself, of the class that the schema names for its entity, or of one that is called like the entity.
    case references
    case models
  }

  let schema: Schema
  let objects: Objects
  /// The module that the generated file imports for types of the runtime.
  private let runtimeModule: String
  /// Names that mean something of the schema in the generated module.
  private let declared: Set<String>
  /// Where a function's names start from. A parameter may be called like anything; a local variable must not hide a type
  /// or function the body uses.
  let localNames: SwiftNameScope

  package init(_ schema: Schema) {
    self.init(schema, objects: .identities)
  }

  /// - Parameter members: names of what is declared where the types are used, such as functions and parameters: an
  ///   expression that starts with one means that, and not a type.
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
        "CDQValues", "CDQStore", "CDQMapping", "Swift", "Foundation", "left", "right", "first", "second", "min", "max", "self", "NSPredicate",
        "NSCompoundPredicate", "NSFetchRequest", "NSSortDescriptor",
      ]))
  }

  private static func isLikeType(_ name: String) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
  }

  /// A type of the standard library.
  package func standard(_ name: String) -> String { declared.contains(name) ? "Swift.\(name)" : name }
  /// A type of Foundation.
  package func foundation(_ name: String) -> String { declared.contains(name) ? "Foundation.\(name)" : name }
  /// A type of the runtime library.
  package func runtime(_ name: String) -> String {
    guard declared.contains(name) || SwiftTypeNames.plainWords.contains(name) else { return name }
    return (SwiftTypeNames.mappingTypes.contains(name) ? "CDQMapping" : runtimeModule) + "." + name
  }

  /// Types of the runtime that only the functions of mappings name.
  private static let mappingTypes: Set<String> = [
    "GeneratedMapping", "MappingPage", "MappingReport", "MappingTransform", "Mappings",
  ]

  /// Types of the runtime that programs have types of their own for, which would be meant where a module has one.
  private static let plainWords: Set<String> = [
    "Arguments", "Attribute", "DecodeError", "Entity", "Enumeration", "Relationship", "Schema", "Store", "StoreError",
    "Value",
  ]

  /// The struct, class or enum that stands for an entity or an enum of the schema.
  package func declared(_ name: String) -> SwiftType {
    guard objects == .references, let entity = schema.entity(named: name), let given = entity.className else {
      return .named(SwiftNames.quoted(name))
    }
    // Core Data writes `Module.Name`, or `.Name` for the current module.
    return .named(SwiftNames.quoted(given.split(separator: ".").last.map(String.init) ?? name))
  }

  /// The type of a value; objects are named by their identity.
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

  /// What an object of the entity is named by: the type of its only `@unique` attribute, else `ObjectKey`.
  package func identity(of entity: String) -> SwiftType {
    identityAttribute(of: entity).map { type($0.type) } ?? .named(runtime("ObjectKey"))
  }

  /// The attribute that alone identifies an object, where it is of a type that serves as an `ObjectKey.Identity`. One
  /// that may be nil does not identify all objects.
  package func identityAttribute(of entity: String) -> Attribute? {
    let identity = schema.identity(of: entity)
    guard identity.count == 1, let attribute = identity.first, !attribute.isOptional else { return nil }
    switch attribute.type {
    case .int16, .int32, .int64, .string, .uuid: return attribute
    case .bool, .float, .double, .decimal, .date, .duration, .data, .url, .enumeration, .object, .opaque, .collection,
      .null:
      return nil
    }
  }

  /// Whether generated code that names the type needs Foundation.
  package func needsFoundation(_ type: ValueType) -> Bool {
    switch type {
    case .decimal, .date, .data, .uuid, .url: true
    case .bool, .int16, .int32, .int64, .float, .double, .duration, .string, .opaque, .null, .enumeration: false
    case .object(let entity):
      objects == .identities && identityAttribute(of: entity).map { needsFoundation($0.type) } ?? false
    case .collection(let element, _): needsFoundation(element)
    }
  }
}
