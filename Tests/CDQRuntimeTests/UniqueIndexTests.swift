import Testing

@testable import CDQRuntime

/// The index against a dictionary, under random changes.
@Suite struct UniqueIndexTests {
  @Test func findsWhatIsThere() {
    var random = RandomStream(5)
    var keys: [RowReference: UniqueKey] = [:]
    var expected: [UniqueKey: RowReference] = [:]
    var index = UniqueIndex()
    var snapshots: [(UniqueIndex, [UniqueKey: RowReference], [RowReference: UniqueKey])] = []
    for step in 0..<6000 {
      let number = Int64.random(in: 0..<4000, using: &random)
      let key = step % 3 == 0 ? UniqueKey.string("é\(number)") : .int(number)
      if let row = expected[key] {
        index.remove(key, row)
        expected[key] = nil
        keys[row] = nil
      } else {
        let row = RowReference(Int(number % 3), step)
        index.insert(key, row) { keys[$0] }
        expected[key] = row
        keys[row] = key
      }
      if step % 1999 == 0 { snapshots.append((index, expected, keys)) }
    }
    snapshots.append((index, expected, keys))
    for (index, expected, keys) in snapshots {
      #expect(index.count == expected.count)
      for number in 0..<Int64(4000) {
        for key in [UniqueKey.int(number), .string("e\u{301}\(number)")] {
          #expect(index.row(of: key) { keys[$0] == key } == expected[key])
        }
      }
    }
  }

  @Test func nothingIsEqualToNaN() throws {
    #expect(UniqueKey(.double(.nan)) == nil)
    #expect(UniqueKey([.int(1), .duration(.nan)]) == nil)
    let schema = Schema(entities: [
      Entity(
        name: "Point", properties: [.attribute(Attribute(name: "x", type: .double))], uniquenessConstraints: [["x"]])
    ])
    let store = Store(schema: schema)
    try store.transaction { transaction in
      for _ in 0..<3000 { try transaction.insert("Point", ["x": .double(.nan)]) }
    }
    try store.insert("Point", ["x": .double(0)])
    #expect(throws: StoreError.self) { try store.insert("Point", ["x": .double(-0.0)]) }
    #expect(store.count(of: "Point") == 3001)
  }
}
