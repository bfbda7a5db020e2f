import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares the scan by blocks with the row engine on records of custom types: both give the same rows in the same
/// order, around the borders of words and blocks, for records in contiguous memory and elsewhere.
@Suite struct BlockTests {
  static let sizes = [0, 1, 63, 64, 65, 1023, 1024, 1025, 2100]

  private static func options(_ engine: ExecutionOptions.Engine, maximumSteps: Int? = nil) -> ExecutionOptions {
    var options = ExecutionOptions(
      now: Date(timeIntervalSinceReferenceDate: 0), maximumSteps: maximumSteps, engine: engine)
    options.leastRecordsForBlocks = 0
    return options
  }

  /// The results of every way to run a query, as texts.
  private static func answers<Records: RandomAccessCollection>(
    _ query: PreparedQuery<Records.Element>, _ records: Records, _ arguments: Arguments,
    _ options: ExecutionOptions
  ) -> [String] {
    func outcome(_ run: () throws -> Any) -> String {
      do { return "\(try run())" } catch { return "\(error)" }
    }
    return [
      outcome {
        try query.indices(in: records, arguments: arguments, options: options).map {
          records.distance(from: records.startIndex, to: $0)
        }
      },
      outcome { try query.count(in: records, arguments: arguments, options: options) },
      outcome { try query.exists(in: records, arguments: arguments, options: options) },
      outcome { try query.first(in: records, arguments: arguments, options: options) == nil },
    ]
  }

  /// Compares the answers of both engines.
  ///
  /// - Returns: false when the answers differ.
  private static func expectSame<Record>(
    _ ir: QueryIR, _ access: RecordAccess<Record>, _ records: [Record], _ arguments: Arguments = [:],
    label: @autoclosure () -> String
  ) throws -> Bool {
    try expectSame(PreparedQuery(ir, access: access), records, arguments, label: label())
  }

  private static func expectSame<Record>(
    _ query: PreparedQuery<Record>, _ records: [Record], _ arguments: Arguments, label: @autoclosure () -> String
  ) throws -> Bool {
    let expected = answers(query, records, arguments, options(.row))
    let inPlace = answers(query, records, arguments, options(.column))
    let copied = answers(query, records.indices.lazy.map { records[$0] }, arguments, options(.column))
    if inPlace == expected, copied == expected { return true }
    Issue.record("\(label()): \(inPlace), \(copied) instead of \(expected)\n\(query.ir.dump)")
    return false
  }

