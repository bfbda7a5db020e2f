package import CDQIR
package import CDQStore
import CDQLoading

/// What an import changes: the objects of one transaction, in memory or in a database.
///
/// What the schema's rules refuse is thrown as a `StoreError`, before anything is changed; what the target cannot hold,
/// as a `ValueCodingError`. Any other error ends the import.
package protocol ImportTarget {
  /// An object of the target.
  associatedtype Row: Hashable

  /// The layout of the schema, which gives properties their slots.
  var layout: StoreLayout { get }
  /// The index of an object's entity.
  func entity(of row: Row) -> Int

  /// The object that has a key under a constraint.
  func find(_ key: UniqueKey, in constraint: Int) throws -> Row?
  /// The object of an entity or its sub-entities with an identity value, as a reference in data gives it. Nil when there
  /// is none, or when several sub-entities have one.
  func find(_ entity: Int, identity key: UniqueKey) throws -> Row?
  /// The object that an argument names.
  func find(_ key: ObjectKey) throws -> Row?

  /// The keys of those objects that were not deleted.
  func keys(of rows: [Row]) throws -> [ObjectKey]
  /// The objects with their values, in the same order.
  func records(of rows: [Row]) throws -> [StoredRecord]
  /// The value of an attribute of each object; null where its entity has no such attribute.
  func values(of attribute: String, of rows: [Row]) throws -> [Value]
  /// Those of the given attributes whose values differ from those of an object.
  func changes(of row: Row, to values: [Value], at slots: [Int]) throws -> [(slot: Int, value: Value)]
  /// The targets of a relationship of either kind, in its order.
  func targets(of row: Row, _ relation: StoreLayout.RelationshipLayout) throws -> [Row]
  /// The places of those objects that lack a required reference.
  func incomplete(among rows: [Row]) throws -> [Int]
  /// The first required relationship without a target; nil when there is none, or when the object was deleted.
  func missingReference(of row: Row) throws -> Relationship?
  /// The objects that a query finds, in its order.
  func rows(of query: PreparedStoreQuery, _ arguments: Arguments) throws -> [Row]

  mutating func insert(
    _ values: [Value], _ links: [(slot: Int, targets: [Row])], of entity: Int
  ) throws -> Row
  mutating func update(
    _ row: Row, _ attributes: [(slot: Int, value: Value)], _ links: [(slot: Int, targets: [Row])]
  ) throws
  /// Deletes objects and everything that their delete rules cascade to.
  mutating func delete(_ rows: [Row]) throws
}
