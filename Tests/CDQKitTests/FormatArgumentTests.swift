import CDQKit
import CDQTestSupport
import Foundation
import Testing

/// `CheckedPredicate(format:_:for:in:)`, which takes the arguments of `NSPredicate(format:)`.
@Suite struct FormatArgumentTests {
  struct Person: Sendable {
    var name: String
    var age: Int64?
    var height: Double = 0
    var isOpen = false
    var born: Date?
    var id = UUID()
    var site: URL?
    var price: Decimal = 0
    var tags: [String] = []
  }

  static let text = """
    entity Person {
      name: String
      age: Int64?
      height: Double
      isOpen: Bool
      born: Date?
      id: UUID
      site: URL?
      price: Decimal
      tags: [String]
    }
    """

  static let access = RecordAccess<Person>("Person") {
    $0.attribute("name", \.name)
    $0.attribute("age", \.age)
    $0.attribute("height", \.height)
    $0.attribute("isOpen", \.isOpen)
    $0.attribute("born", \.born)
    $0.attribute("id", \.id)
    $0.attribute("site", \.site)
    $0.attribute("price", \.price)
    $0.attribute("tags", \.tags)
  }

  static let id = UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID()

  static let people = [
    Person(
      name: "Ann", age: 30, height: 1.5, isOpen: true, born: Date(timeIntervalSinceReferenceDate: 0), id: id,
      site: URL(string: "https://a.example"), price: 9.5, tags: ["x", "y"]),
    Person(name: "Bob", age: nil, height: 1.75, price: 10, tags: ["z"]),
    Person(name: "%@", age: 65, height: 2, isOpen: true),
    Person(name: "A", age: 10),
  ]

  /// A format, its arguments, and the names of the records that match.
  static var found: [(format: String, arguments: [(any FormatArgument)?], names: [String])] {
    [
      ("name == %@ AND age > %d", ["Ann", 29], ["Ann"]),
      ("%K == %@ AND %K >= %ld", ["name", "Ann", "age", Int32(30)], ["Ann"]),
      ("age == %i OR age == %u", [Int8(30), UInt16(65)], ["Ann", "%@"]),
      ("age == %x OR age == %X OR age == %o", [0x1E, UInt32(65), 0o12], ["Ann", "%@", "A"]),
      ("age == %D OR age == %U", [30, UInt(10)], ["Ann", "A"]),
      ("age IN {%lu, %lld, %llu}", [UInt64(30), Int64(65), 5], ["Ann", "%@"]),
      ("height == %f OR height > %e", [1.5, Float(1.75)], ["Ann", "%@"]),
      ("height < %g", [Decimal(1.6)], ["Ann", "A"]),
      ("height == %f", [2], ["%@"]),
      ("name == %c", [Character("A")], ["A"]),
      ("name == %c", [65], ["A"]),
      ("name == %s OR name BEGINSWITH %s", ["Bob", "An"], ["Ann", "Bob"]),
      ("name == '%@'", [], ["%@"]),
      ("name ==[c] %@", ["ANN"], ["Ann"]),
      ("age == %@", [nil], ["Bob"]),
      ("age == %@", [NSNull()], ["Bob"]),
      ("age != %@", [Int?.none], ["Ann", "%@", "A"]),
      ("age > %@", [nil], []),
      ("name == %@", [nil], []),
      ("age == %@", [NSNumber(value: 30)], ["Ann"]),
      ("age > %@", [29.5], ["Ann", "%@"]),
      ("age < %@", [Decimal(string: "30.5")], ["Ann", "A"]),
      ("price < %@", [9.75], ["Ann", "%@", "A"]),
      ("price == %@", [NSDecimalNumber(string: "9.5")], ["Ann"]),
      ("isOpen == %d", [true], ["Ann", "%@"]),
      ("isOpen == %d", [0], ["Bob", "A"]),
      ("isOpen == %@", [true], ["Ann", "%@"]),
      ("isOpen == %@", [NSNumber(value: true)], ["Ann", "%@"]),
      ("age == %d", [true], []),
      ("born < %@", [Date(timeIntervalSinceReferenceDate: 1)], ["Ann"]),
      ("id == %@", [id], ["Ann"]),
      ("site == %@", [URL(string: "https://a.example")], ["Ann"]),
      ("age IN %@", [[30, 65]], ["Ann", "%@"]),
      ("age IN %@", [Set([10])], ["A"]),
      ("age IN %@", [[Int]()], []),
      ("NOT name IN %@", [["Ann", "Bob"]], ["%@", "A"]),
      ("age BETWEEN %@", [[20, 40]], ["Ann"]),
      ("age BETWEEN {%d, %d}", [60, 70], ["%@"]),
      // With a string argument, IN tests for a substring as Apple's does: the checker knows the argument's type.
      ("name IN %@", ["Annual report"], ["Ann", "A"]),
      ("name IN[c] %@", ["bobby"], ["Bob"]),
      ("%@ CONTAINS name", ["Bobby"], ["Bob"]),
      ("%@ CONTAINS name", [["Bob", "A"]], ["Bob", "A"]),
      ("ANY tags == %@", ["z"], ["Bob"]),
      ("tags CONTAINS %@", ["x"], ["Ann"]),
      ("%@ IN tags", ["y"], ["Ann"]),
      ("SUBQUERY(tags, $t, $t == %@).@count == %d", ["x", 1], ["Ann"]),
      ("name MATCHES %@", ["A.*"], ["Ann", "A"]),
      ("name LIKE %@", ["B?b"], ["Bob"]),
      ("name == %@", ["Bob"[...]], ["Bob"]),
      ("age == %@", [Value.int(10)], ["A"]),
    ]
  }

