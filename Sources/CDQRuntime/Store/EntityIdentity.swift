public import CDQIR
import Foundation

/// What tells the objects of an entity apart, and how that becomes an `ObjectKey`.
public struct EntityIdentity: Hashable, Sendable {
  /// The entity that declares it; objects of its sub-entities have it too.
  public var owner: String
  /// The attributes, in the order of the constraint; never empty.
  public var attributes: [Attribute]
  /// What sets this identity's keys apart when entities below one root have identities of their own, whose values may
  /// be equal; nil when the root itself has an identity or there is only this one.
  var qualifier: String?

  /// The identity part of the key of the object that has these values.
  public func key(of values: [Value]) -> ObjectKey.Identity {
    if qualifier == nil, values.count == 1 { return ObjectKey.Identity(values[0]) }
    return .composite((qualifier.map { [$0] } ?? []) + values.map(\.keyText))
  }

  /// The values that `key(of:)` made an identity of; nil when it is of another kind.
  func values(of key: ObjectKey.Identity, _ coding: ValueCoding) -> [Value]? {
    switch key {
    case .int(let number): return [.int(number)]
    case .string(let text): return [.string(text)]
    case .uuid(let uuid): return [.uuid(uuid)]
    case .record: return nil
    case .composite(let parts):
      guard qualifier == nil || parts.first == qualifier else { return nil }
      let texts = parts.dropFirst(qualifier == nil ? 0 : 1)
      guard texts.count == attributes.count else { return nil }
      let values = zip(texts, attributes).compactMap { Value(keyText: $0, $1.type, coding) }
      return values.count == attributes.count ? values : nil
    }
  }
}

extension Value {
  /// An exact text that differs for different values of one type.
  fileprivate var keyText: String {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): data.base64EncodedString()
    case .date(let date): date.timeIntervalSinceReferenceDate.description
    case .double(let number), .duration(let number): number.description
    case .null, .bool, .int, .decimal, .object, .list: ValueCoding.json(self)
    }
  }

  fileprivate init?(keyText: String, _ type: ValueType, _ coding: ValueCoding) {
    switch type {
    case .date:
      guard let seconds = Double(keyText) else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .float, .double:
      guard let number = Double(keyText) else { return nil }
      self = .double(number)
    case .bool, .int16, .int32, .int64, .decimal, .string, .duration, .data, .uuid, .url, .enumeration, .object,
      .opaque, .collection, .null:
      guard let value = try? coding.value(fromText: keyText, as: type) else { return nil }
      self = value
    }
  }
}

extension Schema {
  /// The identity that objects of an entity have, own or inherited; nil when they have none.
  public func entityIdentity(of entity: String) -> EntityIdentity? {
    let attributes = identity(of: entity)
    guard !attributes.isEmpty else { return nil }
    let names = attributes.map(\.name)
    let owner = lineage(of: entity).last { $0.uniquenessConstraints.contains(names) }?.name ?? entity
    let root = root(of: entity)
    let isShared = identity(of: root).isEmpty && identityOwners(below: root).count > 1
    return EntityIdentity(owner: owner, attributes: attributes, qualifier: isShared ? owner : nil)
  }

  /// The identities by which an object of an entity or of its sub-entities can be named: the entity's own, else those
  /// of its sub-entities.
  func identities(reachableFrom entity: String) -> [EntityIdentity] {
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
