import CDQConnections
import CDQDatabase
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// What a query reads of a database that cannot answer it exactly: the rows of its condition, the columns that memory needs,
/// and related objects only where memory follows a relationship.
@Suite struct CandidateTests {
  /// A connection that counts the statements.
  private final class CountingConnection: DatabaseConnection {
    private let connection: any DatabaseConnection
    private(set) var count = 0

    init(_ connection: any DatabaseConnection) { self.connection = connection }

    var dialect: SQLDialect { connection.dialect }
    var isUsable: Bool { connection.isUsable }
    func cancel() { connection.cancel() }

    func run(
      _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
      count += 1
      try connection.run(statement, deadline: deadline, row: row)
    }
  }

  /// A query, the columns beside the key that its statement reads, and the number of statements.
  struct Example: Sendable, CustomTestStringConvertible {
    let query: String
    let columns: [String]
    let statements: Int
    var testDescription: String { query }

    init(_ query: String, _ columns: [String], statements: Int = 1) {
      (self.query, self.columns, self.statements) = (query, columns, statements)
    }
  }

  static let examples = [
    Example("Line where order.year == 2023 select median(quantity * price) as total", ["quantity", "price"]),
    Example("Line where order.year == 2023 AND note CONTAINS 'n' select CAST(price, 'Double') * quantity as total", ["quantity", "price"]),
    Example("Line where order.year == 2023 group by quantity select quantity, median(price * price) as total", ["quantity", "price"]),
    // The condition has no exact form either, so that memory tests it with the orders.
    Example("Line where order.year == 2023 AND CAST(price, 'Double') * quantity > 60 select note", ["quantity", "price", "note", "order"], statements: 2),
    Example("count Line where CAST(price, 'Double') * quantity > 60", ["quantity", "price"]),
    Example(
      "Line where order.year == 2023 group by order.year select order.year as year, median(quantity * price) as total",
      ["quantity", "price", "order"], statements: 2),
    // The objects themselves have all of their properties.
    Example("Line where CAST(price, 'Double') * quantity > 60", ["quantity", "price", "note", "spare", "order"]),
  ]

  @Test(arguments: examples) func `Memory gets what it needs`(example: Example) throws {
    let schema = try Schema(
      parsing: """
        entity Line { id: Int64 @unique  quantity: Int64  price: Decimal  note: String  spare: Double?  order: Order? inverse lines }
        entity Order { number: String @unique  year: Int64 @index  lines: [Line] inverse order }
        """)
    let store = Store(schema: schema)
    try store.transaction { transaction in
      let orders = try (0..<12).map { try transaction.insert("Order", ["number": .string("O\($0)"), "year": .int(Int64(2020 + $0 % 5))]) }
      for number in 0..<200 {
        try transaction.insert(
          "Line",
          [
            "id": .int(Int64(number)), "quantity": .int(Int64(number % 7)), "price": .decimal(Decimal(number) / 3),
            "note": .string(number % 4 == 0 ? "none" : "x"), "spare": number % 2 == 0 ? .null : .double(1),
            "order": number % 13 == 12 ? .null : .object(orders[number % 13]),
          ])
      }
    }
    let connection = CountingConnection(try SQLiteConnection(path: ":memory:", access: .create))
    let database = Database(schema: schema, dialect: .sqlite)
    try database.create(on: connection, with: store.snapshot)
    let ir = try CheckedQuery(parsing: example.query, in: schema).ir
    let plan = try database.plan(ir)
    #expect(plan.isSuperset)
    let before = connection.count
    let found = try database.run(ir, on: connection)
    #expect(connection.count - before == example.statements)
    // The key of an object is a number of the layout, and its unique attributes identify it.
    let names = plan.statement.columns.map(\.name).filter { !["_id", "id", "number"].contains($0) }
    #expect(Set(names) == Set(example.columns.filter { $0 != "order" }))
    #expect(plan.statement.text.contains("JOIN") == (example.columns.contains("order") || example.query.contains("order.")))
    let difference = DatabaseWorld.difference(found, try store.run(ir))
    #expect(difference == nil)
  }
}
