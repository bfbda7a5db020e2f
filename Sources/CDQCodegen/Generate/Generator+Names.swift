import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

// Names of the schema that Swift or a framework reserves. Back ticks allow keywords as names, but not these.
extension Generator {
  /// Reports entities, properties, enums, cases and queries whose names Swift or a framework reserves.
  mutating func reportReservedNames() {
    let frameworks = frameworks
    for entity in schema.schema.entities where isOwn(.entity(entity.name)) {
      if SwiftNames.isOfSwiftItself(entity.name) || frameworks.contains(entity.name) {
        reportReserved(.entity(entity.name), "an entity cannot be called '\(entity.name)' in Swift")
      }
      guard options.backend.writesTypes else { continue }
      for property in entity.properties where reservedMembers.contains(property.name) {
        reportReserved(
          .property(entity: entity.name, name: property.name),
          "every \(options.backend == .coredata ? "managed object" : "model") has a '\(property.name)' of its own")
      }
    }
    // The query's function would hide the module wherever its file names the module.
    for query in queries where frameworks.contains(query.name) {
      diagnostics.append(
        Diagnostic(
          .error, .nameClash, stage: .check, "a query cannot be called '\(query.name)' in Swift", file: query.file,
          at: query.nameSpan, help: ["give it another name"], query: query.name))
    }
    for enumeration in schema.schema.enumerations where isOwn(.enumeration(enumeration.name)) {
      if SwiftNames.isOfSwiftItself(enumeration.name) || frameworks.contains(enumeration.name) {
        reportReserved(.enumeration(enumeration.name), "an enum cannot be called '\(enumeration.name)' in Swift")
      }
      for item in enumeration.cases where SwiftNames.isOfEnumsThemselves(item.name) {
        reportReserved(
          .enumerationCase(enumeration: enumeration.name, name: item.name),
          "every Swift enum with raw values has a '\(item.name)' of its own",
          help: "give the case another name and keep its value: \(SwiftNames.lowerFirst(item.name))Case = \(raw(item))")
      }
    }
  }

  private func raw(_ item: Enumeration.Case) -> String {
    if case .int(let number) = item.rawValue { return "\(number)" }
    if case .string(let text) = item.rawValue { return "\"\(text)\"" }
    return "…"
  }

  /// Whether this target generates the code for a declaration, and not a dependency.
  private func isOwn(_ declaration: CheckedSchema.Declaration) -> Bool {
    schema.declarations[declaration] != nil && source(declaring: declaration)?.module == nil
  }

  private mutating func reportReserved(
    _ declaration: CheckedSchema.Declaration, _ message: String, help: String = "give it another name"
  ) {
    guard let place = schema.declarations[declaration] else { return }
    diagnostics.append(
      Diagnostic(.error, .nameClash, stage: .check, message, file: place.file, at: place.span, help: [help]))
  }

  /// The names of modules and private types that generated code uses.
  private var frameworks: Set<String> {
    switch options.backend {
    case .memory: ["Swift", "Foundation", "CDQRuntime", "CDQStore", "CDQMapping", "CDQPrepared", "CDQEntities"]
    case .closure, .ir: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "CDQPrepared", "CDQEntities"]
    case .coredata: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "CoreData"]
    case .swiftdata: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "SwiftData"]
    }
  }

  /// The names of properties in Apple's base classes. Core Data refuses to load a model that has one of them.
  private var reservedMembers: Set<String> {
    switch options.backend {
    case .memory, .closure, .ir: []
    case .coredata:
      [
        "class", "self", "superclass", "hash", "hashValue", "description", "debugDescription", "isProxy", "zone",
        "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges",
        "hasPersistentChangedValues", "hasFaultForRelationshipNamed", "faultingState", "objectWillChange",
      ]
    case .swiftdata:
      [
        "description", "hash", "hashValue", "self", "modelContext", "persistentModelID", "persistentBackingData",
        "hasChanges", "isDeleted",
      ]
    }
  }
}
