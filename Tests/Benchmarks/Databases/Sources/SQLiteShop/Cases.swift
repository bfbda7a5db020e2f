public import CDQConnections
import Foundation
public import QueryCases

/// The generated functions for the tables of a shop that somebody else made, by the names of their queries.
public func shopQueries(_ sample: ShopArguments) -> [String: (Connection) async throws -> Digest] {
  let day = ShopArguments.day
  func orders(_ orders: [Order]) -> Digest { Digest { "\(orders.count):" + orders.map(\.orderNumber).joined(separator: ",") } }
  func customers(_ customers: [Customer]) -> Digest {
    Digest { "\(customers.count):" + customers.map(\.customerCode).joined(separator: ",") }
  }
  return [
    "order by its number": { orders(try await [Queries.orderByItsNumber(in: $0, number: sample.order)].compactMap { $0 }) },
    "orders by their numbers": { orders(try await Queries.ordersByTheirNumbers(in: $0, numbers: sample.orders)) },
    "line by its two keys": {
      let lines = try await Queries.lineByItsTwoKeys(in: $0, number: sample.order, line: 1)
      return Digest { "\(lines.count):" + lines.map(\.orderNumber).joined(separator: ",") }
    },
    "customer by name": { customers(try await Queries.customerByName(in: $0, name: sample.name)) },
    "customers by the beginning of an email": { customers(try await Queries.customersByEmail(in: $0, beginning: sample.emailStart)) },
    "orders of a day": { orders(try await Queries.ordersOfADay(in: $0, from: day("2023-05-01"), until: day("2023-05-02"))) },
    "large orders of a month": { orders(try await Queries.largeOrdersOfAMonth(in: $0, least: 890)) },
    "the latest orders": { orders(try await Queries.latestOrders(in: $0, count: 20)) },
    "the last shipped": { orders(try await Queries.lastShipped(in: $0, count: 20)) },
    "the largest orders": { orders(try await Queries.largestOrders(in: $0, count: 10)) },
    "orders of a total": { orders(try await Queries.ordersOfATotal(in: $0, total: Decimal(7777) / 100)) },
    "orders of a state before a date": {
      orders(try await Queries.ordersOfAStateBefore(in: $0, status: .new, before: day("2022-01-05")))
    },
    "number of orders of two states": {
      _ = try await Queries.numberOfOrdersOfTwoStates(in: $0, since: day("2025-01-05"))
      return Digest { "1:" }
    },
    "latest orders of a customer": { orders(try await Queries.latestOrdersOfACustomer(in: $0, code: sample.customer)) },
    "late orders of a country": {
      orders(try await Queries.lateOrdersOfACountry(in: $0, country: "NO", since: day("2024-12-31").addingTimeInterval(43_200)))
    },
    "buyers of a product": { customers(try await Queries.buyersOfAProduct(in: $0, sku: sample.product)) },
    "the last order of each customer of a country": { orders(try await Queries.lastOrderOfEachCustomer(in: $0, country: "NO")) },
    "revenue of a month": {
      _ = try await Queries.revenueOfAMonth(in: $0, from: day("2024-05-01"), until: day("2024-06-01"))
      return Digest { "1:" }
    },
    "cheapest books": {
      let products = try await Queries.cheapestBooks(in: $0)
      return Digest { "\(products.count):" + products.map(\.sku).joined(separator: ",") }
    },
    "does a customer exist": {
      _ = try await Queries.customerExists(in: $0, email: sample.email)
      return Digest { "1:" }
    },
  ]
}
