import CDQKit
import CDQTestSupport
import Foundation
import Testing

/// The examples of the article *Query strings at run time*, compiled and run.
@Suite struct ExampleTests {
  private let store: Store

  init() throws {
    store = try Towns.store()
  }

  func towns(filter: String, sort: String, in store: Store) throws -> [Town] {
    let allowance = try Allowance(["Town": ["name", "people", "land.name"]], in: store.schema)
    let predicate = try CheckedPredicate(parsing: filter, for: "Town", allowing: allowance)
    let order = try CheckedOrder(parsing: sort, for: "Town", allowing: allowance)
    return try Town.all(in: store, where: predicate, sort: order, limit: 20)
  }

  @Test func serving() throws {
    let found = try towns(filter: "people > 1000000", sort: "people desc, name[cd]", in: store)
    #expect(found.map(\.name) == ["Madrid"])
    let error = #expect(throws: QueryError.self) { try towns(filter: "poeple > 1000000", sort: "name", in: store) }
    #expect(error?.diagnostics.first.map { "\($0)" }?.contains("did you mean 'people'?") == true)
  }

  @Test func fetching() throws {
    let schema = Towns.schema
    let large = try CheckedPredicate(parsing: "people > $n AND name BEGINSWITH[c] $prefix", for: "Town", in: schema)
    let order = try CheckedOrder(parsing: "people desc, name[cd]", for: "Town", in: schema)

    let towns = try Town.all(in: store, where: large, ["n": 100_000, "prefix": "m"], sort: order, limit: 20)
    let first = try Town.first(in: store, sort: order)
    let count = try Town.count(in: store, where: large, ["n": 100_000, "prefix": "m"])
    let anyTown = try Town.exists(in: store, where: large, ["n": 100_000, "prefix": "m"])
    try Town.delete(in: store, where: large, ["n": 3_000_000, "prefix": "m"])
    #expect(towns.map(\.name) == ["Madrid", "Málaga"] && first?.name == "Madrid" && count == 2 && anyTown)
  }

  @Test func live() async throws {
    let schema = Towns.schema
    let ports = try CheckedPredicate(parsing: "isPort", for: "Town", in: schema)
    for try await towns in Town.live(in: store, where: ports, limit: 10) {
      print(towns.map(\.name))
      break
    }
  }

  @Test func queries() throws {
    let schema = Towns.schema
    let query = try CheckedQuery(parsing: "Town where people > $n sort name", in: schema)
    let towns = try query.rows(of: Town.self, in: store, ["n": 600_000])

    struct Size: Decodable { var name: String; var people: Int? }
    let select = try CheckedQuery(parsing: "Town select name, people sort name", in: schema)
    let sizes = try select.rows(of: Size.self, in: store)
    for row in try select.rows(in: store) { print(row["name"] ?? .null, row) }
    let row: NamedRow? = try select.rows(in: store).first
    #expect(try row?.decoded(as: Size.self).name == "Atlantis" && query.warnings.diagnostics.isEmpty)
    #expect(towns.count == 2 && sizes.count == 5)
  }

  @Test func combining() throws {
    let schema = Towns.schema
    let ports = try CheckedPredicate(parsing: "isPort", for: "Town", in: schema)
    let large = try CheckedPredicate(parsing: "people > $n", for: "Town", in: schema)

    let both = try ports && large.binding(["n": 500_000])
    print(both)    // isPort AND people > 500000
    let others = try !both || .any([ports, large])
    let all = try CheckedPredicate.all([ports, both, .everything])
    let lands = try Land.all(in: store, where: .any("towns", of: "Land", satisfies: both))
    let apart = try large && large.renaming("n", to: "m")
    let query = try CheckedQuery(.count, of: "Town", in: schema, where: both)
    #expect(both.description == "isPort AND people > 500000" && lands.map(\.code) == ["NO", "ES"])
    #expect(try query.count(in: store) == 2 && apart.parameters.count == 2 && !others.parameters.isEmpty)
    #expect(try Town.all(in: store, where: all).count == 2)
  }

