public import CDQKit
import Foundation

/// A schema with data, on which queries run.
public struct World: Sendable {
  /// The name of the world in the first line of inputs.
  public let name: String
  /// The declarations of the schema.
  let text: String
  /// The data: one JSON object with an array for each entity.
  let data: String
  /// The schema that `text` declares.
  public let schema: Schema
  /// A store with the objects in `data`.
  public let store: Store

  init(_ name: String, _ text: String, _ data: String) {
    self.name = name
    self.text = text
    self.data = data
    let schema = try? Schema(parsing: text)
    let loaded = schema.flatMap {
      try? StoreLoader(schema: $0).load([LoadInput(name: "data", bytes: Data(data.utf8))])
    }
    guard let schema, let loaded else { preconditionFailure("the world '\(name)' is sound") }
    self.schema = schema
    store = loaded.store
  }
}

/// The worlds on which queries run. They are small and have nil, empty and extreme values of every type.
public enum Worlds {
  static let locale = Locale(identifier: "en_US")

  /// All worlds; `EvaluateTarget` and `GenerateTarget` find them by name.
  public static let all: [World] = [
    World(
      "parts",
      """
      enum Level: String { low = "l", high = "h" }
      enum Size: Int16 { s = 1, m = 2 }
      entity Thing {
        id: Int64 @unique
        name: String?
        a: Int64
        b: Int32?
        price: Decimal?
        rating: Double?
        weight: Float?
        flag: Bool
        on: Bool?
        when: Date?
        raw: Data?
        uid: UUID?
        site: URL?
        level: Level?
        size: Size?
        tags: [String]
        counts: [Int64]
        group: Group? inverse things
        parts: [Part] inverse owner
        steps: ordered [Thing] inverse previous
        previous: Thing? inverse steps
      }
      entity Part: Thing { owner: Thing? inverse parts  note: String }
      entity Group { id: Int64 @unique  label: String  things: [Thing] inverse group }
      """,
      #"""
      {"Thing": [
       {"id": 1, "name": "Paris", "a": 1, "b": -2147483648, "price": "0.10", "rating": 0.5, "weight": 1.5, "flag": true,
        "on": true, "when": "2026-01-31T10:00:00Z", "raw": "AAEC", "uid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "site": "https://a.b/c?d#e", "level": "l", "size": 1, "tags": ["a", "b", "a"], "counts": [3, 1, 2], "group": 1,
        "steps": [2, 3]},
       {"id": 2, "name": "Évry", "a": -9223372036854775808, "b": 0, "price": "-12345678901234567890.123", "rating": -0.0,
        "weight": 16777216, "flag": false, "on": null, "when": "1969-12-31T23:59:59.5Z", "level": "h", "size": 2,
        "tags": [], "counts": [], "group": 1},
       {"id": 3, "name": "E\u0301vry", "a": 9223372036854775807, "rating": 9007199254740993, "flag": true, "on": false,
        "tags": ["ﬁ", "ß", "İ"], "counts": [9223372036854775807, 1], "group": 2},
       {"id": 4, "name": null, "a": 0, "flag": false},
       {"id": 5, "name": "", "a": 7, "price": "1e20", "rating": 1e300, "flag": true, "tags": [""], "counts": [0]},
       {"id": 6, "name": "a*b?c\\d\n👩‍👩‍👧 ", "a": 7, "b": 7, "price": 7, "rating": 7, "weight": 7, "flag": true,
        "when": "0001-01-01", "group": 2}],
       "Part": [
       {"id": 10, "name": "part", "a": 1, "flag": true, "note": "x", "owner": 1},
       {"id": 11, "name": "PART", "a": 2, "flag": false, "note": "", "owner": 1, "group": 3, "price": 0.1},
       {"id": 12, "name": null, "a": 3, "flag": false, "note": "y", "owner": 10}],
       "Group": [{"id": 1, "label": "one"}, {"id": 2, "label": "twö"}, {"id": 3, "label": ""}, {"id": 4, "label": "ONE"}]}
      """#),
    World(
      "words",
      """
      entity order { type: Int64 @unique  count: Int64?  limit: String?  group: order? inverse size  size: [order] inverse group }
      entity index { desc: String @unique  first: Bool  last: Date?  value: Double  from: index? inverse to  to: index? inverse from }
      """,
      """
      {"order": [{"type": 1, "count": null, "limit": "a", "group": 2}, {"type": 2, "count": 2, "limit": "ä", "group": 2},
                 {"type": 3, "count": 0, "limit": null, "group": 1}],
       "index": [{"desc": "x", "first": true, "last": "2000-02-29", "value": 0.1, "to": "y"},
                 {"desc": "y", "first": false, "last": null, "value": -0.0}]}
      """),
    World("empty", "entity E { id: Int64  text: String?  others: [E] inverse back  back: E? inverse others }", "{}"),
  ]

  /// A value of the right type for each parameter. The values are the same in each run, and some omittable parameters
  /// have none.
  static func arguments(for parameters: [ParameterIR]) -> Arguments {
    var arguments = Arguments()
    for (index, parameter) in parameters.enumerated() {
      if parameter.isOmittable, index % 2 == 0 { continue }
      arguments[parameter.name] = value(of: parameter.type.base, index)
    }
    return arguments
  }

  private static func value(of type: ValueType, _ index: Int) -> Value {
    switch type {
    case .bool: .bool(index % 2 == 0)
    case .int16, .int32, .int64: .int([1, 0, -1, .max, 3][index % 5])
    case .float, .double: .double([0.5, -0.0, 1e300, 7][index % 4])
    case .decimal: .decimal([0.1, -1, 7][index % 3])
    case .string: .string(["a", "PART", "É*", "(a+)+b", ""][index % 5])
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .duration: .duration(60)
    case .data: .data(Data([0, 1, 2]))
    case .uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F").map { .uuid($0) } ?? .null
    case .url: URL(string: "https://a.b/c").map { .url($0) } ?? .null
    case .enumeration: index % 2 == 0 ? .string("l") : .int(1)
    case .object(let root): .object(ObjectKey(root: root, identity: .int(1)))
    case .opaque, .null: .null
    case .collection(let element, _): .list((0..<3).map { value(of: element, index + $0) })
    }
  }
}
