import CDQIR
import CDQSyntax

/// The key paths of an allowance, and the properties at which they arrive.
struct AllowedPaths: Sendable {
  /// The key paths and their beginnings, by the entity at which they start.
  private(set) var paths: [String: Set<[String]>] = [:]
  /// The properties that some key path names, by the entity that the path has reached there.
  private(set) var properties: [String: Set<String>] = [:]

  /// - Throws: `QueryError` for the first key path that the schema does not have.
  init(_ keyPaths: [String: [String]], in schema: Schema) throws(QueryError) {
    for (entity, texts) in keyPaths.sorted(by: { $0.key < $1.key }) {
      guard schema.entity(named: entity) != nil else {
        throw AllowedPaths.problem("there is no entity '\(entity)'", "unknown-entity", in: entity)
      }
      paths[entity] = [[]]
      properties[entity, default: []].formUnion([])
      for text in texts { try add(text, entity, schema) }
    }
  }

  private mutating func add(_ text: String, _ entity: String, _ schema: Schema) throws(QueryError) {
    var (owner, path): (String?, [String]) = (entity, [])
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let reached = owner, let property = schema.property(named: name, of: reached) else {
        let message = owner.map { "'\($0)' has no property '\(name)'" } ?? "'\(path.joined(separator: "."))' is a value"
        throw AllowedPaths.problem(message, "unknown-property", in: text)
      }
      path.append(name)
      paths[entity, default: []].insert(path)
      properties[reached, default: []].insert(name)
      if case .relationship(let relationship) = property {
        owner = relationship.destination
        properties[relationship.destination, default: []].formUnion([])
      } else {
        owner = nil
      }
    }
  }

  /// Whether a key path that starts at an entity is listed, or the beginning of one that is.
  func allow(_ path: [String], from entity: String) -> Bool {
    paths[entity]?.contains(path) == true
  }

  private static func problem(_ message: String, _ code: DiagnosticCode, in text: String) -> QueryError {
    QueryError(code, message, in: SourceText(name: "<allowance>", text))
  }
}

extension Schema {
  /// The entities and properties at which allowed key paths arrive. An entity that inherits from a hidden one has its
  /// properties itself.
  func restricted(to allowed: AllowedPaths) -> Schema {
    let visible = allowed.properties
    let kept = entities.compactMap { entity -> Entity? in
      guard let names = visible[entity.name] else { return nil }
      var result = entity
      result.parent = lineage(of: entity.name).first { $0.name != entity.name && visible[$0.name] != nil }?.name
      let inherited = result.parent.map { Set(allProperties(of: $0).map(\.name)) } ?? []
      let inheritedVisible = lineage(of: entity.name).filter { $0.name != entity.name }
        .reduce(into: Set<String>()) { $0.formUnion(visible[$1.name] ?? []) }.intersection(inherited)
      result.properties = allProperties(of: entity.name).filter {
        names.contains($0.name) && !inheritedVisible.contains($0.name)
      }
      let own = Set(result.properties.map(\.name))
      result.uniquenessConstraints = entity.uniquenessConstraints.filter { own.isSuperset(of: $0) }
      result.indexes = []
      return result
    }
    let used = Set(kept.flatMap(\.properties).map { $0.type.base.element ?? $0.type.base })
    return Schema(
      entities: kept, enumerations: enumerations.filter { used.contains(.enumeration($0.name)) })
  }
}
