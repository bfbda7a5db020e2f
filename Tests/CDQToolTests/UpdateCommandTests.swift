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

  /// Shops whose file lists their items, which have no key for their shop.
  private static func shops(data files: [String: String]? = nil) throws -> TestFolder {
    let files = files ?? [
      "data/Shop.json": #"[{"id":1,"items":[1,2]},{"id":2,"items":[3]}]"#, "data/Item.json": #"[{"id":1},{"id":2},{"id":3}]"#,
    ]
    let schema = """
      entity Shop { id: Int64 @unique  name: String?  items: [Item] inverse shop }
      entity Item { id: Int64 @unique  name: String?  shop: Shop? inverse items }
      """
    return try TestFolder(files.merging(["Library.cdq": schema]) { $1 })
  }

  /// Changes with a query about what they lead to, and its answer.
  private static let shopChanges: [(change: String, query: String, answer: String)] = [
    ("update Item where id == 1 set shop = $s", "Item where shop.id == 2", "2"),
    ("update Item where id == 3 set shop = nil", "Shop where items.@count == 0", "1"),
    ("update Shop where id == 1 set id = 10", "Item where shop.id == 10", "2"),
    ("update Item where id == 2 set id = 20", "Item where shop.id == 1 AND id == 20", "1"),
    ("update Shop set name = 'x'", "Item where shop.name == 'x'", "3"),
    ("update Item set name = 'x'", "Item where name == 'x' AND shop.id == 1", "2"),
    ("delete Item where id == 1", "Item where shop.id == 1", "1"),
    ("delete Shop where id == 2", "Item where shop == nil", "1"),
  ]

  @Test func `Files that list the objects of a relationship are changed with those of its inverse`() throws {
    for (change, query, answer) in UpdateCommandTests.shopChanges {
      let folder = try UpdateCommandTests.shops()
      let parameters = change.contains("$s") ? ["--param", "s=2"] : []
      let options = ["--schema", "DIR/Library.cdq", "--data", "DIR/data", "--write"] + parameters
      let run = ToolRun(["eval", change] + options, in: folder)
      #expect(run.code == 0, "\(change): \(run.errors)")
      let count = UpdateCommandTests.run("count \(query)", in: folder)
      #expect(count.code == 0 && count.output == "\(answer)\n", "\(change): \(count.output) \(count.errors)")
    }
  }

  @Test func `A list that stays right is not rewritten`() throws {
    let folder = try UpdateCommandTests.shops()
    let before = try folder.text("data/Shop.json")
    #expect(UpdateCommandTests.run("update Item set name = 'x'", in: folder, "--write").code == 0)
    #expect(try folder.text("data/Shop.json") == before)
  }

  @Test func `A file of several entities in a folder is changed, and one of something else is not`() throws {
    let settings = #"{"color": 1}"#
    let folder = try UpdateCommandTests.shops(data: [
      "data/all.json": #"{"Shop": [{"id":1,"items":[1]}], "Item": [{"id":1}]}"#, "data/settings.json": settings,
    ])
    let run = UpdateCommandTests.run("update Item set name = 'x'", in: folder, "--write")
    #expect(run.code == 0 && run.output == "1\n", "\(run.errors)")
    #expect(UpdateCommandTests.run("count Item where name == 'x' AND shop.id == 1", in: folder).output == "1\n")
    #expect(try folder.text("data/settings.json") == settings)
  }
}
