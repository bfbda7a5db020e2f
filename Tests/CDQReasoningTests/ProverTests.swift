import CDQIR
import CDQKit
import CDQReasoning
import CDQRuntime
import Testing

/// Statements that the prover decides, and those that it leaves undecided.
@Suite struct ProverTests {
  static let schema = """
    enum Mood: String { calm = "calm", wild = "wild" }
    entity Country {
      code: String @unique
      name: String
      cities: [City] inverse country
    }
    entity City {
      id: Int64 @unique
      name: String
      nick: String?
      population: Int64?
      rank: Int16
      area: Double
      opened: Date?
      isCapital: Bool
      mood: Mood
      tags: [String]
      country: Country? inverse cities
    }
    """

  private static func query(_ text: String, _ schema: Schema) throws -> QueryIR {
    try CheckedPredicate(parsing: text, for: text.contains("cities") ? "Country" : "City", in: schema).ir
  }

  private static func name(_ proof: Prover.Proof) -> String {
    switch proof {
    case .proved: "yes"
    case .refuted: "no"
    case .undecided(let reason): reason
    }
  }

  @Test(arguments: [
    // Ranges, and integers between them.
    ("rank > 5", "rank > 3", "yes"), ("rank > 5", "rank >= 6", "yes"), ("rank > 5", "rank > 6", "no"),
    ("rank > 5 AND rank < 7", "rank == 6", "yes"), ("area > 5 AND area < 7", "area == 6", "no"),
    ("population BETWEEN {1, 3}", "population IN {1, 2, 3}", "yes"), ("rank == 3.5", "isCapital", "yes"),
    ("rank > 32767", "isCapital", "yes"), ("rank IN {1, 2}", "rank < 2.5", "yes"),
    // Nil: a comparison with it is false, but for `!=`.
    ("population > 5", "population != NULL", "yes"), ("population != 5", "population != NULL", "no"),
    ("NOT population <= 5", "population > 5", "no"), ("NOT population <= 5", "population > 5 OR population == NULL", "yes"),
    ("country.name == 'a'", "country != NULL", "yes"), ("country != NULL", "country.name != NULL", "yes"),
    ("nick != 'a'", "nick == NULL OR nick != 'a'", "yes"), ("population + 1 > 5", "population != NULL", "yes"),
    // NaN is in no order, but differs.
    ("NOT area <= 5", "area > 5", "no"), ("area != area", "NOT area == 5", "yes"),
    // Texts.
    ("name BEGINSWITH 'abc'", "name BEGINSWITH 'ab'", "yes"), ("name BEGINSWITH 'ab'", "name BEGINSWITH 'abc'", "no"),
    ("name BEGINSWITH[c] 'ABC'", "name CONTAINS[c] 'b'", "yes"), ("name == 'abc'", "name LIKE 'a*c'", "yes"),
    ("name LIKE 'ab*yz'", "name ENDSWITH 'z'", "yes"), ("name BEGINSWITH 'b'", "name > 'a'", "yes"),
    ("name BEGINSWITH 'b'", "name < 'c'", "yes"), ("name BEGINSWITH 'b'", "name < 'bb'", "no"),
    ("name ==[c] 'ABC'", "name ENDSWITH[c] 'bC'", "yes"), ("name == 'a'", "name ==[c] 'A'", "yes"),
    ("name IN {'ax', 'ay'}", "name BEGINSWITH 'a'", "yes"), ("nick LIKE '*'", "nick != NULL", "yes"),
    ("name MATCHES 'a+'", "name MATCHES 'a*'", "it depends on a pattern of MATCHES"),
    // Order among values.
    ("population > rank AND rank > area", "population > area", "yes"), ("population > rank", "rank > population", "no"),
    // Few values.
    ("NOT isCapital", "isCapital == FALSE", "yes"), ("mood != .calm", "mood == .wild", "yes"),
    // Collections.
    ("ANY cities.population > 5", "cities.@count > 0", "yes"), ("ALL cities.rank > 5", "ANY cities.rank > 3", "no"),
    ("ANY cities.rank > 5", "NOT (ALL cities.rank < 3)", "yes"), ("NONE cities.rank > 5", "ALL cities.rank <= 5", "yes"),
    ("SUBQUERY(cities, $c, $c.rank > 5 AND $c.isCapital).@count > 0", "ANY cities.isCapital", "yes"),
    ("ANY cities.isCapital AND ANY cities.rank > 5", "SUBQUERY(cities, $c, $c.rank > 5 AND $c.isCapital).@count > 0", "no"),
    ("'a' IN tags", "ANY tags BEGINSWITH 'a'", "yes"), ("ALL tags == 'a'", "'a' IN tags", "no"),
    // Parameters may be anything.
    ("population > $n", "population >= $n", "yes"), ("population > $n", "population > $m", "no"),
    ("rank IN $ids", "rank > 5", "no"), ("name CONTAINS $part?", "name != ''", "no"),
    // TERNARY is taken apart; arithmetic is not.
    ("TERNARY(isCapital, 1, 2) == 1", "isCapital", "yes"),
    ("rank * 2 == 5", "rank > 100", "it depends on arithmetic"),
  ] as [(String, String, String)])
  func `An implication is proved, refuted or left undecided`(a: String, b: String, answer: String) throws {
    let schema = try Schema(parsing: ProverTests.schema)
    let prover = Prover(schema: schema)
    let (first, second) = (try ProverTests.query(a, schema), try ProverTests.query(b, schema))
    let proof = prover.implies(first, second)
    #expect(ProverTests.name(proof) == answer)
    guard case .refuted(let witness) = proof else { return }
    #expect(witness.truths == [true, false])
    #expect(witness.record != nil)
    #expect(!witness.lines.isEmpty)
  }

