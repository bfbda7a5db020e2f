import Atlas
import CDQKit
import CitySearch
import Observation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct CitySearchTests {
  private let store: Store
  private let clock = ManualClock()
  private let search: CitySearch

  init() throws {
    store = try AtlasData.store()
    search = try CitySearch(store, limit: 5, debounce: .milliseconds(200), clock: clock)
  }

  /// Waits until a condition about observable properties is true.
  private func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = condition()
        } onChange: {
          continuation.resume()
        }
      }
    }
  }

  /// Runs the search as a view does, through the debounce, until there is an answer.
  private func answer(after change: (inout CitySearch.Input) -> Void = { _ in }) async -> Task<Void, Never> {
    change(&search.input)
    let number = clock.sleepCount + 1
    let run = Task { await search.run() }
    await clock.sleep(number)
    clock.advance(by: .milliseconds(200))
    await until { !search.isSearching }
    return run
  }

  @Test func `Only the last of several inputs is searched for`() async {
    #expect(search.isSearching && search.cities.isEmpty)
    var runs: [Task<Void, Never>] = []
    for (number, text) in ["s", "sa", "san"].enumerated() {
      runs.last?.cancel()
      search.input.text = text
      runs.append(Task { await search.run() })
      await clock.sleep(number + 1)
      clock.advance(by: .milliseconds(150))
      #expect(search.cities.isEmpty && search.isSearching)
    }
    // The first two end without an answer.
    await runs[0].value
    await runs[1].value
    #expect(search.cities.isEmpty && search.isSearching)
    clock.advance(by: .milliseconds(50))
    await until { !search.isSearching }
    #expect(search.cities.map(\.name).prefix(2) == ["Lausanne", "San José"])
    runs[2].cancel()
    await runs[2].value
  }

  @Test func `The list follows the store, and stops with the view`() async throws {
    let run = await answer { $0.text = "gdy" }
    #expect(search.cities.isEmpty)
    let gdynia = City(id: 900, name: "Gdynia", population: 244_000, country: "PL")
    try gdynia.insert(in: store)
    await until { search.cities == [gdynia] }
    try search.delete(gdynia)
    await until { search.cities.isEmpty }

    run.cancel()
    await run.value
    try gdynia.insert(in: store)
    let again = await answer { $0.text = "lisb" }
    #expect(search.cities.map(\.name) == ["Lisboa"])
    again.cancel()
    await again.value
  }

  @Test func `Filter, text and order go together`() async {
    let run = await answer {
      ($0.text, $0.filter, $0.order) = ("a", "country.continent == .asia", .largest)
    }
    let sizes = search.cities.map { $0.population ?? -1 }
    #expect(search.cities.count == 5 && sizes == sizes.sorted(by: >))
    run.cancel()
    await run.value
  }

  @Test func `A text is never read as a condition`() async {
    for text in ["' OR TRUEPREDICATE", "\"", "%@", "$text", "*", "\u{0}"] {
      let run = await answer { $0.text = text }
      #expect(search.cities.isEmpty && search.problem == nil && search.failure == nil, "\(text)")
      run.cancel()
      await run.value
    }
  }

  @Test func `A mistake in the filter has a place and a correction`() async throws {
    let first = await answer { $0.filter = "name BEGINSWITH 'Li'" }
    let before = search.cities
    #expect(!before.isEmpty)
    first.cancel()
    await first.value

    // The accents take two bytes each, so that bytes are not characters.
    let second = await answer { $0.filter = "name != 'é é' AND populaton > 5" }
    let problem = try #require(search.problem)
    #expect(problem.filter[problem.place] == "populaton" && problem.hint == "did you mean 'population'?")
    #expect(search.cities == before, "the list stays")
    await second.value

    search.apply(try #require(problem.fixes.first))
    #expect(search.input.filter == "name != 'é é' AND population > 5" && search.isSearching)
    let third = await answer()
    #expect(search.problem == nil && search.cities.count == 5)
    third.cancel()
    await third.value
  }

  @Test(arguments: [
    "name ==", "(", "", "name == 'x", "name MATCHES '('", String(repeating: "(", count: 10_000), "é", "👨‍👩‍👧 ==", "City",
    "population > $n",
  ])
  func `Whatever is typed, the place is in the filter`(_ filter: String) async {
    let run = await answer { $0.filter = filter }
    if let problem = search.problem {
      #expect(problem.filter == filter && problem.place.upperBound <= filter.endIndex && !problem.message.isEmpty)
    } else {
      #expect(search.failure != nil || filter.isEmpty, "\(filter)")
    }
    run.cancel()
    await run.value
  }
}
