import CDQKit
import CDQSchema
import CDQSyntax
import Testing

/// Slips in a query: misspelt keywords, operators with a '!', a missing '$' or comma, and habits of SQL. The first fix-it of
/// the first error makes the query that is meant.
@Suite struct SlipTests {
  static let schema: CheckedSchema = {
    let source = SourceText(
      name: "Shop.cdq",
      """
      entity Person { id: Int64 @unique name: String isMember: Bool cars: [Car] inverse owner }
      entity Car {
        id: Int64 @unique make: String year: Int64 price: Double? sold: Date?
        owner: Person? inverse cars
      }
      """)
    return buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
  }()

  @Test(arguments: [
    // Operators with a '!'
    (#"Car where make !CONTAINS "a""#, #"Car where NOT (make CONTAINS "a")"#),
    (#"Car where make !LIKE[c] "a*" AND year > 1"#, #"Car where NOT (make LIKE[c] "a*") AND year > 1"#),
    (#"Car where make !IN {"a", "b"}"#, #"Car where NOT (make IN {"a", "b"})"#),
    // Misspelt words before a condition
    ("Person where NAY cars.year > 5", "Person where ANY cars.year > 5"),
    ("Person where ALLL cars.year > 5", "Person where ALL cars.year > 5"),
    ("Person where NTO isMember", "Person where NOT isMember"),
    ("Person where id > 5 AND (NTO isMember)", "Person where id > 5 AND (NOT isMember)"),
    ("Car where year > 5 ordr by make", "Car where year > 5 sort make"),
    ("Person where isMember == ture", "Person where isMember == TRUE"),
    ("Person where isMember == flase", "Person where isMember == FALSE"),
    // Durations of SQL
    ("Car where sold > now() - interval '7 days'", "Car where sold > now() - days(7)"),
    ("Car where sold > now() - INTERVAL '2' HOUR", "Car where sold > now() - hours(2)"),
    ("Car where sold > now() - interval 3 day", "Car where sold > now() - days(3)"),
    // Lists and variables
    (#"Car where make IN {"Fiat" "VW" "BMW"}"#, #"Car where make IN {"Fiat", "VW", "BMW"}"#),
    (
      "Person where SUBQUERY(cars, $c, c.year < 5).@count > 0",
      "Person where SUBQUERY(cars, $c, $c.year < 5).@count > 0"
    ),
    (
      "Person where SUBQUERY(cars, $c, c.year < 5 AND c.price > 1).@count > 0",
      "Person where SUBQUERY(cars, $c, $c.year < 5 AND $c.price > 1).@count > 0"
    ),
    // A missing value
    (#"Car where price == """#, "Car where price == nil"), ("Car where sold != ''", "Car where sold != nil"),
    // Habits of SQL that the corrected text would still have
    ("Car WHERE make LIKE 'San%' LIMIT 10", "Car where make LIKE 'San*' limit 10"),
    ("SELECT COUNT(*) FROM Person WHERE isMember = 1", "count Person where isMember = TRUE"),
    // Queries inside of a query
    ("SELECT * FROM Person WHERE id NOT IN (SELECT owner FROM Car)", "Person where cars.@count == 0"),
    (
      "SELECT name FROM Person p WHERE p.id IN (SELECT owner_id FROM Car) AND p.isMember = true",
      "Person where cars.@count > 0 AND isMember = true select name"
    ),
    (
      "SELECT * FROM Person p WHERE NOT EXISTS (SELECT 1 FROM Car c WHERE c.owner_id = p.id)",
      "Person where cars.@count == 0"
    ),
  ])
  func `A slip has the query that is meant`(text: String, query: String) throws {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    let source = SourceText(name: "<query>", text)
    let first = try #require(errors.first?.fixIts.first, "\(errors)")
    var bytes = source.utf8
    for edit in first.edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: edit.newText.utf8)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == query)
    #expect(FirstWordsTests.errors(of: query, Self.schema).isEmpty)
  }

  /// A query inside of a query that asks for more has no translation.
  @Test(arguments: [
    "SELECT * FROM Person WHERE id IN (SELECT owner FROM Car WHERE year > 5)",
    "SELECT * FROM Person WHERE name IN (SELECT owner FROM Car)",
    "SELECT * FROM Person WHERE id IN (SELECT make FROM Car)",
    "SELECT * FROM Person p WHERE EXISTS (SELECT 1 FROM Car c WHERE c.owner = p.id AND c.year > 5)",
    "Car where year == ''", "Car where make IN 'a' 'b'", "Car where sold > interval 'x'", "Car where make !CONTAINS",
  ])
  func `What is not known has no fix-it of another meaning`(text: String) {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    #expect(!errors.isEmpty && errors.allSatisfy { $0.fixIts.isEmpty }, "\(errors)")
  }

  @Test func `An open parenthesis may close before an AND`() {
    let errors = FirstWordsTests.errors(of: "Car where (year > 5 OR year < 3 AND price > 1", Self.schema)
    #expect(errors.count == 1)
    #expect(errors.first?.fixIts.map { $0.edits[0].span.start } == [31, 45])
    let plain = FirstWordsTests.errors(of: "Car where (year > 5 AND price > 1 OR year < 3", Self.schema)
    #expect(plain.first?.fixIts.map { $0.edits[0].span.start } == [45])
  }
}
