import CDQConnections

/// The tables of a shop as somebody else made them: names in snake_case, keys that are texts or of several columns, dates as
/// texts and as seconds, money as `numeric`, lists of words as CHECK constraints or enum types. They have no column of ours.
enum ExistingTables {
  /// The statements that make and fill the tables.
  ///
  /// - Parameter rows: The number of orders; there are a tenth as many customers and products.
  static func statements(_ dialect: SQLDialect, rows: Int) -> [String] {
    (dialect.name == .postgres ? postgres : sqlite).map {
      $0.replacing("{orders}", with: "\(rows)").replacing("{customers}", with: "\(rows / 10)")
        .replacing("{products}", with: "\(rows / 10)")
    } + indexes + (dialect.name == .postgres ? ["CREATE INDEX products_labels ON products USING gin (labels)", "ANALYZE"] : ["ANALYZE"])
  }

  private static let indexes = [
    "CREATE INDEX customers_full_name ON customers(full_name)", "CREATE INDEX customers_email ON customers(email)",
    "CREATE INDEX customers_country ON customers(country_code)", "CREATE INDEX orders_customer ON orders(customer_code, placed_at)",
    "CREATE INDEX orders_placed ON orders(placed_at)", "CREATE INDEX orders_status_updated ON orders(status, updated_at)",
    "CREATE INDEX orders_shipped ON orders(shipped_on)", "CREATE INDEX orders_total ON orders(total)",
    "CREATE INDEX lines_sku ON order_lines(sku)", "CREATE INDEX products_category ON products(category, unit_price)",
  ]

  private static func numbers(_ count: String) -> String {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
  }

  private static let sqlite = [
    """
    CREATE TABLE customers (customer_code TEXT PRIMARY KEY NOT NULL, full_name TEXT NOT NULL COLLATE NOCASE, email VARCHAR(120),
      country_code CHAR(2) NOT NULL, created_at TEXT NOT NULL, points INTEGER NOT NULL, is_active BOOLEAN NOT NULL)
    """,
    """
    CREATE TABLE products (sku TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL,
      category TEXT NOT NULL CHECK (category IN ('book', 'game', 'music', 'film', 'tool', 'toy')),
      unit_price DECIMAL(10,2) NOT NULL, released_on DATE)
    """,
    """
    CREATE TABLE orders (order_number TEXT PRIMARY KEY NOT NULL, customer_code TEXT NOT NULL REFERENCES customers(customer_code),
      status TEXT NOT NULL CHECK (status IN ('new', 'paid', 'shipped', 'cancelled')), placed_at DATETIME NOT NULL,
      updated_at INTEGER NOT NULL, shipped_on DATE, total NUMERIC(12,2) NOT NULL)
    """,
    """
    CREATE TABLE order_lines (order_number TEXT NOT NULL REFERENCES orders(order_number), line_number INTEGER NOT NULL,
      sku TEXT NOT NULL REFERENCES products(sku), quantity INTEGER NOT NULL, unit_price DECIMAL(10,2) NOT NULL,
      PRIMARY KEY (order_number, line_number))
    """,
    """
    \(numbers("{customers}")) INSERT INTO customers SELECT printf('C%08d', i),
      CASE i % 4 WHEN 0 THEN 'Ann' WHEN 1 THEN 'Čeněk' WHEN 2 THEN 'Dörte' ELSE 'Finn' END || ' Smith' || (i / 2),
      CASE WHEN i % 7 THEN 'c' || i || '@x.org' END, substr('DEFRITESNO', i % 5 * 2 + 1, 2),
      strftime('%Y-%m-%d %H:%M:%S', 1640995200 - i * 300, 'unixepoch'), i % 1000, i % 10 > 0 FROM n
    """,
    """
    \(numbers("{products}")) INSERT INTO products SELECT printf('SKU-%06d', i), 'Product ' || i,
      CASE i * 7 % 6 WHEN 0 THEN 'book' WHEN 1 THEN 'game' WHEN 2 THEN 'music' WHEN 3 THEN 'film' WHEN 4 THEN 'tool' ELSE 'toy' END,
      1 + i * 7919 % 19900 / 100.0, CASE WHEN i % 9 THEN date(1640995200 - i % 3000 * 86400, 'unixepoch') END FROM n
    """,
    """
    \(numbers("{orders}")), o(i, placed, status) AS (SELECT i, 1640995200 + i * 15485863 % 94608000,
        CASE i * 31 % 6 WHEN 0 THEN 'new' WHEN 1 THEN 'paid' WHEN 2 THEN 'cancelled' ELSE 'shipped' END FROM n)
    INSERT INTO orders SELECT printf('O-%09d', i), printf('C%08d', 1 + i * 104729 % {customers}), status,
      strftime('%Y-%m-%d %H:%M:%S', placed, 'unixepoch'), placed + i * 13 % 864000,
      CASE status WHEN 'shipped' THEN date(placed + 172800, 'unixepoch') END, 5 + i * 7919 % 89500 / 100.0 FROM o
    """,
    """
    \(numbers("{orders}")) INSERT INTO order_lines SELECT printf('O-%09d', i), k.column1,
      printf('SKU-%06d', 1 + (i * 7907 + k.column1 * 31) % {products}), 1 + i % 8, 1 + i * 6007 % 19900 / 100.0
      FROM n, (VALUES (1), (2)) AS k WHERE k.column1 <= i % 3
    """,
  ]

