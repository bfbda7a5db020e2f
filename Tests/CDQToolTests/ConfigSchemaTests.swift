import CDQCodegen
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Compares the published JSON Schema of `cdq.json` with the settings that the tool reads.
@Suite struct ConfigSchemaTests {
  private func properties() throws -> [String: [String: Any]] {
    let bytes = try Data(contentsOf: Repository.url("Grammar/config.schema.json"))
    let root = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    return try #require(root?["properties"] as? [String: [String: Any]])
  }

  @Test func `The schema has the keys and words that are read`() throws {
    let properties = try properties()
    #expect(properties.keys.sorted() == GenerateConfig.Key.allCases.map(\.rawValue).sorted())
    #expect(properties["backend"]?["enum"] as? [String] == BackEndName.allCases.map(\.rawValue))
    #expect(properties["accessLevel"]?["enum"] as? [String] == AccessLevel.allCases.map(\.rawValue))
    let levels = (properties["rules"]?["additionalProperties"] as? [String: [String]])?["enum"]
    #expect(levels == DiagnosticLevels.Level.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    "{}", #"{"backend": "closure"}"#, #"{"backend": "sql"}"#, #"{"backend": 1}"#, #"{"back": "memory"}"#,
    #"{"$schema": "x"}"#, #"{"$schema": 1}"#, #"{"accessLevel": "open"}"#, #"{"accessLevel": "internal"}"#,
    #"{"imports": ["A", "b_2"]}"#, #"{"imports": ["2"]}"#, #"{"imports": [""]}"#, #"{"imports": "A"}"#,
    #"{"imports": ["Städte", "日本"]}"#, #"{"imports": ["A-b"]}"#, #"{"dependencies": []}"#, #"{"dependencies": "A"}"#,
    #"{"deployment": "iOS 17"}"#, #"{"deployment": "visionOS 1.2.3"}"#, #"{"deployment": "iOS 17.2.3.4"}"#,
    #"{"deployment": "iOS 0"}"#, #"{"deployment": "iOS  17"}"#, #"{"deployment": "iOS 1234"}"#, #"{"deployment": 17}"#,
    #"{"deployment": "iOS +7"}"#, #"{"deployment": "Linux 6"}"#, #"{"modelVersion": ""}"#, #"{"modelVersion": null}"#, #"{"rules": {"lints": "warn"}}"#, #"{"rules": {"lints": true}}"#,
    #"{"module": "Shop"}"#, #"{"module": "1"}"#, #"{"module": "A b"}"#, #"{"module": ""}"#, #"{"module": 1}"#,
    #"{"rules": {"lints": "off"}}"#, #"{"rules": []}"#, "[]", "1", "null",
  ])
  func `The schema takes what is read and nothing else`(_ json: String) throws {
    let schema = try JSONSchemaCheck(Data(contentsOf: Repository.url("Grammar/config.schema.json")))
    var diagnostics: [Diagnostic] = []
    _ = GenerateConfig(SourceText(name: "cdq.json", json), &diagnostics)
    #expect(try schema.problems(with: Data(json.utf8)).isEmpty == diagnostics.isEmpty)
  }
}
