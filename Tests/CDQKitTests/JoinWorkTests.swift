import CDQKit
import Testing

/// Joins by values in memory. The work is counted by the limit of steps: it grows with the objects, not with their pairs.
@Suite struct JoinWorkTests {
  static let count = 1_000
  static let store: Store = {
    do {
      let schema = try Schema(
        parsing: """
          entity Order { id: Int64 @unique  email: String?  total: Double }
          entity Customer { id: Int64 @unique  mail: String  number: Int64 }
          """)
      let store = Store(schema: schema)
      for id in 0..<Int64(count) {
        let letter = id.isMultiple(of: 2) ? "A" : "á"
        let email: Value = id == 0 ? .null : .string("\(letter)\(id)@Example.org")
        _ = try store.insert("Order", ["id": .int(id), "email": email, "total": .double(Double(id) / 2)])
        _ = try store.insert("Customer", ["id": .int(id), "mail": .string("a\(id)@example.org"), "number": .int(id)])
      }
      return store
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  static let numbers: [(condition: String, count: Int)] = [
    ("SUBQUERY(Order, $o, $o.email ==[c] mail).@count > 0", 499),
    ("SUBQUERY(Order, $o, $o.email ==[cd] mail).@count > 0", 999),
    ("SUBQUERY(Order, $o, $o.email == mail).@count > 0", 0),
    ("mail IN[c] Order.@unionOfObjects.email", 499), ("mail IN[cd] Order.@distinctUnionOfObjects.email", 999),
    ("mail IN Order.@unionOfObjects.email", 0), ("mail IN SUBQUERY(Order, $o, $o.total > 1).email", 0),
    // An integer is equal to a number of another type only where both are the same number.
    ("number IN Order.@unionOfObjects.total", 500), ("NOT number IN Order.@unionOfObjects.total", 500),
  ]

  @Test(arguments: numbers, ExecutionOptions.Engine.allCases)
  func `The work grows with the objects, not with the pairs`(
    _ expected: (condition: String, count: Int), _ engine: ExecutionOptions.Engine
  ) throws {
    let query = try CheckedQuery(parsing: "count Customer where \(expected.condition)", in: JoinWorkTests.store.schema)
    let options = ExecutionOptions(maximumSteps: 10 * JoinWorkTests.count, engine: engine)
    #expect(try query.count(in: JoinWorkTests.store, options: options) == expected.count)
  }
}
