/// A reference from an object to one or several others.
public struct Relationship: Hashable, Sendable {
  /// What happens to the destination when the owner is deleted.
  public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// The inverse is set to nil, or the owner taken out of it.
    case nullify
    /// The destination is deleted too.
    case cascade
    /// The owner cannot be deleted while there is a destination.
    case deny
    /// Nothing, which may leave references to a deleted object.
    case noAction
  }

  /// The name queries use.
  public var name: String
  /// Name of the entity it leads to.
  public var destination: String
  /// Whether it leads to several objects.
  public var isToMany: Bool
  /// Whether the several have an order of their own.
  public var isOrdered: Bool
  /// Whether it may be nil (to-one) or empty (to-many).
  public var isOptional: Bool
  /// Name of the relationship of the destination that leads back.
  public var inverse: String?
  /// What happens to the destination when the owner is deleted.
  public var deleteRule: DeleteRule
  /// Fewest destinations of a to-many; nil when nothing is said.
  public var minimumCount: Int?
  /// Most destinations of a to-many; nil when nothing is said.
  public var maximumCount: Int?
  /// Not stored.
  public var isTransient: Bool
  /// The name it had in an earlier version.
  public var renamedFrom: String?
  /// The key data files use; nil when it is the name.
  public var jsonKey: String?
  /// Documentation comment, without its `///`.
  public var documentation: String?
  /// Core Data's user info.
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

  /// The type a key path step to it has.
  public var type: OptionalType {
    isToMany
      ? OptionalType(.collection(element: .object(destination), isOrdered: isOrdered))
      : OptionalType(.object(destination), isOptional: isOptional)
  }
}
