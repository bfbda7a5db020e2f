import Foundation
import Testing

@testable import CDQKit

/// Objects of Foundation and Swift as values of attributes: every kind of object with every type of attribute.
@Suite struct ObjectValueTests {
  enum Mood: String { case calm }
  enum Level: Int { case high = 2 }
  struct Own {}

  /// Objects that are the same value, however they were made.
  struct Row {
    var name: String
    var objects: [Any]
    /// The values for the types that take the objects; any other type reads null.
    var values: [ValueType: Value]
  }

  static let list = ValueType.collection(element: .int64, isOrdered: true)
  static let types: [ValueType] = [
    .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url, .opaque, list,
  ]

  static func json(_ text: String) throws -> Any {
    try first(JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)))
  }

  static func plist(_ text: String) throws -> Any {
    let xml = "<plist version=\"1.0\"><array>\(text)</array></plist>"
    return try first(PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil))
  }

  /// The values that a number has as each type of numbers and dates; an integer only when it is whole.
  static func number(_ double: Double, _ decimal: String, _ integer: Int64?) -> [ValueType: Value] {
    var values: [ValueType: Value] = [
      .float: .double(double), .double: .double(double), .duration: .duration(double),
      .date: .date(Date(timeIntervalSince1970: double)),
    ]
    values[.decimal] = DecimalText.decimal(from: decimal).map { .decimal($0) }
    for type in [ValueType.int16, .int32, .int64] { values[type] = integer.map { .int($0) } }
    return values
  }

  static func rows() throws -> [Row] {
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let date = Date(timeIntervalSince1970: 1_577_836_800)
    let url = try #require(URL(string: "https://example.org/a"))
    let (one, zero) = (number(1, "1", 1), number(0, "0", 0))
    return [
      Row(
        name: "true",
        objects: [true, NSNumber(value: true), true as NSNumber, try json("true"), try plist("<true/>"), Value.bool(true)],
        values: [.bool: .bool(true)]),
      Row(
        name: "false", objects: [false, NSNumber(value: false), try json("false"), try plist("<false/>")],
        values: [.bool: .bool(false)]),
      Row(
        name: "1",
        objects: [
          1, Int8(1), UInt8(1), Int16(1), UInt64(1), NSNumber(value: 1), NSNumber(value: Int8(1)), NSNumber(value: UInt(1)),
          1 as NSNumber, try json("1"), try plist("<integer>1</integer>"), Value.int(1), Optional(1) as Any,
        ], values: one.merging([.bool: .bool(true)]) { $1 }),
      Row(
        name: "0", objects: [0, NSNumber(value: 0), try json("0"), try plist("<integer>0</integer>")],
        values: zero.merging([.bool: .bool(false)]) { $1 }),
      Row(
        name: "2", objects: [2, NSNumber(value: 2), try json("2"), try plist("<integer>2</integer>"), Level.high],
        values: number(2, "2", 2)),
      Row(
        name: "1.0",
        objects: [1.0, Float(1), CGFloat(1), NSNumber(value: 1.0), NSNumber(value: Float(1)), try plist("<real>1</real>")],
        values: one),
      Row(
        name: "0.1", objects: [0.1, NSNumber(value: 0.1), try json("0.1"), try plist("<real>0.1</real>")],
        values: number(0.1, "0.1", nil)),
      Row(
        name: "1.5", objects: [Decimal(1.5), NSDecimalNumber(string: "1.5"), Value.decimal(1.5)],
        values: number(1.5, "1.5", nil)),
      Row(name: "NSDecimalNumber of 1", objects: [Decimal(1), NSDecimalNumber(string: "1")], values: one),
      Row(
        name: "the greatest Int64", objects: [Int64.max, NSNumber(value: Int64.max), try json("\(Int64.max)")],
        values: number(0x1p63, "\(Int64.max)", .max)),
      Row(name: "the least Int64", objects: [Int64.min, try json("\(Int64.min)")], values: number(-0x1p63, "\(Int64.min)", .min)),
      Row(
        name: "the greatest UInt64", objects: [UInt64.max, NSNumber(value: UInt64.max), try json("\(UInt64.max)")],
        values: number(0x1p64, "\(UInt64.max)", nil)),
      Row(
        name: "a text",
        objects: [
          "a b!", NSString("a b!"), NSMutableString("a b!"), "a b!?".dropLast(), try json("\"a b!\""),
          try plist("<string>a b!</string>"),
        ],
        values: [.string: .string("a b!"), .url: URL(string: "a b!").map { .url($0) } ?? .null]),
      Row(
        name: "a raw value", objects: [Mood.calm, "calm"],
        values: text("calm", [.data: .data(Data(base64Encoded: "calm") ?? Data())])),
      Row(name: "a text of digits", objects: ["12.50", NSString("12.50")], values: text("12.50", [.decimal: .decimal(12.5)])),
      Row(
        name: "a text of a date", objects: ["2020-01-01T00:00:00Z"],
        values: text("2020-01-01T00:00:00Z", [.date: .date(date)])),
      Row(name: "a text of a UUID", objects: [id.uuidString], values: text(id.uuidString, [.uuid: .uuid(id)])),
      Row(
        name: "a date",
        objects: [date, NSDate(timeIntervalSince1970: 1_577_836_800), try plist("<date>2020-01-01T00:00:00Z</date>")],
        values: [.date: .date(date)]),
      Row(
        name: "data", objects: [Data([0, 1, 2]), NSData(data: Data([0, 1, 2])), try plist("<data>AAEC</data>")],
        values: [.data: .data(Data([0, 1, 2]))]),
      Row(name: "a UUID", objects: [id, id as NSUUID], values: [.uuid: .uuid(id), .string: .string(id.uuidString)]),
      Row(name: "a URL", objects: [url, url as NSURL], values: [.url: .url(url), .string: .string(url.absoluteString)]),
      Row(name: "a duration", objects: [Duration.milliseconds(1500), Value.duration(1.5)], values: [.duration: .duration(1.5)]),
      Row(name: "nothing", objects: [NSNull(), try json("null"), Optional<Int>.none as Any, Value.null], values: [:]),
      Row(
        name: "a list",
        objects: [
          [1], [1] as [Any], [1][...], Set([1]), NSArray(array: [1]), NSSet(array: [1]), NSOrderedSet(array: [1]),
          try json("[1]"), try plist("<array><integer>1</integer></array>"), Value.list([.int(1)]),
        ], values: [list: .list([.int(1)])]),
      Row(name: "other objects", objects: [["a": 1], NSDictionary(dictionary: ["a": 1]), Own(), try json("{}")], values: [:]),
    ]
  }

  /// A text is a String, and a URL unless it has characters that no URL has.
  private static func text(_ text: String, _ values: [ValueType: Value]) -> [ValueType: Value] {
    var values = values
    values[.string] = .string(text)
    values[.url] = URL(string: text).map { .url($0) }
    return values
  }

  @Test(arguments: types) func `Every object is read as every type`(type: ValueType) throws {
    for row in try Self.rows() {
      for (index, object) in row.objects.enumerated() {
        let read = DynamicValue.value(object, type)
        #expect(read == row.values[type] ?? .null, "\(row.name), object \(index) as \(type)")
      }
    }
  }

  /// The values keep the kind of the object, which arguments of format strings have, too.
  @Test func `An object is of one kind`() throws {
    let kinds: [String: Value] = [
      "true": .bool(true), "false": .bool(false), "1": .int(1), "0": .int(0), "2": .int(2), "1.0": .double(1),
      "0.1": .double(0.1),
      "1.5": .decimal(1.5), "NSDecimalNumber of 1": .decimal(1), "the greatest Int64": .int(.max), "nothing": .null,
    ]
    for row in try Self.rows() {
      guard let kind = kinds[row.name] else { continue }
      for object in row.objects {
        #expect((Value(object: object) ?? .null) == kind, "\(row.name): \(Swift.type(of: object))")
        if let number = object as? NSNumber, Swift.type(of: object) is NSNumber.Type {
          #expect(number.formatValue == (kind == .bool(true) ? .int(1) : kind == .bool(false) ? .int(0) : kind))
        }
      }
    }
  }

  @Test(arguments: [
    ("age != NULL", ["zero", "one", "two"]), ("age == 1", ["one"]), ("age > 0", ["one", "two"]), ("isOpen != NULL", ["one"]),
    ("isOpen == TRUE", ["one"]), ("ANY friends.age == 1", ["two"]), ("0 IN marks", ["zero"]),
  ])
  func `Numbers that are 0 or 1 are numbers in a dictionary`(text: String, names: [String]) throws {
    let schema = try Schema(
      parsing: "entity Person { name: String  age: Int64?  isOpen: Bool?  marks: [Int64]  friends: [Person] }")
    let data = #"""
      [{"name": "zero", "age": 0, "marks": [0]}, {"name": "one", "age": 1, "isOpen": true},
       {"name": "two", "age": 2, "marks": [1], "friends": [{"name": "f", "age": 1}]}]
      """#
    let people = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [[String: Any]] ?? []
    let predicate = try CheckedPredicate(parsing: text, for: "Person", in: schema)
    let found = try predicate.filter(people, with: RecordAccess(dictionaries: "Person", in: schema))
    #expect(found.map { $0["name"] as? String } == names)
  }
}

/// The first element of what a serialization returns.
private func first(_ object: Any) throws -> Any {
  try #require((object as? [Any])?.first)
}
