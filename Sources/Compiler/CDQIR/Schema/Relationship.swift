/// A relationship of an entity: a reference from an object to one or several others.
public struct Relationship: Hashable, Sendable {
  /// The effect on the destination when the owner is deleted.
  public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// The inverse of the destination is set to nil, or the owner is removed from it.
    case nullify
    /// The destination is deleted as well.
    case cascade
    /// The owner cannot be deleted while it has a destination.
    case deny
    /// Nothing happens, which may leave references to a deleted object.
    case noAction
  }

  /// The name that queries use.
  public var name: String
  /// Name of the entity of the destination.
  public var destination: String
  /// Whether the relationship is to-many.
  public var isToMany: Bool
  /// Whether a to-many relationship keeps its objects in an order that the program sets.
  public var isOrdered: Bool
  /// Whether it may be nil (to-one) or empty (to-many).
  public var isOptional: Bool
  /// Name of the relationship that leads back from the destination; nil without an inverse.
  public var inverse: String?
  /// The effect on the destination when the owner is deleted.
  public var deleteRule: DeleteRule
  /// The smallest number of destinations of a to-many; nil without a limit.
  public var minimumCount: Int?
  /// The largest number of destinations of a to-many; nil without a limit.
  public var maximumCount: Int?
  /// Whether the relationship is not stored.
  public var isTransient: Bool
  /// The name that it had in an earlier version of the schema; nil when it was not renamed.
  public var renamedFrom: String?
  /// The key in data files and JSON, from `@json`; nil when it is the name.
  public var jsonKey: String?
  /// The documentation comment of the declaration, without its `///`.
  public var documentation: String?
  /// The user info of a Core Data model, by key.
  public var userInfo: [String: String]

  /// A relationship of the given parts.
  public init(
    name: String, destination: String, isToMany: Bool = false, isOrdered: Bool = false, isOptional: Bool = true,
    inverse: String? = nil, deleteRule: DeleteRule = .nullify, minimumCount: Int? = nil, maximumCount: Int? = nil,
    isTransient: Bool = false, renamedFrom: String? = nil, jsonKey: String? = nil, documentation: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.isTransient = isTransient
    self.renamedFrom = renamedFrom
    self.jsonKey = jsonKey
    self.documentation = documentation
    self.userInfo = userInfo
  }

  /// The type of a key path step to it: an object, optional if the relationship is, or a collection of objects.
  public var type: OptionalType {
    isToMany
      ? OptionalType(.collection(element: .object(destination), isOrdered: isOrdered))
      : OptionalType(.object(destination), isOptional: isOptional)
  }
}
