import Atlas
import CDQRuntime
import Testing

@Suite struct EditorTests {
  @Test func `Saving inserts once and then updates`() throws {
    let store = try AtlasData.store()
    let before = City.count(in: store)
    var gdynia = City(id: 900, name: "Gdynia", country: "PL")
    #expect(try Editor(store).save(gdynia))
    gdynia.population = 244_000
    #expect(try !Editor(store).save(gdynia))
    #expect(City.count(in: store) == before + 1)
    #expect(try City.find(id: 900, in: store) == gdynia)
    #expect(try Queries.search(in: store, text: "gdynia", order: .name) == [gdynia])
    #expect(throws: StoreError.self) { try gdynia.insert(in: store) }
    #expect(throws: StoreError.self) { try City(id: 901, name: "Nowhere", country: "XX").save(in: store) }
    try gdynia.delete(in: store)
    #expect(try City.find(id: 900, in: store) == nil)
    #expect(throws: StoreError.self) { try gdynia.update(in: store) }
  }

  @Test func `A country has one capital, whatever happens on the way`() throws {
    let store = try AtlasData.store()
    let old = try Queries.capital(in: store, country: "PL")
    let other = try #require(try City.all(in: store).first { $0.country == "PL" && !$0.isCapital })
    try Editor(store).makeCapital(other.id)
    #expect(try Queries.capital(in: store, country: "PL").id == other.id)
    #expect(try City.find(id: old.id, in: store)?.isCapital == false)
    let unplaced = try #require(try Queries.unplaced(in: store).first)
    let before = store.snapshot
    #expect(throws: ExecutionError.notFound(entity: "City")) { try Editor(store).makeCapital(unplaced.id) }
    #expect(store.snapshot === before)
  }

  @Test func `Pages follow each other`() throws {
    let store = try AtlasData.store()
    let all = try store.page(City.self, order: [.population.descending, .name])
    let pages = try (0..<3).flatMap { try Editor(store).largest(page: $0, of: 7) }
    #expect(pages == Array(all.prefix(21)))
    #expect(pages.first?.name == "İstanbul")
  }

  @Test func `All countries go with all cities but those without one`() throws {
    let store = try AtlasData.store()
    let unplaced = try Queries.unplaced(in: store)
    try Country.deleteAll(in: store)
    #expect(Country.count(in: store) == 0)
    #expect(Set(try City.all(in: store).map(\.id)) == Set(unplaced.map(\.id)))
  }

  @Test func `A search that is live gives what changed and nothing else`() async throws {
    let store = try AtlasData.store()
    var results = Editor(store).search("san").makeAsyncIterator()
    let first = try #require(try await results.next())
    #expect(first.count == 5)
    // Nothing that the search reads.
    try Country(code: "XX", name: "Nowhere", continent: .asia).save(in: store)
    try City(id: 900, name: "Santander", country: "ES").save(in: store)
    #expect(try await results.next()?.count == 6)
  }
}
