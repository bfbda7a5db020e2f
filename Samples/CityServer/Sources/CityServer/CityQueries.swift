import Atlas
public import CDQKit

/// The queries of the server: what untrusted users may ask, and what it may cost.
public struct CityQueries: Sendable {
  private let columns: CheckedQuery
  private let cityWithID: CheckedQuery
  private let allowance: Allowance
  private let byName: CheckedOrder

  /// The limits of an untrusted text and of its run.
  let limits = Limits(text: TextLimits(length: 1_000, nesting: 32), steps: 200_000, time: .seconds(1))
  /// Cursors are readable, since an answer shows the identity and each property that a city can be sorted by.
  static let seal = CursorSeal.readable
  /// The greatest value of the parameter `limit`.
  static let mostCities = 100

  /// - Throws: `QueryError` when the schema does not have what the server's own texts name.
  public init() throws(QueryError) {
    columns = try CheckedQuery(parsing: CityRow.columns, in: .atlas)
    cityWithID = try columns.narrowed(to: CheckedPredicate(parsing: "id == $id", for: "City", in: .atlas))
    byName = try CheckedOrder(parsing: "name[cd]", for: "City", in: .atlas)
    var allowance = try Allowance(
      ["City": ["name", "population", "isCapital", "country.name", "country.continent"]], in: .atlas)
    allowance.includesToMany = false
    self.allowance = allowance
  }

  /// The page of cities that the parameters of an untrusted user ask for.
  ///
  /// - Parameters:
  ///   - filter: a condition, such as `population > 1000000`; nil for all cities.
  ///   - sort: sort keys, such as `population desc`; nil for the order of the names.
  ///   - page: the `next` of the page before; nil for the first page.
  ///   - limit: the number of cities, 1 to 100; nil for 20.
  /// - Throws: `Problem` with every mistake in the first parameter that has any.
  func page(filter: String?, sort: String?, page: String?, limit: String?) throws(Problem) -> PageQuery {
    let condition = try Problem.inParameter("filter") { () throws(QueryError) in
      guard let filter else { return CheckedPredicate.everything }
      return try CheckedPredicate(parsing: filter, for: "City", allowing: allowance, limits: limits)
    }
    let order = try Problem.inParameter("sort") { () throws(QueryError) in
      guard let sort else { return byName }
      return try CheckedOrder(parsing: sort, for: "City", allowing: allowance, limits: limits)
    }
    let cursor = try Problem.inParameter("page") { () throws(ExecutionError) in
      try page.map { text throws(ExecutionError) in try PageCursor(text, CityQueries.seal) }
    }
    var count = 20
    if let limit {
      guard let number = Int(limit), (1...CityQueries.mostCities).contains(number) else {
        let range = "1 to \(CityQueries.mostCities)"
        throw Problem(400, "value-out-of-range", "'limit' is a number from \(range)", parameter: "limit")
      }
      count = number
    }
    // Both parts are right by themselves. Together they may be too much for one query.
    let query = try Problem.inParameter("filter") { () throws(QueryError) in
      try columns.narrowed(to: condition, sort: order)
    }
    // With the server's columns, only an order or a cursor can be wrong here.
    let first = try Problem.inParameter("sort") { () throws(ExecutionError) in try PageQuery(query, limit: count) }
    guard let cursor else { return first }
    return try Problem.inParameter("page") { () throws(ExecutionError) in
      try PageQuery(query, after: cursor, limit: count)
    }
  }

  /// The query for the city with the identity `$id`.
  func city() throws(ExecutionError) -> PageQuery { try PageQuery(cityWithID, limit: 1) }
}