  @Test func paging() throws {
    let schema = Towns.schema
    let query = try CheckedQuery(parsing: "Town", in: schema)
    let order = try CheckedOrder(parsing: "people desc", for: "Town", in: schema)

    var page = try Town.page(in: store, sort: order, limit: 2)
    var towns = page.items
    while let next = page.next {
      let text = try next.text(.readable)    // for a link, such as "/towns?after=\(text)"
      page = try Town.page(in: store, sort: order, after: PageCursor(text, .readable), limit: 2)
      towns += page.items
    }
    #expect(towns.count == 5)
    let large = try CheckedPredicate(parsing: "people > $n AND name BEGINSWITH[c] $prefix", for: "Town", in: schema)
    let columns = try CheckedQuery(parsing: "Town select name, land.name as land", in: schema)
    let rows = try PageQuery(columns.narrowed(to: large, sort: order), limit: 2).run(in: store, ["n": 100_000, "prefix": "m"])
    #expect(rows.items.map { $0["name"] } == ["Madrid", "Málaga"] && rows.next == nil)
    let last: Page<Town> = page
    #expect(last.items.count == 1 && query.limits.steps == Limits.defaultSteps)
    #expect(query.limits.time == Limits.defaultTime)
  }

  @Test func choosing() throws {
    let schema = Towns.schema
    let orders = try NamedOrders(["name": "name[cd]", "largest": "people desc, name"], for: "Town", in: schema)
    let order = try orders.order(named: "largest")
    #expect(order.keys.count == 2)
  }

  @Test func strangers() throws {
    let schema = Towns.schema
    var allowance = try Allowance(["Town": ["name", "people", "land.name"]], in: schema)
    allowance.functions = ["lowercase", "length"]
    allowance.operators.remove(.like)
    allowance.includesParameters = true
    allowance.clauses = Set(Allowance.Clause.allCases)
    let limits = Limits(text: TextLimits(length: 500), steps: 1_000_000, time: .seconds(1))
    do {
      let filter = try CheckedPredicate(parsing: "secret == 'x'", for: "Town", allowing: allowance, limits: limits)
      print(try Town.all(in: store, where: filter))
      Issue.record("the filter was allowed")
    } catch let error as QueryError {
      print(error.report.json)    // for an HTTP answer; `Grammar/diagnostics.schema.json` describes it
      for diagnostic in error.diagnostics { print(diagnostic) }
    }
  }

  struct Person: QueryRecord, Codable {
    var name: String
    var age: Int?

    static let recordAccess = RecordAccess<Person>("Person") {
      $0.attribute("name", \.name)
      $0.attribute("age", \.age)
    }
  }

  @Test func records() throws {
    let schema = try Schema(parsing: "entity Person { name: String  age: Int64? }")
    let adults = try CheckedPredicate(parsing: "age >= 18", for: "Person", in: schema)
    let byName = try CheckedOrder(parsing: "name[cd]", for: "Person", in: schema)
    let people = [Person(name: "Ann", age: 31), Person(name: "Bo", age: 7)]

    let found = try people.filter(adults).sorted(by: byName)
    let isAdult = try adults.evaluate(with: people[1])
    for person in try people.lazy.filter(adults) { print(person.name) }
    let lazily: LazyCheckedFilter<[Person]> = try people.lazy.filter(adults)
    #expect(Array(lazily).count == 1)
    let encoded = try adults.filter(people, with: RecordAccess(encoding: Person.self, as: "Person", in: schema))
    let json: [[String: Any]] = [["name": "Cy", "age": 40]]
    let read = try adults.filter(json, with: RecordAccess(dictionaries: "Person", in: schema))
    #expect(found.count == 1 && !isAdult && encoded.count == 1 && read.count == 1)
  }

