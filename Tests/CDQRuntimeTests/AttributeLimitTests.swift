import CDQIR
import CDQRuntime
import Foundation
import Testing

/// A store never accepts a value that `@range`, `@length` or `@matches` does not allow.
@Suite struct AttributeLimitTests {
  static let noon = Date(timeIntervalSinceReferenceDate: 0)

  static let schema = Schema(entities: [
    Entity(
      name: "Seat",
      properties: [
        .attribute(Attribute(name: "number", type: .int32, constraints: [.range(1, 200)])),
        .attribute(
          Attribute(name: "price", type: .decimal, isOptional: true, constraints: [.range(.decimal(0), .null)])),
        .attribute(
          Attribute(name: "view", type: .double, isOptional: true, constraints: [.range(.double(0), .double(1))])),
        .attribute(Attribute(name: "since", type: .date, isOptional: true, constraints: [.range(.null, .date(noon))])),
        .attribute(Attribute(name: "name", type: .string, defaultValue: "?", constraints: [.length(1, 5)])),
        .attribute(
          Attribute(
            name: "code", type: .string, isOptional: true,
            constraints: [.matches("[A-Z]+[0-9]*"), .length(nil, 4)], jsonKey: "seat_code")),
        .relationship(Relationship(name: "next", destination: "Seat")),
      ], uniquenessConstraints: [["number"]]),
    Entity(name: "Box", parent: "Seat", properties: []),
  ])

  static func key(_ number: Int64) -> ObjectKey { ObjectKey(root: "Seat", identity: .int(number)) }

  /// An attribute, a value, and the constraint that the value violates; nil when it is allowed.
  static let cases: [(String, Value, Attribute.Constraint?)] = [
    ("number", 1, nil), ("number", 200, nil), ("number", 0, .range(1, 200)), ("number", 201, .range(1, 200)),
    ("price", .decimal(0), nil), ("price", .decimal(Decimal(string: "-0.01") ?? 0), .range(.decimal(0), .null)),
    ("price", .decimal(.nan), .range(.decimal(0), .null)), ("price", .null, nil),
    ("view", .double(1), nil), ("view", .double(1.5), .range(.double(0), .double(1))),
    ("view", .double(.nan), .range(.double(0), .double(1))),
    ("since", .date(noon), nil), ("since", .date(noon + 1), .range(.null, .date(noon))),
    ("name", "abcde", nil), ("name", "", .length(1, 5)), ("name", "abcdef", .length(1, 5)),
    // @length counts UTF-16 units.
    ("name", "👍👍x", nil), ("name", "👍👍👍", .length(1, 5)),
    ("code", "AB12", nil), ("code", "A", nil), ("code", "A-", .matches("[A-Z]+[0-9]*")),
    ("code", "A1\n", .matches("[A-Z]+[0-9]*")), ("code", "ABC12", .length(nil, 4)), ("code", .null, nil),
  ]

  @Test(arguments: cases)
  func `Inserts, updates and upserts are refused and leave the store as it was`(
    property: String, value: Value, limit: Attribute.Constraint?
  ) throws {
    for entity in ["Seat", "Box"] {
      let store = Store(schema: Self.schema)
      try store.insert(entity, ["number": 7, "code": "B"])
      let before = store.snapshot
      let expected = limit.map { StoreError.refusedValue(entity: entity, property: property, value: value, limit: $0) }
      func check(_ change: () throws(StoreError) -> Void) {
        do throws(StoreError) {
          try change()
          #expect(expected == nil)
        } catch {
          // Compares the descriptions, since NaN is not equal to itself.
        #expect(error.description == expected?.description)
          #expect(store.snapshot === before)
        }
      }
      check { () throws(StoreError) in try store.update(Self.key(7), [property: value]) }
      guard limit != nil else { continue }
      check { () throws(StoreError) in try store.insert(entity, ["number": 8].merging([property: value]) { $1 }) }
      guard property != "number" else { continue }
      check { () throws(StoreError) in try store.upsert(entity, ["number": 7, property: value]) }
      check { () throws(StoreError) in try store.upsert(entity, ["number": 9, property: value]) }
      for policy in [ConflictPolicy.update, .replace] {
        check { () throws(StoreError) in
          try store.insert(entity, ["number": 7, property: value], onConflict: policy)
        }
      }
      // The transaction can continue after a caught error.
      try store.transaction { transaction in
        #expect(throws: StoreError.self) { try transaction.update(Self.key(7), [property: value]) }
        try transaction.update(Self.key(7), ["name": "good"])
      }
      #expect(store.record(Self.key(7))?["name"] == "good")
    }
  }

