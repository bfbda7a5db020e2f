import CDQRuntime
import Foundation
import Testing

@Suite struct CodedPropertyTests {
  struct Recipe: Equatable {
    var steps: Data
  }
  struct Step: Codable, Equatable {
    var name: String
    var minutes: [Int: Decimal?]
  }

  static let steps = CodedProperty<Recipe, [Step]>(\.steps)

  @Test func valuesComeBackAndEqualOnesAreEqualData() throws {
    let value = [
      Step(name: "http://stir", minutes: [1: Decimal(string: "0.1"), 30: nil, 7: 2]), Step(name: "é", minutes: [:]),
    ]
    var recipe = Recipe(steps: try Self.steps.data(of: []))
    #expect(try Self.steps.value(of: recipe).isEmpty)
    try Self.steps.set(value, of: &recipe)
    #expect(try Self.steps.value(of: recipe) == value)
    // Equal dictionaries can have different orders.
    for _ in 0..<20 {
      let again = value.map { step in
        Step(name: step.name, minutes: Dictionary(uniqueKeysWithValues: step.minutes.map { ($0.key, $0.value) }))
      }
      #expect(try Self.steps.data(of: again) == recipe.steps)
    }
    #expect(throws: DecodingError.self) { try Self.steps.value(of: Recipe(steps: Data("{}".utf8))) }
  }
}
