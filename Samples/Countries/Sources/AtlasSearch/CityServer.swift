public import Atlas
import CDQKit
public import CDQRuntime
public import Foundation

/// What a server answers to `GET /cities?filter=…&sort=…&after=…`, whatever strangers write there.
public struct CityServer: Sendable {
  private let store: Store
  private let allowance: Allowance
  private let orders: NamedOrders
  private let limits = Limits(text: TextLimits(length: 1_000, nesting: 32), steps: 200_000, time: .seconds(1))

  public init(_ store: Store) throws {
    self.store = store
    let paths = ["name", "population", "isCapital", "country.name", "country.continent"]
    allowance = try Allowance(["City": paths], in: .atlas)
    orders = try NamedOrders(["name": "name[cd]", "largest": "population desc"], for: "City", in: .atlas)
  }

  private struct Answer: Encodable {
    var cities: [City]
    var next: PageCursor?
  }

  /// The status and the body of the answer.
  public func cities(_ query: [String: String]) throws -> (status: Int, body: Data) {
    do {
      let filter = try query["filter"].map {
        try CheckedPredicate(parsing: $0, for: "City", allowing: allowance, limits: limits)
      }
      let order = try orders.order(named: query["sort"] ?? "name")
      let after = query["after"].flatMap { PageCursor($0) }
      if query["after"] != nil, after == nil { return (400, Data("the cursor is damaged".utf8)) }
      let page = try City.page(in: store, where: filter ?? .everything, sort: order, after: after, limit: 20)
      return (200, try JSONEncoder().encode(Answer(cities: page.items, next: page.next)))
    } catch let error as QueryError {
      return (400, Data(error.report.json.utf8))
    } catch let error as ExecutionError {
      return (error.stage == .bind ? 400 : 503, Data(error.description.utf8))
    }
  }
}
