import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// Queries on real data in the folder `shared` beside the repository, if it exists.
@Suite struct WorldTests {
  private static let folder = Repository.shared("data/world")?.path

  static let answers: [(query: String, answer: String)] = [
    ("count City", "7343\n"),
    ("count City where population > 10000000", "19\n"),
    ("count Country where ANY cities.population > 5000000", "32\n"),
    ("count City where country == NULL", "19\n"),
    ("count City where population != 500", "7333\n"),
    ("count City where population == NULL", "9\n"),
    ("one City where country.name == \"France\" AND isCapital select name", "{\"name\":\"Paris\"}\n"),
  ]

  @Test(.enabled(if: folder != nil), arguments: ["World.cdq", "World.xcdatamodeld"])
  func answersAreThoseOfTheIssue(_ schema: String) throws {
    let folder = try #require(WorldTests.folder)
    let options = ["--schema", "\(folder)/\(schema)", "--data", folder]
    let run = ToolRun(
      ["eval", "City where name BEGINSWITH[c] $name sort name desc", "--param", "name=san", "--format", "json"]
        + options)
    let cities = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let names = cities.compactMap { $0["name"] as? String }
    #expect(names.count == 149)
    #expect(names == names.sorted(by: >))
    let batch = WorldTests.answers.map { #"{"query": \#(ToolRun.json($0.query))}"# + "\n" }.joined()
    let lines = ToolRun(["eval", "--batch", "-"] + options, input: batch).output.split(separator: "\n")
    #expect(lines.count == WorldTests.answers.count)
    for (line, expected) in zip(lines, WorldTests.answers) {
      let answer = expected.answer.dropLast()
      #expect(line == "{\"value\":\(answer)}" || line == "{\"rows\":[\(answer)]}", "\(expected.query)")
    }
  }

  @Test(.enabled(if: folder != nil)) func aSlipIsOneErrorWithAFixIt() throws {
    let folder = try #require(WorldTests.folder)
    let run = ToolRun(["eval", "City where nmae == \"x\"", "--schema", "\(folder)/World.cdq", "--data", folder])
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("<query>:1:12: error: 'City' has no property 'nmae' [unknown-property]\n"))
    #expect(run.errors.contains("did you mean 'name'?"))
    #expect(run.errors.contains("= fix-it: replace 'nmae' with 'name'"))
    #expect(run.errors.split(separator: "\n").count { $0.contains(" error: ") } == 1)
  }
}

extension ToolRun {
  /// Quotes a text as a JSON string.
  static func json(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
