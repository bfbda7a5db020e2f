import CDQConnections
import QueryCases

/// A query of the shop, and the statement by hand that gives the same rows in the same order.
struct ExistingQuery {
  let name: String
  let text: String
  /// The attribute by which an object is told, which is the first column by hand; nil for a `select`, a count and `exists`.
  let key: String?
  /// The index that both have to use; nil where the whole table counts.
  let index: (sqlite: String, postgres: String)?
  private let statements: (sqlite: String, postgres: String)

  private init(
    _ name: String, _ text: String, key: String? = "orderNumber", _ index: String?, postgres: String? = nil, hand: String,
    postgresHand: String? = nil
  ) {
    (self.name, self.text, self.key) = (name, text, key)
    self.index = index.map { ($0, postgres ?? $0) }
    statements = (hand, postgresHand ?? hand)
  }

  func byHand(_ dialect: SQLDialect) -> String { dialect.name == .postgres ? statements.postgres : statements.sqlite }

  /// The twenty queries, for tables of any size.
  static func all(_ dialect: SQLDialect, rows: Int) -> [ExistingQuery] {
    let sample = ShopArguments(rows: rows)
    let (order, customer, product, name) = (sample.order, sample.customer, sample.product, sample.name)
    let numbers = sample.orders
    // PostgreSQL reads a small table as a whole.
    let isLarge = dialect.name == .sqlite || rows >= 200_000
    var queries = [
      ExistingQuery("order by its number", "Order where orderNumber == '\(order)'", "sqlite_autoindex_orders", postgres: "orders_pkey",
        hand: "SELECT * FROM orders WHERE order_number = '\(order)'"),
      ExistingQuery("orders by their numbers", "Order where orderNumber IN {'\(numbers.joined(separator: "', '"))'}", "sqlite_autoindex_orders",
        postgres: "orders_pkey",
        hand: "SELECT * FROM orders WHERE order_number IN ('\(numbers.joined(separator: "', '"))') ORDER BY order_number"),
      ExistingQuery("line by its two keys", "OrderLine where orderNumber == '\(order)' AND lineNumber == 1", "sqlite_autoindex_order_lines",
        postgres: "order_lines_pkey",
        hand: "SELECT * FROM order_lines WHERE order_number = '\(order)' AND line_number = 1"),
      ExistingQuery("customer by name", "Customer where fullName == '\(name)'", key: "customerCode", "customers_full_name",
        hand: "SELECT * FROM customers WHERE full_name = '\(name)' AND full_name = '\(name)' COLLATE BINARY ORDER BY customer_code",
        postgresHand: "SELECT * FROM customers WHERE full_name = '\(name)' ORDER BY customer_code"),
      ExistingQuery("customers by the beginning of an email", "Customer where email BEGINSWITH '\(sample.emailStart)'", key: "customerCode", "customers_email",
        hand: "SELECT * FROM customers WHERE email >= '\(sample.emailStart)' AND email < 'c\(rows / 1000)2' ORDER BY customer_code",
        postgresHand: "SELECT * FROM customers WHERE email LIKE '\(sample.emailStart)%' ORDER BY customer_code"),
      ExistingQuery("orders of a day", "Order where placedAt >= date('2023-05-01') AND placedAt < date('2023-05-02')", "orders_placed",
        hand: "SELECT * FROM orders WHERE placed_at >= '2023-05-01' AND placed_at < '2023-05-02' ORDER BY order_number"),
      ExistingQuery("large orders of a month", "Order where year(placedAt) == 2024 AND month(placedAt) == 12 AND total > 890", "orders_placed",
        hand: "SELECT * FROM orders WHERE placed_at >= '2024-12-01' AND placed_at < '2025-01-01' AND total > 890 ORDER BY order_number"),
      ExistingQuery("the latest orders", "Order sort placedAt desc limit 20", "orders_placed",
        hand: "SELECT * FROM orders ORDER BY placed_at DESC, order_number LIMIT 20"),
      ExistingQuery("the last shipped", "Order where shippedOn != nil sort shippedOn desc limit 20", "orders_shipped",
        hand: "SELECT * FROM orders WHERE shipped_on IS NOT NULL ORDER BY shipped_on DESC, order_number LIMIT 20"),
      ExistingQuery("the largest orders", "Order sort total desc limit 10", "orders_total",
        hand: "SELECT * FROM orders ORDER BY total DESC, order_number LIMIT 10"),
      ExistingQuery("orders of a total", "Order where total == 77.77", "orders_total",
        hand: "SELECT * FROM orders WHERE total = 77.77 ORDER BY order_number"),
      ExistingQuery("orders of a state before a date", "Order where status == .new AND updatedAt < date('2022-01-05')", "orders_status_updated",
        hand: "SELECT * FROM orders WHERE status = 'new' AND updated_at < 1641340800 ORDER BY order_number"),
      ExistingQuery("number of orders of two states", "count Order where status IN {.new, .paid} AND updatedAt >= date('2025-01-05')", key: nil,
        "orders_status_updated", hand: "SELECT count(*) FROM orders WHERE status IN ('new', 'paid') AND updated_at >= 1736035200"),
      ExistingQuery("latest orders of a customer", "Order where customer.customerCode == '\(customer)' sort placedAt desc limit 5", "orders_customer",
        hand: "SELECT * FROM orders WHERE customer_code = '\(customer)' ORDER BY placed_at DESC, order_number LIMIT 5"),
      ExistingQuery("late orders of a country", "Order where customer.countryCode == 'NO' AND placedAt > date('2024-12-31T12:00:00Z')", "orders_customer",
        postgres: "orders_placed",
        hand: "SELECT o.* FROM orders o JOIN customers c ON c.customer_code = o.customer_code "
          + "WHERE placed_at > '2024-12-31 12:00:00' AND country_code = 'NO' ORDER BY order_number"),
      ExistingQuery("buyers of a product", "Customer where ANY orders.lines.product.sku == '\(product)'", key: "customerCode", "lines_sku",
        hand: "SELECT * FROM customers WHERE customer_code IN (SELECT customer_code FROM orders WHERE order_number IN "
          + "(SELECT order_number FROM order_lines WHERE sku = '\(product)')) ORDER BY customer_code"),
      ExistingQuery("the last order of each customer of a country",
        "Order where customer.countryCode == 'NO' AND placedAt == customer.orders.@max.placedAt", "orders_customer",
        hand: "SELECT o.* FROM customers c JOIN orders o ON o.customer_code = c.customer_code WHERE country_code = 'NO' "
          + "AND placed_at = (SELECT max(placed_at) FROM orders p WHERE p.customer_code = o.customer_code) ORDER BY order_number"),
      ExistingQuery("revenue of a month",
        "OrderLine where order.placedAt >= date('2024-05-01') AND order.placedAt < date('2024-06-01') select sum(quantity * unitPrice) as revenue",
        key: nil, "orders_placed",
        hand: "SELECT sum(quantity * unit_price) FROM orders JOIN order_lines USING (order_number) "
          + "WHERE placed_at >= '2024-05-01' AND placed_at < '2024-06-01'"),
      ExistingQuery("cheapest books", "Product where category == .book sort unitPrice limit 10", key: "sku", isLarge ? "products_category" : nil,
        hand: "SELECT * FROM products WHERE category = 'book' ORDER BY unit_price, sku LIMIT 10"),
      ExistingQuery("does a customer exist", "exists Customer where email == '\(sample.email)'", key: nil, "customers_email",
        hand: "SELECT 1 FROM customers WHERE email = '\(sample.email)' LIMIT 1"),
    ]
    if dialect.name == .postgres {
      queries.append(
        ExistingQuery("products by a label", "Product where 'l7' IN labels", key: "sku", isLarge ? "products_labels" : nil,
          hand: "SELECT * FROM products WHERE labels @> '{l7}' ORDER BY sku"))
    }
    return queries
  }
}
