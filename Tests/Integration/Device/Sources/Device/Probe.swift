import Foundation
import SwiftData

/// A fetch that has one construct of the list of reports, and what it should find.
public struct Probe: Sendable {
  /// The framework and the construct, as the list names them.
  public let framework: String
  public let construct: String
  /// What tells it from other probes of the construct.
  public let detail: String
  /// The ids that the framework finds in the store, or the first objects of one that is filled for a test.
  let find: @Sendable (ModelContext) throws -> [Int64]
  let expected: @Sendable () throws -> [Int64]

  public var name: String { "\(framework) | \(construct) | \(detail)" }

  /// Whether the framework finds what it should.
  public func holds(in context: ModelContext) throws -> Bool {
    try find(context).sorted() == expected().sorted()
  }

  /// A probe of SwiftData, with the same condition in cdq's language.
  static func swiftData(
    _ construct: String, _ detail: String, _ condition: String, _ predicate: @escaping @Sendable () -> Predicate<Town>
  ) -> Probe {
    Probe(framework: "SwiftData", construct: construct, detail: detail) { context in
      try context.fetch(FetchDescriptor<Town>(predicate: predicate())).map(\.id)
    } expected: {
      let world = World()
      return try World.ids(of: "Town where " + condition, in: world.store())
    }
  }

  /// A probe of SwiftData on nations, whose ids are the numbers in their codes.
  static func nations(
    _ construct: String, _ detail: String, _ condition: String,
    _ predicate: @escaping @Sendable () -> Predicate<Nation>
  ) -> Probe {
    Probe(framework: "SwiftData", construct: construct, detail: detail) { context in
      try context.fetch(FetchDescriptor<Nation>(predicate: predicate())).compactMap { Int64($0.code.dropFirst()) }
    } expected: {
      let world = World()
      let codes = try World.codes(of: "Nation where " + condition, in: world.store())
      return codes.compactMap { Int64($0.dropFirst()) }
    }
  }

  /// All probes, and the generated queries as probes of their own.
  public static func all() -> [Probe] {
    Probe.valueProbes() + Probe.optionalProbes() + Probe.relationshipProbes() + Probe.coreDataProbes()
      + generatedQueries().enumerated().map { index, query in
        Probe(framework: "SwiftData", construct: "generated query \(index + 1)", detail: query.text, find: query.find) {
          let world = World()
          return try World.ids(of: query.text, in: world.store())
        }
      }
  }
}

/// A query that cdq generated for SwiftData, and its text.
struct GeneratedQuery: Sendable {
  let text: String
  let find: @Sendable (ModelContext) throws -> [Int64]

  init(text: String, find: @escaping @Sendable (ModelContext) throws -> [Int64]) {
    self.text = text
    self.find = find
  }
}
