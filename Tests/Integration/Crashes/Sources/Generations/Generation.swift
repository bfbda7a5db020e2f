public import CDQRuntime

/// What one save writes: objects that all tell which save they are of, so that a mixture of two would show.
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

  /// Files of different generations have different lengths, too.
  static func count(_ number: Int64) -> Int { 200 + Int(number % 7) * 20 }

  /// The data of a generation.
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

  /// Which generation a store is of; nil when it is not all of one.
  public static func number(of store: Store) -> Int64? {
    let items = store.records(of: "Item")
    guard case .int(let number)? = items.first?["generation"], items.count == count(number) else { return nil }
    return items.allSatisfy { $0["generation"] == .int(number) } ? number : nil
  }
}
