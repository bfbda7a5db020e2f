import CDQFuzzSupport
import CDQKit
import Foundation

/// Reads settings and mappings. The first line of an input is `settings` or `mapping`; the rest is the file.
public struct SettingsTarget: FuzzTarget {
  public static let name = "settings"

  private static let queries = """
    entity City { id: Int64 @unique  name: String  opened: Date?  country: Country? inverse cities  tags: [Tag] }
    entity Country { code: String @unique  cities: [City] inverse country }
    entity Tag { a: String  b: Int32  @@unique(a, b) }
    query all = City where name BEGINSWITH[cd] $prefix AND opened < $day sort country.code
    query some = Country where ANY cities.tags.b == 1
    """

  public init() {}

  public static func seeds() -> [[UInt8]] {
    let settings = RepositoryFiles.contents(below: "Tests/Integration", extensions: ["json"])
    let mapping = """
      {"version": 1, "entities": {
        "City": {"table": {"schema": "s", "name": "city"}, "key": ["id"], "order": ["no", "id"],
          "discriminator": {"column": "kind", "value": 7},
          "attributes": {"id": {"column": "id"}, "opened": {"column": "day", "encoding": "dateText"},
            "name": {"column": "name", "isNormalized": true, "folds": {"cd": "name_cd"}}},
          "relationships": {"country": {"foreignKey": {"columns": ["country"], "references": ["code"]}},
            "tags": {"joinTable": {"table": {"name": "city_tag"}, "owner": ["city"], "destination": ["a", "b"], "order": "place"}}}},
        "Country": {"table": {"name": "country"}, "key": ["code"], "attributes": {"code": {"column": "code"}},
          "relationships": {"cities": {"inverse": {"columns": ["country"], "references": ["code"], "order": "place"}}}},
        "Tag": {"table": {"name": "tag"}, "key": ["a", "b"], "attributes": {"a": {"column": "a"}, "b": {"column": "b"}}}
      }}
      """
    return settings.map { Array("settings\n".utf8) + $0 } + [Array("mapping\n\(mapping)".utf8)]
  }

  public static let dictionary = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "7", "//", "\\u0000", "\\uD83D\\uDE00", "\"City\"", "\"id\"", "\"key\": []",
    "\"name\"", "\"order\"", "\"table\"", "\"column\"", "\"encoding\"", "\"uuidBytes\"", "\"secondsSince1970\"", "\"timestamp\"",
    "\"archivedList\"", "\"foreignKey\"", "\"inverse\"", "\"joinTable\"", "\"references\"", "\"discriminator\"", "\"value\": \"x\"",
    "\"folds\"", "\"c\"", "\"backend\": \"sql\"", "\"dialect\": \"postgres\"", "\"mapping\": \"a.json\"", "\"writes\": true",
    "\"rules\": {\"lints\": \"warn\"}", "\"\"", "\"\\\"\"", "\"{\"",
  ]

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let newline = input.firstIndex(of: 0x0A) else { return [] }
    let text = SourceText(name: "input.json", utf8: Array(input[(newline + 1)...]))
    let report: DiagnosticReport
    var features: Set<String> = []
    switch String(decoding: input[..<newline], as: UTF8.self) {
    case "settings": report = SettingsReading.settings(text)
    case "mapping":
      let result = SettingsReading.mapping(text, for: SettingsTarget.queries)
      try require(result.isGenerated != result.report.hasErrors, "code is generated unless there is an error")
      features.insert("generated \(result.isGenerated)")
      report = result.report
    default: return []
    }
    for diagnostic in report.diagnostics {
      features.insert(diagnostic.message)
      guard diagnostic.file == text.name else { continue }
      try require(diagnostic.span.end <= text.utf8.count, "a finding is in the file", diagnostic.message)
    }
    return features
  }
}
