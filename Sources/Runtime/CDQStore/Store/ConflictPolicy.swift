public import CDQIR

/// What an insertion does when an object with the same unique values exists.
public enum ConflictPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Changes nothing and throws `StoreError.notUnique`.
  case refuse
  /// Sets the given values on the existing object, which keeps its other values.
  case update
  /// Leaves the existing object as it is.
  case keep
  /// Sets the given values on the existing object and resets its other properties to their defaults, nil or no objects.
  /// It remains the same object, so that no delete rule runs and one-way references to it stay.
  case replace
}

/// The outcome of an insertion with a `ConflictPolicy`.
public struct SavedObject: Hashable, Sendable {
  /// What the insertion did with the object.
  public enum Action: String, Hashable, Sendable, Codable {
    case inserted, updated, kept, replaced
  }

  /// The key of the object after the insertion.
  public var key: ObjectKey
  /// Whether the object was inserted, updated, kept or replaced.
  public var action: Action
  /// Whether the insertion created the object.
  public var isNew: Bool { action == .inserted }

  /// Creates the outcome of an insertion.
  public init(key: ObjectKey, action: Action) {
    self.key = key
    self.action = action
  }
}