  @Test(arguments: found.indices) func argumentsAreBound(_ index: Int) throws {
    let (format, arguments, names) = Self.found[index]
    let schema = try Schema(parsing: Self.text)
    let predicate = try CheckedPredicate(format: format, argumentArray: arguments, for: "Person", in: schema)
    #expect(predicate.parameters.isEmpty, "\(format)")
    #expect(try predicate.filter(Self.people, with: Self.access).map(\.name) == names, "\(format)")
  }

  @Test func variadicArguments() throws {
    let schema = try Schema(parsing: Self.text)
    let age: Int? = nil
    let predicate = try CheckedPredicate(
      format: "name != %@ AND age == %@ OR height > $h", "Ann", age, for: "Person", in: schema)
    #expect(predicate.parameters.map(\.name) == ["h"])
    #expect(try predicate.filter(Self.people, with: Self.access, ["h": .double(1.9)]).map(\.name) == ["Bob", "%@"])
    #expect(predicate.description == #"name != "Ann" AND age == NULL OR height > $h"#)
    let one = try CheckedPredicate(format: "TRUEPREDICATE", for: "Person", in: schema)
    #expect(try one.filter(Self.people, with: Self.access).count == 4)
  }

  /// A format, its arguments, and the expected error's code, stage and column.
  static var errors: [(format: String, arguments: [(any FormatArgument)?], code: String, stage: String, column: Int)] {
    [
      ("name == %@", [], "argument-count", "bind", 9),
      ("name == %@ AND age > %d", ["x"], "argument-count", "bind", 22),
      ("name == %@", ["x", 1], "argument-count", "bind", 1),
      ("%K == 1", [5], "type-mismatch", "bind", 1),
      ("%K == 1", ["nmae"], "unknown-property", "check", 1),
      ("age == %d", ["x"], "type-mismatch", "bind", 8),
      ("age == %d", [1.5], "type-mismatch", "bind", 8),
      ("age == %d", [nil], "type-mismatch", "bind", 8),
      ("age == %lu", [UInt64.max], "type-mismatch", "bind", 8),
      ("height == %f", [true], "type-mismatch", "bind", 11),
      ("name == %s", [1], "type-mismatch", "bind", 9),
      ("name == %c", ["xy"], "type-mismatch", "bind", 9),
      ("age == %@", ["x"], "type-mismatch", "bind", 8),
      ("name == %@", [1], "type-mismatch", "bind", 9),
      ("isOpen == %d", [2], "type-mismatch", "bind", 11),
      ("age IN %@", [["x"]], "type-mismatch", "bind", 8),
      ("age BETWEEN %@", [[1, 2, 3]], "wrong-argument", "bind", 13),
      ("name == %%", [], "expected-value", "parse", 9),
      ("isOpen", [], "value-not-predicate", "parse", 1),
    ]
  }

  @Test(arguments: errors.indices) func errorsHaveAPlace(_ index: Int) throws {
    let (format, arguments, code, stage, column) = Self.errors[index]
    let schema = try Schema(parsing: Self.text)
    do throws(QueryError) {
      _ = try CheckedPredicate(format: format, argumentArray: arguments, for: "Person", in: schema)
      Issue.record("\(format) is accepted")
    } catch {
      let first = try #require(error.diagnostics.first { $0.severity == .error })
      #expect("\(first.code)" == code, "\(error)")
      #expect(first.stage.rawValue == stage, "\(error)")
      #expect(first.span.start == UInt32(column - 1), "\(error)")
    }
  }

  @Test func textsOfPredicates() throws {
    let schema = try Schema(parsing: Self.text)
    let predicate = try CheckedPredicate(
      parsing: "(isOpen) && born>date('2001-01-01T00:01:00Z') or none tags='x'", for: "Person", in: schema)
    #expect(predicate.description == #"isOpen AND born > date("2001-01-01T00:01:00Z") OR NONE tags == "x""#)
    #expect(
      try predicate.nsPredicateFormat
        == #"isOpen == TRUE AND born > CAST(60, "NSDate") OR NOT (ANY tags == "x")"#)
    let again = try CheckedPredicate(parsing: predicate.description, for: "Person", in: schema)
    #expect(again.ir == predicate.ir)
    let query = try CheckedQuery(parsing: "Person where id=$id? sort name", in: schema)
    #expect(query.description == "Person where id == $id? sort name")
    #expect(throws: QueryError.self) { try query.nsPredicateFormat }
    #expect(try CheckedQuery(parsing: "Person", in: schema).nsPredicateFormat == "TRUEPREDICATE")
    #expect(try QueryFormatter.format("query a=Person") == "query a = Person\n")
    #expect(try QueryFormatter.format("a=1", as: .predicate) == "a == 1")
    #expect(throws: QueryError.self) { try QueryFormatter.format("query a") }
  }
}
