import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSchema
import Foundation

/// The meaning of conditions with nil, as data: relations, operands, and the places in which a condition is used.
enum NilTable {
  // MARK: Relations

  /// A relation of two operands, with what it gives if both of them are nil and if one is.
  struct Relation: Sendable {
    enum Operands: Sendable { case any, ordered, texts }

    /// The condition, with `l` and `r` in place of the operands.
    let text: String
    let bothNil: Bool
    let oneNil: Bool
    var operands = Operands.any

    func condition(_ left: String, _ right: String) -> String {
      text.split(separator: " ", omittingEmptySubsequences: false).map { word in
        switch word {
        case "l": left
        case "r": right
        default: String(word)
        }
      }.joined(separator: " ")
    }
  }

  static let relations = [
    Relation(text: "l == r", bothNil: true, oneNil: false),
    Relation(text: "l <= r", bothNil: true, oneNil: false, operands: .ordered),
    Relation(text: "l >= r", bothNil: true, oneNil: false, operands: .ordered),
    Relation(text: "l != r", bothNil: false, oneNil: true),
    Relation(text: "l < r", bothNil: false, oneNil: false, operands: .ordered),
    Relation(text: "l > r", bothNil: false, oneNil: false, operands: .ordered),
    Relation(text: "l IN { r }", bothNil: false, oneNil: false),
    Relation(text: "l IN { r , r }", bothNil: false, oneNil: false),
    Relation(text: "{ r } CONTAINS l", bothNil: false, oneNil: false),
    Relation(text: "l BETWEEN { r , r }", bothNil: false, oneNil: false, operands: .ordered),
    Relation(text: "l IN r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l CONTAINS[c] r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l BEGINSWITH r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l ENDSWITH[cd] r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l LIKE r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l MATCHES r", bothNil: false, oneNil: false, operands: .texts),
    Relation(text: "l ==[c] r", bothNil: true, oneNil: false, operands: .texts),
    Relation(text: "l <=[cd] r", bothNil: true, oneNil: false, operands: .texts),
    Relation(text: "l !=[d] r", bothNil: false, oneNil: true, operands: .texts),
    Relation(text: "l >[c] r", bothNil: false, oneNil: false, operands: .texts),
  ]

  // MARK: Operands

  /// An operand, with the objects for which it is nil.
  struct Operand: Sendable {
    let text: String
    let isNil: @Sendable (Int) -> Bool

    init(_ text: String, _ isNil: @escaping @Sendable (Int) -> Bool) { (self.text, self.isNil) = (text, isNil) }
  }

  /// Operands that can be compared with each other.
  struct Family: Sendable {
    let name: String
    let isOrdered: Bool
    let left: [Operand]
    let right: [Operand]
  }

  // The data below: what is nil of the objects 0 to 7.
  private static let odd: @Sendable (Int) -> Bool = { $0 % 2 == 1 }
  private static let second: @Sendable (Int) -> Bool = { $0 & 2 != 0 }
  private static let homeless: @Sendable (Int) -> Bool = { $0 < 4 }
  private static let homelessOrOdd: @Sendable (Int) -> Bool = { $0 < 4 || $0 % 2 == 1 }
  private static let homelessOrSecond: @Sendable (Int) -> Bool = { $0 < 4 || $0 & 2 != 0 }
  /// No guests, or one whose value is nil.
  private static let guestlessOrOdd: @Sendable (Int) -> Bool = { $0 > 3 || $0 % 2 == 1 }
  private static let never: @Sendable (Int) -> Bool = { _ in false }
  private static let always: @Sendable (Int) -> Bool = { _ in true }