  /// Records whose attributes are read by name, as in the REPL.
  @Test(arguments: [0, 1000, 2000, 3000])
  func randomPredicatesGiveTheSameRows(base: Int) throws {
    for seed in base..<(base + 150) {
      var random = RandomQueries(seed: UInt64(70_000 + seed))
      let some = random.data().cities
      let size = random.pick(Self.sizes)
      let cities = (0..<size).map { some[$0 * 7 % some.count] }
      let arguments = random.arguments()
      let ir = QueryIR(
        entity: "City", parameters: RandomQueries.parameters, predicate: random.predicate(random.pick([0, 1, 1, 2])),
        limit: random.pick([nil, nil, .constant(3), .constant(70)]), offset: random.pick([nil, nil, .constant(2)]))
      let bound = Arguments(Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), arguments)))
      guard try Self.expectSame(ir, RandomModel.cities, cities, bound, label: "seed \(seed), \(size)") else { return }
    }
  }

  /// Records of several entities, also as targets of to-one relationships.
  @Test(arguments: [0, 1]) func objectsOfAStoreGiveTheSameRows(depth: Int) throws {
    for batch in 0..<4 {
      var random = RandomQueries(seed: UInt64(80_000 + batch))
      let snapshot = try EngineTests.store(&random, hasPorts: batch % 2 == 1).snapshot
      let some = Array(snapshot.records(of: "City"))
      for seed in 0..<60 {
        var random = RandomQueries(seed: UInt64(81_000 + batch * 100 + seed))
        let size = random.pick(Self.sizes)
        let ir = QueryIR(
          entity: "City", includesSubentities: random.chance(70), parameters: RandomQueries.parameters,
          predicate: random.predicate(depth), limit: random.pick([nil, nil, .constant(3)]))
        let query = try PreparedStoreQuery(ir, snapshot.state.layout).prepared
        let bound = Arguments(
          Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), random.arguments())))
        let records = (0..<size).map { some[$0 * 7 % some.count] }
        guard try Self.expectSame(query, records, bound, label: "batch \(batch), seed \(seed), \(size)") else { return }
      }
    }
  }

  /// Records of a struct and a class, as a user would write them.
  static let cities: [TestCity] = {
    let countries = [TestCountry("a", "Ålandia", .high), TestCountry("b", "Belgium"), TestCountry("c", "Cuba", .low)]
    let names = [
      "San Marino", "sandy", "Burgos", "Hamburg", "", "e\u{301}t\u{E9}", "\u{E9}te\u{301}", "日本", "a\r\nb", "\n", "Sburg",
      "Sxbergrgx", "burg and more than fifteen bytes", "Zürich", "zurich",
    ]
    return (0..<3000).map { index in
      var city = TestCity(id: index, name: names[(index * 7 + index / 16) % names.count])
      // Too long for the buffer of a chunk.
      if index == 70 || index == 1500 { city.name = String(repeating: "long", count: 20_000) }
      city.population = index % 5 == 0 ? nil : Int64(index * 37 % 1000)
      city.isCapital = index % 3 == 0
      city.country = index % 4 == 3 ? nil : countries[index % 3]
      city.founded = index % 7 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index))
      city.area = index % 11 == 0 ? .nan : Double(index % 100) / 4
      city.price = index % 2 == 0 ? nil : Decimal(index)
      return city
    }
  }()

  static let predicates: [PredicateIR] = {
    let (name, population) = (attribute("name", .string), attribute("population", .int64))
    let (area, founded) = (attribute("area", .double), attribute("founded", .date))
    let country = StepIR("country", .toOne, of: "City")
    let countryName = path(.string, country, StepIR("name", .attribute, of: "Country"))
    let income = path(.string, country, StepIR("income", .attribute, of: "Country"))
    let capital = PredicateIR.boolean(attribute("isCapital", .bool))
    let day = ExpressionIR.literal(.date(Date(timeIntervalSinceReferenceDate: 1500)), .date)
    let large = compare(population, .greater, int(500))
    let anyCity = PredicateIR.quantified(
      QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, compare(attribute("id", .int64, of: 1), .less, int(9))))
    return [
      large, compare(population, .notEqual, int(37)), compare(int(37), .lessOrEqual, population), .isNull(population),
      .not(.isNull(population)), capital, .not(capital), compare(founded, .less, day), .isNull(founded),
      compare(area, .greaterOrEqual, double(3.5)), compare(area, .notEqual, double(2)),
      .between(BetweenIR(population, int(100), int(300))),
      .membership(MembershipIR(population, in: .literal([int(37), int(74), int(5000)], element: .int64))),
      .membership(MembershipIR(name, in: .literal([string("sandy"), string("été"), string("")], element: .string))),
      compare(arithmetic([.multiply, .add], [population, int(2), attribute("id", .int64)], .int64), .greater, int(999)),
      compare(arithmetic([.divide], [population, area], .double), .less, double(20)),
      compare(name, .equal, string("été")), compare(name, .notEqual, string("San Marino")),
      compare(name, .equal, string("SANDY"), .caseInsensitive), compare(name, .less, string("Hamburg")),
      compare(name, .greaterOrEqual, string("z\u{FC}")), text(name, .beginsWith, string("san"), .caseInsensitive),
      text(name, .contains, string("burg")), text(name, .endsWith, string("h")), text(name, .like, string("S*b?rg*")),
      text(name, .matches, string(".*burg.*")),
      text(name, .contains, string("ZUR"), [.caseInsensitive, .diacriticInsensitive]),
      text(attribute("shout", .string), .beginsWith, string("SAN")),
      compare(countryName, .equal, string("Belgium")), .isNull(countryName), .not(.isNull(countryName)),
      text(countryName, .beginsWith, string("å"), .caseInsensitive), compare(income, .equal, string("high")),
      .isNull(income), compare(attribute("price", .decimal), .greater, decimal("1500")),
      .and([compare(countryName, .equal, string("Cuba")), large, compare(countryName, .greater, string("A"))]),
      .or([large, compare(name, .equal, string("sandy")), .isNull(founded)]),
      .and([.or([large, compare(name, .less, string("B"))]), .not(compare(name, .equal, string("")))]),
      .and([large, anyCity]), .and([anyCity, capital]), .or([anyCity, capital]), .and([]), .or([]),
      .and([text(name, .contains, name), large]),
      .and([compare(population, .greater, int(100)), compare(population, .less, int(900))]),
    ]
  }()

  @Test func structsGiveTheSameRows() throws {
    for (number, predicate) in Self.predicates.enumerated() {
      for (place, size) in Self.sizes.enumerated() {
        let (limit, offset) = [(nil, nil), (3, 2), (64, nil)][(number + place) % 3] as (Int?, Int?)
        let ir = QueryIR(
          entity: "City", predicate: predicate, limit: limit.map { .constant($0) },
          offset: offset.map { .constant($0) })
        let cities = Array(Self.cities.prefix(size))
        guard try Self.expectSame(ir, TestModel.cities, cities, label: "\(number), \(size)") else { return }
      }
    }
  }

  @Test func sortsAndGroupsWhatBlocksSelect() throws {
    let (name, population) = (attribute("name", .string), attribute("population", .int64))
    let key = SortKeyIR(name: "", expression: population, isDescending: true, nullsFirst: true)
    let sorted = QueryIR(
      entity: "City", predicate: compare(population, .less, int(400)), sort: .keys([key]), limit: .constant(50))
    _ = try Self.expectSame(sorted, TestModel.cities, Self.cities, label: "sorted")
    let cities = Self.cities
    let item = ProjectionIR.Item(name: "name", expression: name, type: OptionalType(.string))
    let rows = QueryIR(
      entity: "City", predicate: compare(population, .less, int(400)),
      projection: ProjectionIR(isGrouped: false, items: [item], isDistinct: true))
    let query = try PreparedQuery(rows, access: TestModel.cities)
    #expect(
      try query.rows(in: cities, options: Self.options(.column)) == query.rows(in: cities, options: Self.options(.row)))
  }

  /// A record with an attribute that may be read only where another attribute has a certain value.
  private struct Guarded: Sendable {
    var number: Int
    var isSafe: Bool
    var secret: Int {
      if !isSafe { Issue.record("\(number) was read") }
      return number
    }
    var text: String { "\(secret)" }
  }

  @Test func readsNothingOfRecordsThatAreRuledOut() throws {
    let access = RecordAccess<Guarded>("Guarded") {
      $0.attribute("isSafe", \.isSafe)
      $0.attribute("secret", \.secret)
      $0.attribute("text", \.text)
      $0.toOne("itself", { $0 as Guarded? }, RecordAccess<Guarded>("Guarded") { $0.attribute("secret", \.secret) })
    }
    func of(_ name: String, _ type: ValueType) -> ExpressionIR { attribute(name, type, entity: "Guarded") }
    let isSafe = PredicateIR.boolean(of("isSafe", .bool))
    let far = path(
      .int64, StepIR("itself", .toOne, of: "Guarded"), StepIR("secret", .attribute, of: "Guarded"))
    let risky = [
      compare(of("secret", .int64), .greater, int(10)), compare(of("text", .string), .notEqual, string("17")),
      compare(far, .less, int(2000)), .isNull(of("text", .string)),
      .membership(MembershipIR(of("secret", .int64), in: .literal([int(8)], element: .int64))),
      .and([compare(far, .less, int(2000)), compare(of("secret", .int64), .less, int(10))]),
    ]
    let records = (0..<3000).map { Guarded(number: $0, isSafe: $0 % 3 == 0 && $0 % 1024 > 100) }
    for predicate in risky {
      for whole in [PredicateIR.and([isSafe, predicate]), .or([.not(isSafe), predicate]), .not(.and([isSafe, predicate]))] {
        _ = try Self.expectSame(QueryIR(entity: "Guarded", predicate: whole), access, records, label: "guarded")
      }
    }
  }

  /// Both engines count a step per record, up to the last one that the query needs.
  @Test func countsTheSameSteps() throws {
    let cities = Array(Self.cities.prefix(1500))
    for limit in [nil, 1, 3, 100] as [Int?] {
      let ir = QueryIR(
        entity: "City", predicate: compare(attribute("population", .int64), .greater, int(300)),
        limit: limit.map { .constant($0) })
      let query = try PreparedQuery(ir, access: TestModel.cities)
      for steps in [0, 1, 8, 9, 10, 11, 12, 13, 14, 63, 64, 65, 200, 1023, 1024, 1025, 1499, 1500] {
        let answers = ExecutionOptions.Engine.allCases.map {
          Self.answers(query, cities, [:], Self.options($0, maximumSteps: steps))
        }
        #expect(answers[0] == answers[1], "\(steps) steps, limit \(String(describing: limit))")
      }
    }
    var late = Self.options(.column)
    late.deadline = .now - .seconds(1)
    let query = try PreparedQuery(QueryIR(entity: "City", predicate: Self.predicates[0]), access: TestModel.cities)
    #expect(throws: ExecutionError.deadlineExceeded) { try query.count(in: cities, options: late) }
  }
}
