import CDQExplanations
import CDQScan
import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// `cdq scan`.
@Suite struct ScanCommandTests {
  static let orchard = "Tests/Corpus/scan/Orchard"

  /// A copy of the app with ten mistakes.
  private static func app() throws -> TestFolder {
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: Repository.url(orchard).path, toPath: folder.path + "/Orchard")
    return folder
  }

  /// The place and the code of each mistake that was planted.
  static let planted = [
    "Orchard/Legacy/HarvestController.m:9 unknown-property", "Orchard/Orchard/Diary.swift:26 predicate-crashes",
    "Orchard/Orchard/Diary.swift:34 predicate-crashes", "Orchard/Orchard/TreeList.swift:8 unknown-property",
    "Orchard/Orchard/TreeList.swift:21 predicate-injection", "Orchard/Orchard/TreeList.swift:22 unknown-property",
    "Orchard/Orchard/TreeList.swift:28 argument-count", "Orchard/Orchard/TreeList.swift:35 type-mismatch",
    "Orchard/Orchard/TreeList.swift:36 to-many-without-quantifier",
    "Orchard/Orchard/TreeList.swift:46 unclosed-bracket",
  ]

  private static func headings(_ text: String) -> [String] {
    let heading = #/(?m)^DIR/(\S+?:\d+):\d+: (?:error|warning): .*\[(\S+)\]$/#
    return text.matches(of: heading).map { "\($0.output.1) \($0.output.2)" }
  }

  @Test func tenMistakesAreFoundAndNoMore() throws {
    let run = ToolRun("scan DIR/Orchard", in: try ScanCommandTests.app())
    #expect(run.code == 1)
    #expect(ScanCommandTests.headings(run.errors) == ScanCommandTests.planted)
    #expect(run.output.contains("  places with errors: 10; with warnings: 0\n"))
  }

  @Test func thePageShowsTheRealOutput() throws {
    let page = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ScanningApps.md"), encoding: .utf8)
    let shown = try #require(page.firstMatch(of: /```console\n\$ cdq scan Orchard\n([\s\S]*?)```/)?.output.1)
    let run = ToolRun("scan DIR/Orchard", in: try ScanCommandTests.app())
    #expect(run.output.replacing("DIR/", with: "") == shown)
    for mistake in ScanCommandTests.planted {
      let words = mistake.split(separator: " ")
      #expect(page.contains("| `\(words[0].dropFirst("Orchard/".count))` | `\(words[1])`: "), "\(mistake)")
    }
  }

  @Test func eachPlaceIsALineOfJSON() throws {
    let run = ToolRun("scan DIR/Orchard --format json", in: try ScanCommandTests.app())
    #expect(run.code == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 20)
    #expect(ToolRun("scan DIR/Orchard --format ndjson", in: try ScanCommandTests.app()).output == run.output)
    var verdicts: [String: Int] = [:]
    for line in lines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for key in ["file", "line", "column", "kind", "text", "verdict", "checked", "diagnostics"] {
        #expect(object[key] != nil)
      }
      verdicts[try #require(object["verdict"] as? String), default: 0] += 1
      if object["checked"] as? String == "nothing" { #expect(object["reason"] != nil) }
    }
    #expect(verdicts == ["error": 10, "ok": 10])
  }

  @Test func otherFormats() throws {
    let folder = try ScanCommandTests.app()
    let sarif = ToolRun("scan DIR/Orchard --format sarif", in: folder)
    #expect(sarif.output.contains("\"ruleId\":\"predicate-injection\""))
    #expect(sarif.output.contains("external/cwe/cwe-943"))
    let github = ToolRun("scan DIR/Orchard --format github", in: folder)
    #expect(github.output.split(separator: "\n").count == 10)
    #expect(github.output.contains("::error file=DIR/Orchard/Orchard/TreeList.swift,line=28,"))
  }

  @Test func aBaselineHidesWhatIsKnown() throws {
    let folder = try ScanCommandTests.app()
    #expect(ToolRun("scan DIR/Orchard --baseline DIR/scan.txt", in: folder).code == 2)
    #expect(ToolRun("scan DIR/Orchard --update-baseline", in: folder).code == 2)
    let written = ToolRun("scan DIR/Orchard --baseline DIR/scan.txt --update-baseline", in: folder)
    #expect(written.code == 0)
    #expect(written.errors == "10 findings written to DIR/scan.txt\n")
    let quiet = ToolRun("scan DIR/Orchard --baseline DIR/scan.txt", in: folder)
    #expect(quiet.code == 0)
    #expect(quiet.output.contains("10 findings of the baseline not shown"))
    let source = try folder.text("Orchard/Orchard/TreeList.swift")
    try folder.write(
      "Orchard/Orchard/TreeList.swift",
      Data(("// moved\n" + source.replacing("orchard.name", with: "orchard.nme")).utf8))
    let next = ToolRun("scan DIR/Orchard --baseline DIR/scan.txt", in: folder)
    #expect(next.code == 1)
    #expect(ScanCommandTests.headings(next.errors) == ["Orchard/Orchard/TreeList.swift:30 unknown-property"])
    try folder.write("scan.txt", Data("no baseline\n".utf8))
    #expect(ToolRun("scan DIR/Orchard --baseline DIR/scan.txt", in: folder).code == 2)
  }

  @Test func predicatesBecomeQueries() throws {
    let folder = try ScanCommandTests.app()
    let run = ToolRun("scan DIR/Orchard --to-cdq DIR/Queries", in: folder)
    #expect(run.errors.contains("1 query written to 1 file in DIR/Queries"))
    let text = try folder.text("Queries/OrchardQueries.cdq")
    #expect(text.contains("query orchardsByNamesAndValue = Orchard where name IN $names AND trees.@count > $value"))
    // Objective-C does not show the types of Swift.
    #expect(
      text.contains(
        "HarvestController.m:21 becomes Queries.orchardsByNamesAndValueRequest("
          + "names: /* [String], here names */, value: /* Int64, here 2L */)"))
    #expect(ToolRun("check DIR/Queries", in: folder).errors == "1 query checked: no errors\n")
  }

  @Test func queriesOfAFolderOfDeclarations() throws {
    let folder = try TestFolder([
      "Schema/A.cdq": "entity Town { name: String }\n", "Schema/B.cdq": "entity Lake { depth: Int64 }\n",
      "App.swift": "let r = Lake.fetchRequest(); r.predicate = NSPredicate(format: \"depth > %d\", limit)\n",
    ])
    #expect(ToolRun("scan DIR/App.swift --schema DIR/Schema --to-cdq DIR/Queries", in: folder).code == 0)
    #expect(ToolRun("check DIR/Queries", in: folder).errors == "1 query checked: no errors\n")
  }

  @Test func foldersCanBeLeftOut() throws {
    let folder = try ScanCommandTests.app()
    #expect(ScanCommandTests.headings(ToolRun("scan DIR/Orchard --exclude Legacy", in: folder).errors).count == 9)
    #expect(
      ScanCommandTests.headings(ToolRun("scan DIR/Orchard --exclude DIR/Orchard/Legacy", in: folder).errors).count == 9)
    #expect(ScanCommandTests.headings(ToolRun("scan DIR/Orchard --exclude *.swift", in: folder).errors).count == 1)
    #expect(ToolRun("scan DIR/nowhere", in: folder).code == 2)
    #expect(ToolRun("scan DIR/Orchard --deployment Amiga", in: folder).code == 2)
  }

  @Test func levelsAndDeployments() throws {
    let folder = try TestFolder([
      "App.swift": """
      import SwiftData
      @Model class Town { var name = ""; var note = ""; var rank = 0 }
      let p = #Predicate<Town> { $0.name == a && $0.rank > 5 && $0.rank < 9 && $0.note == b }
      """
    ])
    #expect(ToolRun("scan DIR", in: folder).code == 0)
    #expect(ToolRun("scan DIR --strict", in: folder).code == 1)
    #expect(ToolRun("scan DIR --strict --allow slow-type-check", in: folder).code == 0)
    #expect(ToolRun("scan DIR --deny slow-type-check", in: folder).code == 1)
    #expect(ToolRun("scan DIR", in: folder).output.contains("slowest to type-check: 4 conditions"))
  }

  @Test func filesThatAreNoTextAreFindings() throws {
    let folder = try TestFolder()
    let bytes =
      Array("// caf".utf8) + [0xE9, 0x0A] + Array("id p = [NSPredicate predicateWithFormat:@\"a == 1\"];\n".utf8)
    try folder.write("Old.m", Data(bytes))
    try folder.write("Wide.m", Data([0xFF, 0xFE, 0x41, 0x00]))
    let run = ToolRun("scan DIR --format ndjson", in: folder)
    #expect(run.code == 0)
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(run.output.contains("source-encoding"))
  }

  /// An app whose source is right for one of two models is right.
  @Test func severalModels() throws {
    func model(_ attribute: String) -> Data {
      Data(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"><entity name="Town">
        <attribute name="\(attribute)" optional="YES" attributeType="String"/></entity></model>
        """.utf8)
    }
    let folder = try TestFolder([
      "A/App.swift": "let r = Town.fetchRequest(); r.predicate = NSPredicate(format: \"title == %@\", x)\n",
      "A/Bad.swift": "let r = Town.fetchRequest(); r.predicate = NSPredicate(format: \"titel == %@\", x)\n",
    ])
    try folder.write("A/Own.xcdatamodel/contents", model("name"))
    try folder.write("B/Other.xcdatamodel/contents", model("title"))
    let run = ToolRun("scan DIR", in: folder)
    #expect(ScanCommandTests.headings(run.errors) == ["A/Bad.swift:1 unknown-property"])
    #expect(run.errors.contains("'Town' has no property 'titel'"))
  }

  /// The examples of the explanations: the wrong one is found, the right one is not.
  @Test(arguments: ScanCode.allCases.filter { $0 != .sourceEncoding }) func examplesAreTrue(_ code: ScanCode) throws {
    let explanation = try #require(Catalogue.all[code.code])
    for (example, isWrong) in [(explanation.wrong.text, true), (explanation.right.text, false)] {
      let isMacro = example.hasPrefix("#")
      let prelude = """
        import SwiftData
        @Model class Town { var name = ""; var rank = 0; var isOpen = true; var mayor = ""; var founded = Date(); var country: Country? }
        @Model class Country { var id = 0; var name = "" }
        func f(span: Range<Date>) { let p = \(example) }
        """
      let fetch = "func f() { let r = Place.fetchRequest(); r.predicate = \(example) }"
      let folder = try TestFolder([
        "App.swift": isMacro ? prelude : fetch,
        "Schema.cdq": "entity Place { name: String @index  folded: String @index  rank: Int64 }",
      ])
      let schema = isMacro ? [] : ["--schema", "DIR/Schema.cdq"]
      let lint = explanation.level == .lint ? ["--warn", code.rawValue] : []
      let run = ToolRun(["scan", "DIR"] + schema + lint, in: folder)
      #expect(ScanCommandTests.headings(run.errors).map { String($0.split(separator: " ")[1]) } == (isWrong ? [code.rawValue] : []), "\(example)")
    }
  }

  @Test func hooksAndTheActionNameCommands() throws {
    let hooks = try String(contentsOf: Repository.url(".pre-commit-hooks.yaml"), encoding: .utf8)
    let entries = hooks.matches(of: #/entry: cdq (\w+)/#).map { String($0.output.1) }
    #expect(entries == ["scan", "check", "fmt"])
    for entry in entries { #expect(ToolRun("\(entry) --help").code == 0) }
    let action = try String(contentsOf: Repository.url(".github/actions/cdq/action.yml"), encoding: .utf8)
    let script = try String(contentsOf: Repository.url(".github/actions/cdq/run"), encoding: .utf8)
    for name in ["CDQ_COMMAND", "CDQ_PATHS", "CDQ_ARGUMENTS", "CDQ_FORMAT", "CDQ_BUILD"] {
      #expect(action.contains("\(name): ") && script.contains("${\(name)"))
    }
  }

  #if os(macOS) || os(Linux)
    @Test func theActionRunsACommand() throws {
      let folder = try ScanCommandTests.app()
      try folder.write("cdq", Data("#!/bin/sh\necho \"$@\" > \(folder.path)/arguments\nexit 1\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/cdq")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["bash", Repository.url(".github/actions/cdq/run").path]
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["CDQ_BINARY": folder.path + "/cdq", "CDQ_PATHS": "Sources Tests", "CDQ_ARGUMENTS": "--exclude Pods"]) { $1 }
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      #expect(try folder.text("arguments") == "scan --format github --exclude Pods Sources Tests\n")
    }
  #endif
}
