import CDQRandom
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares the unique index with a dictionary under random changes.
@Suite struct UniqueIndexTests {
  @Test func findsWhatIsThere() {
    var random = SplitMix(seed: 5)
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

  /// As long as numbers ascend with their rows, the index has no hash table; the first other number creates one.
  @Test(arguments: [0, 1, 40]) func findsRowsByTheirOrderAndWithoutIt(changes: Int) throws {
    let schema = Schema(entities: [
      Entity(
        name: "Item",
        properties: [.attribute(Attribute(name: "id", type: .int64)), .attribute(Attribute(name: "note", type: .int64))],
        uniquenessConstraints: [["id"]])
    ])
    let store = Store(schema: schema)
    var random = SplitMix(seed: UInt64(changes))
    var expected: [Int64: Int64] = [:]
    func insert(_ id: Int64) throws {
      let note = Int64.random(in: 0..<1000, using: &random)
      if expected[id] != nil {
        #expect(throws: StoreError.self) { try store.insert("Item", ["id": .int(id), "note": .int(note)]) }
      } else {
        try store.insert("Item", ["id": .int(id), "note": .int(note)])
        expected[id] = note
      }
    }
    func check() {
      for id in Int64(-5)..<310 {
        let found = store.snapshot.record(of: "Item", identity: .int(id))
        #expect(found.map { $0.value(at: 1) } == expected[id].map { .int($0) }, "\(id)")
      }
    }
    check()
    // First numbers without gaps, then with gaps.
    for id in Int64(10)..<60 { try insert(id) }
    check()
    for id in stride(from: Int64(62), to: 200, by: 3) { try insert(id) }
    try insert(100)
    try insert(10)
    check()
    for change in 0..<changes {
      let id = Int64.random(in: 0..<300, using: &random)
      let key = ObjectKey(root: "Item", identity: .int(expected.keys.sorted()[change % expected.count]))
      switch change % 3 {
      case 0: try insert(id)
      case 1:
        guard case .int(let old) = key.identity, let note = expected[old], expected[id] == nil else { continue }
        try store.update(key, ["id": .int(id)])
        expected[old] = nil
        expected[id] = note
      default:
        guard case .int(let old) = key.identity else { continue }
        try store.delete(key)
        expected[old] = nil
      }
      check()
    }
    try insert(301)
    check()
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
