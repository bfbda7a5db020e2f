import CDQIR
import CDQKit
import CDQRuntime

/// A small world for the tests of explanations.
enum Cities {
  static func store() throws -> Store {
    let schema = try Schema(
      parsing: """
        entity Country {
          code: String @unique
          name: String
          cities: [City] inverse country
        }
        entity City {
          id: Int64 @unique
          name: String
          population: Int64?
          isCapital: Bool
          tags: [String]
          country: Country? inverse cities
        }
        """)
    let store = Store(schema: schema)
    for (code, name) in [("no", "Norway"), ("jp", "Japan"), ("aq", "Antarctica")] {
      try store.insert("Country", ["code": .string(code), "name": .string(name)])
    }
    let cities: [(Int64, String, Int64?, Bool, String)] = [
      (1, "Oslo", 709_000, true, "no"), (2, "Bergen", 291_000, false, "no"), (3, "Tokyo", 13_960_000, true, "jp"),
      (4, "Osaka", nil, false, "jp"),
    ]
    for (id, name, population, isCapital, code) in cities {
      try store.insert(
        "City",
        [
          "id": .int(id), "name": .string(name), "population": population.map { .int($0) } ?? .null,
          "isCapital": .bool(isCapital), "tags": .list(id == 1 ? [.string("port"), .string("fjord")] : []),
          "country": .object(ObjectKey(root: "Country", identity: .string(code))),
        ])
    }
    return store
  }

  static func city(_ id: Int64) -> ObjectKey { ObjectKey(root: "City", identity: .int(id)) }
  static func country(_ code: String) -> ObjectKey { ObjectKey(root: "Country", identity: .string(code)) }

  static func query(_ text: String, in store: Store) throws -> QueryIR {
    try CheckedQuery(parsing: text, in: store.schema).ir
  }
}
