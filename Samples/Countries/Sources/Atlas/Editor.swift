public import CDQRuntime

/// Changes to the atlas.
public struct Editor: Sendable {
  private let store: Store

  /// Changes to a store.
  public init(_ store: Store) {
    self.store = store
  }

  /// Adds a city, or gives the city of that id these values.
  ///
  /// - Returns: whether it is new.
  public func save(_ city: City) throws -> Bool {
    try city.save(in: store).isNew
  }

  /// Lets a city be the capital of its country in place of the one that is.
  ///
  /// - Throws: also when it has no country; then nothing is changed.
  public func makeCapital(_ id: Int64) throws {
    try store.transaction { transaction in
      guard var city = try City.find(id: id, in: transaction), let country = city.country else {
        throw ExecutionError.notFound(entity: "City")
      }
      if var capital = try? Queries.capital(in: transaction, country: country) {
        capital.isCapital = false
        try transaction.update(capital)
      }
      city.isCapital = true
      try transaction.update(city)
    }
  }

  /// A page of all cities, largest first.
  public func largest(page: Int, of size: Int) throws -> [City] {
    try store.page(City.self, order: [.population.descending, .name], offset: page * size, limit: size)
  }

  /// The cities with a text in their names, or all for an empty field, now and after each change that makes a difference.
  public func search(_ text: String) -> LiveQuery<[City]> {
    store.live { try Queries.search(in: $0, text: text.isEmpty ? nil : text, order: .name) }
  }
}
