import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQTestSupport
import Foundation
import Testing

/// Commands on a Core Data store: the sample of notes, as it is, without the model in it, and with a model beside it.
@Suite struct StoreCommandTests {
  /// A folder with the sample, changed by statements.
  private static func folder(_ statements: [String] = []) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("Notes.sqlite", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
    if statements.isEmpty { return folder }
    let connection = try SQLiteConnection(path: folder.path + "/Notes.sqlite", access: .readWrite)
    for statement in statements { _ = try connection.rows(statement) }
    return folder
  }

  /// The archive of the model in the sample, as a `.mom` file holds it.
  private static func archive() throws -> [UInt8] {
    let connection = try SQLiteConnection(path: Repository.url("Samples/Notes/Notes.sqlite").path, access: .immutable)
    guard case .blob(let data)? = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first else { return [] }
    return try #require(try CompiledModel.archive(inCache: Array(data)))
  }

  private static let withoutModel = ["DROP TABLE Z_MODELCACHE"]

  @Test(arguments: [
    ("count Item", "6\n"), ("count Note", "3\n"), ("count Item where folder.parent.name == \"Work\"", "2\n"),
    ("count Folder where ANY items.tags.label == \"urgent\"", "1\n"), ("count Tag where items.@count == 2", "2\n"),
    ("count Note where created >= CAST(790000000, \"NSDate\")", "3\n"), ("count Task where cost > 100", "1\n"),
    ("first Folder where name == \"Home\" select name, items.@count as n", "name,n\r\nHome,2\r\n"),
  ])
  func `A store is asked by its own model`(query: String, expected: String) throws {
    let folder = try StoreCommandTests.folder()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Notes.sqlite"))
    let run = ToolRun(["eval", query, "--data", "DIR/Notes.sqlite", "--format", "csv"], in: folder)
    #expect(run.output == expected, "\(run.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Notes.sqlite")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.sqlite"])
  }

