import CDQIR
import CDQSQL
import CDQSchema
import CDQSyntax

/// Finds what a mapping lacks for the structs of the back end `sql`. What only a query needs is reported at the query.
struct MappingCheck {
  private(set) var diagnostics: [Diagnostic] = []

  init(_ mapping: DatabaseMapping, _ dialect: SQLDialect, _ context: GenerationContext) {
    let schema = context.schema.schema
    for entity in schema.entities where context.source(declaring: .entity(entity.name))?.module == nil {
      // Nothing is read of an entity without a table.
      guard let place = mapping.entities[entity.name] else { continue }
      func report(_ message: String, at property: String? = nil, help: String? = nil) {
        let location = property.flatMap { context.schema.declarations[.property(entity: entity.name, name: $0)] }
          ?? context.schema.declarations[.entity(entity.name)]
        diagnostics.append(
          Diagnostic(
            .error, .backendSQL, stage: .check, message, file: location?.file ?? "", at: location?.span ?? SourceSpan(at: 0),
            help: [help ?? "'cdq schema import DATABASE --schema FILE' writes a mapping for a schema"]))
      }
      for property in schema.allProperties(of: entity.name) {
        switch property {
        case .attribute(let attribute):
          let mayBeMissing = attribute.isTransient || attribute.isOptional || attribute.type == .opaque
          if !mayBeMissing, place.attributes[attribute.name] == nil {
            report("the mapping has no column for '\(entity.name).\(attribute.name)', which is required")
          }
          let type = schema.rawType(of: attribute.type)
          if let column = place.attributes[attribute.name], let encoding = column.encoding, type.element == nil,
            dialect.columnForm(encoding, type) == nil
          {
            let forms = ColumnEncoding.allCases.filter { dialect.columnForm($0, type) != nil }.map { "\"\($0.rawValue)\"" }
            report(
              "'\(entity.name).\(attribute.name)' is \(attribute.type), but the mapping says that its column "
                + "\(place.table.name).\(column.column) has the form '\(encoding.rawValue)'",
              at: attribute.name,
              help: forms.isEmpty ? "leave out \"encoding\" in the mapping" : "\"encoding\" can be \(forms.joined(separator: " or "))")
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
