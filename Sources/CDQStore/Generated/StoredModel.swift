import CDQIR
import CDQValues

/// A struct that is generated for an entity: a copy of a stored object's attributes and to-one references.
public protocol StoredModel: StoredShape {
  /// The entity's name.
  static var entityName: String { get }
  /// The names the entity's attributes had when the code was generated, in the order of `Schema.allAttributes(of:)`.
  static var attributeNames: [String] { get }
  /// The names of its relationships, in the order of `Schema.allRelationships(of:)`.
  static var relationshipNames: [String] { get }
  /// A copy of a stored object.
  ///
  /// - Throws: `StoreError.missingValue` when a value is not of the type that the code was generated for.
  init(stored record: StoredRecord) throws(StoreError)
  /// Gives the values of its properties, as a store takes them.
  func store(into values: inout StoredValues)
}

/// A struct of an entity whose objects are told apart by attributes.
public protocol IdentifiedModel: StoredModel {}

extension StoredModel {
  /// Refuses a schema whose objects have other values in the places that `init(stored:)` reads.
  package static func check(_ schema: Schema) throws(ExecutionError) {
    let attributes = schema.allAttributes(of: entityName).map(\.name)
    let relationships = schema.allRelationships(of: entityName).map(\.name)
    guard attributes == attributeNames, relationships == relationshipNames else {
      throw .schemaMismatch(entity: entityName)
    }
  }
}