  static let families = [
    Family(
      name: "numbers", isOrdered: true,
      left: [
        Operand("n", odd), Operand("d", odd), Operand("price", odd), Operand("home.n", homelessOrOdd),
        Operand("home.id", homeless), Operand("n + 1", odd),
        Operand("-n", odd), Operand("abs(d)", odd), Operand("length(s)", odd), Operand("n / 0", always),
        Operand("TERNARY(id > 3, n, NULL)", homelessOrOdd), Operand("guests.@max.n", guestlessOrOdd),
        Operand("scores[FIRST]", odd), Operand("max(scores)", odd), Operand("sum(guests.n)", never), Operand("id", never),
      ],
      right: [
        Operand("m", second), Operand("e", second), Operand("cost", second), Operand("home.m", homelessOrSecond),
        Operand("m * 2", second), Operand("id", never), Operand("3", never), Operand("guests.@count", never),
      ]),
    Family(
      name: "texts", isOrdered: true,
      left: [
        Operand("s", odd), Operand("home.s", homelessOrOdd), Operand("uppercase(s)", odd), Operand("tags[FIRST]", odd),
        Operand("TERNARY(id > 3, s, NULL)", homelessOrOdd), Operand("guests.@min.s", guestlessOrOdd), Operand("must", never),
      ],
      right: [Operand("t", second), Operand("home.t", homelessOrSecond), Operand("must", never), Operand("\"x2\"", never)]),
    Family(
      name: "dates", isOrdered: true,
      left: [Operand("day", odd), Operand("home.day", homelessOrOdd), Operand("guests.@max.day", guestlessOrOdd)],
      right: [Operand("eve", second), Operand("date(\"2001-01-01T00:00:02Z\")", never)]),
    Family(
      name: "durations", isOrdered: true, left: [Operand("day - date(\"2001-01-01T00:00:00Z\")", odd)],
      right: [Operand("eve - date(\"2001-01-01T00:00:00Z\")", second)]),
    Family(
      name: "enums", isOrdered: false, left: [Operand("kind", odd), Operand("home.kind", homelessOrOdd)],
      right: [Operand("sort", second), Operand(".large", never)]),
    Family(
      name: "Bools", isOrdered: false, left: [Operand("flag", odd), Operand("home.flag", homelessOrOdd)],
      right: [Operand("mark", second), Operand("TRUE", never)]),
    Family(name: "UUIDs", isOrdered: false, left: [Operand("code", odd)], right: [Operand("key", second)]),
    Family(name: "URLs", isOrdered: false, left: [Operand("link", odd)], right: [Operand("site", second)]),
    Family(name: "Data", isOrdered: false, left: [Operand("data", odd)], right: [Operand("seal", second)]),
    Family(
      name: "objects", isOrdered: false,
      left: [Operand("home", homeless), Operand("home.host", homelessOrSecond), Operand("guests[FIRST]", { $0 > 3 })],
      right: [Operand("host", second), Operand("home.home", always)]),
  ]

  // MARK: Uses

  /// A place in which a condition is used. With an optional parameter that is absent, the condition is removed.
  struct Use: Sendable {
    /// The text, with `c` in place of the condition.
    let text: String
    var isNegated = false
    /// Whether the query finds all objects or none without the condition.
    var findsAllWithout = true

    func predicate(_ condition: String) -> String { text.replacing("(c)", with: "(\(condition))") }
  }

  static let uses = [
    Use(text: "(c)"), Use(text: "NOT (c)", isNegated: true), Use(text: "(c) AND id >= 0"),
    Use(text: "(c) OR id < 0", findsAllWithout: false), Use(text: "NOT (id < 0 OR (c))", isNegated: true),
    Use(text: "NOT NOT (c)"),
    Use(text: "NOT (id >= 0 AND (c))", isNegated: true, findsAllWithout: false), Use(text: "TERNARY((c), 1, 0) == 1"),
    Use(text: "SUBQUERY({1}, $x, $x == 1 AND (c)).@count == 1"),
  ]

  // MARK: Data

  static let schema = """
    enum Kind: String { small, large = "LARGE" }
    entity Item {
      id: Int64 @unique
      must: String
      n: Int64?  m: Int64?
      d: Double?  e: Float?
      price: Decimal?  cost: Decimal?
      s: String?  t: String?
      day: Date?  eve: Date?
      kind: Kind?  sort: Kind?
      flag: Bool?  mark: Bool?
      code: UUID?  key: UUID?
      link: URL?  site: URL?
      data: Data?  seal: Data?
      tags: [String]
      scores: [Int64]
      home: Item? inverse guests
      guests: ordered [Item] inverse home
      host: Item?
    }
    """

  static func world() throws -> RandomWorld {
    let objects = (0..<8).map { id in
      var values: [String: Value] = ["must": .string("x\(id)"), "tags": .list([]), "scores": .list([])]
      var references: [String: [Int]] = [:]
      if !odd(id) {
        values.merge(attributes(["n", "d", "price", "s", "day", "kind", "flag", "code", "link", "data"], id)) { $1 }
        values["tags"] = .list([.string("x\(id)")])
        values["scores"] = .list([.int(Int64(id))])
      }
      if !second(id) {
        values.merge(attributes(["m", "e", "cost", "t", "eve", "sort", "mark", "key", "site", "seal"], id / 2)) { $1 }
        references["host"] = [id / 2]
      }
      if !homeless(id) { references["home"] = [id - 4] }
      return RawObject(entity: "Item", id: .int(Int64(id)), attributes: values, references: references)
    }
    return RandomWorld(schema: try Schema(parsing: schema), objects: objects)
  }

  /// A value for each of ten attributes: a number of each type, a text, a date and so on.
  private static func attributes(_ names: [String], _ id: Int) -> [String: Value] {
    let number = Double(id)
    let values: [Value] = [
      .int(Int64(id)), .double(number), .decimal(Decimal(id)), .string(id == 0 ? "" : "x\(id)"),
      .date(Date(timeIntervalSinceReferenceDate: number)), .string(id > 3 ? "LARGE" : "small"), .bool(id > 3),
      .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(id)))),
      URL(string: "https://a.example/\(id)").map { .url($0) } ?? .null, .data(Data([UInt8(id)])),
    ]
    return Dictionary(zip(names, values)) { $1 }
  }
}
