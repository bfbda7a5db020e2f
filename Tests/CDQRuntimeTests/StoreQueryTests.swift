import CDQIR
import CDQRuntime
import Testing

@Suite struct StoreQueryTests {
  static func path(_ steps: StepIR..., type: ValueType) -> ExpressionIR {
    .path(PathIR(variable: 0, steps: steps, type: OptionalType(type, isOptional: true)))
  }

  static let id = path(StepIR("id", .attribute, of: "City"), type: .int64)
  static let countryID = path(
    StepIR("country", .toOne, of: "City"), StepIR("id", .attribute, of: "Country"), type: .string)
  static let inFrance = PredicateIR.comparison(
    ComparisonIR(.equal, countryID, .literal(.string("FR"), .string)))
  static let descending = SortIR.keys([
    SortKeyIR(name: "id", expression: id, isDescending: true, nullsFirst: false)
  ])
  /// `ANY cities.id > $n`
  static let anyAbove = PredicateIR.quantified(
    QuantifiedIR(
      .any, VariableIR(id: 1, type: OptionalType(.int64)),
      in: .path(
        PathIR(
          variable: 0, steps: [StepIR("cities", .toMany, of: "Country"), StepIR("id", .attribute, of: "City")],
          type: OptionalType(.int64))),
      .comparison(
        ComparisonIR(
          .greater, .path(PathIR(variable: 1, steps: [], type: OptionalType(.int64))), .parameter(0, .int64)))))

  static func ids(_ result: QueryResult) -> [Value] {
    if case .records(let records) = result { records.compactMap { $0.identityValues.first } } else { [] }
  }

