import CDQIR
import Foundation
import Testing

/// Encoding, decoding and dumps of the IR.
@Suite struct QueryIRTests {
  private static func written(_ query: QueryIR) throws -> String {
    try query.json
  }

  private static func read(_ text: String) throws -> QueryIR {
    try QueryIR(json: text)
  }

  @Test func `What is written is read again`() throws {
    for seed in 0..<1500 {
      var random = RandomIR(seed: UInt64(seed))
      let query = random.query()
      let text = try QueryIRTests.written(query)
      let again = try QueryIRTests.read(text)
      // NaN is not equal to itself, but its text and its dump are.
      guard again == query || text.contains("\"nan\"") || text.contains("\"NaN\"") else {
        Issue.record("seed \(seed): read as another query\n\(query.dump)\n\(again.dump)")
        return
      }
      guard try QueryIRTests.written(again) == text, again.dump == query.dump else {
        Issue.record("seed \(seed): written differently the second time\n\(query.dump)\n\(again.dump)")
        return
      }
    }
  }

  @Test func `The dump is one line whatever the query`() {
    for seed in 0..<1500 {
      var random = RandomIR(seed: UInt64(seed))
      let query = random.query()
      #expect(!query.dump.contains("\n"), "seed \(seed)")
    }
  }

  @Test func `The version is written and kept`() throws {
    var query = QueryIR(entity: "City")
    #expect(query.version == QueryIR.currentVersion)
    #expect(try QueryIRTests.written(query).contains("\"version\":\(QueryIR.currentVersion)"))
    // Decoding keeps a newer version, so that an older runtime can report it instead of failing at an unknown node.
    query.version = QueryIR.currentVersion + 1
    #expect(try QueryIRTests.read(try QueryIRTests.written(query)).version == QueryIR.currentVersion + 1)
  }

  static let broken = [
    "{}", "[]", #"{"version":1,"entity":"City"}"#,
    // Values with two kinds, with none, and with a text that is no number.
    #"{"int":1,"string":"a"}"#, "{}", #"{"double":"x"}"#, #"{"date":""}"#, #"{"url":""}"#, #"{"int":1.5}"#,
  ]

  @Test(arguments: broken)
  func `What is no query or value is refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(QueryIR.self, from: Data(text.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Value.self, from: Data(text.utf8)) }
  }

  // MARK: Dump

  private static let name = path("name", .string)
  private static let population = path("population", .int64)
  private static let cities = CollectionIR.path(
    PathIR(variable: 0, steps: [StepIR("cities", .toMany, of: "Country")], type: OptionalType(.object("City"))))
  private static let city = VariableIR(id: 3, type: OptionalType(.object("City")))
  private static let isLarge = PredicateIR.comparison(
    ComparisonIR(.greater, path("population", .int64, of: 3), .parameter(0, .int64)))

  private static func path(_ name: String, _ type: ValueType, of variable: Int = 0) -> ExpressionIR {
    .path(PathIR(variable: variable, steps: [StepIR(name, .attribute, of: "City")], type: OptionalType(type)))
  }

  private static func query(
    _ predicate: PredicateIR = .constant(true), sort: SortIR = .keys([]), projection: ProjectionIR? = nil
  ) -> QueryIR {
    QueryIR(
      entity: "City",
      parameters: [
        ParameterIR(name: "n", type: OptionalType(.int64)),
        ParameterIR(name: "order", type: OptionalType(.string), isOmittable: true),
      ], predicate: predicate, sort: sort, projection: projection)
  }

  private static func key(_ expression: ExpressionIR, isDescending: Bool = false, nullsFirst: Bool) -> SortKeyIR {
    SortKeyIR(
      name: "k", expression: expression, options: [.caseInsensitive], isDescending: isDescending,
      nullsFirst: nullsFirst)
  }

  static let dumps: [(QueryIR, String)] = [
    (query(), "City"),
    (QueryIR(entity: "City", includesSubentities: false, cardinality: .first, limit: .constant(2)),
      "first City only limit 2"),
    (query(.and([.not(.isNull(name)), .or([.constant(true), .boolean(path("isOld", .bool))])])),
      "City where name~String != NULL AND (TRUEPREDICATE OR isOld~Bool)"),
    (query(.text(TextMatchIR(.like, name, .literal(.string("a\"\n*"), .string), options: [.diacriticInsensitive]))),
      #"City where name~String LIKE[d] "a\"\n*"~String"#),
    (query(.between(BetweenIR(population, .literal(.int(1), .int64), .parameter(0, .int64)))),
      "City where population~Int64 BETWEEN {1~Int64, $n~Int64}"),
    (query(.membership(MembershipIR(population, in: .literal([.literal(.null, .int64)], element: .int64)))),
      "City where population~Int64 IN {NULL}"),
    (query(.quantified(QuantifiedIR(.all, city, in: cities, isLarge))),
      "City where ALL $v3 IN cities~City: ($v3.population~Int64 > $n~Int64)"),
    (query(.whenPresent(parameters: [1], isLarge)),
      "City where WHEN $order?: ($v3.population~Int64 > $n~Int64)"),
    (query(.boolean(.aggregate(AggregateIR(.maximum, .filter(cities, city, isLarge), type: .int64)))),
      "City where max(SUBQUERY(cities~City, $v3, $v3.population~Int64 > $n~Int64))"),
    (query(sort: .keys([key(name, nullsFirst: true), key(population, isDescending: true, nullsFirst: true)])),
      "City sort name~String [c], population~Int64 [c] desc nulls first"),
    (query(sort: .choice(parameter: 1, keys: [key(name, nullsFirst: false)])),
      "City sort $order? in (name~String [c] nulls last)"),
    (query(
      projection: ProjectionIR(
        grouping: [name], isGrouped: true, having: .constant(false),
        items: [
          ProjectionIR.Item(
            name: "n", expression: .groupAggregate(
              GroupAggregateIR(.count, isDistinct: true, argument: population, type: .int64)),
            type: OptionalType(.int64))
        ], isDistinct: true)),
      "City group by name~String having FALSEPREDICATE select distinct count(distinct population~Int64) as n"),
  ]

  @Test(arguments: dumps)
  func `Dumps show every part`(query: QueryIR, expected: String) {
    #expect(query.dump == expected)
  }
}
