package import CDQConnections
package import CDQIR
package import CDQSQL

/// An attribute whose column cannot hold its values in the way that a mapping says.
package struct ColumnProblem: Hashable, Sendable {
  package var entity: String
  package var attribute: String
  package var message: String
  /// What to write instead.
  package var help: String
}

extension ImportedDatabase {
  /// The attributes of a schema that disagree with their columns, by `ColumnRules`, in the order of the schema.
  package func problems(of mapping: DatabaseMapping, in declared: Schema) -> [ColumnProblem] {
    var result: [ColumnProblem] = []
    for entity in declared.entities {
      guard let place = mapping.entities[entity.name], let table = catalog.table(place.table) else { continue }
      for attribute in declared.allAttributes(of: entity.name) where !attribute.isTransient {
        guard let known = place.attributes[attribute.name], let column = table.column(known.column), let family = column.family else {
          continue
        }
        let type = declared.rawType(of: attribute.type)
        let allowed = ColumnRules.encodings(of: type, in: family)
        if allowed.contains(known.encoding) { continue }
        let spelled = column.spelledType.isEmpty ? "no declared type" : "the type \(column.spelledType)"
        let name = "'\(entity.name).\(attribute.name)' is \(attribute.type), but its column \(table.name.name).\(column.name) has \(spelled)"
        let types = ColumnRules.types(in: family).map { "'\($0)'" }.joined(separator: " or ")
        if allowed.isEmpty {
          result.append(
            ColumnProblem(entity: entity.name, attribute: attribute.name, message: name, help: "write \(types) in the schema"))
        } else {
          let form = known.encoding.map { "the form '\($0.rawValue)'" } ?? "no \"encoding\""
          let words = allowed.compactMap { $0?.rawValue }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
          let help = words.isEmpty ? "no \"encoding\"" : "\"encoding\": \(words.map { "\"\($0)\"" }.joined(separator: " or "))"
          result.append(
            ColumnProblem(
              entity: entity.name, attribute: attribute.name, message: "\(name) and \(form) in the mapping",
              help: "\(help) in the mapping"))
        }
      }
    }
    return result
  }

  /// The required attributes of a schema whose columns hold NULL in PostgreSQL. In SQLite each query finds out.
  package func nullProblems(
    of mapping: DatabaseMapping, in declared: Schema, on connection: any DatabaseConnection
  ) throws(DatabaseError) -> [ColumnProblem] {
    guard connection.dialect.name == .postgres else { return [] }
    var result: [ColumnProblem] = []
    for entity in declared.entities {
      guard let place = mapping.entities[entity.name], let table = catalog.table(place.table) else { continue }
      for attribute in declared.allAttributes(of: entity.name) where !attribute.isOptional && !attribute.isTransient {
        guard let known = place.attributes[attribute.name], let column = table.column(known.column), column.isOptional,
          attribute.type.element == nil
        else { continue }
        let (source, name) = (connection.dialect.identifier(table.name), connection.dialect.identifier(column.name))
        if try connection.rows("SELECT 1 FROM \(source) WHERE \(name) IS NULL LIMIT 1").isEmpty { continue }
        result.append(
          ColumnProblem(
            entity: entity.name, attribute: attribute.name,
            message: "'\(entity.name).\(attribute.name)' must have a value, but its column \(table.name.name).\(column.name) holds NULL",
            help: "write '\(attribute.type)?' in the schema"))
      }
    }
    return result
  }
}
