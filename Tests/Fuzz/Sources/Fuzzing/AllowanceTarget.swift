import CDQKit
import Foundation

/// Reads predicates of strangers under an allowance, and combines and rebuilds those that are allowed. An input is a
/// predicate for the entity `Thing` of the first world.
public struct AllowanceTarget: FuzzTarget {
  public static let name = "allowance"

  private let world = Worlds.all[0]
  private let allowance: Allowance
  private let listed: Set<String>
  /// Properties that no allowed text may read and no message name.
  private static let hidden = ["rating", "weight", "price", "counts", "previous", "level"]

  public init() {
    let paths = ["id", "name", "a", "b", "flag", "when", "tags", "group.label", "parts.name", "parts.flag"]
    guard var allowance = try? Allowance(["Thing": paths], in: world.schema) else {
      preconditionFailure("the world has these paths")
    }
    allowance.includesParameters = true
    self.allowance = allowance
    listed = Set(paths).union(["group", "parts"])
  }

  public static func seeds() -> [[UInt8]] {
    (QueryTexts.seeds + [
      "rating > 5", "group.things.name == 'x'", "SUBQUERY(parts, $p, $p.flag AND $p.name == 'x').@count > 0",
      "ANY parts.owner.price > 1", "SELF.group.label == 'one' AND NOT flag", "(a > 1 OR b < 2) AND name LIKE 'P*'",
      "SUBQUERY(group.things, $t, $t.rating > 0).@count > 0", "parts[0].name == 'x'", "TERNARY(flag, a, b) == 1",
    ]).map { Array($0.utf8) }
  }

  public static var dictionary: [String] { QueryTexts.words + hidden }

  public func generate(_ random: inout SplitMix) -> [UInt8]? {
    var writer = QueryWriter(schema: world.schema, random: random, isStrict: false)
    defer { random = writer.random }
    return Array(writer.predicateText(of: "Thing").text.utf8)
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let text = String(decoding: input, as: UTF8.self)
    let predicate: CheckedPredicate
    do throws(QueryError) {
      predicate = try CheckedPredicate(parsing: text, for: "Thing", allowing: allowance)
    } catch {
      let answer = error.report.json + error.description
      for name in Self.hidden where !text.contains(name) {
        try require(!answer.contains("'\(name)'"), "no message names what is hidden", "\(name): \(answer)")
      }
      return Set(error.diagnostics.map { "refused \($0.code)" })
    }
    try checkReads(predicate)
    try checkCombinations(predicate)
    return ["allowed \(predicate.parameters.count)"]
  }

  /// Requires that a run reads only what the allowance lists, by the listed ways.
  private func checkReads(_ predicate: CheckedPredicate) throws {
    let reads = Reads(world.schema)
    let records = world.store.snapshot.records(of: "Thing").map { Reads.Record(object: $0, path: "") }
    let options = ExecutionOptions(locale: Worlds.locale, maximumSteps: 100_000)
    // A run may fail for a missing argument or an object of a parameter; what it has read counts.
    _ = try? predicate.filter(records, with: reads.access(to: "Thing"), options: options)
    let read = reads.paths
    try require(read.isSubset(of: listed), "an allowed text reads what is listed", "\(read.subtracting(listed))")
  }

  /// Requires that combinations of a predicate are predicates, and that its tree says the same.
  private func checkCombinations(_ predicate: CheckedPredicate) throws {
    do {
      let again = try CheckedPredicate(predicate.tree, for: "Thing", in: world.schema)
      try require(again.ir == predicate.ir, "a tree says what the text says", "\(predicate) became \(again)")
      let both = try predicate && !predicate
      let printed = try CheckedPredicate(parsing: both.description, for: "Thing", in: world.schema)
      try require(printed.ir == both.ir, "a combination prints as itself", "\(both) became \(printed)")
      _ = try CheckedPredicate.any("things", of: "Group", satisfies: predicate)
    } catch let error as QueryError {
      // Deeper and longer than the predicate itself, they can exceed a limit.
      let codes = Set(error.diagnostics.map(\.code.rawValue))
      let limits: Set<String> = ["nesting-limit", "too-many-nodes", "too-many-tokens", "text-too-long"]
      try require(!codes.isDisjoint(with: limits), "what is checked can be combined", error.description)
    }
  }
}

/// Objects of a store that record the key paths by which they are read.
///
/// `@unchecked Sendable` because one thread runs an input.
private final class Reads: @unchecked Sendable {
  private(set) var paths: Set<String> = []
  private let schema: Schema

  struct Record: Sendable {
    var object: StoredRecord
    var path: String
  }

  init(_ schema: Schema) {
    self.schema = schema
  }

  func access(to entity: String) -> RecordAccess<Record> {
    RecordAccess(entity, root: schema.root(of: entity)) { declaration in
      declaration.objectKey { $0.object.key }
      declaration.entity(of: { $0.object.entityName })
      for attribute in schema.allAttributes(of: entity) {
        let name = attribute.name
        var type = attribute.type
        if case .enumeration(let enumeration) = type {
          type = schema.enumeration(named: enumeration)?.rawType ?? .string
        }
        declaration.attribute(named: name, type: type) { record in
          self.note(record, name)
          return record.object[name]
        }
      }
      for relationship in schema.allRelationships(of: entity) {
        let (name, target) = (relationship.name, relationship.destination)
        if relationship.isToMany {
          declaration.toMany(name, { self.targets($0, name) }, self.access(to: target))
        } else {
          declaration.toOne(name, { self.target($0, name) }, self.access(to: target))
        }
      }
    }
  }

  private func targets(_ record: Record, _ name: String) -> [Record] {
    let path = note(record, name)
    return record.object.references(name).map { Record(object: $0, path: path) }
  }

  private func target(_ record: Record, _ name: String) -> Record? {
    let path = note(record, name)
    return record.object.reference(name).map { Record(object: $0, path: path) }
  }

  @discardableResult
  private func note(_ record: Record, _ name: String) -> String {
    let path = record.path.isEmpty ? name : "\(record.path).\(name)"
    paths.insert(path)
    return path
  }
}
