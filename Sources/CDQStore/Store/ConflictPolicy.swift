public import CDQIR

/// What an insertion does about an object that has its unique values already.
public enum ConflictPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing is changed; `StoreError.notUnique` is thrown.
  case refuse
  /// The given values win: the existing object gets them and keeps its others.
  case update
  /// The existing object wins and stays as it is.
  case keep
  /// The existing object becomes what a new one would be: properties that are not given get their defaults, nil or no
  /// objects. It remains the same object, so that no delete rule runs and one-way references to it stay.
  case replace
}

/// What became of an object that was to be inserted.
public struct SavedObject: Hashable, Sendable {
  /// What was done.
  public enum Action: String, Hashable, Sendable, Codable {
    case inserted, updated, kept, replaced
  }

  /// What identifies the object now.
  public var key: ObjectKey
  /// What was done.
  public var action: Action
  /// Whether there was no such object before.
  public var isNew: Bool { action == .inserted }

  /// The outcome of an insertion.
  public init(key: ObjectKey, action: Action) {
    self.key = key
    self.action = action
  }
}
