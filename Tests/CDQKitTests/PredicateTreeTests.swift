import CDQKit
import CDQSyntax
import Foundation
import Testing

/// Predicates as trees, which a filter editor shows and builds.
@Suite struct PredicateTreeTests {
  static let texts = [
    "name BEGINSWITH[cd] \"San\" AND people > 5", "name == \"a\" OR NOT isPort", "TRUEPREDICATE",
    "ANY land.towns.people > 1000000", "people BETWEEN {1, 5}", "id IN {1, 2, 3}", "mood == .lively",
    "founded > date(\"2020-01-01T00:00:00Z\")", "name CONTAINS $part?", "land == $land AND land.name != NULL",
    "people / 2 > 5", "SUBQUERY(land.towns, $t, $t.people > 5).@count > 0", "tags.@count > 2", "NOT (isPort AND people > 5)",
    "height >= 1.5", "height > -2", "SELF == $town", "name == \"it's\"", "length(name) > 3", "ANY tags == \"x\"",
    "(isPort OR people > 5) AND (people < 9 OR name == \"x\")",
  ]

  @Test(arguments: texts) func `A tree says what the text says`(text: String) throws {
    let predicate = try CheckedPredicate(parsing: text, for: "Town", in: Towns.schema)
    let tree = predicate.tree
    let again = try CheckedPredicate(tree, for: "Town", in: Towns.schema)
    #expect(again == predicate)
    #expect(again.description == text)
    #expect(again.tree == tree)
    let json = try JSONEncoder().encode(tree)
    #expect(try JSONDecoder().decode(PredicateTree.self, from: json) == tree)
  }

  @Test func `Trees are walked and built`() throws {
    let predicate = try CheckedPredicate(
      parsing: "name BEGINSWITH[c] 'San' AND (people > 5 OR mood == .calm)", for: "Town", in: Towns.schema)
    let expected = PredicateTree.all([
      .comparison(.init(.path("name"), .beginsWith, .value("San"), options: .caseInsensitive)),
      .any([
        .comparison(.init(.path("people"), .greater, .value(5))),
        .comparison(.init(.path("mood"), .equal, .enumCase("calm"))),
      ]),
    ])
    #expect(predicate.tree == expected)
    #expect(try CheckedPredicate(.all([]), for: "Town", in: Towns.schema).description == "TRUEPREDICATE")
    #expect(CheckedPredicate.everything.tree == .constant(true))
    let flag = try CheckedPredicate(parsing: "isPort == yes AND people IN {1}", for: "Town", in: Towns.schema)
    #expect(
      flag.tree
        == .all([
          .comparison(.init(.path("isPort"), .equal, .value(true))),
          .comparison(.init(.path("people"), .in, .value([1]))),
        ]))
    let json = try String(decoding: JSONEncoder.sorted.encode(PredicateTree.truth(.path("isPort"))), as: UTF8.self)
    #expect(json == #"{"truth":{"operand":{"path":"isPort"}}}"#)
  }

  @Test func `Wrong trees are refused with a place`() throws {
    let wrong: [PredicateTree] = [
      .comparison(.init(.path("nmae"), .equal, .value("x"))),
      .comparison(.init(.path("name"), .equal, .expression("'x') OR (TRUEPREDICATE"))),
      .comparison(.init(.path("name"), .equal, .expression("'x' OR TRUEPREDICATE"))),
      .comparison(.init(.path(""), .equal, .value("x"))),
      .comparison(.init(.path("name == 'x' OR name"), .equal, .value("x"))),
      .comparison(.init(.path("name"), .equal, .parameter("x OR 1"))),
      .comparison(.init(.path("mood"), .equal, .enumCase("calm OR isPort"))),
      .truth(.path("people")),
    ]
    for tree in wrong {
      let error = #expect(throws: QueryError.self, "\(tree)") {
        try CheckedPredicate(tree, for: "Town", in: Towns.schema)
      }
      #expect(error?.diagnostics.first?.severity == .error)
    }
    var deep = PredicateTree.truth(.path("isPort"))
    for _ in 0..<5_000 { deep = .not(.all([deep, .constant(true)])) }
    #expect(throws: QueryError.self) { try CheckedPredicate(deep, for: "Town", in: Towns.schema) }
    let wide = PredicateTree.any(Array(repeating: .truth(.path("isPort")), count: 20_000))
    #expect(try CheckedPredicate(wide, for: "Town", in: Towns.schema).tree == wide)
  }

  @Test func `Hostile JSON is no tree`() {
    for json in [
      "{}", "[]", "{\"all\":1}", "{\"comparison\":{}}", "{\"comparison\":{\"left\":{},\"operator\":\"==\",\"right\":{}}}",
      String(repeating: "{\"not\":", count: 10_000) + "{\"constant\":true}" + String(repeating: "}", count: 10_000),
      "{\"comparison\":{\"left\":{\"path\":\"a\"},\"operator\":\"=\",\"right\":{\"path\":\"a\"}}}",
    ] {
      #expect(throws: (any Error).self, "\(json.prefix(80))") {
        try JSONDecoder().decode(PredicateTree.self, from: Data(json.utf8))
      }
    }
  }

  // MARK: Operators

  @Test func `The operators of trees are those of the language`() {
    #expect(Set(PredicateOperator.allCases.map(\.rawValue)) == Set(ComparisonOperator.supported.map(\.rawValue)))
  }

  static let properties = [
    "Town.id", "Town.name", "Town.people", "Town.height", "Town.founded", "Town.mood", "Town.isPort", "Town.tags",
    "Town.land", "Town.land.name", "Land.towns", "Land.towns.people",
  ]

  @Test(arguments: properties) func `The operators of a property are those that the checker takes`(property: String) throws {
    let offered = try #require(Towns.schema.operators(for: property))
    let (entity, path) = (String(property.prefix { $0 != "." }), String(property.drop { $0 != "." }.dropFirst()))
    for relation in PredicateOperator.allCases {
      let quantifier = offered.quantifiers.first
      // A property that stands before CONTAINS and an element is no part of a menu.
      if relation == .contains, quantifier != nil { continue }
      let comparison = PredicateTree.Comparison(
        .path(path), relation, .parameter("value"), quantifier: quantifier)
      let isTaken = (try? CheckedPredicate(.comparison(comparison), for: entity, in: Towns.schema)) != nil
      #expect(isTaken == offered.operators.contains(relation), "\(property) \(relation.rawValue)")
    }
  }

  @Test func `The kind of editor follows the type`() {
    #expect(Towns.schema.operators(for: "Town.mood")?.editor == .choice(["calm", "lively"]))
    #expect(Towns.schema.operators(for: "Town.people")?.editor == .integer(.min ... .max))
    #expect(Towns.schema.operators(for: "Town.land")?.editor == .object(entity: "Land"))
    #expect(Towns.schema.operators(for: "Land.towns.name")?.quantifiers == [.any, .all, .none])
    for wrong in ["", "Town", "Town.", "Twon.name", "Town.name.x", "Town.land.nmae"] {
      #expect(Towns.schema.operators(for: wrong) == nil)
    }
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
