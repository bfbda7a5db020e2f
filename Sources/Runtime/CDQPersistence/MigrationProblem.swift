import CDQStore

/// The reason why data cannot be migrated to another version of its schema.
public struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All problems, in the order of the new schema; never empty.
  public var problems: [MigrationProblem]

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A schema change that cannot be migrated automatically, with a suggestion what to declare instead.
public struct MigrationProblem: Hashable, Sendable, CustomStringConvertible {
  /// The entity's name in the new schema.
  public var entity: String
  /// The property's name in the new schema; nil when the problem is about the entity itself.
  public var property: String?
  /// The change that has no inferable migration step.
  public var message: String
  /// A suggestion what to declare instead.
  public var help: String

  package init(entity: String, property: String?, message: String, help: String) {
    (self.entity, self.property, self.message, self.help) = (entity, property, message, help)
  }

  /// The property or entity with the problem: `Book.year`, or `Book` for the entity itself.
  public var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  /// The problem in one line: `Book.year: is Int32 now and was Int64, of which not every value can be one: keep Int64,
  /// …`.
  public var description: String {
    "\(subject): \(message): \(help)"
  }
}