  @Test func runsEveryCardinality() throws {
    let store = try StoreTests.store()
    func run(_ cardinality: QueryIR.Cardinality, _ predicate: PredicateIR = Self.inFrance) throws -> QueryResult {
      try store.run(
        QueryIR(entity: "City", cardinality: cardinality, predicate: predicate, sort: Self.descending))
    }
    #expect(Self.ids(try run(.many)) == [.int(2), .int(1)])
    #expect(Self.ids(try run(.first)) == [.int(2)])
    #expect(throws: ExecutionError.notUnique(entity: "City")) { try run(.one) }
    #expect(throws: ExecutionError.notFound(entity: "City")) { try run(.one, .constant(false)) }
    #expect(Self.ids(try run(.first, .constant(false))).isEmpty)
    guard case .count(2) = try run(.count), case .exists(true) = try run(.exists) else {
      Issue.record("wrong count")
      return
    }
    let selection = ProjectionIR(
      isGrouped: false,
      items: [.init(name: "country", expression: Self.countryID, type: OptionalType(.string, isOptional: true))],
      isDistinct: true)
    let rows = try store.run(QueryIR(entity: "City", sort: Self.descending, projection: selection))
    guard case .rows([[.string("DE")], [.string("FR")]]) = rows else {
      Issue.record("\(rows)")
      return
    }
    #expect(throws: ExecutionError.self) { try store.run(QueryIR(entity: "Nope")) }
    #expect(throws: ExecutionError.self) {
      try store.snapshot.run(PreparedStoreQuery(QueryIR(entity: "City", cardinality: .delete), schema: Fixtures.world))
    }
  }

  @Test func `An update of another form than its text is refused`() throws {
    let store = try StoreTests.store()
    let name = AssignmentIR(property: "name", value: .literal(.string("x"), .string))
    let update = QueryIR(entity: "City", cardinality: .update, assignments: [name])
    let item = ProjectionIR.Item(name: "id", expression: Self.id, type: OptionalType(.int64))
    let forms: [(inout QueryIR) -> Void] = [
      { $0.limit = .constant(1) }, { $0.offset = .constant(1) }, { $0.sort = Self.descending }, { $0.assignments = [] },
      { $0.limitPerKey = KeyLimitIR(.constant(1), per: [Self.id]) },
      { $0.projection = ProjectionIR(isGrouped: false, items: [item]) }, { $0.cardinality = .many },
      { $0.assignments = [name, name] },
    ]
    for change in forms {
      var other = update
      change(&other)
      let malformed = other
      #expect {
        try store.run(malformed)
      } throws: {
        ($0 as? ExecutionError)?.code == "malformed-query"
      }
    }
    #expect(store.records(of: "City").map { $0["name"] } == ["a", "b", "c"].map { .string($0) })
    guard case .updated(3) = try store.run(update) else {
      Issue.record("another number of objects")
      return
    }
  }

  @Test func followsRelationshipsAndParameters() throws {
    let store = try StoreTests.store()
    let query = try PreparedStoreQuery(
      QueryIR(
        entity: "Country", parameters: [ParameterIR(name: "n", type: OptionalType(.int64))], predicate: Self.anyAbove),
      schema: Fixtures.world)
    #expect(Self.ids(try store.run(query, arguments: ["n": .int(2)])) == [.string("DE")])
    #expect(Self.ids(try store.run(query, arguments: ["n": .int(0)])) == [.string("FR"), .string("DE")])
    #expect(throws: ExecutionError.missingArgument(name: "n")) { try store.run(query) }
    try store.delete(StoreTests.city(1))
    #expect(Self.ids(try store.run(query, arguments: ["n": .int(0)])) == [.string("FR"), .string("DE")])
    try store.delete(StoreTests.city(2))
    #expect(Self.ids(try store.run(query, arguments: ["n": .int(0)])) == [.string("DE")])
  }

  /// Key paths from parameters, such as `$city.country`: the engine looks the object up once, in the snapshot of the
  /// run.
  @Test func followsPathsFromParameters() throws {
    let store = try StoreTests.store()
    let start = PathIR.variable(ofParameter: 0)
    let country = StepIR("country", .toOne, of: "City")
    let cities = CollectionIR.path(
      PathIR(
        variable: start, steps: [country, StepIR("cities", .toMany, of: "Country")],
        type: OptionalType(.object("City"))))
    let countryOfParameter = ExpressionIR.path(
      PathIR(
        variable: start, steps: [country, StepIR("id", .attribute, of: "Country")],
        type: OptionalType(.string, isOptional: true)))
    func query(_ predicate: PredicateIR) -> QueryIR {
      QueryIR(
        entity: "City", parameters: [ParameterIR(name: "city", type: OptionalType(.object("City"), isOptional: true))],
        predicate: predicate)
    }
    let neighbours = query(
      .membership(MembershipIR(Self.path(type: .object("City")), in: cities)))
    let sameCountry = query(.comparison(ComparisonIR(.equal, Self.countryID, countryOfParameter)))
    for ir in [neighbours, sameCountry] {
      #expect(Self.ids(try store.run(ir, arguments: ["city": .object(StoreTests.city(2))])) == [.int(1), .int(2)])
      #expect(Self.ids(try store.run(ir, arguments: ["city": .object(StoreTests.city(3))])) == [.int(3)])
      // A path from nil, or from an object that does not exist, gives nil.
      #expect(Self.ids(try store.run(ir, arguments: ["city": .null])).isEmpty)
      #expect(Self.ids(try store.run(ir, arguments: ["city": .object(StoreTests.city(99))])).isEmpty)
      #expect(ir.dump.contains("$city.country."))
    }
    var selection = sameCountry
    selection.projection = ProjectionIR(
      isGrouped: false,
      items: [.init(name: "there", expression: countryOfParameter, type: OptionalType(.string, isOptional: true))],
      isDistinct: true)
    guard case .rows([[.string("FR")]]) = try store.run(
      selection, arguments: ["city": .object(StoreTests.city(1))])
    else {
      Issue.record("the selected path is wrong")
      return
    }
    var deletion = sameCountry
    deletion.cardinality = .delete
    guard case .deleted(2) = try store.run(deletion, arguments: ["city": .object(StoreTests.city(1))]) else {
      Issue.record("wrong count")
      return
    }
    // Records outside a store cannot be found by their key.
    let access = RecordAccess<Int>("City") { $0.identity { $0 } }
    #expect(throws: ExecutionError.needsStore) { try PreparedQuery(query(.isNull(countryOfParameter)), access: access) }
  }

  @Test func comparesObjectsAndKeepsToOneEntity() throws {
    let farm = try Fixtures.load(
      Fixtures.farm,
      [
        "Farm": #"[{"region": "N", "number": 1, "animals": ["b", "r"]}]"#, "Cow": #"[{"tag": "b"}, {"tag": "c"}]"#,
        "Dog": #"[{"tag": "r", "breed": "collie"}]"#,
      ]
    ).store
    let farmPath = Self.path(StepIR("farm", .toOne, of: "Animal"), type: .object("Farm"))
    let ofFarm = PredicateIR.comparison(ComparisonIR(.equal, farmPath, .parameter(0, .object("Farm"))))
    let query = QueryIR(
      entity: "Animal", parameters: [ParameterIR(name: "farm", type: OptionalType(.object("Farm")))], predicate: ofFarm)
    let key = try ValueCoding(schema: Fixtures.farm).objectKey(from: .array([.string("N"), .integer(1)]), of: "Farm")
    #expect(Self.ids(try farm.run(query, arguments: ["farm": .object(key)])) == [.string("b"), .string("r")])
    guard case .count(0) = try farm.run(QueryIR(entity: "Animal", includesSubentities: false, cardinality: .count)),
      case .count(3) = try farm.run(QueryIR(entity: "Animal", cardinality: .count)),
      case .count(2) = try farm.run(QueryIR(entity: "Cow", includesSubentities: false, cardinality: .count))
    else {
      Issue.record("wrong count")
      return
    }
  }

  @Test func deletesWhatItFinds() throws {
    let store = try StoreTests.store()
    let all = QueryIR(entity: "Country", cardinality: .delete)
    let denied = StoreError.deleteDenied(entity: "City", relationship: "mayor", key: StoreTests.city(3))
    #expect(throws: ExecutionError.refused(denied)) { try store.run(all) }
    #expect(store.count(of: "Country") == 2 && store.count(of: "City") == 3)
    try store.update(StoreTests.city(3), ["mayor": .null])
    guard case .deleted(2) = try store.run(all), case .deleted(0) = try store.run(all) else {
      Issue.record("wrong count")
      return
    }
    #expect(store.count(of: "City") == 0)
    #expect(store.count(of: "Mayor") == 1)
  }
}
