import CDQExplanations
import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// The machine formats of `check`.
@Suite struct ReportFormatTests {
  /// Files with findings of every kind: fix-its, labels, notes in other files, wide characters, a broken model.
  static func folder() throws -> TestFolder {
    try TestFolder([
      "Schema.cdq": Explanation.schema + "entity Town { state: Country? }\n",
      "Queries.cdq": """
      query a = City where name == '日本' AND nmae == 'x'
      query b = City where streets.name == 'x' AND name LIKE 'P%'
      query c = City where name = 'What's'
      query d = City where rank NOT IN {1, 2}
      query e = City where (rank > 5
      query f = City where name LIKE 'a%b'
      query e = City
      """,
    ])
  }

  static let formats = ["", "--strict", "--max-errors 1", "--max-errors 0 --warn all", "--quiet"]

  @Test(arguments: formats) func jsonFitsItsPublishedSchema(_ options: String) throws {
    let schema = try JSONSchemaCheck(Data(contentsOf: Repository.url("Grammar/diagnostics.schema.json")))
    let run = ToolRun("check DIR --format json \(options)", in: try Self.folder())
    #expect(try schema.problems(with: Data(run.output.utf8)) == [])
    #expect(run.output.hasSuffix("}\n"))
    let broken = ToolRun("check DIR --schema DIR/none.xcdatamodeld --format json", in: try Self.folder())
    #expect(broken.code == 2)
  }

  @Test func findingsAreCodable() throws {
    for entry in Catalogue.all.entries {
      let run = try ExampleRun(entry.explanation.wrong)
      let bytes = try JSONEncoder().encode(run.diagnostics)
      #expect(try JSONDecoder().decode([Diagnostic].self, from: bytes) == run.diagnostics, "\(entry.code)")
    }
  }

  @Test func theSchemaRefusesOtherShapes() throws {
    let schema = try JSONSchemaCheck(Data(contentsOf: Repository.url("Grammar/diagnostics.schema.json")))
    #expect(try !schema.problems(with: Data("{}".utf8)).isEmpty)
    let output = ToolRun("check DIR --format json", in: try Self.folder()).output
    for (old, new) in [
      ("\"version\":1", "\"version\":2"), ("\"severity\":\"error\"", "\"severity\":\"fatal\""),
      ("\"line\":1,", "\"line\":0,"), ("\"applicability\":", "\"certainty\":"),
    ] {
      #expect(try !schema.problems(with: Data(output.replacingOccurrences(of: old, with: new).utf8)).isEmpty)
    }
  }

  @Test func columnsAreInBytesAndUTF16Units() throws {
    let run = ToolRun("check DIR --format json", in: try Self.folder())
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let findings = try #require(json["diagnostics"] as? [[String: Any]])
    let first = try #require(findings.first { $0["query"] as? String == "a" })
    let start = (first["range"] as? [String: [String: Int]])?["start"]
    #expect(start == ["line": 1, "column": 43, "utf8": 42, "utf16": 39])
    #expect(findings.map { $0["code"] as? String }.contains("duplicate-query"))
    // Sorted by file and place, each once.
    let places = findings.map { finding -> String in
      let start = (finding["range"] as? [String: [String: Int]])?["start"]?["utf8"] ?? 0
      return "\(finding["file"] ?? "")\(10_000 + start)"
    }
    #expect(places == places.sorted())
    #expect(Set(findings.map { "\($0)" }).count == findings.count)
  }

