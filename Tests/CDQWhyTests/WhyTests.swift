import CDQIR
import CDQKit
import CDQRuntime
import CDQWhy
import Foundation
import Testing

/// Truth trees, the changes that turn an answer, what conditions remove, and plans.
@Suite struct WhyTests {
  @Test(arguments: [
    (
      "City where population > 5000000 AND NOT isCapital", 1,
      """
      ✗ population > 5000000 AND NOT (isCapital)
        ✗ population > 5000000   (population = 709000)
        ✗ NOT (isCapital)
          ✓ isCapital   (isCapital = true)
      """
    ),
    (
      "City where population == NULL OR country.name BEGINSWITH[c] 'nor'", 2,
      """
      ✓ population == NULL OR country.name BEGINSWITH[c] "nor"
        ✗ population == NULL   (population = 291000)
        ✓ country.name BEGINSWITH[c] "nor"   (country.name = "Norway")
      """
    ),
    (
      "City where population / 1000 BETWEEN {700, 800} AND id IN {1, 2}", 1,
      """
      ✓ population / 1000 BETWEEN {700, 800} AND id IN {1, 2}
        ✓ population / 1000 BETWEEN {700, 800}   (population / 1000 = 709, population = 709000)
        ✓ id IN {1, 2}   (id = 1)
      """
    ),
    (
      "City where ANY tags == 'port'", 1,
      """
      ✓ ANY tags == "port"   [1 of 2; decided by "port"]
        ✓ $element == "port"   ($element = "port")
      """
    ),
    ("City where population != NULL", 4, "✗ population != NULL   (population = nil)"),
  ])
  func `A tree shows each part with its truth and values`(query: String, id: Int, tree: String) throws {
    let store = try Cities.store()
    let city = try #require(store.record(Cities.city(Int64(id))))
    #expect(try "\(city.why(Cities.query(query, in: store)))" == tree)
  }

  @Test(arguments: [
    (
      "Country where ANY cities.population > 10000000", "jp",
      """
      ✓ ANY cities.population > 10000000   [1 of 2; decided by City 3]
        ✓ $city.population > 10000000   ($city.population = 13960000)
      """
    ),
    (
      "Country where ALL cities.population > 300000", "no",
      """
      ✗ ALL cities.population > 300000   [1 of 2; decided by City 2]
        ✗ $city.population > 300000   ($city.population = 291000)
      """
    ),
    (
      "Country where SUBQUERY(cities, $c, $c.isCapital AND $c.population > 1000000).@count > 0", "no",
      """
      ✗ SUBQUERY(cities, $city, $city.isCapital AND $city.population > 1000000).@count > 0   \
      (SUBQUERY(cities, $city, $city.isCapital AND $city.population > 1000000).@count = 0)
        ✗ SUBQUERY(cities, $city, $city.isCapital AND $city.population > 1000000).@count > 0   [none of 2; nearest is City 1]
          ✗ $city.isCapital AND $city.population > 1000000
            ✓ $city.isCapital   ($city.isCapital = true)
            ✗ $city.population > 1000000   ($city.population = 709000)
      """
    ),
    ("Country where NONE cities.isCapital == TRUE", "aq",
      """
      ✓ NONE cities.isCapital == true
        ✗ ANY cities.isCapital == true   [no elements]
      """),
  ])
  func `A tree shows the element that decides`(query: String, code: String, tree: String) throws {
    let store = try Cities.store()
    let country = try #require(store.record(Cities.country(code)))
    #expect(try "\(country.why(Cities.query(query, in: store)))" == tree)
  }

