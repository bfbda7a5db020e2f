import CDQKit
import Foundation
import Testing

/// Checked predicates as Foundation's `Predicate`.
@Suite struct FoundationPredicateTests {
  static let texts = [
    "people > 300000", "people <= 291940", "people == 709037", "people != 709037", "people == NULL", "people != NULL",
    "300000 < people", "name == 'Oslo'", "name BEGINSWITH 'M'", "name CONTAINS 'l'", "name CONTAINS ''", "isPort",
    "NOT isPort AND height > 1", "isPort == FALSE OR id IN {1, 5}", "people IN {709037, 3280000}", "people BETWEEN {1, 600000}",
    "id < 3 AND id > 1", "TRUEPREDICATE", "NOT (people > 5)", "height == height", "name != 'x' AND name > 'B'", "land == NULL",
    "id IN {}",
  ]

  private static let keyPaths: [String: any PartialKeyPath<Town> & Sendable] = [
    "id": \.id, "name": \.name, "people": \.people, "height": \.height, "isPort": \.isPort, "founded": \.founded,
    "land": \.land, "mood": \.moodName, "land.name": \.land?.description,
  ]

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test(arguments: texts) func `Foundation gives the same rows`(text: String) throws {
    guard let predicate = try? CheckedPredicate(parsing: text, for: "Town", in: Towns.schema) else { return }
    let towns = try Town.all(in: Towns.store())
    let translated = try predicate.foundationPredicate(for: Town.self, keyPaths: Self.keyPaths)
    #expect(try towns.filter { try translated.evaluate($0) } == towns.filter(predicate), "\(text)")
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `Arguments become values`() throws {
    let predicate = try CheckedPredicate(parsing: "people > $n AND mood == $mood", for: "Town", in: Towns.schema)
    let translated = try predicate.foundationPredicate(
      for: Town.self, keyPaths: Self.keyPaths, ["n": 1_000, "mood": "lively"])
    #expect(try Town.all(in: Towns.store()).filter { try translated.evaluate($0) }.map(\.id) == [3, 4])
    #expect(throws: ExecutionError.self) {
      try predicate.foundationPredicate(for: Town.self, keyPaths: Self.keyPaths)
    }
  }

  static let refused = [
    "name BEGINSWITH[c] 'o'", "name LIKE 'o*'", "name MATCHES 'o'", "people / 2 > 5", "ANY tags == 'x'",
    "founded > now()", "length(name) > 3", "people > height", "tags.@count > 1",
  ]

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test(arguments: refused) func `What Foundation has no words for is refused`(text: String) throws {
    let predicate = try CheckedPredicate(parsing: text, for: "Town", in: Towns.schema)
    #expect(throws: ExecutionError.self) {
      try predicate.foundationPredicate(for: Town.self, keyPaths: Self.keyPaths)
    }
    // Foundation would end the process for a key path of two components.
    let path = try CheckedPredicate(parsing: "land.name == 'x'", for: "Town", in: Towns.schema)
    #expect(throws: ExecutionError.self) { try path.foundationPredicate(for: Town.self, keyPaths: Self.keyPaths) }
    let plain = try CheckedPredicate(parsing: "secret == 'x'", for: "Town", in: Towns.schema)
    #expect(throws: ExecutionError.malformedQuery("there is no key path for 'secret'")) {
      try plain.foundationPredicate(for: Town.self, keyPaths: Self.keyPaths)
    }
  }
}

extension Town {
  fileprivate var moodName: String { mood.rawValue }
}