  @Test func sarifHasRulesFixesAndRelativePlaces() throws {
    let run = ToolRun("check DIR --format sarif --warn all", in: try Self.folder())
    let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let sarif = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((sarif["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for rule in rules {
      let id = try #require(rule["id"] as? String)
      let explanation = try #require(Catalogue.all[DiagnosticCode(id)])
      #expect((rule["shortDescription"] as? [String: String])?["text"] == explanation.title)
      #expect((rule["fullDescription"] as? [String: String])?["text"] == explanation.text)
      #expect((rule["help"] as? [String: String])?["text"]?.isEmpty == false)
    }
    let results = try #require(sarif["results"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      let location = (result["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
      let artifact = try #require(location?["artifactLocation"] as? [String: String])
      #expect(["Queries.cdq", "Schema.cdq"].contains(artifact["uri"]))
      #expect(artifact["uriBaseId"] == "%SRCROOT%")
      let region = try #require(location?["region"] as? [String: Int])
      #expect(Set(region.keys) == ["startLine", "startColumn", "endLine", "endColumn"])
    }
    #expect(((sarif["originalUriBaseIds"] as? [String: [String: String]])?["%SRCROOT%"]?["uri"]) == "file://DIR/")
    let prints = results.compactMap { ($0["partialFingerprints"] as? [String: String])?["cdqFinding/v1"] }
    #expect(Set(prints).count == results.count)
    let fixed = try #require(results.first { $0["ruleId"] as? String == "unknown-property" })
    let change = ((fixed["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])?.first
    let replacement = (change?["replacements"] as? [[String: Any]])?.first
    #expect((replacement?["insertedContent"] as? [String: String])?["text"] == "name")
  }

  @Test func fingerprintsOutliveLinesAboveThem() throws {
    func prints(_ text: String) throws -> [String] {
      let folder = try TestFolder(["Schema.cdq": Explanation.schema, "Queries.cdq": text])
      let output = ToolRun("check DIR --format sarif", in: folder).output
      return output.matches(of: /"cdqFinding\/v1":"([^"]+)"/).map { String($0.output.1) }
    }
    let text = "query a = City where nmae == 'x'\n"
    let before = try prints(text)
    #expect(before.count == 1)
    #expect(try prints("query z = City\n\n" + text) == before)
    #expect(try prints(text.replacingOccurrences(of: "nmae", with: "naem")) != before)
  }

  @Test func githubEscapesWhatItsCommandsReserve() throws {
    let folder = try TestFolder([
      "Schema.cdq": Explanation.schema, "a,b:c%.cdq": "query a = City where name LIKE '100%'\nquery b = City where\n  rank\n  IN (1,\n2)\n",
    ])
    let run = ToolRun("check DIR --format github", in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0]
        == "::warning file=DIR/a%2Cb%3Ac%25.cdq,line=1,endLine=1,col=32,endColumn=38,title=like-percent"
        + "::'%25' stands for itself in LIKE; the wildcards are '*' and '?'%0Awrite '100*'")
    // A finding over several lines has no columns.
    #expect(lines[1].hasPrefix("::error file=DIR/a%2Cb%3Ac%25.cdq,line=4,endLine=5,title=list-needs-braces::"))
  }

  @Test(arguments: ["text", "json", "sarif", "github"]) func longTextsAreNotEchoed(_ format: String) throws {
    let long = String(repeating: "x", count: 300_000)
    let folder = try TestFolder([
      "Schema.cdq": "entity City { name: String }\n",
      "Queries.cdq": "query a = City where \(long) == 5\nquery b = City where name == \(long)\nquery c = \(long)\n",
    ])
    let run = ToolRun("check DIR --format \(format)", in: folder)
    #expect(run.code == 1)
    #expect(run.output.utf8.count + run.errors.utf8.count < 20_000)
    #expect((run.output + run.errors).contains("xxx…'"))
  }

  @Test func aLongNameInABatchIsNotEchoed() throws {
    let folder = try TestFolder(["Schema.cdq": "entity City { name: String }\n", "City.json": "[]"])
    let line = "{\"predicate\": \"\(String(repeating: "x", count: 100_000)) == 5\", \"entity\": \"City\"}\n"
    let run = ToolRun("eval --batch - --schema DIR/Schema.cdq --data DIR/City.json", in: folder, input: line)
    #expect(run.output.utf8.count < 2000)
  }

  @Test func fixesOfSeveralFilesAreAppliedAtOnceAndOnce() throws {
    let folder = try TestFolder([
      "Schema.cdq": "entity City { name: String  rank: Int64  isCapital: Bool }\n",
      "A.cdq": "query a = City where Name NOT IN {'x'} AND isCapital == 1\r\n// kept\r\nquery b = City WHERE rank > +5\r\n",
      "B.cdq": "\u{FEFF}query c = City where name LIKE 'P%' AND NAME == “x”\n",
    ])
    let run = ToolRun("check DIR --fix", in: folder)
    // Findings without a safe fix-it stay.
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("[like-percent]"))
    #expect(try folder.text("A.cdq") == "query a = City where NOT (name IN {'x'}) AND isCapital == TRUE\r\n// kept\r\nquery b = City where rank > 5\r\n")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/B.cdq"))
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{FEFF}query c = City where name LIKE 'P%' AND name == \"x\"\n")
    let again = ToolRun("check DIR --fix", in: folder)
    #expect(!again.errors.contains("applied"))
    #expect(try folder.text("A.cdq").contains("NOT (name IN {'x'})"))
    #expect(try folder.text("Schema.cdq") == "entity City { name: String  rank: Int64  isCapital: Bool }\n")
  }

  @Test func fixRemovesCommentsThatAllowNothing() throws {
    let folder = try TestFolder([
      "Schema.cdq": "entity City { name: String }\n",
      "A.cdq": "// cdq:allow like-percent\nquery a = City\nquery b = City where name LIKE 'P%' // cdq:allow always-constant, like-percent\n",
    ])
    #expect(ToolRun("check DIR --fix", in: folder).code == 0)
    #expect(try folder.text("A.cdq") == "query a = City\nquery b = City where name LIKE 'P%' // cdq:allow like-percent\n")
  }
}