  private static let postgres = [
    "CREATE TYPE order_status AS ENUM ('new', 'paid', 'shipped', 'cancelled')",
    "CREATE TYPE product_category AS ENUM ('book', 'game', 'music', 'film', 'tool', 'toy')",
    "CREATE COLLATION german (provider = icu, locale = 'de-DE')",
    """
    CREATE TABLE customers (customer_code text PRIMARY KEY, full_name text COLLATE german NOT NULL, email varchar(120),
      country_code char(2) NOT NULL, created_at timestamptz NOT NULL, points int NOT NULL, is_active boolean NOT NULL)
    """,
    """
    CREATE TABLE products (sku varchar(20) PRIMARY KEY, title text NOT NULL, category product_category NOT NULL,
      unit_price numeric(10,2) NOT NULL, released_on date, labels text[] NOT NULL)
    """,
    """
    CREATE TABLE orders (order_number text PRIMARY KEY, customer_code text NOT NULL REFERENCES customers(customer_code),
      status order_status NOT NULL, placed_at timestamp NOT NULL, updated_at bigint NOT NULL, shipped_on date,
      total numeric(12,2) NOT NULL)
    """,
    """
    CREATE TABLE order_lines (order_number text NOT NULL REFERENCES orders(order_number), line_number int NOT NULL,
      sku varchar(20) NOT NULL REFERENCES products(sku), quantity int NOT NULL, unit_price numeric(10,2) NOT NULL,
      PRIMARY KEY (order_number, line_number))
    """,
    """
    INSERT INTO customers SELECT 'C' || lpad(i::text, 8, '0'),
      (ARRAY['Ann', 'Čeněk', 'Dörte', 'Finn'])[1 + i % 4] || ' Smith' || (i / 2), CASE WHEN i % 7 > 0 THEN 'c' || i || '@x.org' END,
      substr('DEFRITESNO', i % 5 * 2 + 1, 2), timestamptz '2022-01-01 00:00:00Z' - i * interval '300 s', i % 1000, i % 10 > 0
      FROM generate_series(1, {customers}) AS i
    """,
    """
    INSERT INTO products SELECT 'SKU-' || lpad(i::text, 6, '0'), 'Product ' || i,
      (ARRAY['book', 'game', 'music', 'film', 'tool', 'toy'])[1 + i * 7 % 6]::product_category, 1 + i * 7919 % 19900 / 100.0,
      CASE WHEN i % 9 > 0 THEN date '2022-01-01' - i % 3000 END, ARRAY['l' || i % 300, 'all'] FROM generate_series(1, {products}) AS i
    """,
    """
    INSERT INTO orders SELECT 'O-' || lpad(i::text, 9, '0'), 'C' || lpad((1 + i * 104729 % {customers})::text, 8, '0'), status::order_status,
      timestamp '2022-01-01' + placed * interval '1 s', 1640995200 + placed + i * 13 % 864000,
      CASE status WHEN 'shipped' THEN (timestamp '2022-01-03' + placed * interval '1 s')::date END, 5 + i * 7919 % 89500 / 100.0
      FROM (SELECT i, i * 15485863 % 94608000 AS placed,
        (ARRAY['new', 'paid', 'cancelled', 'shipped', 'shipped', 'shipped'])[1 + i * 31 % 6] AS status FROM generate_series(1, {orders}::bigint) AS i) AS o
    """,
    """
    INSERT INTO order_lines SELECT 'O-' || lpad(i::text, 9, '0'), k, 'SKU-' || lpad((1 + (i * 7907 + k * 31) % {products})::text, 6, '0'),
      1 + i % 8, 1 + i * 6007 % 19900 / 100.0 FROM generate_series(1, {orders}::bigint) AS i, generate_series(1, 2) AS k WHERE k <= i % 3
    """,
  ]
}
