import CDQKit
import Testing

/// Short texts that multiply: the number of ways through a path grows with each step, the number of objects does not. The
/// work is counted by the limit of steps.
@Suite struct RepetitionTests {
  static let store: Store = {
    do {
      let schema = try Schema(
        parsing: """
          entity Country { name: String @unique  cities: [City] inverse country }
          entity City { id: Int64 @unique  country: Country? inverse cities  twins: [City] }
          """)
      let store = Store(schema: schema)
      for name in ["a", "b"] { _ = try store.insert("Country", ["name": .string(name)]) }
      for id in 0..<40 {
        let country = Value.object(ObjectKey(root: "Country", identity: .string(id % 2 == 0 ? "a" : "b")))
        _ = try store.insert("City", ["id": .int(Int64(id)), "country": country])
      }
      return store
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// `country.cities` once and again, `count` times.
  static func path(_ count: Int) -> String { Array(repeating: "country.cities", count: count).joined(separator: ".") }

  /// SUBQUERYs within each other.
  static func nested(_ count: Int) -> String {
    var text = "id > 1000"
    for level in (0..<count).reversed() {
      let start = level == 0 ? "" : "$v\(level - 1)."
      text = "SUBQUERY(\(start)country.cities, $v\(level), \(level == count - 1 ? "$v\(level).id > 1000" : text)).@count > 0"
    }
    return text
  }

  /// SUBQUERYs of which each goes on from the elements of the one in it.
  static func chained(_ count: Int) -> String {
    (0..<count).reduce("country.cities") { "SUBQUERY(\($0), $v\($1), $v\($1).id < 1000).country.cities" }
  }

  static let texts: [(name: String, text: @Sendable (Int) -> String)] = [
    ("ANY", { "ANY \(path($0)).id == 1000" }), ("ALL", { "NOT ALL \(path($0)).id < 1000" }),
    ("IN", { "1000 IN \(path($0)).id" }), ("@max", { "\(path($0)).@max.id == 1000" }),
    ("@count", { "\(path($0)).@count < 0" }), ("@sum", { "\(path($0)).@sum.id < 0" }),
    ("distinct", { "count:(\(path($0)).@distinctUnionOfObjects.id) == 1000" }),
    ("SUBQUERY", { nested($0) }), ("elements of a SUBQUERY", { "\(chained($0)).@max.id == 1000" }),
    ("ways through SUBQUERYs", { "\(chained($0)).@count < 0" }),
    ("SUBQUERY over a path", { "SUBQUERY(\(path($0)), $c, $c.id > 1000).@count > 0" }),
  ]

  @Test(arguments: texts.indices, ExecutionOptions.Engine.allCases)
  func `The work grows with the text, not with the ways`(_ index: Int, _ engine: ExecutionOptions.Engine) throws {
    for count in [2, 4, 8] {
      let text = "count City where \(RepetitionTests.texts[index].text(count))"
      let query = try CheckedQuery(parsing: text, in: RepetitionTests.store.schema)
      // By each part each of 40 objects reaches 20 cities and their country, by a part after a SUBQUERY 400 from its elements.
      let options = ExecutionOptions(maximumSteps: count * 40 * 1000, engine: engine)
      #expect(try query.count(in: RepetitionTests.store, options: options) == 0, "\(text)")
    }
  }

  /// Sums that count repetitions have the value of all ways.
  @Test func `Ways are counted`() throws {
    for (text, number) in [
      ("City where id == 3 AND \(RepetitionTests.path(4)).@count == 160000", 1),
      ("City where \(RepetitionTests.path(3)).@sum.id == 8000 * 19", 20),
      ("City where SUBQUERY(\(RepetitionTests.path(3)), $c, $c.id < 2).@count == 400", 40),
      ("City where \(RepetitionTests.path(3)).@avg.id == 20", 20),
    ] {
      let query = try CheckedQuery(parsing: "count \(text)", in: RepetitionTests.store.schema)
      #expect(try query.count(in: RepetitionTests.store) == number, "\(text)")
    }
  }

  /// A number of ways beyond the integers is an error, not a wrong number.
  @Test func `A number that does not fit ends the run`() throws {
    let text = "count City where \(RepetitionTests.path(15)).@count > 0"
    let query = try CheckedQuery(parsing: text, in: RepetitionTests.store.schema)
    #expect(throws: ExecutionError.stepLimit(.max)) { try query.count(in: RepetitionTests.store) }
  }
}
