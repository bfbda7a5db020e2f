import CDQRuntime
import Foundation
import Testing

@Suite struct BindingTests {
  private func bind(_ type: OptionalType, _ argument: Value?, isOmittable: Bool = false) throws(ExecutionError) -> Bool
  {
    let ir = QueryIR(
      entity: "City", parameters: [ParameterIR(name: "p", type: type, isOmittable: isOmittable)])
    let query = try PreparedQuery(ir, access: TestModel.cities)
    return try query.matches(emptyCity, arguments: argument.map { ["p": $0] } ?? [:])
  }

  static let typeCases: [(ValueType, Value, Bool)] = [
    (ValueType.int64, Value.double(5), true), (.int64, .double(5.5), false), (.int64, .decimal(5), true),
    (.int64, .string("5"), false), (.int16, .int(32_768), true), (.int16, .int(-32_768), true),
    (.int32, .int(1 << 31), true),
    (.double, .int(5), true), (.double, .int(1 << 53 + 1), false), (.decimal, .int(5), true),
    (.decimal, .double(0.1), true),
    (.decimal, .double(.nan), false), (.enumeration("E"), .string("x"), true), (.enumeration("E"), .int(1), true),
    (.enumeration("E"), .bool(true), false), (.bool, .int(1), false), (.date, .double(0), false),
    (.duration, .int(1), true),
    (.collection(element: .int64, isOrdered: true), .list([.int(1), .double(2)]), true),
    (.collection(element: .int64, isOrdered: true), .list([.null]), false),
    (.collection(element: .int64, isOrdered: true), .int(1), false), (.string, .string(""), true),
  ]

  @Test(arguments: typeCases)
  func types(type: ValueType, argument: Value, isAccepted: Bool) {
    if isAccepted {
      #expect(throws: Never.self) { try bind(OptionalType(type), argument) }
    } else {
      let error = #expect(throws: ExecutionError.self) { try bind(OptionalType(type), argument) }
      #expect(error?.code == "wrong-argument" && error?.stage == .bind)
    }
  }

  @Test func presence() throws {
    let text = OptionalType(.string)
    #expect(throws: ExecutionError.missingArgument(name: "p")) { try bind(text, nil) }
    #expect(throws: ExecutionError.nullArgument(name: "p", expected: text)) { try bind(text, .null) }
    #expect(
      try bind(text.optional, .null) && bind(text, nil, isOmittable: true) && bind(text, .null, isOmittable: true))
    let query = try PreparedQuery(QueryIR(entity: "City"), access: TestModel.cities)
    #expect(throws: ExecutionError.unknownArgument(name: "q")) {
      try query.matches(emptyCity, arguments: ["q": .int(1)])
    }
    #expect(ExecutionError.nullArgument(name: "p", expected: text).message == "'$p' is String and cannot be nil")
  }

  @Test func omittableParametersTakeTheirConditionsAlong() throws {
    let parameters = ["text", "number"].enumerated().map { index, name in
      ParameterIR(name: name, type: OptionalType(index == 0 ? .string : .int64), isOmittable: true)
    }
    let byName = PredicateIR.whenPresent(
      parameters: [0], text(attribute("name", .string), .contains, .parameter(0, .string)))
    let byID = PredicateIR.whenPresent(parameters: [1], compare(attribute("id", .int64), .equal, .parameter(1, .int64)))
    let query = try PreparedQuery(
      QueryIR(entity: "City", parameters: parameters, predicate: .and([byName, .not(.or([byID]))])),
      access: TestModel.cities)
    let cities = [TestCity(id: 1, name: "ab"), TestCity(id: 2, name: "b"), TestCity(id: 3, name: "c")]
    let ids = { (arguments: Arguments) in try query.records(in: cities, arguments: arguments).map(\.id) }
    #expect(try ids([:]) == [1, 2, 3])
    #expect(try ids(["text": .string("b")]) == [1, 2])
    #expect(try ids(["number": .int(2)]) == [1, 3])
    #expect(try ids(["text": .string("b"), "number": .int(2)]) == [1])
  }

  @Test func countsAndChoices() throws {
    let parameters = [
      ParameterIR(name: "limit", type: OptionalType(.int64), isOmittable: true),
      ParameterIR(name: "skip", type: OptionalType(.int64)),
      ParameterIR(name: "order", type: OptionalType(.string), isOmittable: true),
    ]
    let keys = [
      SortKeyIR(name: "name", expression: attribute("name", .string), nullsFirst: true),
      SortKeyIR(name: "country.name", expression: attribute("id", .int64), isDescending: true, nullsFirst: false),
    ]
    let query = try PreparedQuery(
      QueryIR(
        entity: "City", parameters: parameters, sort: .choice(parameter: 2, keys: keys), limit: .parameter(0),
        offset: .parameter(1)),
      access: TestModel.cities)
    let cities = [TestCity(id: 1, name: "b"), TestCity(id: 2, name: "a"), TestCity(id: 3, name: "c")]
    let ids = { (arguments: Arguments) in try query.records(in: cities, arguments: arguments).map(\.id) }
    #expect(try ids(["skip": .int(0)]) == [1, 2, 3])
    #expect(try ids(["skip": .int(1), "limit": .int(1), "order": .string("name")]) == [1])
    #expect(try ids(["skip": .int(0), "limit": .int(.max), "order": .string("country.name")]) == [3, 2, 1])
    #expect(throws: ExecutionError.negativeCount(name: "skip", value: -1)) { try ids(["skip": .int(-1)]) }
    #expect(throws: ExecutionError.unknownSortChoice(name: "order", value: "x", choices: ["name", "country.name"])) {
      try ids(["skip": .int(0), "order": .string("x")])
    }
  }

  @Test func dumpIsOneLine() {
    let sort = SortKeyIR(name: "name", expression: attribute("name", .string), isDescending: true, nullsFirst: false)
    var ir = QueryIR(
      entity: "City", parameters: [ParameterIR(name: "prefix", type: OptionalType(.string))],
      predicate: .and([
        text(attribute("name", .string), .beginsWith, .parameter(0, .string), .caseInsensitive),
        .not(.or([compare(attribute("population", .int64), .greater, int(5)), .isNull(string("a\n\"b\""))])),
      ]), sort: .keys([sort]), limit: .constant(3))
    #expect(
      ir.dump
        == #"City where name~String? BEGINSWITH[c] $prefix~String AND NOT (population~Int64? > 5~Int64 OR "a\n\"b\""~String == NULL) sort name~String? desc limit 3"#
    )
    ir = QueryIR(
      entity: "City", includesSubentities: false, cardinality: .count,
      predicate: .quantified(
        QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, .boolean(attribute("isCapital", .bool, of: 1)))))
    #expect(ir.dump == "count City only where ANY $v1 IN country.cities~City: ($v1.isCapital~Bool?)")
  }
}