  @Test func `The other statements follow the same rules`() throws {
    let schema = try Schema(parsing: ProverTests.schema)
    let prover = Prover(schema: schema)
    func query(_ text: String) throws -> QueryIR { try ProverTests.query(text, schema) }
    #expect(try ProverTests.name(prover.equivalent(query("rank > 5"), query("NOT rank <= 5"))) == "yes")
    #expect(try ProverTests.name(prover.equivalent(query("population > 5"), query("NOT population <= 5"))) == "no")
    #expect(try ProverTests.name(prover.disjoint(query("rank > 5"), query("rank < 5"))) == "yes")
    #expect(try ProverTests.name(prover.never(query("rank > 5 AND rank < 6"))) == "yes")
    #expect(try ProverTests.name(prover.always(query("rank > 5 OR rank < 6"))) == "yes")
    #expect(try ProverTests.name(prover.always(query("area > 5 OR area < 6"))) == "no")
    let other = try CheckedPredicate(parsing: "name == 'a'", for: "Country", in: schema).ir
    guard case .undecided(let reason) = prover.implies(try query("rank > 5"), other) else {
      Issue.record("conditions on two entities are compared")
      return
    }
    #expect(reason.contains("different entities"))
    // Three values cannot be fourteen.
    let parts = (0..<14).map { "(rank == \($0) OR area == \($0) OR id == \($0))" }.joined(separator: " AND ")
    #expect(try ProverTests.name(prover.never(query(parts))) == "yes")
    // A condition with more cases than anyone waits for is given up.
    let names = (0..<40).map { "(name CONTAINS 'é\($0)' OR nick MATCHES '\($0)x*')" }.joined(separator: " AND ")
    #expect(try ProverTests.name(prover.never(query("\(names) AND name LIKE '?????' AND nick LIKE '?'"))) != "yes")
  }

  /// More constants than the graph of orders holds. A refutation of each case by random objects would take minutes.
  @Test func `Long conditions are equal to themselves, also in another order`() throws {
    let schema = try Schema(parsing: ProverTests.schema)
    let prover = Prover(schema: schema)
    for name in ["rank", "population", "name"] {
      func query(_ numbers: some Sequence<Int>) throws -> QueryIR {
        let parts = numbers.map { name == "name" ? "name == 'a\($0)'" : "\(name) == \($0)" }
        return try ProverTests.query(parts.joined(separator: " OR "), schema)
      }
      #expect(ProverTests.name(prover.equivalent(try query(0..<60), try query((0..<60).reversed()))) == "yes")
      #expect(ProverTests.name(prover.implies(try query(0..<60), try query(1..<60))) == "no")
      let long = try query(0..<2000)
      #expect(ProverTests.name(prover.equivalent(long, long)) == "yes")
    }
  }

  @Test func `Omittable parameters may be absent`() throws {
    let schema = try Schema(parsing: ProverTests.schema)
    let prover = Prover(schema: schema)
    let optional = try ProverTests.query("rank > 5 AND name == $name?", schema)
    #expect(ProverTests.name(prover.implies(optional, try ProverTests.query("rank > 3", schema))) == "yes")
    guard case .refuted(let witness) = prover.implies(optional, try ProverTests.query("name == 'a'", schema)) else {
      Issue.record("no object")
      return
    }
    #expect(witness.truths == [true, false])
  }

  @Test func `Examples match all conditions but one`() throws {
    let schema = try Schema(parsing: ProverTests.schema)
    let text = "rank > 5 AND name BEGINSWITH 'Os' AND ANY country.cities.population > $n"
    let ir = try CheckedPredicate(parsing: text, for: "City", in: schema).ir
    let examples = Prover(schema: schema).examples(of: ir)
    #expect(examples.map(\.isMatch) == [true, false, false, false])
    #expect(
      examples.map(\.unmet) == [
        nil, "rank > 5", "name BEGINSWITH \"Os\"", "ANY country.cities.population > $n",
      ])
    let match = try #require(examples.first?.witness.record)
    #expect(match["rank"] == .int(6))
    let almost = try #require(examples.dropFirst().first?.witness.record)
    #expect(almost["rank"] == .int(5))
    for example in examples {
      let prepared = try PreparedStoreQuery(ir, schema: schema)
      let result = try example.witness.store.run(prepared, arguments: example.witness.arguments)
      guard case .records(let found) = result else { continue }
      #expect(found.contains { $0.key == example.witness.key } == example.isMatch)
    }
  }
}
