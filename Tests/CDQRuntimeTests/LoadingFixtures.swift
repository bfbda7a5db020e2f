import CDQIR
import CDQRuntime
import Foundation

/// Schemas and shorthands for the tests of loading and of the store.
enum Fixtures {
  /// Countries and cities, with one attribute of every type on `Sample`.
  static let world = Schema(
    entities: [
      Entity(
        name: "Country",
        properties: [
          .attribute(Attribute(name: "id", type: .string)),
          .attribute(Attribute(name: "name", type: .string, isOptional: true)),
          .relationship(
            Relationship(
              name: "cities", destination: "City", isToMany: true, inverse: "country", deleteRule: .cascade)),
        ], uniquenessConstraints: [["id"]]),
      Entity(
        name: "City",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .attribute(Attribute(name: "name", type: .string, jsonKey: "city_name")),
          .attribute(Attribute(name: "population", type: .int64, isOptional: true)),
          .attribute(Attribute(name: "isCapital", type: .bool, defaultValue: .bool(false))),
          .attribute(
            Attribute(name: "tags", type: .collection(element: .string, isOrdered: true), isOptional: false)),
          .attribute(Attribute(name: "label", type: .string, isOptional: true, isTransient: true)),
          .relationship(Relationship(name: "country", destination: "Country", inverse: "cities")),
          .relationship(Relationship(name: "twins", destination: "City", isToMany: true, inverse: "twins")),
          .relationship(Relationship(name: "near", destination: "City", isToMany: true)),
          .relationship(Relationship(name: "mayor", destination: "Mayor", inverse: "city", deleteRule: .deny)),
        ], uniquenessConstraints: [["id"]]),
      Entity(
        name: "Mayor",
        properties: [
          .attribute(Attribute(name: "name", type: .string)),
          .relationship(Relationship(name: "city", destination: "City", inverse: "mayor")),
        ], uniquenessConstraints: [["name"]]),
    ])

  /// A schema with one entity, which has an `id` and an attribute `v` of the given type.
  static func sample(_ type: ValueType, isOptional: Bool = true, default value: Value = .null) -> Schema {
    Schema(
      entities: [
        Entity(
          name: "Sample",
          properties: [
            .attribute(Attribute(name: "id", type: .int64)),
            .attribute(Attribute(name: "v", type: type, isOptional: isOptional, defaultValue: value)),
          ], uniquenessConstraints: [["id"]])
      ],
      enumerations: [
        Enumeration(
          name: "Level", rawType: .string,
          cases: [.init(name: "low", rawValue: .string("L")), .init(name: "high", rawValue: .string("H"))]),
        Enumeration(
          name: "Rank", rawType: .int16,
          cases: [.init(name: "first", rawValue: .int(1)), .init(name: "second", rawValue: .int(2))]),
      ])
  }

  /// A schema of animals: an abstract root entity with an identity, and a farm with an ordered relationship to animals.
  static let farm = Schema(entities: [
    Entity(
      name: "Animal", isAbstract: true,
      properties: [
        .attribute(Attribute(name: "tag", type: .string)),
        .relationship(Relationship(name: "farm", destination: "Farm", inverse: "animals")),
      ], uniquenessConstraints: [["tag"]]),
    Entity(
      name: "Cow", parent: "Animal",
      properties: [.attribute(Attribute(name: "milk", type: .double, isOptional: true))]),
    Entity(name: "Dog", parent: "Animal", properties: [.attribute(Attribute(name: "breed", type: .string))]),
    Entity(
      name: "Farm",
      properties: [
        .attribute(Attribute(name: "region", type: .string)),
        .attribute(Attribute(name: "number", type: .int32)),
        .relationship(
          Relationship(name: "animals", destination: "Animal", isToMany: true, isOrdered: true, inverse: "farm")),
      ], uniquenessConstraints: [["region", "number"]]),
  ])

  static func input(_ entity: String, _ text: String, _ format: LoadInput.Format = .json) -> LoadInput {
    LoadInput(name: "\(entity).\(format.rawValue)", entity: entity, format: format, bytes: Data(text.utf8))
  }

  static func load(_ schema: Schema, _ texts: KeyValuePairs<String, String>) throws -> LoadedStore {
    try StoreLoader(schema: schema).load(texts.map { input($0, $1) })
  }

  /// The errors of loading; none when it succeeds.
  static func errors(_ schema: Schema, _ inputs: [LoadInput]) -> [LoadIssue] {
    do {
      _ = try StoreLoader(schema: schema).load(inputs)
      return []
    } catch {
      return error.issues
    }
  }
}

extension LoadIssue {
  /// The issue as `file:line record key code`, for tables.
  var summary: String {
    [
      "\(file):\(line.map(String.init) ?? "-")", record.map(String.init) ?? "-", key ?? "-", code.rawValue,
    ].joined(separator: " ")
  }
}

extension StoredRecord {
  /// The identities of the targets of a to-many relationship.
  func ids(_ relationship: String) -> [Value] {
    references(relationship).map { $0.identityValues.first ?? .null }
  }
}
