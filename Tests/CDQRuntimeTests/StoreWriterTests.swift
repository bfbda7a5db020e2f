import CDQIR
import CDQRuntime
import Foundation
import Testing

@Suite struct StoreWriterTests {
  /// Writes a store as JSON and loads that into a new store.
  static func reload(_ store: Store) throws -> Store {
    let writer = StoreWriter(store.snapshot)
    let inputs = try writer.entities.map {
      LoadInput(name: $0, entity: $0, format: .json, bytes: try writer.json(of: $0))
    }
    let loaded = try StoreLoader(schema: store.schema).load(inputs)
    #expect(loaded.warnings.isEmpty)
    return loaded.store
  }

  static func files(_ store: Store) throws -> [String] {
    let writer = StoreWriter(store.snapshot)
    return try writer.entities.map { String(decoding: try writer.json(of: $0), as: UTF8.self) }
  }

  @Test func writesKeysInSchemaOrder() throws {
    let store = try StoreTests.store()
    try store.delete(StoreTests.city(2))
    #expect(
      try Self.files(store) == [
        "[\n{\"id\":\"FR\",\"name\":null},\n{\"id\":\"DE\",\"name\":null}\n]\n",
        """
        [
        {"id":1,"city_name":"a","population":null,"isCapital":false,"tags":[],\
        "country":"FR","twins":[3],"near":[],"mayor":null},
        {"id":3,"city_name":"c","population":null,"isCapital":false,"tags":[],\
        "country":"DE","twins":[1],"near":[1],"mayor":"Ann"}
        ]

        """, "[\n{\"name\":\"Ann\",\"city\":3}\n]\n",
      ])
    #expect(try Self.files(Self.reload(store)) == Self.files(store))
  }

  @Test(
    arguments: [
      (.int64, .int(.min)), (.double, .double(0.1)), (.double, .double(-.infinity)),
      (.float, .double(Double(Float(0.1)))),
      (.decimal, .decimal(Decimal(string: "-0.00000000000000000000000000000000000001") ?? 0)),
      (.string, .string("\u{0}\u{1f}\"\\é\u{2028}🇨🇭")), (.date, .date(Date(timeIntervalSinceReferenceDate: -0.1))),
      (.date, .date(Date(timeIntervalSinceReferenceDate: 1e300))), (.data, .data(Data([0, 255]))),
      (.uuid, .uuid(UUID())),
      (.url, .url(URL(string: "https://a.example/b?c=d#e") ?? URL(fileURLWithPath: "/"))),
      (.enumeration("Rank"), .int(2)),
      (.opaque, .string("{\"a\":[1.50,null]}")),
      (.collection(element: .date, isOrdered: true), .list([.date(Date(timeIntervalSinceReferenceDate: 0.3))])),
      (.collection(element: .float, isOrdered: true), .list([.double(Double(Float(0.7)))])), (.bool, .bool(true)),
      (.string, .null),
      (.collection(element: .int64, isOrdered: true), .list([])),
    ] as [(ValueType, Value)])
  func roundTripsValues(_ type: ValueType, _ value: Value) throws {
    let store = Store(schema: Fixtures.sample(type))
    try store.insert("Sample", ["id": .int(1), "v": value])
    #expect(try Self.reload(store).records(of: "Sample")[0]["v"] == value)
  }

  @Test func roundTripsObjectsWithoutIdentity() throws {
    let schema = Schema(entities: [
      Entity(
        name: "Node",
        properties: [
          .attribute(Attribute(name: "v", type: .int64)),
          .relationship(Relationship(name: "next", destination: "Node")),
        ]),
      Entity(name: "Leaf", parent: "Node"),
    ])
    let store = try Fixtures.load(
      schema, ["Node": #"[{"v":0},{"v":1,"next":0},{"v":2,"next":3}]"#, "Leaf": #"[{"v":3,"next":1}]"#]
    ).store
    try store.delete(ObjectKey(root: "Node", identity: .record(0)))
    let reloaded = try Self.reload(store)
    let records = reloaded.records(of: "Node")
    let values: [Value] = records.map { $0["v"] }
    let next: [Value?] = records.map { $0.reference("next")?["v"] }
    #expect(values == [.int(1), .int(2), .int(3)])
    #expect(next == [nil, .int(3), .int(1)])
  }

  @Test func keepsTheOrderOfOrderedCollections() throws {
    let store = try Fixtures.load(
      Fixtures.farm,
      [
        "Farm": #"[{"region": "N", "number": 1, "animals": ["z", "a", "m"]}]"#,
        "Cow": #"[{"tag": "a"}, {"tag": "z"}]"#, "Dog": #"[{"tag": "m", "breed": "b"}]"#,
      ]
    ).store
    #expect(try Self.reload(store).records(of: "Farm")[0].ids("animals") == [.string("z"), .string("a"), .string("m")])
  }
}
