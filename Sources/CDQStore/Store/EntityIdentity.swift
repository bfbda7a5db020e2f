public import CDQIR
import CDQValues
import Foundation

/// What tells the objects of an entity apart, and how that becomes an `ObjectKey`.
public struct EntityIdentity: Hashable, Sendable {
  /// The entity that declares it; objects of its sub-entities have it too.
  public var owner: String
  /// The attributes, in the order of the constraint; never empty.
  public var attributes: [Attribute]
  /// What sets this identity's keys apart when entities below one root have identities of their own, whose values may
  /// be equal; nil when the root itself has an identity or there is only this one.
  package var qualifier: String?

  /// The identity part of the key of the object that has these values.
  public func key(of values: [Value]) -> ObjectKey.Identity {
    if qualifier == nil, values.count == 1 { return ObjectKey.Identity(values[0]) }
    return .composite((qualifier.map { [$0] } ?? []) + values.map(\.keyText))
  }

  /// The values that `key(of:)` made an identity of; nil when it is of another kind.
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
      let values = zip(texts, attributes).compactMap { Value(keyText: $0, $1.type, schema) }
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
    case .null, .bool, .int, .decimal, .object, .list: ValueJSON.text(self)
    }
  }

  /// The value of a type whose `keyText` is the text; nil when there is none.
  fileprivate init?(keyText: String, _ type: ValueType, _ schema: Schema) {
    let value: Value? =
      switch type {
      case .string: .string(keyText)
      case .bool: Bool(keyText).map { .bool($0) }
      case .int16, .int32, .int64: Int64(keyText).map { .int($0) }
      case .float, .double: Double(keyText).map { .double($0) }
      case .duration: Double(keyText).map { .duration($0) }
      case .date: Double(keyText).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      case .decimal: DecimalText.decimal(from: keyText).map { .decimal($0) }
      case .data: Data(base64Encoded: keyText).map { .data($0) }
      case .uuid: UUID(uuidString: keyText).map { .uuid($0) }
      case .url: URL(string: keyText).map { .url($0) }
      case .enumeration(let name):
        schema.enumeration(named: name).flatMap { Value(keyText: keyText, $0.rawType, schema) }
      // Nothing of these types identifies an object.
      case .object, .opaque, .collection, .null: nil
      }
    guard let value else { return nil }
    self = value
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
