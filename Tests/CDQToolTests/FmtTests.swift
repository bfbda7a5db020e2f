import CDQTool
import Foundation
import Testing

/// `cdq fmt` and `cdq convert`.
@Suite struct FmtTests {
  static let untidy = "// Cities\nquery a=City where  name=='x'&&b   // why\nquery  b = City\n"
  static let tidy = "// Cities\nquery a = City where name == \"x\" AND b  // why\nquery b = City\n"

  private func folder() throws -> TestFolder {
    try TestFolder(["A.cdq": FmtTests.untidy, "B.cdq": FmtTests.tidy, "sub/C.cdq": "entity C{a:Int}\r\n"])
  }

  @Test func filesAreFormattedInPlace() throws {
    let folder = try folder()
    let path = folder.path + "/A.cdq"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let before = try FileManager.default.attributesOfItem(atPath: folder.path + "/B.cdq")[.modificationDate] as? Date
    let run = ToolRun("fmt DIR", in: folder)
    #expect(run.code == 0)
    #expect(run.output == "")
    #expect(run.errors == "2 of 3 files were formatted\n")
    #expect(try folder.text("A.cdq") == FmtTests.tidy)
    #expect(try folder.text("sub/C.cdq") == "entity C { a: Int }\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o640)
    let after = try FileManager.default.attributesOfItem(atPath: folder.path + "/B.cdq")[.modificationDate] as? Date
    #expect(before == after)
    #expect(ToolRun("fmt DIR", in: folder).errors == "0 of 3 files were formatted\n")
  }

  /// A killed writer may have given the last file its name and not yet removed its own folder.
  @Test func `What a killed writer left is removed, also when nothing is written`() throws {
    let folder = try TestFolder(["B.cdq": FmtTests.tidy, ".cdq-0123456789abcdef.cdqtmp/B.cdq": "half", ".cdq-notes.cdqtmp/a": ""])
    #expect(ToolRun("fmt --check DIR", in: folder).code == 0)
    #expect(folder.exists(".cdq-0123456789abcdef.cdqtmp"))
    #expect(ToolRun("fmt DIR", in: folder).errors == "0 of 1 file were formatted\n")
    #expect(!folder.exists(".cdq-0123456789abcdef.cdqtmp"))
    #expect(folder.exists(".cdq-notes.cdqtmp"))
  }

  @Test func checkNamesTheFiles() throws {
    let folder = try folder()
    let run = ToolRun("fmt --check DIR", in: folder)
    #expect(run.code == 1)
    #expect(run.output == "DIR/A.cdq\nDIR/sub/C.cdq\n")
    #expect(try folder.text("A.cdq") == FmtTests.untidy)
    #expect(ToolRun("fmt --check DIR/B.cdq", in: folder).code == 0)
  }

