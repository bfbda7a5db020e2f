package import CDQIR
import CDQStore

extension Schema {
  /// The inconsistency of a schema that was read from a file; nil when it has none. Schemas from other sources were
  /// validated when they were built.
  package var fault: String? {
    guard Set(entities.map(\.name)).count == entities.count else { return "two entities have one name" }
    for entity in entities {
      let lineage = lineage(of: entity.name)
      if lineage.last?.parent != nil { return "the ancestors of '\(entity.name)' do not end" }
      let names = Set(lineage.flatMap(\.properties).map(\.name))
      if let missing = entity.uniquenessConstraints.joined().first(where: { !names.contains($0) }) {
        return "there is no '\(entity.name).\(missing)'"
      }
      if entity.uniquenessConstraints.contains([]) { return "'\(entity.name)' has an empty constraint" }
      for property in entity.properties {
        guard isKnown(property.type.base) else { return "'\(entity.name).\(property.name)' is of an unknown type" }
      }
    }
    return nil
  }

  private func isKnown(_ type: ValueType) -> Bool {
    switch type {
    case .enumeration(let name): enumeration(named: name) != nil
    case .object(let name): entity(named: name) != nil
    case .collection(.collection, _): false
    case .collection(let element, _): isKnown(element)
    default: true
    }
  }
}
