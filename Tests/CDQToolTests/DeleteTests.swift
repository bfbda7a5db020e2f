import CDQTool
import Foundation
import Testing

/// `cdq eval 'delete …' --write` replaces the data files.
@Suite struct DeleteTests {
  private static func delete(_ query: String, in folder: TestFolder, data: String = "DIR/data") -> ToolRun {
    ToolRun(["eval", query, "--schema", "DIR/Library.cdq", "--data", data, "--write", "-v"], in: folder)
  }

  private static func count(_ query: String, in folder: TestFolder, data: String = "DIR/data") -> String {
    ToolRun(["eval", "count \(query)", "--schema", "DIR/Library.cdq", "--data", data], in: folder).output
  }

  @Test func aCascadeChangesTheFilesOfAllEntitiesConcerned() throws {
    let folder = try TestFolder.library()
    let remark = try folder.text("data/Remark.ndjson")
    let run = DeleteTests.delete("delete Author where name == \"Johann\"", in: folder)
    #expect(run.code == 0)
    #expect(run.output == "1\n")
    #expect(run.errors.holds("wrote DIR/data/Author.json\nwrote DIR/data/Book.json\n"))
    #expect(DeleteTests.count("Author", in: folder) == "2\n")
    #expect(DeleteTests.count("Book", in: folder) == "2\n")
    #expect(try folder.text("data/Remark.ndjson") == remark)
    #expect(try folder.text("data/Book.json").contains(#""price":12,"rating":4.0"#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data").count == 3)
  }

  @Test func otherFormatsStayWhatTheyAre() throws {
    let folder = try TestFolder.library()
    #expect(DeleteTests.delete("delete Remark where text == \"first\"", in: folder).output == "1\n")
    #expect(try folder.text("data/Remark.ndjson") == "{\"text\":\"\"}\n")
    try folder.write("csv/Author.csv", Data("name,born\r\n\"A, B\",1\r\nC,\r\n\"\",3\r\n".utf8))
    #expect(DeleteTests.delete("delete Author where name == \"C\"", in: folder, data: "DIR/csv").output == "1\n")
    #expect(try folder.text("csv/Author.csv").hasPrefix("name,born"))
    #expect(DeleteTests.count("Author where name == \"A, B\" OR name == \"\"", in: folder, data: "DIR/csv") == "2\n")
    try folder.write(
      "all.json",
      Data(#"{"Author": [{"name": "A"}, {"name": "B"}], "Book": [{"id": 1, "title": "T", "author": "A"}]}"#.utf8))
    #expect(DeleteTests.delete("delete Author where name == \"A\"", in: folder, data: "DIR/all.json").output == "1\n")
    #expect(DeleteTests.count("Author", in: folder, data: "DIR/all.json") == "1\n")
    #expect(DeleteTests.count("Book", in: folder, data: "DIR/all.json") == "0\n")
  }

  @Test func nothingIsTouchedWhenNothingMatches() throws {
    let folder = try TestFolder.library()
    let before = try folder.text("data/Author.json")
    #expect(DeleteTests.delete("delete Author where name == \"x\"", in: folder).output == "0\n")
    #expect(try folder.text("data/Author.json") == before)
  }

  @Test func aFileWithMoreThanTheSchemaKnowsIsNotRewritten() throws {
    let folder = try TestFolder.library()
    let text = #"[{"name":"A","born":1,"shoeSize":44}]"#
    try folder.write("data/Author.json", Data(text.utf8))
    try folder.write("data/Book.json", Data("[]".utf8))
    let run = DeleteTests.delete("delete Author", in: folder)
    #expect(run.code == 2)
    #expect(run.errors.holds("cannot rewrite 'DIR/data/Author.json': what the schema does not know would be lost"))
    #expect(try folder.text("data/Author.json") == text)
  }

  @Test func aLinkStaysALinkAndPermissionsStay() throws {
    let folder = try TestFolder.library()
    let file = folder.path + "/data/Author.json"
    let target = folder.path + "/authors.real"
    try FileManager.default.moveItem(atPath: file, toPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
    #expect(DeleteTests.delete("delete Author where name == \"Nobody\"", in: folder).code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target)
    #expect(try folder.text("authors.real").contains("Nobody") == false)
    let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o640)
  }

  @Test func aDenyRefusesTheWholeDeletion() throws {
    let folder = try TestFolder([
      "Library.cdq": """
      entity Shelf { name: String @unique  books: [Book] inverse shelf @delete(deny) }
      entity Book { id: Int64 @unique  shelf: Shelf? inverse books }
      """,
      "data/Shelf.json": #"[{"name":"a"},{"name":"b"}]"#, "data/Book.json": #"[{"id":1,"shelf":"a"}]"#,
    ])
    let before = try folder.text("data/Shelf.json")
    let run = DeleteTests.delete("delete Shelf", in: folder)
    #expect(run.code == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.holds("cannot be deleted"))
    #expect(try folder.text("data/Shelf.json") == before)
  }
}