  @Test func `The error names entity, attribute, value and limit`() {
    let store = Store(schema: Self.schema)
    func text(_ values: [String: Value]) -> String {
      do throws(StoreError) {
        try store.insert("Box", values)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(text(["number": 0]) == "'Box.number' is declared @range(1...200); it cannot be 0")
    #expect(
      text(["number": 1, "name": "abcdef"])
        == #"'Box.name' is declared @length(1...5); it cannot be "abcdef", 6 UTF-16 units long"#)
    #expect(text(["number": 1, "code": "a"]) == #"'Box.code' is declared @matches("[A-Z]+[0-9]*"); it cannot be "a""#)
    #expect(text(["number": 1, "price": .decimal(-1)]) == "'Box.price' is declared @range(0...); it cannot be -1")
  }

  @Test(arguments: [
    (#"[{"number": 3}, {"number": 4, "name": "abcdef"}]"#, "[1].name"), (#"[[{"number": 0}]]"#, "[0][0].number"),
    (#"{"number": 1, "next": {"number": 2, "seat_code": "x"}}"#, "next.seat_code"),
    (#"[{"number": 7, "view": 2}]"#, "[0].view"),
  ])
  func `Decoding says where the value is`(text: String, path: String) throws {
    let store = Store(schema: Self.schema)
    try store.insert("Seat", ["number": 7])
    let before = store.snapshot
    let error = #expect(throws: DecodeError.self) { try store.decode("Seat", from: Data(text.utf8)) }
    #expect(error?.code == .refusedValue && error?.codingPath.jsonPath == path)
    #expect(store.snapshot === before)
  }

  @Test func `Loading tells every record that has one`() {
    let json = """
      [{"number": 1, "name": "a", "view": 0.5, "since": "2000-01-01T00:00:00Z"},
       {"number": 0, "name": "abcdef"}, {"number": 2, "seat_code": "x", "view": -1, "price": -0.5},
       {"number": 300, "since": "2027-01-01T00:00:00Z"}]
      """
    let expected = [
      "Seat.json:2 2 number refused-value", "Seat.json:2 2 name refused-value", "Seat.json:2 3 seat_code refused-value",
      "Seat.json:2 3 view refused-value", "Seat.json:2 3 price refused-value", "Seat.json:3 4 number refused-value",
      "Seat.json:3 4 since refused-value",
    ]
    #expect(Fixtures.errors(Self.schema, [Fixtures.input("Seat", json)]).map(\.summary) == expected)
    let table = "number,name\n1,a\n201,b\n2,\"\"\n"
    let csv = LoadInput(name: "Seat.csv", entity: "Seat", format: .csv, bytes: Data(table.utf8))
    #expect(
      Fixtures.errors(Self.schema, [csv]).map(\.summary)
        == ["Seat.csv:3 2 number refused-value", "Seat.csv:4 3 name refused-value"])
  }

  @Test func `What an older schema allowed can be opened, and stays until it is changed`() throws {
    let older = Schema(entities: [
      Entity(
        name: "Seat",
        properties: [
          .attribute(Attribute(name: "number", type: .int64)), .attribute(Attribute(name: "name", type: .string)),
        ], uniquenessConstraints: [["number"]])
    ])
    let newer = Schema(entities: [
      Entity(
        name: "Seat",
        properties: [
          .attribute(Attribute(name: "number", type: .int64, constraints: [.range(1, 200)])),
          .attribute(Attribute(name: "name", type: .string)),
        ], uniquenessConstraints: [["number"]])
    ])
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("limits-\(UUID()).cdqdata")
    defer { try? FileManager.default.removeItem(at: file) }
    let old = Store(schema: older)
    try old.insert("Seat", ["number": 0, "name": "a"])
    try old.save(to: file)
    let store = try Store(contentsOf: file, schema: newer)
    try store.update(Self.key(0), ["name": "b"])
    try store.upsert("Seat", ["number": 0, "name": "c"])
    #expect(throws: StoreError.self) { try store.update(Self.key(0), ["number": 201]) }
    try store.update(Self.key(0), ["number": 1])
    #expect(throws: StoreError.self) { try store.update(Self.key(1), ["number": 0]) }
  }
}
