public import CDQRuntime

/// The data of one save: each object has the number of its save, so that a mixture of two saves can be recognized.
public enum Generation {
  static let schema = Schema(
    entities: [
      Entity(
        name: "Item",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .attribute(Attribute(name: "generation", type: .int64)),
          .attribute(Attribute(name: "text", type: .string)),
        ], uniquenessConstraints: [["id"]])
    ])

  /// The number of objects, which differs so that the files of successive generations have different lengths.
  static func count(_ number: Int64) -> Int { 200 + Int(number % 7) * 20 }

  /// Creates a store with the data of a generation.
  public static func store(_ number: Int64) throws -> Store {
    let store = Store(schema: schema)
    let text = String(repeating: "generation \(number) ", count: 150)
    try store.transaction { change in
      for id in 0..<count(number) {
        try change.insert(
          "Item", ["id": .int(Int64(id)), "generation": .int(number), "text": .string(text + "\(id)")])
      }
    }
    return store
  }

  /// The generation of a store's data; nil when the objects are not exactly those of one generation.
  public static func number(of store: Store) -> Int64? {
    let items = store.records(of: "Item")
    guard case .int(let number)? = items.first?["generation"], items.count == count(number) else { return nil }
    return items.allSatisfy { $0["generation"] == .int(number) } ? number : nil
  }
}
