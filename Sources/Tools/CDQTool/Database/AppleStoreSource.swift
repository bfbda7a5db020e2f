import CDQConnections
import CDQDatabase
import CDQIR
import CDQRuntime
import Foundation

/// The objects of a Core Data store as results show them: archives of plain values as these, and the bytes of files.
struct AppleStoreSource: ObjectSource {
  let schema: Schema
  private let store: AppleStoreSchema
  private let base: DatabaseSource
  /// The attribute with the number of each object; nil where objects have none.
  private let key: String?

  /// The objects under the schema of queries.
  init(_ store: AppleStoreSchema, _ base: DatabaseSource) {
    (schema, self.store, self.base, key) = (base.schema, store, base, nil)
  }

  /// The objects under a schema for data files, with an attribute for the number of each object, since Core Data lets
  /// several of them have no value in an attribute that is unique.
  init(portable store: AppleStoreSchema, _ base: DatabaseSource) {
    let names = Set(base.schema.entities.flatMap { $0.properties.map(\.name) })
    let key = (["objectID"] + (2...99).map { "objectID\($0)" }).first { !names.contains($0) }
    schema = AppleStoreSource.portableSchema(base, key)
    (self.store, self.base, self.key) = (store, base, key)
  }

  private static func portableSchema(_ base: DatabaseSource, _ key: String?) -> Schema {
    var entities = base.schema.entities
    for index in entities.indices {
      let place = base.database.mapping.entities[entities[index].name]
      entities[index].properties = entities[index].properties.compactMap { property in
        switch property {
        case .attribute(var attribute):
          guard attribute.isTransient || place?.attributes[attribute.name] != nil else { return nil }
          // The bytes of an archive are written as a text.
          if attribute.type == .opaque { attribute.type = .string }
          attribute.derivation = nil
          return .attribute(attribute)
        case .relationship(var relationship):
          guard place?.relationships[relationship.name] != nil else { return nil }
          relationship.minimumCount = nil
          relationship.maximumCount = nil
          return .relationship(relationship)
        }
      }
      if let key, entities[index].parent == nil {
        entities[index].properties.insert(.attribute(Attribute(name: key, type: .int64)), at: 0)
        entities[index].uniquenessConstraints = [[key]]
      }
    }
    return Schema(entities: entities, enumerations: base.schema.enumerations)
  }

  var entityNames: [String] { base.entityNames }

  func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer {
    let answer = try base.answer(ir, arguments: arguments, options: options)
    guard case .objects(let objects) = answer else { return answer }
    return .objects(objects.map(shown))
  }

  func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try base.forEachObject(ir, arguments: arguments, options: options) { object throws(DatabaseError) in
      try body(shown(object))
    }
  }

  func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try base.forEachTargets(of: relationship, of: entity, options: options, body)
  }

  private func shown(_ object: any SourceObject) -> any SourceObject {
    ShownObject(object: object, store: store, schema: base.schema, number: key)
  }
}

/// An object of a store whose values are those that results show.
private struct ShownObject: SourceObject {
  let object: any SourceObject
  let store: AppleStoreSchema
  let schema: Schema
  /// The attribute with the number of the object; nil for none.
  let number: String?

  var key: ObjectKey { object.key }
  var entityName: String { object.entityName }
  var sourceNumber: Int? { object.sourceNumber }

  subscript(name: String) -> Value {
    if name == number { return object.sourceNumber.map { .int(Int64($0)) } ?? .null }
    guard let type = schema.property(named: name, of: entityName)?.type.base else { return object[name] }
    let value = store.shown(object[name], of: name, in: entityName, type)
    if type == .opaque, number != nil, case .data(let data) = value { return .string(data.base64EncodedString()) }
    return value
  }
}
