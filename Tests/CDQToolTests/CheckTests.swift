import CDQTool
import Foundation
import Testing

/// `cdq check`, `generate`, `dump` and `schema` on files.
@Suite struct CheckTests {
  private static func folder(_ queries: String) throws -> TestFolder {
    let folder = try TestFolder.library()
    try folder.write("Queries.cdq", Data(queries.utf8))
    return folder
  }

  static let wrong = """
    query a = Book where titel == "x"
    query b = Book where pages > 5 sort titel
    query c = Book where publishd == NULL

    """

  @Test func threeMistakesAreThreeErrors() throws {
    let run = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq", in: try CheckTests.folder(CheckTests.wrong))
    #expect(run.code == 1)
    #expect(run.output.isEmpty)
    let headers = run.errors.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
    #expect(
      headers == [
        "DIR/Queries.cdq:1:22: error: 'Book' has no property 'titel' [unknown-property]",
        "DIR/Queries.cdq:2:37: error: 'Book' has no property 'titel' [unknown-property]",
        "DIR/Queries.cdq:3:22: error: 'Book' has no property 'publishd' [unknown-property]",
      ])
    #expect(run.errors.hasSuffix("3 queries checked: 3 errors\n"))
  }

  @Test func aFolderIsCheckedTogether() throws {
    let folder = try TestFolder.library()
    #expect(ToolRun("check", in: folder).errors == "2 queries checked: no errors\n")
    #expect(ToolRun("schema check", in: folder).output.hasPrefix("DIR: 4 entities"))
    let run = ToolRun("check DIR", in: folder)
    #expect(run.code == 0)
    #expect(run.errors == "2 queries checked: no errors\n")
    try folder.write("Remote.cdq", Data("mapping RemoteBook: Book {}\n".utf8))
    #expect(ToolRun("check DIR", in: folder).errors == "2 queries and 1 mapping checked: no errors\n")
    try folder.write("more/Deep.cdq", Data("query longBooks = Book\n".utf8))
    let twice = ToolRun("check DIR", in: folder)
    #expect(twice.code == 1)
    #expect(twice.errors.holds("DIR/more/Deep.cdq:1:7: error:") || twice.errors.holds("DIR/Queries.cdq:3:7: error:"))
  }

  /// A similar name is a guess, so that `--fix` leaves it alone and `--unsafe-fixes` replaces it.
  @Test func guessesAreAppliedOnlyOnDemand() throws {
    let folder = try CheckTests.folder(CheckTests.wrong)
    let safe = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --fix", in: folder)
    #expect(safe.code == 1)
    #expect(!safe.errors.contains("applied"))
    #expect(try folder.text("Queries.cdq") == CheckTests.wrong)
    let fixed = CheckTests.wrong.replacing("titel", with: "title").replacing("publishd", with: "published")
    let dry = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --fix --unsafe-fixes --diff", in: folder)
    #expect(dry.output.contains("+++ b/DIR/Queries.cdq") || dry.output.contains("+++"), "\(dry.output)")
    #expect(dry.errors.contains("3 fix-its would be applied in 1 file"))
    #expect(try folder.text("Queries.cdq") == CheckTests.wrong)
    let run = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --fix --unsafe-fixes", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.hasSuffix("3 fix-its applied in 1 file\n3 queries checked: no errors\n"))
    #expect(run.errors.hasPrefix("DIR/Queries.cdq:1:22: replace 'titel' with 'title' (a guess)\n"))
    #expect(try folder.text("Queries.cdq") == fixed)
    #expect(ToolRun("check DIR/Queries.cdq --unsafe-fixes", in: folder).errors.contains("--unsafe-fixes belongs to --fix"))
    let again = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --fix", in: folder)
    #expect(again.errors == "2 queries checked: no errors\n".replacing("2", with: "3"))
  }

  @Test func mostErrorsAreLimited() throws {
    let text = (0..<30).map { "query q\($0) = Book where xyz == \($0)\n" }.joined()
    let folder = try CheckTests.folder(text)
    func errors(_ options: String) -> Int {
      ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq \(options)", in: folder).errors.split(separator: "\n")
        .count { $0.contains(": error: ") }
    }
    #expect(errors("") == 20)
    #expect(errors("--max-errors 3") == 3)
    #expect(errors("--max-errors 0") == 30)
    #expect(
      ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq", in: folder).errors.holds(
        "10 more not shown\n'cdq explain unknown-property' explains the error\n30 queries checked: 30 errors"))
  }

  @Test func warningsFailOnlyWithStrict() throws {
    let folder = try TestFolder(["Alone.cdq": "entity A { name: String  others: [A] }\nquery a = A\n"])
    let run = ToolRun("check DIR", in: folder)
    #expect(run.code == 0)
    #expect(run.errors.holds("warning:"))
    #expect(run.errors.hasSuffix("1 query checked: 1 warning\n"))
    #expect(ToolRun("check DIR --strict", in: folder).code == 1)
    #expect(ToolRun("check DIR -q", in: folder).errors.isEmpty)
  }

  @Test func standardInputIsChecked() throws {
    let folder = try TestFolder.library()
    let run = ToolRun("check - --schema DIR/Library.cdq", in: folder, input: "query q = Book where\n")
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("<stdin>:1:"))
    #expect(ToolRun("check -", in: folder, input: "entity A { name: String }\nquery q = A\n").code == 0)
  }

  @Test func findingsAsJSON() throws {
    let folder = try CheckTests.folder("query a = Book where titel == \"ü\" AND nmae == 1\n")
    let run = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --format json", in: folder)
    #expect(run.code == 1)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(json["version"] as? Int == 1)
    #expect((json["summary"] as? [String: Int])?["errors"] == 2)
    #expect((json["summary"] as? [String: Int])?["queries"] == 1)
    let findings = try #require(json["diagnostics"] as? [[String: Any]])
    #expect(findings.count == 2)
    #expect(findings[0]["code"] as? String == "unknown-property")
    #expect(findings[0]["query"] as? String == "a")
    let start = ((findings[1]["range"] as? [String: Any])?["start"]) as? [String: Int]
    // `ü` is two bytes and one UTF-16 unit.
    #expect(start == ["line": 1, "column": 40, "utf8": 39, "utf16": 39])
    let fixIt = (findings[0]["fixits"] as? [[String: Any]])?.first
    #expect(fixIt?["applicability"] as? String == "maybe")
    #expect(((fixIt?["edits"] as? [[String: Any]])?.first)?["newText"] as? String == "title")
  }

  @Test func findingsAsSARIF() throws {
    let folder = try CheckTests.folder(CheckTests.wrong)
    let run = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --format sarif", in: folder)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let sarifRun = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(sarifRun["results"] as? [[String: Any]])
    #expect(results.count == 3)
    #expect(results.allSatisfy { $0["ruleId"] as? String == "unknown-property" && $0["ruleIndex"] as? Int == 0 })
    let prints = results.compactMap { ($0["partialFingerprints"] as? [String: String])?["cdqFinding/v1"] }
    #expect(Set(prints).count == 3)
    let location = ((results[0]["locations"] as? [[String: Any]])?.first)?["physicalLocation"] as? [String: Any]
    #expect(
      (location?["region"] as? [String: Int]) == ["startLine": 1, "startColumn": 22, "endLine": 1, "endColumn": 27])
    #expect((location?["artifactLocation"] as? [String: String])?["uri"] == "Queries.cdq")
  }

  @Test func findingsForGitHub() throws {
    let folder = try CheckTests.folder("query a = Book where titel == 1\n")
    let run = ToolRun("check DIR/Queries.cdq --schema DIR/Library.cdq --format github", in: folder)
    #expect(
      run.output.hasPrefix(
        "::error file=DIR/Queries.cdq,line=1,endLine=1,col=22,endColumn=27,title=unknown-property::'Book' has no property 'titel'%0A"
      ))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func codeIsGenerated() throws {
    let folder = try TestFolder.library()
    let line = "generate DIR/Queries.cdq --schema DIR/Library.cdq -o DIR/out"
    #expect(
      ToolRun("\(line) --dry-run", in: folder).output
        == "would write DIR/out/Queries.cdq.swift\nwould write DIR/out/Library.cdq.swift\n")
    #expect(!folder.exists("out"))
    #expect(ToolRun(line, in: folder).errors == "2 files written, 0 unchanged\n")
    #expect(ToolRun(line, in: folder).errors == "0 files written, 2 unchanged\n")
    #expect(try folder.text("out/Queries.cdq.swift").contains("func booksBy(in store: some StoreReader, name: String"))
    #expect(try folder.text("out/Library.cdq.swift").contains("struct Author"))
    // Generated code has no absolute path.
    #expect(try !folder.text("out/Queries.cdq.swift").contains(folder.path))
    let closure = ToolRun(
      "generate DIR/Queries.cdq --schema DIR/Library.cdq --stdout --backend closure --access package", in: folder)
    #expect(closure.code == 0)
    #expect(closure.output.contains("package static func booksBy"))
    #expect(!closure.output.contains("struct Author"))
    try folder.write("Queries.cdq", Data(CheckTests.wrong.utf8))
    let refused = ToolRun("generate DIR/Queries.cdq --schema DIR/Library.cdq -o DIR/other", in: folder)
    #expect(refused.code == 1)
    #expect(!folder.exists("other"))
  }

  @Test func staleCodeIsTold() throws {
    let folder = try TestFolder.library()
    let arguments = "DIR/Queries.cdq --schema DIR/Library.cdq -o DIR/out"
    _ = ToolRun("generate \(arguments)", in: folder)
    let header = try folder.text("out/Queries.cdq.swift").split(separator: "\n").first { $0.contains("Generated by cdq") }
    #expect(header?.contains("from Queries.cdq. Inputs: fnv1a64:") == true)
    let clean = ToolRun("diff \(arguments)", in: folder)
    #expect(clean.code == 0 && clean.output.isEmpty)
    #expect(clean.errors == "2 files up to date\n")
    let source = try folder.text("Queries.cdq")
    try folder.write("Queries.cdq", Data((source + "\nquery every = Book\n").utf8))
    try folder.write("out/Old.cdq.swift", Data("// DO NOT EDIT.\n// Generated by cdq from Old.cdq.\n".utf8))
    let stale = ToolRun("diff \(arguments)", in: folder)
    #expect(stale.code == 1)
    #expect(stale.errors == "2 files stale\n")
    #expect(stale.output.contains("+  public static func every(in store: some StoreReader)"))
    #expect(stale.output.contains("-// Generated by cdq from Old.cdq.\n"))
    #expect(ToolRun("diff DIR/Queries.cdq", in: folder).code == 2)
  }

  static let dumps: [(line: String, output: String)] = [
    ("'Book where pages > 5' --stage tokens", "1:1 word Book\n1:6 word where"),
    (
      "'Book where' --stage tokens --format json",
      "{\"kind\":\"word\",\"text\":\"where\",\"line\":1,\"column\":6,\"offset\":5,\"length\":5}"
    ),
    ("'Book where pages > 5' --stage ast", "(query Book (where (> (path pages) 5)))\n"),
    ("'pages > 5' --stage ast", "(> (path pages) 5)\n"),
    ("Book --stage ast", "(query Book)\n"),
    ("'Book where pages > $n' --stage typed", "where pages~Int32? > $n~Int32"),
    ("'pages > 5' --entity Book --stage ir", "Book where pages~Int32? > 5"),
    ("'Book where pages > 5' --stage ir --format json", "\"entity\" : \"Book\""),
    ("'Book where pages > $n' --stage swift", "public static func query(in store: some StoreReader, n: Int32)"),
    ("'Book where pages > $n' --stage swift --backend closure", "static func query"),
    ("DIR/Queries.cdq --stage tokens", "documentation"),
    ("DIR/Queries.cdq --stage ast", "longBooks"),
    ("DIR/Queries.cdq --stage typed", "query longBooks\n"),
    ("DIR/Queries.cdq --stage ir", "query longBooks = count Book where pages~Int32? > $pages~Int32\n"),
    ("DIR/Queries.cdq --stage ir --format json", "\"longBooks\" : {"),
    ("DIR/Queries.cdq --stage swift", "static func booksBy"),
  ]

  @Test(arguments: dumps) func dump(_ line: String, _ output: String) throws {
    let folder = try #require(EvalTests.folder)
    let run = ToolRun("dump \(line) --schema DIR/Library.cdq", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.holds(output), "\(run.output)")
    #expect(run.errors.isEmpty)
  }

  @Test func aDumpShowsErrorsToo() throws {
    let folder = try #require(EvalTests.folder)
    let run = ToolRun("dump 'Book where' --stage ast", in: folder)
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("(query Book"))
    #expect(run.errors.hasPrefix("<query>:1:11: error:"))
  }

  static let schemas: [(line: String, output: String)] = [
    ("show DIR/Library.cdq", "entity Book: Work"),
    ("show --schema DIR/Library.cdq --entity Author", "attribute born: Int64?"),
    ("show Author", "attribute born: Int64?"),
    ("show DIR/Library.cdq --format json", "\"name\": \"Author\""),
    ("show DIR/Library.cdq --format mermaid", "classDiagram"),
    ("check DIR/Library.cdq", "DIR/Library.cdq: 4 entities, 11 attributes, 2 relationships, 0 errors, 0 warnings\n"),
    ("import DIR/Library.cdq", "abstract entity Work"),
  ]

  @Test(arguments: schemas) func schema(_ line: String, _ output: String) throws {
    let folder = try #require(EvalTests.folder)
    let run = ToolRun("schema \(line)", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.holds(output), "\(run.output)")
  }

  @Test func anImportedSchemaIsWrittenOnce() throws {
    let folder = try TestFolder.library()
    #expect(ToolRun("schema show Authr", in: folder).errors.holds("did you mean 'Author'?"))
    #expect(ToolRun("schema import DIR/Library.cdq -o DIR/Copy.cdq", in: folder).code == 0)
    #expect(try folder.text("Copy.cdq").contains("entity Author"))
    #expect(
      ToolRun("schema show DIR/Copy.cdq --format json", in: folder).output
        == ToolRun("schema show DIR/Library.cdq --format json", in: folder).output)
    let again = ToolRun("schema import DIR/Library.cdq -o DIR/Copy.cdq", in: folder)
    #expect(again.code == 2)
    #expect(again.errors.holds("is there already"))
    try folder.write("Bad.cdq", Data("entity A { b: Unknown }".utf8))
    #expect(ToolRun("schema check DIR/Bad.cdq", in: folder).code == 1)
  }
}
