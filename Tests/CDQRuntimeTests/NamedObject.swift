import CDQRuntime
import Foundation

/// A record for random queries, whose untyped values are read by name.
final class NamedObject: @unchecked Sendable {
  let entity: String
  let id: Int64
  var values: [String: Value] = [:]
  var one: [String: NamedObject] = [:]
  var many: [String: [NamedObject]] = [:]

  init(_ entity: String, _ id: Int64) {
    self.entity = entity
    self.id = id
  }

  func value(_ name: String) -> Value { values[name] ?? .null }
}

/// The schema of random queries, as tables that the queries and the record accesses share.
enum RandomModel {
  static let attributes: [String: [(name: String, type: ValueType)]] = [
    "City": [
      ("name", .string), ("nick", .string), ("pop", .int64), ("rank", .int64), ("area", .double), ("price", .decimal),
      ("founded", .date), ("isCapital", .bool),
    ],
    "Country": [("name", .string), ("gdp", .double), ("size", .int64)],
  ]
  static let toOne: [String: [(name: String, target: String)]] = [
    "City": [("country", "Country")], "Country": [("capital", "City")],
  ]
  static let toMany: [String: [(name: String, target: String)]] = ["City": [], "Country": [("cities", "City")]]
  static let lists: [String: [(name: String, element: ValueType)]] = [
    "City": [("tags", .string), ("scores", .int64)], "Country": [],
  ]

  static let cities: RecordAccess<NamedObject> = access("City")
  static let countries: RecordAccess<NamedObject> = access("Country")

  private static func access(_ entity: String) -> RecordAccess<NamedObject> {
    RecordAccess(entity) { declaration in
      declaration.identity(\.id)
      for (name, type) in attributes[entity] ?? [] {
        declaration.attribute(named: name, type: type) { $0.value(name) }
      }
      for (name, element) in lists[entity] ?? [] {
        declaration.attribute(named: name, type: .collection(element: element, isOrdered: true)) { $0.value(name) }
      }
      for (name, target) in toOne[entity] ?? [] {
        declaration.toOne(name, { $0.one[name] }, target == "City" ? cities : countries)
      }
      for (name, target) in toMany[entity] ?? [] {
        declaration.toMany(name, { $0.many[name] ?? [] }, target == "City" ? cities : countries)
      }
    }
  }
}
