import CDQStore

/// Why data cannot be migrated to another version of its schema.
public struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every problem, in the order of the new schema; never empty.
  public var problems: [MigrationProblem]

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Something that cannot be inferred from two versions of a schema, and what to declare instead.
public struct MigrationProblem: Hashable, Sendable, CustomStringConvertible {
  /// The entity, by its name in the new version.
  public var entity: String
  /// The property, by its name in the new version; nil when the entity itself is meant.
  public var property: String?
  /// What changed so that it cannot be inferred.
  public var message: String
  /// What to declare.
  public var help: String

  /// `Book.year`, or `Book` for the entity itself.
  public var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  /// `Book.year: is Int32 now and was Int64, which not all values fit: keep Int64, or …`
  public var description: String {
    "\(subject): \(message): \(help)"
  }
}
