public import CDQIR
import CDQSyntax

/// A list of orders from which a user chooses by name, such as the value of `sort` in a URL.
///
///     let orders = try NamedOrders(["name": "name[cd]", "largest": "population desc, name"], for: "City", in: schema)
///     let order = try orders.order(named: request.query["sort"] ?? "name")
public struct NamedOrders: Sendable {
  /// The orders by name.
  public let orders: [String: CheckedOrder]

  /// Parses and checks orders.
  ///
  /// - Parameters:
  ///   - texts: the sort keys by the name of the order.
  ///   - entity: the entity whose objects are sorted.
  ///   - schema: the schema that the names in the texts belong to.
  /// - Throws: `QueryError` with the mistakes of the first text that has any.
  public init(_ texts: [String: String], for entity: String, in schema: Schema) throws(QueryError) {
    var orders: [String: CheckedOrder] = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      orders[name] = try CheckedOrder(parsing: text, for: entity, in: schema)
    }
    self.orders = orders
  }

  /// The names of the orders, sorted.
  public var names: [String] { orders.keys.sorted() }

  /// The order of a name; nil when there is none.
  public subscript(name: String) -> CheckedOrder? { orders[name] }

  /// The order of a name.
  ///
  /// - Throws: `QueryError` when there is none. Its help lists the names.
  public func order(named name: String) throws(QueryError) -> CheckedOrder {
    if let order = orders[name] { return order }
    throw QueryError("unknown-sort-choice", noneOf: names, name: name, kind: "order", list: "orders", file: "<sort>")
  }
}
