import CDQIR
import CDQRuntime
import Foundation
import Testing

/// Loading real data from the folder `shared` beside the repository, if it exists.
@Suite struct LoadingWorldTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data/world")
  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent("City.json").path) }

  static func attribute(_ name: String, _ type: ValueType, isOptional: Bool = false) -> Property {
    .attribute(
      Attribute(name: name, type: type, isOptional: isOptional, defaultValue: type == .bool ? .bool(false) : .null))
  }

  static let schema = Schema(entities: [
    Entity(
      name: "Country",
      properties: [
        attribute("id", .string), attribute("code", .string, isOptional: true), attribute("name", .string),
        attribute("formalName", .string, isOptional: true), attribute("continent", .string),
        attribute("subregion", .string), attribute("sovereignty", .string),
        attribute("population", .int64, isOptional: true), attribute("gdp", .double, isOptional: true),
        attribute("income", .string, isOptional: true), attribute("flag", .string, isOptional: true),
        .relationship(
          Relationship(name: "cities", destination: "City", isToMany: true, inverse: "country", deleteRule: .cascade)),
      ], uniquenessConstraints: [["id"]]),
    Entity(
      name: "City",
      properties: [
        attribute("id", .int64), attribute("name", .string), attribute("asciiName", .string),
        attribute("alternateName", .string, isOptional: true), attribute("province", .string, isOptional: true),
        attribute("population", .int64, isOptional: true), attribute("isCapital", .bool),
        attribute("isMegacity", .bool), attribute("latitude", .double), attribute("longitude", .double),
        attribute("scaleRank", .int64),
        .relationship(Relationship(name: "country", destination: "Country", inverse: "cities")),
      ], uniquenessConstraints: [["id"]]),
  ])

  @Test(.enabled(if: isPresent)) func loadsAndWritesTheWorld() throws {
    let inputs = try ["City", "Country"].map { entity in
      LoadInput(
        name: "\(entity).json", entity: entity, format: .json,
        bytes: try Data(contentsOf: Self.folder.appendingPathComponent("\(entity).json")))
    }
    let loaded = try StoreLoader(schema: Self.schema).load(inputs)
    #expect(loaded.warnings.isEmpty)
    let store = loaded.store
    #expect(store.count(of: "Country") == 241)
    let cities = store.records(of: "City")
    #expect(cities.count == 7343)
    #expect(cities.count { $0.reference("country") == nil } == 19)
    #expect(cities.count { $0["population"].isNull } == 9)
    #expect(store.records(of: "Country").reduce(0) { $0 + $1.references("cities").count } == 7343 - 19)
    // Compares every number and name with the result of Foundation's parser.
    let witness = try #require(try JSONSerialization.jsonObject(with: inputs[0].bytes) as? [[String: Any]])
    for (record, object) in zip(cities, witness) {
      #expect(record["name"] == (object["name"] as? String).map { .string($0) })
      #expect(record["latitude"] == (object["latitude"] as? Double).map { .double($0) })
      #expect(record.identityValues == (object["id"] as? Int).map { [.int(Int64($0))] })
    }
    #expect(try StoreWriterTests.files(StoreWriterTests.reload(store)) == StoreWriterTests.files(store))
    #expect(try store.delete(ObjectKey(root: "Country", identity: .string("FRA"))) > 1)
    #expect(store.count(of: "Country") == 240)
  }
}
