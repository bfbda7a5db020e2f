public import CDQIR
import CDQStore

/// How data of one version of a schema becomes data of another, as far as that can be inferred: parts are matched by name
/// and by `@renamed(from:)` (of an entity `@@renamed`), as Core Data does.
///
/// Inferred are: properties and entities that were added or removed; renamed ones; a default where there was no value;
/// numbers of a wider type that holds each value exactly; an enum with more cases, or replaced by its raw type; a to-one that
/// became a to-many; a relationship that becomes the inverse of one that was there, and is then filled from it.
public struct MigrationPlan: Hashable, Sendable {
  /// How the objects of an entity come about.
  public struct EntityStep: Hashable, Sendable {
    /// Name in the new version.
    public var entity: String
    /// Name in the old version.
    public var source: String
    /// All stored attributes in the order of `Schema.allAttributes(of:)`.
    public var attributes: [AttributeStep]
    /// All stored relationships in the order of `Schema.allRelationships(of:)`.
    public var relationships: [RelationshipStep]
  }

  /// How the values of an attribute come about.
  public struct AttributeStep: Hashable, Sendable {
    /// Name in the new version.
    public var attribute: String
    /// Name in the old version; nil for what is new.
    public var source: String?
    /// What is done to each value.
    public var conversion: Conversion
    /// The value of objects that had none.
    public var absent: Value
  }

  /// How a relationship comes about.
  public struct RelationshipStep: Hashable, Sendable {
    /// Name in the new version.
    public var relationship: String
    /// Name in the old version; nil for what is new.
    public var source: String?
    /// Whether it is filled from its inverse, which was there before.
    public var isFilledFromInverse: Bool
  }

  /// What is done to a value; nothing is lost by it.
  public enum Conversion: Hashable, Sendable {
    /// It stays as it is.
    case none
    /// An integer becomes a `Double`.
    case double
    /// An integer becomes a `Decimal`.
    case decimal
  }

  /// The version the data has.
  public let old: Schema
  /// The version it gets.
  public let new: Schema
  /// A step for each entity that is in both versions and has objects of its own.
  public private(set) var entities: [EntityStep] = []
  /// Entities whose objects are left behind, by their old names.
  public private(set) var removedEntities: [String] = []

  /// Infers what happened between two versions.
  ///
  /// - Throws: `MigrationError` with all that cannot be inferred.
  public init(from old: Schema, to new: Schema) throws(MigrationError) {
    self.old = old
    self.new = new
    var inference = MigrationInference(from: old, to: new)
    entities = inference.steps()
    removedEntities = inference.removedEntities
    guard inference.problems.isEmpty else { throw MigrationError(problems: inference.problems) }
  }

  /// What is done, a line each, for people: `City.name: was 'title'`. Empty where all data stays as it is.
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
