import CDQIR
import CDQRuntime
import Foundation
import Testing

@Suite struct LoadingValueTests {
  static let uuid = UUID(uuidString: "9D6E55DE-7E40-4B5F-9A2D-0C1D2E3F4A5B") ?? UUID()
  static func date(_ seconds: Double) -> Value { .date(Date(timeIntervalSinceReferenceDate: seconds)) }

  @Test(
    arguments: [
      (.int64, "9223372036854775807", .int(.max)), (.int64, "5.0", .int(5)), (.int64, "12e3", .int(12_000)),
      (.int64, "-9.223372036854775808e18", .int(.min)), (.int16, "-32768", .int(-32768)),
      (.int32, "2147483647", .int(2_147_483_647)), (.double, "0.1", .double(0.1)), (.double, "-0", .double(-0.0)),
      (.double, "9007199254740993", .double(9_007_199_254_740_992)), (.double, "1e-300", .double(1e-300)),
      (.double, "1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      (.double, "123456789012345680000000000000", .double(1.2345678901234568e29)),
      (.double, "\"-Infinity\"", .double(-.infinity)), (.float, "0.1", .double(Double(Float(0.1)))),
      (.decimal, "0.10", .decimal(Decimal(sign: .plus, exponent: -1, significand: 1))),
      (.decimal, "\"-12345678901234567890.12\"", .decimal(Decimal(string: "-12345678901234567890.12") ?? 0)),
      (
        .decimal, "99999999999999999999999999999999999999",
        .decimal(Decimal(string: "99999999999999999999999999999999999999") ?? 0)
      ),
      (.string, "\"a\"", .string("a")), (.bool, "true", .bool(true)),
      (.date, "\"2001-01-01\"", date(0)), (.date, "\"2001-01-01T00:00:00.5Z\"", date(0.5)),
      (.date, "{\"$date\":12.25}", date(12.25)), (.date, "{\"$date\":\"2001-01-02\"}", date(86400)),
      (.duration, "90", .duration(90)), (.data, "\"aGk=\"", .data(Data("hi".utf8))),
      (.data, "{\"$data\":\"aGk=\"}", .data(Data("hi".utf8))),
      (.uuid, "\"9d6e55de-7e40-4b5f-9a2d-0c1d2e3f4a5b\"", .uuid(uuid)),
      (.enumeration("Level"), "\"H\"", .string("H")), (.enumeration("Rank"), "2", .int(2)),
      (.collection(element: .int64, isOrdered: true), "[1,2]", .list([.int(1), .int(2)])),
      (.collection(element: .string, isOrdered: false), "{\"$set\":[\"a\",null]}", .list([.string("a"), .null])),
      (.object("Sample"), "7", .object(ObjectKey(root: "Sample", identity: .int(7)))),
      (.object("Sample"), "{\"$ref\":7}", .object(ObjectKey(root: "Sample", identity: .int(7)))),
      (.opaque, "{\"a\":[1.50]}", .string("{\"a\":[1.50]}")),
    ] as [(ValueType, String, Value)])
  func readsJSON(_ type: ValueType, _ text: String, _ expected: Value) throws {
    let coding = ValueCoding(schema: Fixtures.sample(.string))
    let value = try coding.value(from: try JSONValue(parsing: text), as: OptionalType(type))
    #expect(value == expected)
    if case (.double(let left), .double(let right)) = (value, expected) { #expect(left.sign == right.sign) }
    // Writing and reading again gives the same value.
    if type != .opaque, type != .float {
      #expect(try coding.value(from: JSONValue(parsing: ValueCoding.json(value)), as: OptionalType(type)) == expected)
    }
  }

  @Test(
    arguments: [
      (.int64, "\"5\"", .typeMismatch), (.int64, "5.5", .typeMismatch), (.int64, "9223372036854775808", .outOfRange),
      (.int64, "true", .typeMismatch), (.int16, "32768", .outOfRange), (.int32, "-2147483649", .outOfRange),
      (.int64, "1e30", .outOfRange), (.double, "1e999", .outOfRange), (.float, "1e39", .outOfRange),
      (.double, "\"1\"", .typeMismatch), (.decimal, "\"1,5\"", .invalidValue), (.decimal, "1e400", .outOfRange),
      (.decimal, "923456789012345678901234567890123456789", .outOfRange), (.bool, "1", .typeMismatch),
      (.string, "5", .typeMismatch), (.date, "\"yesterday\"", .invalidValue), (.date, "5", .typeMismatch),
      (.data, "\"*\"", .invalidValue), (.uuid, "\"x\"", .invalidValue), (.url, "5", .typeMismatch),
      (.enumeration("Level"), "\"M\"", .unknownCase), (.enumeration("Rank"), "3", .unknownCase),
      (.collection(element: .int64, isOrdered: true), "5", .typeMismatch),
      (.collection(element: .int64, isOrdered: true), "[\"a\"]", .typeMismatch),
      (.object("Sample"), "\"x\"", .typeMismatch), (.string, "null", .missingValue),
    ] as [(ValueType, String, LoadIssue.Code)])
  func refusesJSON(_ type: ValueType, _ text: String, _ code: LoadIssue.Code) throws {
    let coding = ValueCoding(schema: Fixtures.sample(.string))
    let json = try JSONValue(parsing: text)
    do {
      let value = try coding.value(from: json, as: OptionalType(type))
      Issue.record("\(text) was read as \(value)")
    } catch {
      #expect(error.code == code)
    }
  }

  @Test(
    arguments: [
      (.string, "", .string("")), (.string, "5", .string("5")), (.int64, "-5", .int(-5)), (.double, "2", .double(2)),
      (.double, "NaN", .double(.nan)), (.bool, "TRUE", .bool(true)), (.bool, "0", .bool(false)), (.bool, "x", nil),
      (.int64, "", nil), (.int64, "five", nil), (.int64, "\"5\"", nil),
      (.decimal, "1.10", .decimal(Decimal(string: "1.1") ?? 0)),
      (.date, "2001-01-01T01:00+01:00", date(0)), (.enumeration("Rank"), "1", .int(1)),
      (.enumeration("Level"), "L", .string("L")),
      (.object("Sample"), "7", .object(ObjectKey(root: "Sample", identity: .int(7)))),
      (.collection(element: .int64, isOrdered: true), "[1]", .list([.int(1)])),
      (.collection(element: .int64, isOrdered: true), "1,2", nil),
    ] as [(ValueType, String, Value?)])
  func readsText(_ type: ValueType, _ text: String, _ expected: Value?) {
    let value = try? ValueCoding(schema: Fixtures.sample(.string)).value(fromText: text, as: type)
    if case (.double(let left)?, .double(let right)?) = (value, expected), left.isNaN { return #expect(right.isNaN) }
    #expect(value == expected)
  }

  @Test(
    arguments: [
      ("5", .int(5)), ("5.5", .double(5.5)),
      ("9223372036854775808", .decimal(Decimal(string: "9223372036854775808") ?? 0)),
      ("[1,\"a\",null]", .list([.int(1), .string("a"), .null])), ("{\"$date\":0}", date(0)),
      ("{\"$data\":\"aGk=\"}", .data(Data("hi".utf8))), ("{\"$set\":[true]}", .list([.bool(true)])),
      ("{\"$ref\":1}", nil), ("[[1]]", nil),
      ("[{\"$set\":[]}]", nil),
      ("{\"a\":1}", nil),
    ] as [(String, Value?)])
  func readsUntyped(_ text: String, _ expected: Value?) throws {
    let json = try JSONValue(parsing: text)
    #expect((try? ValueCoding(schema: Fixtures.world).untypedValue(from: json)) == expected)
  }

  @Test(
    arguments: [
      (.double(5), "5.0"), (.double(.infinity), "\"Infinity\""), (.double(1e16), "1e+16"),
      (.int(.min), "-9223372036854775808"),
      (.string("a\"\u{1}é\n"), "\"a\\\"\\u0001é\\n\""), (date(0.25), "\"2001-01-01T00:00:00.25Z\""),
      (date(.infinity), "{\"$date\":\"Infinity\"}"), (.list([.null, .bool(true)]), "[null,true]"),
      (.object(ObjectKey(root: "A", identity: .composite(["a", "1"]))), "[\"a\",\"1\"]"),
      (.uuid(uuid), "\"\(uuid.uuidString)\""),
    ] as [(Value, String)])
  func writes(_ value: Value, _ expected: String) {
    #expect(ValueCoding.json(value) == expected)
  }

  @Test func objectsWithoutIdentityAreRecordNumbers() throws {
    let schema = Schema(entities: [
      Entity(name: "Base", isAbstract: true), Entity(name: "Leaf", parent: "Base"),
      Entity(
        name: "Pair",
        properties: [.attribute(Attribute(name: "a", type: .string)), .attribute(Attribute(name: "b", type: .int64))],
        uniquenessConstraints: [["a", "b"]]),
    ])
    let coding = ValueCoding(schema: schema)
    #expect(try coding.objectKey(from: .integer(3), of: "Leaf") == ObjectKey(root: "Base", identity: .record(3)))
    #expect(
      try coding.objectKey(from: .array([.string("x"), .integer(1)]), of: "Pair")
        == ObjectKey(root: "Pair", identity: .composite(["x", "1"])))
    #expect(throws: ValueCodingError.self) { try coding.objectKey(from: .string("x"), of: "Leaf") }
  }
}
