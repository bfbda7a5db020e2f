import CDQIR
import CDQSQL
import CDQSchema
import CDQSyntax

/// Finds what a mapping lacks for the structs of the back end `sql`. What only a query needs is reported at the query.
struct MappingCheck {
  private(set) var diagnostics: [Diagnostic] = []

  init(_ mapping: DatabaseMapping, _ context: GenerationContext) {
    let schema = context.schema.schema
    for entity in schema.entities where context.source(declaring: .entity(entity.name))?.module == nil {
      // Nothing is read of an entity without a table.
      guard let place = mapping.entities[entity.name] else { continue }
      func report(_ message: String) {
        let location = context.schema.declarations[.entity(entity.name)]
        diagnostics.append(
          Diagnostic(
            .error, .backendSQL, stage: .check, message, file: location?.file ?? "", at: location?.span ?? SourceSpan(at: 0),
            help: ["'cdq schema import DATABASE --schema FILE' writes a mapping for a schema"]))
      }
      for property in schema.allProperties(of: entity.name) {
        switch property {
        case .attribute(let attribute):
          let mayBeMissing = attribute.isTransient || attribute.isOptional || attribute.type == .opaque
          if !mayBeMissing, place.attributes[attribute.name] == nil {
            report("the mapping has no column for '\(entity.name).\(attribute.name)', which is required")
          }
        case .relationship(let relationship):
          let mayBeMissing = relationship.isTransient || relationship.isToMany || relationship.isOptional
          if !mayBeMissing, place.relationships[relationship.name] == nil {
            report("the mapping has no place for '\(entity.name).\(relationship.name)', which is required")
          }
        }
      }
    }
  }
}