  @Test func `A store is shown with counts, relationships and samples`() throws {
    let folder = try StoreCommandTests.folder()
    let run = ToolRun("schema show DIR/Notes.sqlite --samples 2", in: folder)
    #expect(run.code == 0)
    for part in [
      "Core Data store (framework 1345; model 1.0; schema of its own)", "Item              6  created",
      "Item.folder    Folder      Folder.items (many, ordered)      5", "[\"waffles\",\"soup\"]", "relationship items: ordered [Item]",
    ] { #expect(run.output.contains(part), "\(part) in \(run.output)") }
    #expect(ToolRun("schema show DIR/Notes.sqlite --format json", in: folder).output.hasPrefix("{"))
    #expect(ToolRun("schema show DIR/Notes.sqlite --entity Nothing", in: folder).code == 2)
    let session = ToolRun(["repl", "--data", "DIR/Notes.sqlite"], in: folder, input: "count Note\n:schema\n")
    #expect(session.output.contains("3\n"))
  }

  @Test func `A fetch request template runs by its name`() throws {
    let folder = try StoreCommandTests.folder()
    let run = ToolRun("eval pinnedNotes --data DIR/Notes.sqlite --param start=re --format ndjson", in: folder)
    #expect(run.output.contains("\"title\":\"Recipes\""), "\(run.errors)")
    #expect(!run.output.contains("Router"))
    #expect(ToolRun("eval pinnedNotes --data DIR/Notes.sqlite", in: folder).errors.contains("missing-argument"))
    #expect(ToolRun("eval unknownNotes --data DIR/Notes.sqlite", in: folder).code == 1)
  }

  @Test func `A store is imported with its mapping`() throws {
    let folder = try StoreCommandTests.folder()
    #expect(ToolRun("schema import DIR/Notes.sqlite -o DIR/Notes.cdq", in: folder).code == 0)
    #expect(try folder.text("Notes.cdq").contains("query pinnedNotes = Note where"))
    let found = ToolRun("eval 'count Item where ANY tags.label == \"later\"' --data DIR/Notes.sqlite --schema DIR/Notes.cdq", in: folder)
    #expect(found.output == "2\n", "\(found.errors)")
  }

  @Test func `Without a model the tables are read, and said to be a guess`() throws {
    let folder = try StoreCommandTests.folder(StoreCommandTests.withoutModel)
    let run = ToolRun("eval 'count Item where folder.name == \"Home\" AND title != nil' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "2\n")
    #expect(run.errors.contains("a guess from the tables"))
    let tags = ToolRun("eval 'count Note where ANY tags.label == \"food\"' --data DIR/Notes.sqlite", in: folder)
    #expect(tags.output == "1\n", "\(tags.errors)")
    let parents = ToolRun("eval 'Folder where parent.name == \"Work\" select name' --data DIR/Notes.sqlite -f csv", in: folder)
    #expect(parents.output == "name\r\nTravel\r\n", "\(parents.errors)")
  }

  @Test func `Without a model and an index, the name and the values tell a relationship`() throws {
    let folder = try StoreCommandTests.folder(
      StoreCommandTests.withoutModel + ["DROP INDEX ZITEM_ZFOLDER_INDEX", "ALTER TABLE ZITEM DROP COLUMN Z_FOK_FOLDER"])
    let run = ToolRun("eval 'count Item where folder.name == \"Home\"' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "2\n", "\(run.errors)")
  }

  @Test func `The version of a model beside the store that fits is taken`() throws {
    let folder = try StoreCommandTests.folder(StoreCommandTests.withoutModel)
    let model = try #require(CompiledModel(archive: try StoreCommandTests.archive()))
    var old = model
    for index in old.entities.indices { old.entities[index].attributes.removeAll { $0.name == "title" || $0.name == "label" } }
    var new = model
    var added = try #require(model.entities.flatMap(\.attributes).first { $0.type == "String" })
    added.name = "added"
    for index in new.entities.indices where new.entities[index].parent == nil {
      new.entities[index].attributes.append(added)
    }
    for (name, version) in [("M 1", old), ("M 2", model), ("M 3", new)] {
      try folder.write("M.xcdatamodeld/\(name).xcdatamodel/contents", Data(version.xml.utf8))
    }
    try folder.write(
      "M.xcdatamodeld/.xccurrentversion",
      Data("<plist><dict><key>_XCCurrentVersionName</key><string>M 3.xcdatamodel</string></dict></plist>".utf8))
    let run = ToolRun("eval 'count Tag where label == \"food\"' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "1\n", "\(run.errors)")
    #expect(run.errors.contains("near it is used"))
    #expect(!run.errors.contains("without a"))
    let given = ToolRun("eval 'count Tag' --data DIR/Notes.sqlite --schema DIR/M.xcdatamodeld --model-version 'M 3'", in: folder)
    #expect(given.errors.contains("without a column in the store: Folder.added, Item.added, Tag.added"), "\(given.errors)")
  }

  @Test func `A compiled model is a schema, and its version is chosen by the hashes`() throws {
    let folder = try StoreCommandTests.folder(StoreCommandTests.withoutModel)
    let archive = try StoreCommandTests.archive()
    try folder.write("Notes.momd/Notes 2.mom", Data(archive))
    let shown = ToolRun("schema show DIR/Notes.momd", in: folder)
    #expect(shown.output.contains("entity Task: Item"), "\(shown.errors)")
    #expect(ToolRun("schema import 'DIR/Notes.momd/Notes 2.mom'", in: folder).output.contains("query pinnedNotes"))
    let run = ToolRun("eval 'count Note where pinned == true' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "2\n", "\(run.errors)")
    let hashes: [String: Any] = ["Folder": Data(repeating: 0, count: 32), "Note": Data(repeating: 9, count: 32)]
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": "Notes 2", "NSManagedObjectModel_VersionHashes": ["Notes 2": hashes],
    ]
    try folder.write(
      "Notes.momd/VersionInfo.plist", PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0))
    let differing = ToolRun("eval 'count Note' --data DIR/Notes.sqlite", in: folder)
    #expect(differing.output == "3\n")
    #expect(differing.errors.contains("another version than the store's: Note differ"), "\(differing.errors)")
    try folder.write("Notes.momd/Notes 2.mom", Data("bplist00".utf8))
    #expect(ToolRun("schema show DIR/Notes.momd", in: folder).errors.contains("compiled-model"))
  }

  @Test func `A renamed entity is found by its number`() throws {
    let folder = try StoreCommandTests.folder(["UPDATE Z_PRIMARYKEY SET Z_NAME = 'Label' WHERE Z_NAME = 'Tag'"])
    let run = ToolRun("eval 'count Tag where label == \"food\"' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "1\n", "\(run.errors)")
  }

  @Test func `Large values are read from their files`() throws {
    let name = "11111111-2222-3333-4444-555555555555"
    let folder = try StoreCommandTests.folder([
      "UPDATE ZITEM SET ZWORDS = x'02\(name.utf8.map { String($0, radix: 16) }.joined())00' WHERE Z_PK = 1",
      "UPDATE ZITEM SET ZWORDS = x'01736D616C6C' WHERE Z_PK = 5",
    ])
    var model = try #require(CompiledModel(archive: try StoreCommandTests.archive()))
    for index in model.entities.indices {
      for place in model.entities[index].attributes.indices where model.entities[index].attributes[place].name == "words" {
        model.entities[index].attributes[place].type = "Binary"
      }
    }
    try folder.write("M.xcdatamodel/contents", Data(model.xml.utf8))
    let query = "eval 'Note select title, words' --data DIR/Notes.sqlite --schema DIR/M.xcdatamodel -f json"
    let export = "eval 'Note where title == \"Recipes\"' --data DIR/Notes.sqlite --schema DIR/M.xcdatamodel -f ndjson"
    #expect(ToolRun(query, in: folder).code == 0)
    #expect(!ToolRun(export, in: folder).output.contains(Data("great".utf8).base64EncodedString()))
    try folder.write(".Notes_SUPPORT/_EXTERNAL_DATA/\(name)", Data("great".utf8))
    let run = ToolRun(export, in: folder)
    #expect(run.output.contains(Data("great".utf8).base64EncodedString()), "\(run.output) \(run.errors)")
    let all = ToolRun("eval Note --data DIR/Notes.sqlite --schema DIR/M.xcdatamodel -f ndjson", in: folder)
    #expect(all.output.contains(Data("small".utf8).base64EncodedString()), "\(all.output)")
  }

  @Test func `Lists in transformable attributes are asked with the types of a model in XML`() throws {
    let folder = try StoreCommandTests.folder()
    var model = try #require(CompiledModel(archive: try StoreCommandTests.archive()))
    for index in model.entities.indices {
      for place in model.entities[index].attributes.indices where model.entities[index].attributes[place].name == "words" {
        model.entities[index].attributes[place].className = "[String]"
      }
    }
    try folder.write("M.xcdatamodel/contents", Data(model.xml.utf8))
    for (query, expected) in [
      ("count Note where \"soup\" IN words", "1\n"), ("Note where words.@count > 0 select title", "title\r\nRecipes\r\nRouter\r\n"),
      ("Note where words[0] == \"router\" select title", "title\r\nRouter\r\n"),
    ] {
      let run = ToolRun(["eval", query, "--data", "DIR/Notes.sqlite", "--schema", "DIR/M.xcdatamodel", "-f", "csv"], in: folder)
      #expect(run.output == expected, "\(query): \(run.errors)")
    }
  }

  @Test func `JSON in a transformable attribute is shown as it is`() throws {
    let folder = try StoreCommandTests.folder(["UPDATE ZITEM SET ZWORDS = CAST('[\"a\", 1]' AS BLOB) WHERE Z_PK = 1"])
    let run = ToolRun("eval 'first Note' --data DIR/Notes.sqlite -f ndjson", in: folder)
    #expect(run.output.contains("\"words\":[\"a\",1]"), "\(run.output)")
  }

  @Test func `A missing value of a required attribute is told and read`() throws {
    let folder = try StoreCommandTests.folder(["UPDATE ZITEM SET ZTITLE = NULL WHERE Z_PK = 4"])
    let run = ToolRun("eval 'count Item where title == nil' --data DIR/Notes.sqlite", in: folder)
    #expect(run.output == "1\n", "\(run.errors)")
    #expect(run.errors.contains("Item.title"))
  }

  @Test(arguments: ["ndjson", "csv"])
  func `A store is exported, and the files give the same answers`(format: String) throws {
    let folder = try StoreCommandTests.folder()
    #expect(ToolRun("export DIR/Notes.sqlite -o DIR/data --format \(format)", in: folder).code == 0)
    for query in [
      "count Item where ANY tags.label == \"later\"", "Item where folder.name == \"Home\" select title, uuid, created",
      "Folder select name, items.@count as n, children.@count as m", "Task select cost, due, done",
    ] {
      let store = ToolRun(["eval", query, "--data", "DIR/Notes.sqlite", "-f", "csv"], in: folder)
      let files = ToolRun(["eval", query, "--data", "DIR/data", "-f", "csv"], in: folder)
      #expect(store.output == files.output && store.code == 0, "\(query): \(files.errors)")
    }
    #expect(ToolRun("export DIR/Notes.sqlite -o DIR/data --format \(format)", in: folder).code == 2)
  }

  @Test func `The objects that differ are listed`() throws {
    let folder = try StoreCommandTests.folder()
    try folder.write("Old.sqlite", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
    let same = ToolRun("diff-data DIR/Old.sqlite DIR/Notes.sqlite", in: folder)
    #expect(same.code == 0 && same.output.isEmpty)
    let connection = try SQLiteConnection(path: folder.path + "/Notes.sqlite", access: .readWrite)
    for text in [
      "UPDATE ZITEM SET ZTITLE = 'Soups' WHERE Z_PK = 1", "DELETE FROM ZTAG WHERE Z_PK = 2",
      "INSERT INTO ZFOLDER VALUES (4, 1, 1, 2, NULL, 'New')",
    ] { _ = try connection.rows(text) }
    let run = ToolRun("diff-data DIR/Old.sqlite DIR/Notes.sqlite", in: folder)
    #expect(run.code == 1)
    for line in ["~ Note 1: title \"Recipes\" → \"Soups\"\n", "- Tag 2: label \"urgent\"", "+ Folder 4: color 2, name \"New\""] {
      #expect(run.output.contains(line), "\(line) in \(run.output)")
    }
    let keyed = ToolRun("diff-data DIR/Old.sqlite DIR/Notes.sqlite --key label --entity Tag", in: folder)
    #expect(keyed.output.hasPrefix("- Tag \"urgent\""))
  }

  @Test func `Stores are found in folders`() throws {
    let folder = try StoreCommandTests.folder()
    try folder.write("App/Library/default", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
    try folder.write("App/broken.sqlite", Data("SQLite format 3\0".utf8))
    _ = try SQLiteConnection(path: folder.path + "/App/other.db", access: .create).rows("CREATE TABLE a (b)")
    let run = ToolRun("find DIR", in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("DIR/App/Library/default: Core Data store"))
    #expect(run.output.contains("Folder 3, Note 3, Tag 3, Task 3"))
    #expect(run.errors.contains("broken.sqlite"))
    #expect(run.errors.contains("2 stores; 1 other database"))
    #expect(ToolRun("find DIR --format json", in: folder).output.contains("\"entities\":{\"Folder\":3"))
    #expect(try ToolRun("find DIR", in: TestFolder()).code == 1)
  }

  @Test(arguments: ["", "SQLite format 3\0", "This is an encrypted file"])
  func `A file that is no store has a message`(content: String) throws {
    let folder = try TestFolder(["Notes.sqlite": content])
    for command in ["eval 'count Note' --data DIR/Notes.sqlite", "schema show DIR/Notes.sqlite", "export DIR/Notes.sqlite -o DIR/x"] {
      let run = ToolRun(command, in: folder)
      #expect(run.code == 2)
      #expect(run.errors.hasPrefix("error: DIR/Notes.sqlite: "), "\(run.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Notes.sqlite"])
  }
}
