public import CDQRuntime

/// The demo's commands; each gives the lines it prints.
public struct Demo {
  private let store: Store

  /// The commands over a store.
  public init(_ store: Store) {
    self.store = store
  }

  /// All countries with their number of inhabitants.
  public func countries() throws -> [String] {
    try Queries.countries(in: store).map(Demo.line)
  }

  /// All cities with country and number of inhabitants.
  public func cities() throws -> [String] {
    try Queries.cities(in: store).map(Demo.line)
  }

  /// Countries and cities with a text in their names; cities largest first.
  public func search(_ text: String) throws -> [String] {
    try Queries.countriesNamed(in: store, text: text).map(Demo.line)
      + Queries.search(in: store, text: text, order: .population).map(Demo.line)
  }

  /// The capital of a country, given by its code.
  public func capital(of country: String) throws -> String {
    Demo.line(try Queries.capital(in: store, country: country))
  }

  /// Deletes the country with that code and, by the schema's delete rule, its cities.
  public func deleteCountry(_ code: String) throws -> String {
    guard let country = try Country.find(code: code, in: store) else { return "there is no country \(code)" }
    return "deleted \(code): \(try country.delete(in: store)) objects, \(City.count(in: store)) cities left"
  }

  /// Deletes the cities of that name.
  public func deleteCities(named name: String) throws -> String {
    let found = try Queries.search(in: store, text: name, order: .name).filter { $0.name == name }
    try store.delete(found)
    return "deleted \(found.count) named \(name): \(City.count(in: store)) cities left"
  }

  /// A walk through all of it.
  public func tour() throws -> [String] {
    var lines = ["53 countries, among them"]
    lines += try countries().filter { $0.hasPrefix("C") || $0.hasPrefix("Ö") }
    lines += ["", "cities with 'san'"] + (try search("san"))
    lines += ["", "the largest"]
    lines += try Queries.largest(in: store, atLeast: 10_000_000, count: 5).map(Demo.line)
    lines += ["", "starting with 's', from the end"]
    lines += try Queries.citiesNamed(in: store, prefix: "s").prefix(6).map(Demo.line)
    lines += ["", "in Asia, by name"]
    lines += try Queries.search(in: store, continent: .asia, order: .name).prefix(4).map(Demo.line)
    lines += ["", "without a country"] + (try Queries.unplaced(in: store).map(Demo.line))
    lines += ["", "over five million: \(try Queries.citiesAbove(in: store, n: 5_000_000)) cities"]
    lines += ["capital of IS: \(try capital(of: "IS"))"]
    lines += ["", try deleteCities(named: "San José"), try deleteCountry("PL")]
    lines += ["with 'Kraków': \(try search("krakow").count)"]
    return lines
  }

  private static func line(_ country: Country) -> String {
    "\(country.name) (\(country.code), \(country.continent.rawValue)): \(people(country.population))"
  }

  private static func line(_ city: City) -> String {
    "\(city.name) (\(city.country ?? "-"))\(city.isCapital ? "*" : ""): \(people(city.population))"
  }

  private static func people(_ number: Int64?) -> String {
    number.map { "\($0)" } ?? "?"
  }
}
