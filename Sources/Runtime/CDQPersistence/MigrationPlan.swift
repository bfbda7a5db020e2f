public import CDQIR
import CDQStore

/// The steps that convert data from one version of a schema to another, as far as they can be inferred. Entities and
/// properties are matched by name, and by `@renamed(from:)` or an entity's `@@renamed(from:)`, as in Core Data.
///
/// The plan can express: added, removed and renamed properties and entities; a default for values that were nil; a
/// wider number type that holds each value exactly; an enum with more cases, or its raw type instead; a to-one that
/// becomes a to-many; a new relationship that is the inverse of an existing one, and is filled from it.
public struct MigrationPlan: Hashable, Sendable {
  /// The migration of the objects of one entity.
  public struct EntityStep: Hashable, Sendable {
    /// The entity's name in the new schema.
    public var entity: String
    /// The entity's name in the old schema.
    public var source: String
    /// The steps of all stored attributes, in the order of `Schema.allAttributes(of:)`.
    public var attributes: [AttributeStep]
    /// The steps of all stored relationships, in the order of `Schema.allRelationships(of:)`.
    public var relationships: [RelationshipStep]
  }

  /// The migration of an attribute's values.
  public struct AttributeStep: Hashable, Sendable {
    /// The attribute's name in the new schema.
    public var attribute: String
    /// The attribute's name in the old schema; nil for a new attribute.
    public var source: String?
    /// The conversion of each value that is not nil.
    public var conversion: Conversion
    /// The value of objects that had none: a default, or `.null`.
    public var absent: Value
  }

  /// The migration of a relationship.
  public struct RelationshipStep: Hashable, Sendable {
    /// The relationship's name in the new schema.
    public var relationship: String
    /// The relationship's name in the old schema; nil for a new relationship.
    public var source: String?
    /// Whether a new relationship is filled from its inverse, which the old schema had already.
    public var isFilledFromInverse: Bool
  }

  /// A conversion of values that loses nothing.
  public enum Conversion: Hashable, Sendable {
    /// Keeps the value as it is.
    case none
    /// Converts an integer to a `Double`.
    case double
    /// Converts an integer to a `Decimal`.
    case decimal
  }

  /// The schema that the data was saved with.
  public let old: Schema
  /// The schema that the data is migrated to.
  public let new: Schema
  /// The steps of the entities that are concrete in both schemas.
  public private(set) var entities: [EntityStep] = []
  /// The old names of the concrete entities that the new schema lacks. Their objects are dropped.
  public private(set) var removedEntities: [String] = []

  /// Infers the steps between two versions of a schema.
  ///
  /// - Throws: `MigrationError` with all changes that have no inferable step.
  public init(from old: Schema, to new: Schema) throws(MigrationError) {
    self.old = old
    self.new = new
    var inference = MigrationInference(from: old, to: new)
    entities = inference.steps()
    removedEntities = inference.removedEntities
    guard inference.problems.isEmpty else { throw MigrationError(problems: inference.problems) }
  }

  /// The steps for people, one per line, such as `City.name: was 'title'`. Empty when all data stays as it is.
  public var summary: [String] {
    var lines: [String] = []
    for step in entities {
      if step.entity != step.source { lines.append("\(step.entity): was '\(step.source)'") }
      for attribute in step.attributes {
        let name = "\(step.entity).\(attribute.attribute)"
        guard let source = attribute.source else {
          lines.append("\(name): new, \(MigrationPlan.text(attribute.absent))")
          continue
        }
        if source != attribute.attribute { lines.append("\(name): was '\(source)'") }
        if attribute.conversion != .none { lines.append("\(name): converted") }
        if !attribute.absent.isNull { lines.append("\(name): \(MigrationPlan.text(attribute.absent)) where it was nil") }
      }
      for relation in step.relationships {
        let name = "\(step.entity).\(relation.relationship)"
        switch (relation.source, relation.isFilledFromInverse) {
        case (nil, true): lines.append("\(name): new, from its inverse")
        case (nil, false): lines.append("\(name): new, empty")
        case (let source?, _): if source != relation.relationship { lines.append("\(name): was '\(source)'") }
        }
      }
    }
    return lines + removedEntities.map { "\($0): left behind" }
  }

  private static func text(_ value: Value) -> String {
    value.isNull ? "nil" : ValueJSON.text(value)
  }
}
