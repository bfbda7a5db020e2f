public import CDQIR
import CDQValues
import Foundation

/// The attributes that identify the objects of an entity, and the conversion between their values and an `ObjectKey`.
///
/// For `@unique id: Int64` the values `[.int(7)]` become the identity `.int(7)`. A `@@unique` of two attributes becomes
/// `.composite` with the text of each value.
public struct EntityIdentity: Hashable, Sendable {
  /// The name of the entity that declares the identity; objects of its sub-entities have it too.
  public var owner: String
  /// The identifying attributes, in the order of the constraint; never empty.
  public var attributes: [Attribute]
  /// A prefix for keys, needed when several sub-entities of one root declare identities whose values may coincide; nil
  /// when the root itself has an identity, or when there is only one.
  package var qualifier: String?

  /// The identity part of the object key for an object with these attribute values.
  public func key(of values: [Value]) -> ObjectKey.Identity {
    if qualifier == nil, values.count == 1 { return ObjectKey.Identity(values[0]) }
    return .composite((qualifier.map { [$0] } ?? []) + values.map(\.keyText))
  }

  /// The attribute values of an identity that `key(of:)` made; nil when the identity does not belong to this entity.
  package func values(of key: ObjectKey.Identity, _ schema: Schema) -> [Value]? {
    switch key {
    case .int(let number): return [.int(number)]
    case .string(let text): return [.string(text)]
    case .uuid(let uuid): return [.uuid(uuid)]
    case .record: return nil
    case .composite(let parts):
      guard qualifier == nil || parts.first == qualifier else { return nil }
      let texts = parts.dropFirst(qualifier == nil ? 0 : 1)
      guard texts.count == attributes.count else { return nil }
      let values = zip(texts, attributes).compactMap { Value(keyText: $0, schema.rawType(of: $1.type)) }
      return values.count == attributes.count ? values : nil
    }
  }
}

extension Schema {
  /// The identity of an entity's objects, declared by the entity or inherited; nil when they have none.
  public func entityIdentity(of entity: String) -> EntityIdentity? {
    let attributes = identity(of: entity)
    guard !attributes.isEmpty else { return nil }
    let names = attributes.map(\.name)
    let owner = lineage(of: entity).last { $0.uniquenessConstraints.contains(names) }?.name ?? entity
    let root = root(of: entity)
    let isShared = identity(of: root).isEmpty && identityOwners(below: root).count > 1
    return EntityIdentity(owner: owner, attributes: attributes, qualifier: isShared ? owner : nil)
  }

  /// The identities that can name an object of an entity or of its sub-entities: the entity's own identity, otherwise
  /// those of its sub-entities.
  package func identities(reachableFrom entity: String) -> [EntityIdentity] {
    if let identity = entityIdentity(of: entity) { return [identity] }
    var result: [EntityIdentity] = []
    for descendant in descendants(of: entity) {
      guard let identity = entityIdentity(of: descendant.name) else { continue }
      if !result.contains(where: { $0.owner == identity.owner }) { result.append(identity) }
    }
    return result
  }

  private func identityOwners(below root: String) -> Set<String> {
    var owners: Set<String> = []
    for entity in descendants(of: root) {
      let names = identity(of: entity.name).map(\.name)
      guard !names.isEmpty else { continue }
      owners.insert(lineage(of: entity.name).last { $0.uniquenessConstraints.contains(names) }?.name ?? entity.name)
    }
    return owners
  }
}
