import Foundation

/// The arguments of the queries of the shop, for tables of any size.
public struct ShopArguments {
  public var order, customer, product, name, emailStart, email: String
  public var orders: [String]

  /// - Parameter rows: The number of orders.
  public init(rows: Int) {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
    (order, customer, product) = ("O-" + digits(rows / 2, 9), "C" + digits(rows / 20, 8), "SKU-" + digits(rows / 20, 6))
    orders = [1, rows / 2, rows].map { "O-" + digits($0, 9) }
    name = "Ann Smith\(rows / 40 * 2)"
    (emailStart, email) = ("c\(rows / 1000)1", "c\(rows / 20 + 2)@x.org")
  }

  /// Midnight of a day in UTC, such as `2023-05-01`.
  public static func day(_ text: String) -> Date {
    (try? Date(text + "T00:00:00Z", strategy: .iso8601)) ?? .distantPast
  }
}
