public import Foundation

/// A value of an attribute, a parameter or an expression.
///
/// Equality and hashing are those of the case and its payload, for use in tests and tables; the language's own
/// comparison (exact mixed numbers, folded text, nil rules) is the runtime's.
@frozen public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Every integer type; narrower ones are widened.
  case int(Int64)
  /// `Float` and `Double`.
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  /// Seconds.
  case duration(Double)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// A reference to an object.
  case object(ObjectKey)
  case list([Value])

  /// True for `.null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// What identifies an object among those of its entity: the value of its `@unique` attribute, or its record number
/// where the entity has none.
public struct ObjectKey: Hashable, Sendable {
  /// Name of the topmost ancestor of the object's entity, so that a sub-entity's object is found under its parents too.
  public var root: String
  /// The identity within that entity.
  public var identity: Identity

  /// What tells one object of an entity from another.
  public enum Identity: Hashable, Sendable {
    /// 0-based record number, for entities without an identity of their own.
    case record(Int)
    case int(Int64)
    case string(String)
    case uuid(UUID)
    /// Several attributes together, or an attribute of another type, in their exact text form.
    case composite([String])
  }

  /// The object of that identity below the root entity.
  public init(root: String, identity: Identity) {
    self.root = root
    self.identity = identity
  }
}

// Stores look objects up by their keys, so these hash what they hold.

extension ObjectKey {
  /// Hashes both parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(identity)
  }
}

extension ObjectKey.Identity {
  /// Hashes the value; keys of one entity are of one kind.
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
