import CDQIR
import CDQValues

/// A struct that is generated for an entity: a copy of a stored object's attributes and to-one references.
public protocol StoredModel: StoredShape {
  /// The name of the entity, as the schema declares it.
  static var entityName: String { get }
  /// The names that the entity's attributes had when the code was generated, in the order of
  /// `Schema.allAttributes(of:)`.
  static var attributeNames: [String] { get }
  /// The names that its relationships had, in the order of `Schema.allRelationships(of:)`.
  static var relationshipNames: [String] { get }
  /// Copies a stored object.
  ///
  /// - Throws: `StoreError.missingValue` when a value is not of the type that the code was generated for.
  init(stored record: StoredRecord) throws(StoreError)
  /// Adds the values of the struct's properties to `values`, under their names.
  func store(into values: inout StoredValues)
}

/// A generated struct for an entity with an identity: its objects can be saved, updated and deleted by identifying
/// attributes.
public protocol IdentifiedModel: StoredModel {}

extension StoredModel {
  /// Throws `ExecutionError.schemaMismatch` when the schema's property names differ from the generated ones, since
  /// `init(stored:)` reads properties by their slots.
  package static func check(_ schema: Schema) throws(ExecutionError) {
    let attributes = schema.allAttributes(of: entityName).map(\.name)
    let relationships = schema.allRelationships(of: entityName).map(\.name)
    guard attributes == attributeNames, relationships == relationshipNames else {
      throw .schemaMismatch(entity: entityName)
    }
  }
}
