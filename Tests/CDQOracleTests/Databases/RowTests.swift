import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Values of rows, as the drivers read them and as types of the caller have them.
@Suite struct RowTests {
  private static func bytes<Result>(_ text: String, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(read)
  }

  @Test func `Digits are read as the standard library reads them`() {
    var texts = [
      "", "-", ".", "-.", "0", "-0", "1.", ".5", "1.5.2", "1e5", "NaN", "Infinity", "+1", " 1", "999999999999999999",
      "1000000000000000000", "9223372036854775807", "-9223372036854775808", "123456789012345", "0.1", "0.000000000000001",
      "1234567890.123456", "99999999999999.9", "-0.30000000000000004",
    ]
    var random = SplitMix(seed: 5)
    for _ in 0..<5000 {
      let number = Double(Int64.random(in: -10_000_000_000...10_000_000_000, using: &random)) / 1000
      texts += ["\(number)", "\(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))"]
    }
    for text in texts {
      if let number = RowTests.bytes(text, DigitText.integer) { #expect(Int64(text) == number, "\(text)") }
      if let number = RowTests.bytes(text, DigitText.real) {
        #expect(Double(text.hasSuffix(".") ? text + "0" : text)?.bitPattern == number.bitPattern, "\(text)")
      }
    }
    #expect(RowTests.bytes("-120", DigitText.integer) == -120 && RowTests.bytes("12a", DigitText.integer) == nil)
    #expect(RowTests.bytes("-1.25", DigitText.real) == -1.25 && RowTests.bytes("1e5", DigitText.real) == nil)
  }

  @Test(arguments: [
    ("0", -978_307_200), ("978307200.5", 0.5), ("-1.25", -978_307_201.25), ("978307201.1234567", 1.123456), ("Infinity", nil),
    ("-", nil), ("", nil), (".5", nil), ("1.2.3", nil), ("99999999999999999999", nil), ("12x", nil),
  ] as [(String, Double?)])
  func `Seconds become dates`(text: String, seconds: Double?) {
    let date = Date(SQLDatum.text(text), .postgres)
    #expect(date?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test func `A row that is kept has no values`() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    var kept: [SQLRow] = []
    try connection.read(
      SQLStatement(text: "SELECT 7, 'a', NULL, 1.5, x'00' UNION ALL SELECT 8, 'b', 1, 2, x'01'"), deadline: nil, isStreamed: true
    ) { row throws(DatabaseError) in
      kept.append(row)
      return kept.count < 2
    }
    for row in kept { #expect(row.data.allSatisfy { $0 == .null }) }
    #expect(throws: DatabaseError.unexpectedNull(column: "1")) { let _: Int64 = try kept[0].value(at: 0) }
  }

  @Test func `Values are read by their type, or refused`() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    try connection.read(SQLStatement(text: "SELECT 7, '8', NULL, 1.5, 2.0, x'00ff', 'é'"), deadline: nil, isStreamed: false) {
      row throws(DatabaseError) in
      let (integer, text, none): (Int, Int64, Int64?) = (try row.value(at: 0), try row.value(at: 1), try row.optional(at: 2))
      #expect((integer, text, none) == (7, 8, nil))
      let (real, whole): (Double, Int64) = (try row.value(at: 3), try row.value(at: 4))
      #expect(real == 1.5 && whole == 2)
      #expect(throws: DatabaseError.self) { let _: Bool = try row.value(at: 0) }
      let (name, number, bytes): (String, Double, Data) = (try row.value(at: 6), try row.value(at: 0), try row.value(at: 5))
      #expect(name == "é" && number == 7 && bytes == Data([0, 255]))
      for column in [3, 5, 6, 7, -1] { #expect(throws: DatabaseError.self) { let _: Int64 = try row.value(at: column) } }
      #expect(throws: DatabaseError.self) { let _: String? = try row.optional(at: 0) }
      return true
    }
  }

  // MARK: Types of the caller

  private enum Size: String, Codable { case small, large }
  private struct Name: Codable, Equatable {
    var text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {}
  }

  private static func database() throws -> (Database, SQLiteConnection, QueryIR) {
    let schema = try Schema(
      parsing: """
        enum Size { small, large }
        entity Town {
          id: Int64 @unique
          name: String
          area: Double
          cost: Decimal?
          key: UUID
          size: Size?
          names: [String]
          founded: Date
          parent: Town?
        }
        """)
    let (database, connection) = (Database(schema: schema, dialect: .sqlite), try SQLiteConnection(path: ":memory:", access: .create))
    try database.create(on: connection)
    try database.transaction(on: connection) { transaction in
      try transaction.insert(
        "Town",
        [
          "id": .int(1), "name": .string("Oslo"), "area": .double(2), "cost": .decimal(2.5), "key": .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
          "size": .string("large"), "names": .list([.string("a"), .string("b")]), "founded": .date(Date(timeIntervalSinceReferenceDate: 0)),
        ])
      let key = ObjectKey(root: "Town", identity: .int(1))
      try transaction.update(key, ["parent": .object(key)])
    }
    return (database, connection, try CheckedQuery(parsing: "Town where id == 1", in: schema).ir)
  }

  @Test func `Types of all kinds are decoded`() throws {
    struct Town: Decodable, Equatable {
      var names: [String]
      var name: Name
      var area: Int
      var cost: Decimal?
      var key: UUID
      var size: Size?
      var founded: Date?
      var parent: Int
      var id: Double
      var absent: String?
    }
    let (database, connection, ir) = try RowTests.database()
    let key = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let town = Town(
      names: ["a", "b"], name: Name("Oslo"), area: 2, cost: 2.5, key: key, size: .large,
      founded: Date(timeIntervalSinceReferenceDate: 0), parent: 1, id: 1, absent: nil)
    #expect(try database.values(ir, on: connection) == [town])
    let record = try #require(try database.records(ir, on: connection).first)
    #expect(try record.decode(Town.self) == town)
    // A type that looks at the whole object, as a dictionary does and as one with a single value does.
    struct Whole: Decodable {
      struct Inner: Decodable { var id: Int }
      var inner: Inner

      init(from decoder: any Decoder) throws { inner = try decoder.singleValueContainer().decode(Inner.self) }
    }
    #expect(try record.decode(Whole.self).inner.id == 1)
    struct Id: Decodable { var id: Int64, parent: Int64? }
    let ids: [Id] = try database.values(ir, on: connection)
    #expect(ids.map(\.id) == [1] && ids.map(\.parent) == [1])
  }

  @Test func `What a type refuses is an error`() throws {
    struct Missing: Decodable { var population: Int }
    struct Wrong: Decodable { var name: Int }
    struct Narrow: Decodable { var area: UInt8, id: Int8 }
    let (database, connection, ir) = try RowTests.database()
    #expect(throws: DecodingError.self) { let _: [Missing] = try database.values(ir, on: connection) }
    #expect(throws: DecodingError.self) { let _: [Wrong] = try database.values(ir, on: connection) }
    let narrow: [Narrow] = try database.values(ir, on: connection)
    #expect(narrow.map(\.area) == [2])
    #expect(throws: DatabaseError.self) {
      let _: [Narrow] = try database.values(ir, on: connection, options: DatabaseOptions(maximumRows: 0))
    }
  }
}
