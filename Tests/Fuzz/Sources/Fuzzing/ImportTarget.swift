import CDQConnections
import CDQDatabase
import CDQKit
import Foundation

/// Imports JSON into a store and into SQLite, twice each. The first line of an input is `decode`, `skip` or `stop` with the
/// name of an entity; the rest is the JSON. `skip` and `stop` apply a mapping whose scope is all objects.
public struct ImportTarget: FuzzTarget {
  public static let name = "import"

  private let schema = Worlds.all[0].schema

  public init() {}

  public static func seeds() -> [[UInt8]] {
    let store = Worlds.all[0].store
    let records = ["Thing", "Part", "Group"].flatMap { entity in
      let json = (try? StoreWriter(store.snapshot).json(of: entity)).map { Array($0) } ?? []
      return ["decode", "skip", "stop"].map { Array("\($0) \(entity)\n".utf8) + json }
    }
    return records
      + [
        "skip Group\n[{\"id\": 1, \"parts\": [{\"id\": 1}, 7, {\"$ref\": 2}]}, {\"id\": \"x\"}, {\"id\": 1, \"id\": 2}]",
        "decode Part\n[[[{\"id\": 3, \"price\": 0.10}], []], {\"id\": 3, \"group\": {\"id\": 9, \"label\": \"\\u0000\"}}]",
      ].map { Array($0.utf8) }
  }

  public static var dictionary: [String] { DataTarget.dictionary + ["decode ", "skip ", "stop ", "[[", "]]", "{\"id\":1}"] }

  /// The keys that an import gave, or the errors.
  private struct Outcome: Equatable {
    var keys: [ObjectKey] = []
    var errors: [DecodeError] = []
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let newline = input.firstIndex(of: 0x0A) else { return [] }
    let words = String(decoding: input[..<newline], as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2, ["decode", "skip", "stop"].contains(words[0]) else { return [] }
    let data = Data(input[(newline + 1)...])
    var rule = MappingRuleIR(name: "M", entity: words[1])
    rule.scope = QueryIR(entity: words[1])
    let mapping = words[0] == "decode" ? nil : try? PreparedMapping(MappingIR(rules: [rule]), schema: schema)
    if words[0] != "decode", mapping == nil { return ["no mapping"] }
    let policy: MappingErrorPolicy = words[0] == "stop" ? .stop : .skip

    let (store, database) = (Store(schema: schema), Database(schema: schema, dialect: .sqlite))
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    try database.create(on: connection)
    var features: Set<String> = []
    for _ in 1...2 {
      let wanted = try outcome {
        if let mapping { return try report(store.apply(mapping, response: data, onError: policy)) }
        return Outcome(keys: try store.decode(words[1], from: data))
      }
      let found = try outcome {
        try database.transaction(on: connection) { transaction in
          if let mapping { return try report(transaction.apply(mapping, response: data, onError: policy)) }
          return Outcome(keys: try transaction.decode(words[1], from: data))
        }
      }
      // SQLite has no NaN; what it cannot hold is refused, and so is what refers to it.
      if found.errors.contains(where: { $0.message.contains("cannot be stored") }) { return ["not storable"] }
      try require(found == wanted, "a database takes the JSON that a store takes", "\(found) instead of \(wanted)")
      features.formUnion(wanted.errors.map { "\(words[0]) \($0.code.rawValue)" } + ["\(words[0]) \(wanted.keys.isEmpty)"])
    }
    for entity in schema.entities where entity.parent == nil {
      let found = try database.records(QueryIR(entity: entity.name), on: connection)
      try require(found.map(\.key) == store.records(of: entity.name).map(\.key), "both have the same objects")
    }
    return features
  }

  private func report(_ report: MappingReport) -> Outcome {
    Outcome(keys: report.inserted + report.updated + report.unchanged + report.deleted, errors: report.errors)
  }

  private func outcome(_ body: () throws -> Outcome) throws -> Outcome {
    do {
      return try body()
    } catch var error as DecodeError {
      // Of several objects that forbid a deletion, or lack a reference in the end, any may be named.
      if error.codingPath.isEmpty, [.conflictingInverse, .missingValue].contains(error.code) { error.message = "" }
      return Outcome(errors: [error])
    }
  }
}
