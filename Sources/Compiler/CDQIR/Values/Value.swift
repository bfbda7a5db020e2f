public import Foundation

/// A value of an attribute, a parameter or an expression.
///
/// `==` and hashing compare the case and its payload, for tests and tables. The comparison of the query language, with
/// exact mixed numbers, folded text and its rules for nil, is in the runtime.
@frozen public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A value of any integer type; narrower ones are widened.
  case int(Int64)
  /// A `Float` or a `Double`.
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  /// A number of seconds.
  case duration(Double)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// A reference to an object of a store.
  case object(ObjectKey)
  case list([Value])

  /// Whether the value is `.null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// The key of an object among those of its entity: the value of its `@unique` attribute or the values of its `@@unique`
/// attributes, or its record number where the entity has no identity.
public struct ObjectKey: Hashable, Sendable {
  /// Name of the topmost ancestor of the object's entity, so that an object of a sub-entity is found through its
  /// parents too.
  public var root: String
  /// The identity within that entity.
  public var identity: Identity

  /// A value that distinguishes one object of an entity from another.
  public enum Identity: Hashable, Sendable {
    /// The 0-based record number, for entities without an identity of their own.
    case record(Int)
    case int(Int64)
    case string(String)
    case uuid(UUID)
    /// The exact text forms of several attributes, or of one attribute of another type, after the name of a sub-entity
    /// where sub-entities have identities of their own.
    case composite([String])
  }

  /// The key of an object below the root entity.
  public init(root: String, identity: Identity) {
    self.root = root
    self.identity = identity
  }
}

// `hash(into:)` is written out because stores look up objects by their keys: the shared one of `IRTree` would encode
// them as text.

extension ObjectKey {
  /// Hashes the root and the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(identity)
  }
}

extension ObjectKey.Identity {
  /// Hashes the value without its case, since all keys of an entity have the same case.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .record(let number): hasher.combine(number)
    case .int(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .uuid(let id): hasher.combine(id)
    case .composite(let texts): hasher.combine(texts)
    }
  }
}