  @Test func libraries() throws {
    let schema = Towns.schema
    let text = "query named = Town where name BEGINSWITH[c] $prefix"
    let library = try CheckedLibrary(parsing: text, in: schema)
    let towns = try library.query(named: "named").rows(of: Town.self, in: store, ["prefix": "o"])
    #expect(towns.map(\.name) == ["Oslo"])
  }

  @Test func editors() throws {
    let schema = Towns.schema
    let filter = try CheckedPredicate(parsing: "people > 5 AND name BEGINSWITH[c] 'o'", for: "Town", in: schema)
    if case .all(let rows) = filter.tree {
      for case .comparison(let row) in rows { print(row.left, row.operator, row.right) }
    }
    let offered = schema.operators(for: "Town.people")    // == != < <= > >= BETWEEN IN, and an integer field
    let built = PredicateTree.comparison(.init(.path("people"), .greater, .value(5)))
    let predicate = try CheckedPredicate(built, for: "Town", in: schema)
    let editor: PropertyOperators.Editor? = offered?.editor
    let operand = PredicateTree.Operand.path("people")
    let quantifier = PredicateTree.Quantifier.any
    #expect(editor == .integer(.min ... .max) && operand != .path("name") && quantifier.rawValue == "ANY")
    #expect(predicate.description == "people > 5" && offered?.operators.contains(.between) == true)
  }

  @Test func formatting() throws {
    let form = QueryFormatter.TextForm.predicate
    #expect(try QueryFormatter.format("people>5", as: form) == "people > 5")
    #expect(7.storedValue == .int(7) && PropertyOperators.self != Town.self)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func foundation() throws {
    let ports = try CheckedPredicate(parsing: "isPort AND people > $n", for: "Town", in: Towns.schema)
    let predicate = try ports.foundationPredicate(
      for: Town.self, keyPaths: ["isPort": \.isPort, "people": \.people], ["n": 300_000])
    let towns = try Town.all(in: store).filter { try predicate.evaluate($0) }
    #expect(towns.map(\.name) == ["Oslo", "Málaga"])
  }

  // MARK: The article

  @Test func `The article has these examples`() throws {
    let article = try String(
      contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/QueryStrings.md"), encoding: .utf8)
    let code = try String(contentsOf: Repository.url("Tests/CDQKitTests/ExampleTests.swift"), encoding: .utf8)
    let lines = Set(code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    var blocks = 0
    for block in article.matches(of: /```swift\n([\s\S]*?)```/) {
      blocks += 1
      for line in block.output.1.split(separator: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
        #expect(line.isEmpty || lines.contains(line), "\(line)")
      }
    }
    #expect(blocks >= 9)
  }

  /// Every public name of the library occurs in a test, which is an example that compiles.
  @Test func `Every public name has an example`() throws {
    let tests = try Self.text(in: "Tests/CDQKitTests")
    let words = Set(tests.matches(of: /[A-Za-z_]+/).map { String($0.output) })
    let declaration = /public (?:private\(set\) |static |convenience |mutating |final |indirect )*(?:func|var|let|struct|enum|protocol|class) `?([A-Za-z]+)/
    var missing: Set<String> = []
    for match in try Self.text(in: "Sources/Library/CDQKit").matches(of: declaration) {
      let name = String(match.output.1)
      if !words.contains(name), !Self.requirements.contains(name) { missing.insert(name) }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// What only protocols call, and what only Apple's systems have.
  private static let requirements: Set<String> = [
    "encode", "hash", "makeIterator", "next", "Iterator", "nsPredicate", "formatValue", "FormatArgument",
  ]

  private static func text(in folder: String) throws -> String {
    let url = Repository.url(folder)
    let files = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".swift") }.sorted().map {
      try String(contentsOf: url.appending(path: $0), encoding: .utf8)
    }.joined(separator: "\n")
  }
}
