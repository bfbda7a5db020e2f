import Foundation
import Testing

/// `cdq schema import`, `check` and `diff` on Core Data models.
@Suite struct SchemaCommandTests {
  private static func folder() throws -> TestFolder {
    func model(_ body: String) -> String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\(body)</model>\n"
    }
    return try TestFolder([
      "M.xcdatamodeld/.xccurrentversion": """
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>
        """,
      "M.xcdatamodeld/M.xcdatamodel/contents": model(
        """
        <entity name="City"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 32"/></entity>
        """),
      "M.xcdatamodeld/M 2.xcdatamodel/contents": model(
        """
        <entity name="City"><attribute name="name" optional="YES" attributeType="String" elementID="title"/>
        <attribute name="size" optional="YES" attributeType="Integer 64"/></entity>
        <fetchRequest name="By name" entity="City" predicateString="name == $NAME"/>
        """),
      "queries/a.cdq": "query a = City where title == $t\nquery b = City where size > $n\nquery c = City\n",
      "data/City.json": #"[{"title": "Rome", "size": 3}]"#,
    ])
  }

  @Test func comparesTwoVersionsOfAModel() throws {
    let run = try ToolRun(
      "schema diff DIR/M.xcdatamodeld --old-version M --queries DIR/queries", in: SchemaCommandTests.folder())
    #expect(run.code == 1)
    #expect(
      run.output == """
        breaking: property City.name: renamed from 'title'
        breaking: property City.size: type changed: Int32 -> Int64
        broken: DIR/queries/a.cdq:1:22: query a: 'City' has no property 'title'
        signature: DIR/queries/a.cdq:2:7: query b: parameter 'n' was Int32, is Int64
        added: DIR/M.xcdatamodeld/M 2.xcdatamodel/contents:4:21: query byName
        2 changes, 2 breaking; 4 queries, 1 broken, 1 with another signature

        """.replacing("a.cdq:1:22", with: "a.cdq:1:7"))
    #expect(run.errors.contains("a.cdq:1:22: error: 'City' has no property 'title' [unknown-property]"))
    #expect(run.errors.contains("replace 'title' with 'name'"))
  }

  @Test func equalVersionsAreClean() throws {
    let run = try ToolRun(
      "schema diff DIR/M.xcdatamodeld DIR/M.xcdatamodeld/'M 2.xcdatamodel' --queries DIR/queries",
      in: SchemaCommandTests.folder())
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("0 changes, 0 breaking; 4 queries, 0 broken, 0 with another signature\n"))
  }

  @Test func writesJSON() throws {
    let run = try ToolRun(
      "schema diff DIR/M.xcdatamodeld --old-version M --queries DIR/queries -f json", in: SchemaCommandTests.folder())
    #expect(run.code == 1)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(object["changes"] as? [[String: Any]])
    #expect(changes.map { $0["kind"] as? String } == ["renamed", "changed"])
    let queries = try #require(object["queries"] as? [[String: Any]])
    #expect(queries.map { $0["outcome"] as? String } == ["broken", "signature", "unaffected", "added"])
    #expect((queries.first?["fixits"] as? [[String: Any]])?.first?["message"] as? String == "replace 'title' with 'name'")
  }

  @Test(arguments: ["schema diff", "schema diff DIR/M.xcdatamodeld", "schema diff a b c"])
  func refusesTheWrongNumberOfSchemas(_ line: String) throws {
    #expect(try ToolRun(line, in: SchemaCommandTests.folder()).code == 2)
  }

  @Test func importsTemplatesAsQueries() throws {
    let run = try ToolRun("schema import DIR/M.xcdatamodeld", in: SchemaCommandTests.folder())
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("\nquery byName = City where name == $name\n"))
  }

  @Test func checksEachModelOfAFolder() throws {
    let folder = try SchemaCommandTests.folder()
    try folder.write(
      "N.xcdatamodel/contents",
      Data(#"<model><entity name="A"/><fetchRequest name="t" entity="A" predicateString="x == 1"/></model>"#.utf8))
    let run = ToolRun("schema check DIR/M.xcdatamodeld DIR/N.xcdatamodel --strict", in: folder)
    #expect(run.code == 1)
    #expect(
      run.output == """
        DIR/M.xcdatamodeld: 1 entity, 2 attributes, 0 relationships, 0 errors, 0 warnings
        DIR/N.xcdatamodel: 1 entity, 0 attributes, 0 relationships, 0 errors, 1 warning

        """)
    #expect(run.errors.contains("warning: 'A' has no property 'x' [unknown-property]"))
  }

  @Test(arguments: [("M", 0), ("'M 2'", 1), ("Nope", 1)])
  func aVersionCanBeChosenWhereASchemaIsRead(_ version: String, _ code: Int32) throws {
    let line = "check DIR/queries --schema DIR/M.xcdatamodeld --model-version \(version)"
    #expect(try ToolRun(line, in: SchemaCommandTests.folder()).code == code)
    let dump = "dump DIR/queries/a.cdq --stage ir --schema DIR/M.xcdatamodeld --model-version \(version)"
    #expect(try ToolRun(dump, in: SchemaCommandTests.folder()).code == code)
  }

  @Test func templatesAreGenerated() throws {
    let folder = try SchemaCommandTests.folder()
    try folder.write("queries/a.cdq", Data("query c = City\n".utf8))
    let run = ToolRun("generate DIR/queries --schema DIR/M.xcdatamodeld --stdout", in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("func byName("))
  }
}
