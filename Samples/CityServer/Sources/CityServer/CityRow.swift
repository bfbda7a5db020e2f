import CDQKit

/// A city as the server shows it. The names of the properties are those of the columns of ``columns``.
public struct CityRow: Codable, Equatable, Sendable {
  public var id: Int64
  public var name: String
  /// nil where nobody knows it.
  public var population: Int64?
  public var isCapital: Bool
  /// The name of the country; nil for places that belong to none.
  public var country: String?
  public var continent: String?

  /// The columns of every answer, which the program chooses. What an untrusted user asks for narrows this query.
  static let columns =
    "City select id, name, population, isCapital, country.name as country, country.continent as continent"
}

/// The answer to `GET /cities`.
public struct CityPage: Codable, Equatable, Sendable {
  public var cities: [CityRow]
  /// The value of `page` that gets the next cities; nil on the last page.
  public var next: String?
}
