package import CDQCodegen
import CDQIR
import CDQSchema
package import CDQSyntax

/// What the results of a scan depend on besides the source files.
package struct ScanSettings: Sendable {
  /// The models that were found or given.
  package var schemas: [ScanSchema]
  /// The classes of SwiftData and Realm in the sources.
  package var classes: ModelClasses
  /// What the sources declare besides.
  package var module: ModuleTypes
  /// The lints to look for.
  package var lints: Set<DiagnosticCode>
  /// The first system that the app runs on.
  package var deployment: AppleRelease
  /// Whether results have their predicates as queries, which takes a second check of each.
  package var makesQueries: Bool

  package init(
    schemas: [ScanSchema] = [], classes: ModelClasses = ModelClasses(), module: ModuleTypes = ModuleTypes(),
    lints: Set<DiagnosticCode> = [], deployment: AppleRelease = .first, makesQueries: Bool = false
  ) {
    self.schemas = schemas
    self.classes = classes
    self.module = module
    self.lints = lints
    self.deployment = deployment
    self.makesQueries = makesQueries
  }

  var hasSchemas: Bool { !schemas.isEmpty || !classes.isEmpty }

  /// The schemas that have an entity or a class of a name, the nearest to a source file first, at most eight.
  func schemas(for name: String, of kind: ScanKind, near file: String) -> [(schema: ScanSchema, entity: String)] {
    // Nothing is decided about two classes of one name, and about a class that is read in part.
    if classes.isAmbiguous(name) { return [] }
    if let own = classes.schema, own.checked.schema.hasEntity(named: name) { return [(own, name)] }
    guard kind != .realmFormat else { return [] }
    let found = schemas.compactMap { schema in schema.entity(named: name).map { (schema: schema, entity: $0) } }
    guard found.count > 1 else { return found }
    let ranked = found.enumerated().sorted { left, right in
      let (first, second) = (
        ScanSchema.nearness(left.element.schema.path, file), ScanSchema.nearness(right.element.schema.path, file)
      )
      return first != second ? first > second : left.offset < right.offset
    }
    return ranked.prefix(8).map(\.element)
  }
}
