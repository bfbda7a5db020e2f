import CDQConnections
import CDQDatabase
import CDQTestSupport
import Foundation
import Testing

/// `cdq load`, `cdq schema ddl` and `cdq schema diff --sql` on files of SQLite.
@Suite struct LoadCommandTests {
  private static func folder() throws -> TestFolder {
    try TestFolder([
      "Old.cdq": "entity City { id: Int64 @unique  title: String  area: Int32  country: Country? inverse cities }\n"
        + "entity Country { code: String @unique  cities: [City] inverse country }\n",
      "New.cdq": "entity Town { id: Int64 @unique  name: String @renamed(from: \"title\")  note: String = \"it's new\"\n"
        + "  country: Country? inverse cities  @@renamed(from: \"City\") }\n"
        + "entity Country { code: String @unique  cities: [Town] inverse country }\n",
      "world/City.json":
        "[{\"id\": 1, \"title\": \"'; DROP TABLE \\\"City\\\"; --\", \"area\": 1, \"country\": \"NO\"}, "
        + "{\"id\": 2, \"title\": \"M\\u00e1laga \\\\ \\t\\n\\u0001\", \"area\": 2, \"country\": \"NO\"}]",
      "world/Country.json": "[{\"code\": \"NO\"}]",
      "broken/City.json": "[{\"id\": 1, \"title\": \"a\", \"area\": 1}, {\"id\": 1, \"title\": \"b\", \"area\": 1}]",
    ])
  }

  @Test func `Data is loaded into a file and asked`() throws {
    let folder = try LoadCommandTests.folder()
    let load = ToolRun("load DIR/world --to DIR/w.sqlite --schema DIR/Old.cdq", in: folder)
    #expect(load.code == 0 && load.errors.contains("wrote 3 objects"))
    let query = "eval 'City where title BEGINSWITH[cd] \"MALAGA\" select id, country.code' --schema DIR/Old.cdq -f csv --data DIR/"
    for data in ["world", "w.sqlite"] { #expect(ToolRun(query + data, in: folder).output.hasSuffix("\r\n2,NO\r\n"), "\(data)") }
    let all = "eval 'City' --schema DIR/Old.cdq -f json --data DIR/"
    #expect(ToolRun(all + "world", in: folder).output == ToolRun(all + "w.sqlite", in: folder).output)
    let again = ToolRun("load DIR/world --to DIR/w.sqlite --schema DIR/Old.cdq", in: folder)
    #expect(again.code == 2 && again.errors.contains("already exists"))
    #expect(ToolRun(query + "w.sqlite", in: folder).code == 0)
  }

  @Test func `SQLite has no negative zero, as the page says`() throws {
    let folder = try TestFolder([
      "Level.cdq": "entity Level { height: Double }", "levels/Level.json": "[{\"height\": -0.0}]",
    ])
    #expect(ToolRun("load DIR/levels --to DIR/l.sqlite --schema DIR/Level.cdq", in: folder).code == 0)
    let query = "eval 'count Level where 1.0 / height < 0' --schema DIR/Level.cdq --data DIR/"
    #expect(ToolRun(query + "levels", in: folder).output == "1\n")
    #expect(ToolRun(query + "l.sqlite", in: folder).output == "0\n")
  }

  @Test func `A load that fails leaves no file`() throws {
    let folder = try LoadCommandTests.folder()
    let load = ToolRun("load DIR/broken --to DIR/b.sqlite --schema DIR/Old.cdq", in: folder)
    #expect(load.code == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.sqlite"))
    #expect(ToolRun("load DIR/world --to DIR/Old.cdq --schema DIR/Old.cdq", in: folder).errors.contains("is no database"))
    #expect(ToolRun("load DIR/world --to mysql://x --schema DIR/Old.cdq", in: folder).code == 2)
    #expect(ToolRun("load DIR/world --schema DIR/Old.cdq", in: folder).code == 2)
    #expect(ToolRun("load DIR/world --to DIR/none/b.sqlite --schema DIR/Old.cdq", in: folder).code == 2)
  }

  @Test(arguments: ["sqlite", "postgres"])
  func `The tables are printed`(dialect: String) throws {
    let run = ToolRun("schema ddl DIR/Old.cdq --dialect \(dialect)", in: try LoadCommandTests.folder())
    #expect(run.code == 0)
    for part in [
      "CREATE TABLE \"City\"", "\"title_cd\"", "\"country_position\"", "CREATE UNIQUE INDEX \"City_id_index\"",
      "REFERENCES \"Country\" (\"_id\") ON DELETE SET NULL",
    ] { #expect(run.output.contains(part)) }
  }

  @Test func `Changed tables keep their objects, and loss needs a word`() throws {
    let folder = try LoadCommandTests.folder()
    #expect(ToolRun("load DIR/world --to DIR/w.sqlite --schema DIR/Old.cdq", in: folder).code == 0)
    let refused = ToolRun("schema diff DIR/Old.cdq DIR/New.cdq --sql sqlite", in: folder)
    #expect(refused.code == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("the data of City.area would be lost"))
    let script = ToolRun("schema diff DIR/Old.cdq DIR/New.cdq --sql sqlite --allow-loss", in: folder)
    #expect(script.output.hasPrefix("PRAGMA foreign_keys = OFF;\nBEGIN;\n") && script.output.hasSuffix("COMMIT;\n"))
    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: folder.path + "/w.sqlite", toPath: copy)
    let apply = ToolRun("schema diff DIR/Old.cdq DIR/New.cdq --apply DIR/w.sqlite --allow-loss", in: folder)
    #expect(apply.code == 0)
    do {
      let connection = try SQLiteConnection(path: copy, access: .readWrite)
      for statement in script.output.components(separatedBy: ";\n") where !statement.isEmpty { _ = try connection.rows(statement) }
    }
    for file in ["w.sqlite", "copy.sqlite"] {
      let found = ToolRun(
        "eval 'Town where name BEGINSWITH[cd] \"malaga\" select id, note, country.code' --schema DIR/New.cdq -f csv --data DIR/\(file)",
        in: folder)
      #expect(found.output.hasSuffix("\r\n2,it's new,NO\r\n"), "\(file) \(found.errors)")
    }
    let twice = ToolRun("schema diff DIR/Old.cdq DIR/New.cdq --apply DIR/w.sqlite --allow-loss", in: folder)
    #expect(twice.code == 2 && twice.errors.contains("not those of the old schema"))
  }
}
