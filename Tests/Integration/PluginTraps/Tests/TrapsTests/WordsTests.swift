import CDQRuntime
import Foundation
import Testing
import Words

/// Generated code for entities with the names `Store`, `Value`, `Entity` and `Character`.
@Suite struct WordsTests {
  private static let ids = (0..<4).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  private func store() throws -> CDQRuntime.Store {
    let store = CDQRuntime.Store(schema: .words)
    let owner = try store.insert("Entity", ["family": .string("f"), "given": .string("g")])
    for (index, id) in WordsTests.ids.enumerated() {
      try store.insert(
        "Store",
        [
          "id": .uuid(id), "self": .string("s\(index % 2)"), "init": .int(Int64(index)),
          "class": index == 0 ? .null : .string("c\(index)"), "Type": .int(index < 2 ? 1 : 9),
          "moods": .list(index == 3 ? [.string("self"), .string("🙂 \"quoted\" #\\")] : []),
          "price": .decimal(Decimal(index)), "hash": .double(0.5),
          "since": .date(Date(timeIntervalSinceReferenceDate: Double(index))),
          "owner": index == 2 ? .object(owner) : .null,
        ])
    }
    try store.insert("Value", ["label": .string("a \"b\" # \\ é\u{301} \u{200B}"), "level": .int(5)])
    return store
  }

  @Test func `Names that Swift reserves work`() throws {
    let store = try store()
    let ids = WordsTests.ids
    #expect(try Queries.default(in: store, self: "s").map(\.`init`) == [3, 2, 1, 0])
    #expect(try Queries.in(in: store, in: true)?.id == ids[0])
    #expect(try Queries.func(in: store, store: "s0", arguments: ["c1"]) == 3)
    #expect(try Queries.exists(in: store, Type: .high, price: 2, since: Date(timeIntervalSinceReferenceDate: 0)))
    #expect(try Queries.one(in: store, id: ids[2]).`self` == "s0")
    #expect(throws: ExecutionError.notFound(entity: "Store")) { try Queries.one(in: store, id: UUID()) }
    #expect(try Queries.levels(in: store, levels: [.high], hash: 0.25).map(\.Type) == [.high, .high])
    #expect(try Queries.mooded(in: store).map(\.moods) == [[.`self`, .happy]])
    #expect(try Queries.everyone(in: store).map(\.hash) == [0.5, 0.5, 0.5, 0.5])
    #expect(try Queries.sorted(in: store, order: .type).map(\.`init`) == [0, 1, 2, 3])
    #expect(try Queries.page(in: store, limit: 2, offset: 1).map(\.`init`) == [2, 1])
    #expect(throws: ExecutionError.negativeCount(name: "limit", value: -1)) { try Queries.page(in: store, limit: -1) }
    #expect(try Queries.odd(in: store).map(\.level) == [.default])
  }

  @Test func `References and objects are given by identity`() throws {
    let store = try store()
    let owner = try #require(try Queries.one(in: store, id: WordsTests.ids[2]).owner)
    #expect(try Queries.owned(in: store, owner: owner).map(\.id) == [WordsTests.ids[2]])
    #expect(try Queries.owned(in: store, owner: nil).count == 3)
  }

  @Test func `Rows are typed`() throws {
    let store = try store()
    #expect(try Queries.names(in: store) == ["s0", "s1", "s0", "s1"])
    #expect(try Queries.summary(in: store).map(\.label) == ["s0", "s0", "s1", "s1"])
    #expect(
      try Queries.perLevel(in: store, n: 2) == [
        Queries.PerLevelRow(level: .low, number: 2, mean: 0.5, latest: Date(timeIntervalSinceReferenceDate: 1)),
        Queries.PerLevelRow(level: .high, number: 2, mean: 2.5, latest: Date(timeIntervalSinceReferenceDate: 3)),
      ])
    #expect(try Queries.firstSummary(in: store)?.id == WordsTests.ids[0])
    #expect(try Queries.total(in: store).number == 4)
  }

  @Test func `A deletion says how many objects it found`() throws {
    let store = try store()
    #expect(try Queries.purge(in: store, class: "c1") == 1)
    #expect(store.count(of: "Store") == 3)
  }

  @Test func `An update says how many objects it changed`() throws {
    let store = try store()
    #expect(try Queries.adjust(in: store, class: "c1", owner: nil, self: "renamed") == 1)
    #expect(try Queries.names(in: store).contains("renamed"))
    #expect(try Queries.adjust(in: store, class: "c1", owner: nil) == 1)
    #expect(try Queries.names(in: store).contains("renamed"))
  }

  @Test func `A response becomes objects, page by page`() throws {
    let store = try store()
    func item(_ number: Int, price: String) -> String {
      """
      {"id": "\(WordsTests.ids[number].uuidString)", "name": {"plain": "n\(number)"}, "level": "high",
       "times": [978307200500], "price-tag": \(price), "owner": {"names": ["f", "g"]}}
      """
    }
    func apply(_ items: [String], _ page: MappingPage? = nil) throws -> MappingReport {
      try Mappings.default(
        in: store, response: Data(#"{"data": {"in": [\#(items.joined(separator: ","))]}}"#.utf8), price: 2, class: "c1",
        page: page, transforms: ["self": { json in json == .string("much") ? .decimal(99) : .decimal(1) }])
    }
    let report = try apply([item(1, price: #""much""#), item(2, price: #""much""#), item(3, price: "0")])
    #expect(report.errors.isEmpty && report.updated.count == 2 && report.skipped == 1 && report.deleted.isEmpty)
    let changed = try Queries.one(in: store, id: WordsTests.ids[2])
    #expect(changed.`self` == "n2" && changed.Type == .high && changed.`init` == 1 && changed.class == "c1")
    #expect(changed.since == Date(timeIntervalSinceReferenceDate: 0.5) && changed.owner != nil)
    #expect(try apply([], MappingPage(offset: 1, limit: 1)).deleted.count == 1)
    #expect(store.count(of: "Store") == 3 && store.count(of: "Entity") == 1)
    let owners = try Mappings.owner(in: store, response: Data(#"{"names": ["x", "y"]}"#.utf8))
    #expect(owners.inserted.count == 1)
  }

  @Test func `Models are values that can be coded`() throws {
    let stored = try Queries.one(in: try store(), id: WordsTests.ids[3])
    let data = try JSONEncoder().encode(stored)
    #expect(try JSONDecoder().decode(Words.Store.self, from: data) == stored)
    #expect(Value(label: "x").label == "x" && Value().label == "a \"b\" \\ #")
  }
}
