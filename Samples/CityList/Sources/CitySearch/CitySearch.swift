public import Atlas
public import CDQKit
public import Observation

/// The model of a list of cities with a search field and a filter that the user types.
///
/// A view runs it as long as it shows it, again for each input; running it again ends the run before:
///
///     List(search.cities, id: \.id) { … }
///       .task(id: search.input) { await search.run() }
@MainActor @Observable public final class CitySearch {
  /// What the user has entered.
  public struct Input: Hashable, Sendable {
    /// A part of a name of a city or a country, whatever its case and accents; empty for all.
    public var text = ""
    /// A condition in the language of cdq, such as `population > 1000000`; empty for all.
    public var filter = ""
    public var order = Order.name

    public init() {}
  }

  /// The orders from which the user chooses.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    case name = "name[cd]"
    case largest = "population desc, name"
  }

  /// What the user has entered so far. A change takes effect in the next run.
  public var input = Input() {
    didSet {
      if input != oldValue { isSearching = true }
    }
  }
  /// Whether there is no answer to the input yet: neither cities nor a problem.
  public private(set) var isSearching = true
  /// The cities that the last right input finds, at most `limit`. The list follows the store during a run.
  public private(set) var cities: [City] = []
  /// What is wrong with the filter; nil when it is right. The list then stays as it was.
  public private(set) var problem: FilterProblem?
  /// The reason why the last run found no cities, though the filter is right: a limit of its run.
  public private(set) var failure: String?

  private let store: Store
  private let limit: Int
  private let debounce: Duration
  private let clock: any Clock<Duration>
  private let named: CheckedPredicate
  private let orders: [Order: CheckedOrder]
  /// A user's filter may be long and slow by mistake, but not for long.
  private let limits = Limits(text: TextLimits(length: 500, nesting: 32), time: .seconds(1))

  /// - Parameters:
  ///   - store: the cities, which may change at any time on any thread.
  ///   - limit: the greatest number of cities in the list.
  ///   - debounce: how long an input has to stay the same before it is searched for.
  ///   - clock: what measures `debounce`.
  /// - Throws: `QueryError` when the schema does not have what the search names.
  public init(
    _ store: Store, limit: Int = 100, debounce: Duration = .milliseconds(200),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(QueryError) {
    (self.store, self.limit, self.debounce, self.clock) = (store, limit, debounce, clock)
    named = try CheckedPredicate(
      parsing: "name CONTAINS[cd] $text OR country.name CONTAINS[cd] $text", for: "City", in: .atlas)
    var orders: [Order: CheckedOrder] = [:]
    for order in Order.allCases {
      orders[order] = try CheckedOrder(parsing: order.rawValue, for: "City", in: .atlas)
    }
    self.orders = orders
  }

  /// Searches for the input and keeps the list up to date, until the task is cancelled.
  public func run() async {
    let input = input
    do {
      // An input that is followed by another one is cancelled here.
      try await clock.sleep(for: debounce)
      let predicate = try predicate(for: input)
      try Task.checkCancellation()
      (problem, failure) = (nil, nil)
      let live = City.live(
        in: store, where: predicate, sort: orders[input.order] ?? .insertion, limit: limit)
      try await CitySearch.follow(live) { [weak self] cities in
        // Runs are cancelled on the main actor, too. So no list arrives after that of the next run.
        guard let self, !Task.isCancelled else { return false }
        (self.cities, self.isSearching) = (cities, false)
        return true
      }
    } catch {
      if Task.isCancelled { return }
      isSearching = false
      if let error = error as? QueryError {
        problem = FilterProblem(error, in: input.filter)
      } else {
        failure = (error as? ExecutionError)?.message ?? "\(error)"
      }
    }
  }

  /// Makes the text of a proposal the filter.
  public func apply(_ fix: FilterProblem.Fix) {
    input.filter = fix.filter
  }

  /// Deletes a city. The list follows by itself.
  ///
  /// - Throws: `StoreError` when a rule of the schema forbids it.
  public func delete(_ city: City) throws {
    try city.delete(in: store)
  }

  private func predicate(for input: Input) throws -> CheckedPredicate {
    var parts: [CheckedPredicate] = []
    // The text is an argument. Nothing in it is read as a part of the condition.
    if !input.text.isEmpty { parts.append(try named.binding(["text": .string(input.text)])) }
    if input.filter.contains(where: { !$0.isWhitespace }) {
      parts.append(try CheckedPredicate(parsing: input.filter, for: "City", in: .atlas, limits: limits))
    }
    return try .all(parts)
  }

  /// Runs a live query away from the main actor, and shows each result there until `show` returns false.
  @concurrent nonisolated private static func follow(
    _ results: LiveQuery<[City]>, _ show: @MainActor @Sendable ([City]) -> Bool
  ) async throws {
    for try await cities in results {
      guard await show(cities) else { return }
    }
  }
}
