import CDQIR
import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

@Suite struct SnapshotFileTests {
  /// A store with every type of column, optional and not, and with long and unusual texts.
  static func samples() throws -> Store {
    let types: [(String, ValueType, [Value])] = [
      ("bool", .bool, [.bool(true), .bool(false)]),
      ("small", .int16, [.int(-3), .int(Int64(Int16.max))]),
      ("wide", .int64, [.int(.min), .int(.max), .int(0)]),
      ("double", .double, [.double(.infinity), .double(-0.0), .double(1e-300)]),
      ("decimal", .decimal, [.decimal(Decimal(string: "-12345678901234567890.000123")!), .decimal(.nan)]),
      ("text", .string, [.string(""), .string("ＡÅA\u{30A}"), .string(String(repeating: "lång ", count: 20_000))]),
      ("date", .date, [.date(Date(timeIntervalSinceReferenceDate: -0.25))]),
      ("span", .duration, [.duration(0.1)]), ("data", .data, [.data(Data([0, 255])), .data(Data())]),
      ("uuid", .uuid, [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))]),
      ("url", .url, [.url(URL(string: "https://example.org/a%20b?c")!)]),
      ("level", .enumeration("Level"), [.string("L")]), ("rank", .enumeration("Rank"), [.int(2)]),
      ("list", .collection(element: .int64, isOrdered: true), [.list([.int(1), .int(-1)]), .list([])]),
      ("any", .opaque, [.string("x"), .list([.list([.null])]), .object(ObjectKey(root: "A", identity: .composite(["b"])))]),
    ]
    let id = Property.attribute(Attribute(name: "id", type: .int64))
    let schema = Schema(
      entities: [
        Entity(
          name: "Sample",
          properties: [id] + types.map { .attribute(Attribute(name: $0.0, type: $0.1, isOptional: true)) },
          uniquenessConstraints: [["id"]])
      ], enumerations: Fixtures.sample(.bool).enumerations)
    let store = Store(schema: schema)
    for row in 0..<9 {
      var values: [String: Value] = ["id": .int(Int64(row * row) - 20)]
      for (name, _, examples) in types where row % 4 != 0 { values[name] = examples[row % examples.count] }
      try store.insert("Sample", values)
    }
    return store
  }

  /// A store with deleted objects, relationships of all kinds, sub-entities and gaps in record numbers.
  static func world() throws -> Store {
    let store = try StoreTests.store()
    try store.insert("City", ["id": .int(40), "name": .string("d"), "twins": .list([.object(StoreTests.city(1))])])
    try store.delete(StoreTests.city(2))
    try store.insert("City", ["id": .int(50), "name": .string("e"), "label": .string("not stored")])
    return store
  }

  /// A small store with sub-entities, an ordered relationship and a deleted object.
  static func farm() throws -> Store {
    let store = try Fixtures.load(
      Fixtures.farm,
      [
        "Cow": #"[{"tag": "a", "milk": 1.5}, {"tag": "b"}]"#, "Dog": #"[{"tag": "d", "breed": "Älg"}]"#,
        "Farm": #"[{"region": "N", "number": 1, "animals": ["d", "a", "b"]}, {"region": "N", "number": 2}]"#,
      ]
    ).store
    try store.delete(ObjectKey(root: "Animal", identity: .string("a")))
    return store
  }

  @Test func everythingComesBack() throws {
    for store in [try Self.samples(), try Self.world(), try Self.farm(), Store(schema: Fixtures.world)] {
      let bytes = try store.snapshot.encoded()
      let opened = try Store(bytes: bytes)
      #expect(opened.schema == store.schema)
      for entity in store.schema.entities.map(\.name) {
        #expect(opened.count(of: entity) == store.count(of: entity))
        for (found, wanted) in zip(opened.records(of: entity), store.records(of: entity)) {
          #expect(found.key == wanted.key)
          #expect(found.number == wanted.number)
          #expect(opened.record(wanted.key)?.key == wanted.key)
          for property in store.schema.allProperties(of: entity) where property.name != "label" {
            #expect(found[property.name].isIdentical(to: wanted[property.name]), "\(entity).\(property.name)")
          }
        }
      }
      #expect(try opened.snapshot.encoded() == bytes)
    }
  }

  @Test func whatWasOpenedCanBeChanged() throws {
    let store = try Store(bytes: try Self.world().snapshot.encoded())
    #expect(store.records(of: "City").map { $0["label"] } == [.null, .null, .null, .null])
    let number = store.records(of: "City").last?.number
    try store.insert("City", ["id": .int(60), "name": .string("f"), "country": .object(StoreTests.country("FR"))])
    #expect(store.records(of: "City").last?.number == number.map { $0 + 1 })
    #expect(store.record(StoreTests.country("FR"))?.ids("cities") == [.int(1), .int(60)])
    #expect(throws: StoreError.self) { try store.insert("City", ["id": .int(50), "name": .string("g")]) }
  }

  /// Saves more rows than a block and a chunk hold.
  @Test func manyRows() throws {
    let count = SnapshotFormat.blockRows + 4097
    let rows = (0..<count).map { "{\"id\":\($0),\"v\":\($0 % 7 == 0 ? "null" : "\"text \($0)\"")}" }
    let store = try Fixtures.load(Fixtures.sample(.string), ["Sample": "[\(rows.joined(separator: ","))]"]).store
    let opened = try Store(bytes: try store.snapshot.encoded())
    for row in [0, 1, 4095, 4096, 65535, 65536, count - 1] {
      let record = try #require(opened.record(ObjectKey(root: "Sample", identity: .int(Int64(row)))))
      #expect(record["v"] == (row % 7 == 0 ? .null : .string("text \(row)")))
    }
  }

  @Test func everyFlippedByteIsFound() throws {
    let bytes = try Self.farm().snapshot.encoded()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SnapshotError.self, "byte \(index)") { _ = try Store(bytes: damaged) }
    }
  }

  @Test func everyTruncationIsFound() throws {
    let bytes = try Self.farm().snapshot.encoded()
    for length in 0..<bytes.count {
      #expect(throws: SnapshotError.self, "\(length) bytes") { _ = try Store(bytes: bytes.prefix(length)) }
    }
    #expect(throws: SnapshotError.self) { _ = try Store(bytes: bytes + [0]) }
  }

  /// Files with wrong contents but right checksums, as a faulty program or an attacker could make them.
  @Test func everyFlippedByteWithRightChecksumsIsHarmless() throws {
    let bytes = try Self.farm().snapshot.encoded()
    for index in SnapshotFormat.headerLength..<bytes.count {
      var changed = bytes
      changed[index] ^= index % 2 == 0 ? 1 << UInt8(index / 2 % 8) : 0xFF
      changed.fixChecksums()
      // Some changes give other valid data; none may cause a trap.
      guard let store = try? Store(bytes: changed) else { continue }
      for entity in store.schema.entities {
        for record in store.records(of: entity.name) { _ = record.key }
      }
    }
  }

  @Test func errorsSayWhatToDo() throws {
    let bytes = try Self.world().snapshot.encoded()
    var newer = bytes
    newer[8] = 9
    newer.fixChecksums()
    var flipped = bytes
    flipped[bytes.count - 1] ^= 1
    let cases: [(Data, String)] = [
      (Data("[]".utf8), "'f.cdqdata' is no snapshot of cdq"),
      (newer, "'f.cdqdata' has format 9, and this cdq reads formats up to 1: update cdq to open it"),
      (flipped, "'f.cdqdata' is damaged at Mayor.city: its checksum is wrong; restore it from a copy"),
      (
        bytes.dropLast(1),
        "'f.cdqdata' is damaged at its end: it is cut off: it has \(bytes.count - 1) bytes instead of \(bytes.count); "
          + "restore it from a copy"
      ),
    ]
    for (bytes, message) in cases {
      let error = #expect(throws: SnapshotError.self) { _ = try Store(bytes: bytes, name: "f.cdqdata") }
      #expect(error?.description == message)
    }
  }

  @Test func filesAreReplacedInOneStep() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-snapshots-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("world.cdqdata")
    let store = try Self.world()
    try store.save(to: file)
    try store.delete(StoreTests.city(50))
    try store.save(to: file)
    #expect(try Store(contentsOf: file).count(of: "City") == store.count(of: "City"))
    let bytes = try store.snapshot.encoded()
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try Snapshot.schema(inFile: file) == Fixtures.world)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["world.cdqdata"])

    // Saving through a symbolic link keeps the link.
    let link = folder.appendingPathComponent("link.cdqdata")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try store.delete(StoreTests.city(40))
    try store.save(to: link)
    #expect(try Store(contentsOf: file).count(of: "City") == store.count(of: "City"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)

    for bad in [folder, folder.appendingPathComponent("missing.cdqdata")] {
      #expect(throws: SnapshotError.self) { _ = try Store(contentsOf: bad) }
    }
    #expect(throws: SnapshotError.self) { try store.save(to: folder.appendingPathComponent("no/world.cdqdata")) }
    #expect(throws: SnapshotError.self) { try store.save(to: folder) }
  }

  @Test(arguments: [("", 0), ("123456789", 0xE306_9283), ("The quick brown fox jumps over the lazy dog", 0x2262_0404)])
  func checksum(_ text: String, _ wanted: UInt32) {
    #expect(Array(text.utf8).withUnsafeBytes { CRC32C.of($0) } == wanted)
  }
}

extension Value {
  /// Equality that compares doubles by their bits, so that it distinguishes zeros and finds NaN equal to itself.
  fileprivate func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.decimal(let left), .decimal(let right)) where left.isNaN: right.isNaN
    default: self == other
    }
  }
}

extension Data {
  /// Computes the checksums anew, for all sections that can be found by their lengths.
  fileprivate mutating func fixChecksums() {
    fix(28, of: 0..<28)
    var start = SnapshotFormat.headerLength
    while start + SnapshotFormat.sectionHeadLength <= count {
      let contents = start + SnapshotFormat.sectionHeadLength
      let length = self[(start + 8)..<(start + 16)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if length <= UInt64(count - contents) { fix(start + 16, of: contents..<(contents + Int(length))) }
      fix(start + 20, of: start..<(start + 20))
      guard length <= UInt64(count - contents) else { return }
      start = contents + Int(length)
    }
  }

  private mutating func fix(_ place: Int, of range: Range<Int>) {
    let checksum = Array(self[range]).withUnsafeBytes { CRC32C.of($0) }
    for byte in 0..<4 { self[place + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte)) }
  }
}