  @Test func diffShowsTheChange() throws {
    let run = ToolRun("fmt --diff DIR/A.cdq DIR/B.cdq", in: try folder())
    #expect(run.code == 1)
    #expect(
      run.output == """
        --- DIR/A.cdq
        +++ DIR/A.cdq
        @@ -1,3 +1,3 @@
         // Cities
        -query a=City where  name=='x'&&b   // why
        -query  b = City
        +query a = City where name == "x" AND b  // why
        +query b = City

        """)
  }

  @Test func aLongDiffHasSeveralHunks() throws {
    var lines = (0..<40).map { "query q\($0) = City" }
    lines[3] = "query q3=City"
    lines[30] = "query q30=City"
    let folder = try TestFolder(["A.cdq": lines.joined(separator: "\n")])
    let run = ToolRun("fmt --diff DIR/A.cdq", in: folder)
    let marks = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(
      marks == [
        "--- DIR/A.cdq", "+++ DIR/A.cdq", "@@ -1,7 +1,7 @@", "-query q3=City", "+query q3 = City",
        "@@ -28,7 +28,7 @@", "-query q30=City", "+query q30 = City", "@@ -37,4 +37,4 @@", "-query q39 = City",
        "\\ No newline at end of file", "+query q39 = City",
      ])
  }

  @Test func standardInputIsPrinted() {
    let run = ToolRun("fmt -", input: FmtTests.untidy)
    #expect(run.output == FmtTests.tidy)
    #expect(run.errors == "")
    #expect(run.code == 0)
    let check = ToolRun("fmt --check -", input: FmtTests.untidy)
    #expect(check.output == "<stdin>\n")
    #expect(check.code == 1)
  }

  /// A file that does not parse stays unchanged, and the others are formatted. Unknown names and types do not matter.
  @Test func errorsLeaveAFileAlone() throws {
    let broken = "query a=City where (b==1\nquery c=Nowhere where nothing==1\n"
    let folder = try TestFolder(["A.cdq": broken, "B.cdq": "query c=Nowhere where nothing==1"])
    let run = ToolRun("fmt DIR", in: folder)
    #expect(run.code == 1)
    #expect(run.errors.holds("DIR/A.cdq:1:20: error: this '(' is never closed") || run.errors.holds("DIR/A.cdq:1:"))
    #expect(run.errors.holds("1 of 2 files was formatted, 1 file could not be parsed"))
    #expect(try folder.text("A.cdq") == broken)
    #expect(try folder.text("B.cdq") == "query c = Nowhere where nothing == 1\n")
    let input = ToolRun("fmt -", input: broken)
    #expect(input.code == 1)
    #expect(input.output == "")
    let bytes = ToolRun(["fmt", "-"], bytes: [0x2F, 0x2F, 0xFF, 0x0A])
    #expect(bytes.code == 1)
    #expect(bytes.output == "")
  }

  // MARK: Convert

  static let conversions: [(line: String, output: String, errors: String)] = [
    ("convert 'a=1&&(b)'", "a == 1 AND b\n", ""),
    ("convert 'count City where a=1 sort b desc'", "count City where a == 1 sort b desc\n", ""),
    ("convert 'isOpen AND NOT ANY c.d AND x=nil' --to nspredicate", "isOpen == TRUE AND NOT ANY c.d == TRUE AND x == NULL\n", ""),
    ("convert 'NONE a.b = 1 OR NONE c.d OR SOME e.f =[dc] $x' --to nspredicate", "NOT (ANY a.b == 1) OR NOT (ANY c.d == TRUE) OR ANY e.f ==[cd] $x\n", ""),
    (
      "convert 'at > date(\"2001-01-02\") AND at < date(\"1970-01-01T00:00:00.5Z\")' --to nspredicate",
      "at > CAST(86400, \"NSDate\") AND at < CAST(-978307199.5, \"NSDate\")\n", ""
    ),
    ("convert 'a.first == 1 AND #like == .5 AND CAST(b, \"Decimal\") > avg(c)' --to nspredicate", "a.#first == 1 AND #like == 0.5 AND CAST(b, \"NSDecimalNumber\") > average:(c)\n", ""),
    ("convert 'name == %@ AND age > %d' --to nspredicate --strict-nspredicate", "name == %@ AND age > %lld\n", ""),
    ("convert 'City where isOpen sort a' --to nspredicate", "isOpen == TRUE\n", "only the condition of the query is converted"),
    ("convert 'id == uuid(\"x\") AND größe > 5 AND a == .high AND b == $c?' --to nspredicate", "", "NSPredicate has no function 'uuid'"),
    ("convert 'größe > 5' --to nspredicate", "", "1:1: error: NSPredicate's format strings cannot hold the name 'größe' [not-in-nspredicate]"),
    ("convert 'at > now() - days(7) AND CAST(a, \"Int\") == 1' --to nspredicate", "", "compute the date outside"),
    ("convert 'startOfDay(at) == b AND trimmed(a) == c' --to nspredicate", "", "NSPredicate has no function 'startOfDay'"),
    ("convert 'a + \"x\" == b' --to nspredicate", "", "NSPredicate joins no texts"),
    ("convert 'k + before == \"ab\"' --to nspredicate", "", "NSPredicate joins no texts"),
    ("convert 'a + b BEGINSWITH c' --to nspredicate", "", "NSPredicate joins no texts"),
    ("convert 'a + b == c' --to nspredicate", "a + b == c\n", "in NSPredicate '+' adds numbers and joins no texts"),
    ("convert 'a + 1 == c' --to nspredicate", "a + 1 == c\n", ""),
    ("convert 'a =='", "", "error: "),
  ]

  @Test(arguments: conversions) func convert(_ test: (line: String, output: String, errors: String)) {
    let run = ToolRun(test.line)
    #expect(run.output == test.output)
    #expect(run.errors.holds(test.errors))
    #expect(run.code == (test.output.isEmpty ? 1 : 0))
  }

  @Test func theReplFormatsAndConverts() throws {
    let run = ToolRun(
      "repl --schema DIR/Library.cdq", in: try TestFolder.library(),
      input: ":entity Author\n:fmt name=='x'||born>5\n:nspredicate NONE books.pages>5\n:fmt Book where pages=1 sort title\n")
    #expect(run.output.holds("name == \"x\" OR born > 5\n"))
    #expect(run.output.holds("NOT (ANY books.pages > 5)\n"))
    #expect(run.output.holds("Book where pages == 1 sort title\n"))
    #expect(run.code == 0)
  }
}