  @Test func `Arguments are literals, and absent parameters leave no trace`() throws {
    let store = try Cities.store()
    let city = try #require(store.record(Cities.city(1)))
    let query = try Cities.query("City where population > $n AND name == $name?", in: store)
    #expect(
      try "\(city.why(query, arguments: ["n": 5]))" == "✓ population > 5   (population = 709000)")
    #expect(throws: ExecutionError.missingArgument(name: "n")) { try city.why(query) }
    let library = try CheckedLibrary(
      parsing: "query home($home: City) = City where country.name == $home.country.name", in: store.schema)
    let home = try #require(library["home"]).ir
    let tree = try city.why(home, arguments: ["home": .object(Cities.city(2))])
    #expect(tree.holds)
    #expect(tree.values.map(\.value) == [.string("Norway"), .string("Norway")])
  }

  @Test func `Records of the caller's types have trees, too`() throws {
    struct Town: Sendable {
      var name: String
      var size: Int64
    }
    let schema = try Schema(parsing: "entity Town { name: String  size: Int64 }")
    let access = RecordAccess<Town>("Town") {
      $0.attribute("name", \.name)
      $0.attribute("size", \.size)
    }
    let query = try CheckedQuery(parsing: "Town where size > 5 AND name == 'Ås'", in: schema).ir
    let tree = try access.why(query, matches: Town(name: "Ås", size: 3))
    #expect(tree.leaves.map(\.holds) == [false, true])
    #expect(tree.distance == 1)
  }

  // MARK: Changes

  @Test(arguments: [
    ("City where population > 5000000", 1, "population 709000 → 5000001", "population > 5000000 → population >= 709000"),
    ("City where population <= 5", 1, "population 709000 → 5", "population <= 5 → population <= 709000"),
    ("City where name BEGINSWITH 'X' AND isCapital", 2, "name \"Bergen\" → \"XBergen\", isCapital false → true", "name BEGINSWITH \"X\" → , isCapital → "),
    ("City where NOT isCapital", 1, "isCapital true → false", "NOT (isCapital) → "),
    ("City where population BETWEEN {1, 2}", 1, "population 709000 → 2", "population BETWEEN {1, 2} → population BETWEEN {1, 709000}"),
    ("City where population == NULL", 1, "population 709000 → nil", "population == NULL → "),
    ("City where id IN {7, 8}", 1, "id 1 → 7", "id IN {7, 8} → "),
    ("City where id == 2", 1, nil, "id == 2 → "),
    ("City where population > 5", 1, "population 709000 → 5", "population > 5 → population > 709000"),
    ("City where country.name == 'Japan'", 1, "name \"Norway\" → \"Japan\"", "country.name == \"Japan\" → "),
  ] as [(String, Int, String?, String?)])
  func `The smallest changes turn the answer`(query: String, id: Int, object: String?, condition: String?) throws {
    let store = try Cities.store()
    let city = try #require(store.record(Cities.city(Int64(id))))
    let changes = try city.turningChanges(of: Cities.query(query, in: store))
    let found = changes.object?.map { "\($0.property) \(ValueLiteral.text($0.before)) → \(ValueLiteral.text($0.after))" }
    #expect(found?.joined(separator: ", ") == object)
    #expect(changes.query?.parts.map { "\($0.before) → \($0.after ?? "")" }.joined(separator: ", ") == condition)
    // The store keeps its data.
    #expect(store.record(Cities.city(Int64(id)))?["name"] == city["name"])
  }

  @Test func `The element of a to-many changes where it decides`() throws {
    let store = try Cities.store()
    let norway = try #require(store.record(Cities.country("no")))
    let changes = try norway.turningChanges(
      of: Cities.query("Country where ANY cities.population > 10000000", in: store))
    #expect(changes.object?.map(\.object) == [Cities.city(1)])
    #expect(changes.query?.text == "ANY cities.population >= 709000")
  }

  // MARK: Results

  @Test func `What each condition removes`() throws {
    let store = try Cities.store()
    let query = try Cities.query("City where population > 50000000 AND isCapital AND name CONTAINS 'o'", in: store)
    let losses = try store.snapshot.losses(of: query)
    #expect(losses.total == 4)
    #expect(losses.matching == 0)
    #expect(losses.conditions.map(\.text) == ["population > 50000000", "isCapital", "name CONTAINS \"o\""])
    #expect(losses.conditions.map(\.removed) == [4, 2, 2])
    #expect(losses.conditions.map(\.leftWithout) == [2, 0, 0])
    #expect(losses.pair == nil)
    let both = try store.snapshot.losses(
      of: Cities.query("City where id > 90 AND population > 50000000 AND isCapital", in: store))
    #expect(both.pair?.texts == ["id > 90", "population > 50000000"])
    #expect(both.pair?.leftWithout == 2)
  }

  /// Of many conditions the first are shown, and the others are tested together: a run for each, with all before it, would
  /// take quadratic time.
  @Test func `A long chain has the losses and the plan of a short one`() throws {
    let store = try Cities.store()
    func query(_ count: Int) throws -> QueryIR {
      let others = (0..<count).map { "name != 'x\($0)'" }.joined(separator: " AND ")
      return try Cities.query("City where population > 5000000 AND id != 3 AND \(others) AND name != 'Oslo'", in: store)
    }
    let losses = try [20, 300].map { try store.snapshot.losses(of: query($0)) }
    for loss in losses {
      #expect(loss.total == 4)
      #expect(loss.matching == 0)
      #expect(loss.conditions.prefix(2).map(\.removed) == [3, 1])
      #expect(loss.conditions.first?.text == "population > 5000000")
      #expect(loss.conditions.first?.leftWithout == 2)
      #expect(loss.conditions.first { $0.text == "id != 3" }?.leftWithout == 1)
    }
    #expect(losses.map(\.conditions.count) == [23, 64])
    let near = try [20, 300].map { try store.snapshot.nearMisses(of: query($0), most: 4).map(\.key) }
    #expect(near[0] == near[1] && near[0].count == 4)

    let plan = try store.snapshot.plan(of: query(300))
    #expect(plan.steps.count == 64)
    #expect(plan.steps.last?.text == "… and 240 more conditions")
    #expect(plan.steps.last?.rowsAfter == 0)
    #expect(try store.snapshot.plan(of: query(61)).steps.allSatisfy { !$0.text.hasPrefix("…") })
  }

  @Test func `A plan has the steps in the order of the engine`() throws {
    let store = try Cities.store()
    let text = "City where name CONTAINS 'o' AND population > 1000 AND ANY country.cities.name LIKE '?o?y?'"
    let plan = try store.snapshot.plan(of: Cities.query(text, in: store))
    #expect(plan.engine == .column)
    #expect(plan.total == 4)
    #expect(plan.steps.first?.text == "population > 1000")
    #expect(plan.steps.map(\.rowsBefore) == [4] + plan.steps.dropLast().map(\.rowsAfter))
    #expect(plan.steps.last?.rowsAfter == 1)
    #expect(plan.advice.contains { $0.contains("no index answers CONTAINS") })
    #expect(try store.snapshot.plan(of: Cities.query("City where id == 3", in: store)).engine == .lookup)
    let rows = try store.snapshot.plan(of: Cities.query(text, in: store), options: ExecutionOptions(engine: .row))
    #expect(rows.engine == .row)
    #expect(rows.steps.first?.text == "name CONTAINS \"o\"")
  }

  @Test func `A plan advises an index, and says when one is not used`() throws {
    let schema = try Schema(parsing: "entity Item { id: Int64 @unique  size: Int64  rank: Int64 @index }")
    // As many rows as an index needs.
    let rows = (0..<13_000).map { "\($0),\($0),\($0 % 3)\n" }.joined()
    let csv = LoadInput(name: "Item.csv", entity: "Item", format: .csv, bytes: Data(("id,size,rank\n" + rows).utf8))
    let store = try StoreLoader(schema: schema).load([csv]).store
    let plan = try store.snapshot.plan(of: Cities.query("Item where size > 12990", in: store))
    #expect(plan.advice == ["'@index' on 'size' would leave 9 of 13000 rows to test"])
    let ranked = try store.snapshot.plan(of: Cities.query("Item where rank > 0", in: store))
    #expect(ranked.candidates == nil)
    #expect(ranked.advice.first?.hasPrefix("the index on 'rank' is not used") == true)
    let few = try store.snapshot.plan(of: Cities.query("Item where id BETWEEN {5, 7}", in: store))
    #expect(few.candidates == 3)
    #expect(few.advice == [])
  }
}
