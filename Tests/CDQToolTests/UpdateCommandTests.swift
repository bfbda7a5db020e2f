import CDQTool
import Foundation
import Testing

/// `cdq eval 'update …' --write` replaces the data files.
@Suite struct UpdateCommandTests {
  private static func run(_ query: String, in folder: TestFolder, data: String = "DIR/data", _ options: String...) -> ToolRun {
    ToolRun(["eval", query, "--schema", "DIR/Library.cdq", "--data", data] + options, in: folder)
  }

  private static func titles(in folder: TestFolder, data: String = "DIR/data") -> String {
    run("Book select title, pages sort id", in: folder, data: data, "-f", "csv").output
  }

  @Test func `An update changes the file of its entity`() throws {
    let folder = try TestFolder.library()
    let authors = try folder.text("data/Author.json")
    let update = "update Book where author.name == \"Johann\" set title = \"Gedicht\", pages = pages * 2"
    #expect(UpdateCommandTests.run(update, in: folder).output == "2\n")
    let before = UpdateCommandTests.titles(in: folder)
    #expect(before.contains("Faust,158"))
    let run = UpdateCommandTests.run(update, in: folder, "--write", "-v")
    #expect(run.code == 0 && run.output == "2\n")
    #expect(run.errors.holds("wrote DIR/data/Book.json"))
    #expect(UpdateCommandTests.titles(in: folder).contains("Gedicht,316\r\nGedicht,\r\n"))
    #expect(try folder.text("data/Author.json") == authors)
  }

  @Test func `A relationship is set to an object of a parameter`() throws {
    let folder = try TestFolder.library()
    let run = UpdateCommandTests.run(
      "update Book where author == nil set author = $a", in: folder, "--param", "a=Jane", "--write")
    #expect(run.code == 0 && run.output == "1\n", "\(run.errors)")
    #expect(UpdateCommandTests.run("count Book where author.name == \"Jane\"", in: folder).output == "2\n")
    #expect(UpdateCommandTests.run("update Book set author = nil", in: folder, "--write").output == "4\n")
    #expect(UpdateCommandTests.run("count Author where books.@count > 0", in: folder).output == "0\n")
  }

  @Test func `A snapshot and a database are changed, too`() throws {
    let folder = try TestFolder.library()
    let snapshot = ToolRun("snapshot --schema DIR/Library.cdq --data DIR/data -o DIR/library.cdqdata", in: folder)
    let load = ToolRun("load DIR/data --schema DIR/Library.cdq --to DIR/library.sqlite", in: folder)
    #expect(snapshot.code == 0 && load.code == 0, "\(snapshot.errors) \(load.errors)")
    for data in ["DIR/library.cdqdata", "DIR/library.sqlite"] {
      let update = "update Book where pages > 400 set title = lowercase(title), pages = pages - 400"
      #expect(UpdateCommandTests.run(update, in: folder, data: data).output == "2\n")
      #expect(UpdateCommandTests.titles(in: folder, data: data).contains(",500"))
      let run = UpdateCommandTests.run(update, in: folder, data: data, "--write")
      #expect(run.code == 0 && run.output == "2\n", "\(run.errors)")
      #expect(UpdateCommandTests.titles(in: folder, data: data).contains(",100\r\n\"emma, \"\"the\"\" novel\",74"))
    }
  }

  @Test func `A refused value changes nothing`() throws {
    let folder = try TestFolder.library()
    let before = try folder.text("data/Author.json")
    let run = UpdateCommandTests.run("update Author set name = \"x\"", in: folder, "--write")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.holds("[not-unique]"))
    #expect(try folder.text("data/Author.json") == before)
  }
}
