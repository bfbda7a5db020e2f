import CDQKit
import Foundation
import Testing

/// A schema with generated structs as the build plugin writes them, and a store with some objects.
enum Towns {
  static let schema: Schema = {
    do {
      return try Schema(
        parsing: """
          enum Mood: String { calm, lively }
          entity Land { code: String @unique  name: String  towns: [Town] inverse land }
          entity Town {
            id: Int64 @unique
            name: String
            people: Int64?
            height: Double = 0
            founded: Date?
            mood: Mood = .calm
            isPort: Bool = false
            secret: String = "s"
            tags: [String]
            land: Land? inverse towns
          }
          """)
    } catch {
      Issue.record(error)
      return Schema(entities: [])
    }
  }()

  static func store() throws -> Store {
    let store = Store(schema: schema)
    for (code, name) in [("NO", "Norge"), ("ES", "España")] { try store.insert(Land(code: code, name: name)) }
    let towns: [Town] = [
      Town(id: 1, name: "Oslo", people: 709_037, isPort: true, land: "NO"),
      Town(id: 2, name: "Bergen", people: 291_940, isPort: true, land: "NO"),
      Town(id: 3, name: "Madrid", people: 3_280_000, height: 667, mood: .lively, land: "ES"),
      Town(id: 4, name: "Málaga", people: 578_460, height: 11, mood: .lively, isPort: true, land: "ES"),
      Town(id: 5, name: "Atlantis"),
    ]
    for town in towns { try store.insert(town) }
    return store
  }
}

enum Mood: String, Sendable, Codable { case calm, lively }

struct Land: IdentifiedModel, Hashable, Codable {
  var code: String
  var name: String

  static let entityName = "Land"
  static let attributeNames = ["code", "name"]
  static let relationshipNames = ["towns"]

  init(code: String, name: String) {
    (self.code, self.name) = (code, name)
  }

  init(stored record: StoredRecord) throws(StoreError) {
    (code, name) = (try record.string(at: 0), try record.string(at: 1))
  }

  func store(into values: inout StoredValues) {
    values.set("code", code)
    values.set("name", name)
  }
}

struct Town: IdentifiedModel, Hashable, Codable {
  var id: Int64
  var name: String
  var people: Int64?
  var height: Double
  var founded: Date?
  var mood: Mood
  var isPort: Bool
  var secret: String
  var tags: [String]
  var land: String?

  static let entityName = "Town"
  static let attributeNames = ["id", "name", "people", "height", "founded", "mood", "isPort", "secret", "tags"]
  static let relationshipNames = ["land"]

  init(
    id: Int64, name: String, people: Int64? = nil, height: Double = 0, founded: Date? = nil, mood: Mood = .calm,
    isPort: Bool = false, secret: String = "s", tags: [String] = [], land: String? = nil
  ) {
    (self.id, self.name, self.people, self.height, self.founded) = (id, name, people, height, founded)
    (self.mood, self.isPort, self.secret, self.tags, self.land) = (mood, isPort, secret, tags, land)
  }

  init(stored record: StoredRecord) throws(StoreError) {
    id = try record.int64(at: 0)
    name = try record.string(at: 1)
    people = record.optionalInt64(at: 2)
    height = try record.double(at: 3)
    founded = Date(stored: record.value(at: 4))
    mood = String(stored: record.value(at: 5)).flatMap { Mood(rawValue: $0) } ?? .calm
    isPort = try record.bool(at: 6)
    secret = try record.string(at: 7)
    tags = if case .list(let values) = record.value(at: 8) { values.compactMap { String(stored: $0) } } else { [] }
    land = record.optionalIdentity(at: 0)
  }

  func store(into values: inout StoredValues) {
    values.set("id", id)
    values.set("name", name)
    values.set("people", people)
    values.set("height", height)
    values.set("founded", founded)
    values.setCase("mood", mood)
    values.set("isPort", isPort)
    values.set("secret", secret)
    values.setElements("tags", tags)
    values.setIdentity("land", "Land", land)
  }
}
