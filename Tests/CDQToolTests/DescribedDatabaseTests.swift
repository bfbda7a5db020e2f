import CDQConnections
import CDQDatabase
import CDQSQL
import Foundation
import Testing

/// A database that `cdq load` made is opened with the schema that it was made with, which it holds itself.
@Suite struct DescribedDatabaseTests {
  private static let world = """
    entity Country { code: String @unique  name: String  cities: [City] inverse country }
    entity City { id: Int64 @unique  name: String  kind: Kind?  country: Country? inverse cities }
    enum Kind: String { capital, port = "harbour" }
    """
  private static let data = """
    {"Country": [{"code": "NO", "name": "Norway"}, {"code": "SE", "name": "Sweden"}],
     "City": [{"id": 1, "name": "Oslo", "kind": "capital", "country": "NO"}, {"id": 2, "name": "Malmö", "country": "SE"}]}
    """

  private static func loaded() throws -> TestFolder {
    let folder = try TestFolder(["schema/World.cdq": world, "world.json": data])
    let load = ToolRun("load DIR/world.json --schema DIR/schema/World.cdq --to DIR/x.sqlite", in: folder)
    #expect(load.code == 0, "\(load.errors)")
    return folder
  }

  private static func change(_ folder: TestFolder, _ text: String, _ values: [SQLDatum] = []) throws {
    _ = try SQLiteConnection(path: folder.path + "/x.sqlite", access: .readWrite).rows(text, values)
  }

  @Test func `Queries need no schema, and see properties`() throws {
    let folder = try DescribedDatabaseTests.loaded()
    let found = ToolRun(
      "eval 'City where country.name == \"Norway\" and kind == .capital' --data DIR/x.sqlite --format csv", in: folder)
    #expect(found.output == "id,name,kind,country\r\n1,Oslo,capital,NO\r\n", "\(found.errors)")
    let imported = ToolRun("schema import DIR/x.sqlite -o DIR/Again.cdq", in: folder)
    #expect(imported.code == 0, "\(imported.errors)")
    let again = ToolRun("schema diff DIR/schema/World.cdq DIR/Again.cdq", in: folder)
    #expect(again.code == 0, "\(again.output)")
  }

  @Test func `Data without a schema come back with the inferred one`() throws {
    let folder = try TestFolder(["City.csv": "id,name\n1,Oslo\n2,Bergen\n"])
    let load = ToolRun("load DIR/City.csv --to DIR/x.sqlite", in: folder)
    #expect(load.code == 0, "\(load.errors)")
    let found = ToolRun("eval 'City where name BEGINSWITH[c] \"b\"' --data DIR/x.sqlite --format csv", in: folder)
    #expect(found.output == "id,name\r\n2,Bergen\r\n", "\(found.errors)")
  }

  @Test func `A migration changes the description, too`() throws {
    let folder = try DescribedDatabaseTests.loaded()
    let next = DescribedDatabaseTests.world.replacing("kind: Kind?", with: "sort: Kind? @renamed(from: \"kind\")")
    try Data(next.utf8).write(to: URL(fileURLWithPath: folder.path + "/Next.cdq"))
    let run = ToolRun("schema diff DIR/schema/World.cdq DIR/Next.cdq --apply DIR/x.sqlite --sql sqlite", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let found = ToolRun("eval 'City where sort == .capital select name' --data DIR/x.sqlite --format csv", in: folder)
    #expect(found.output == "name\r\nOslo\r\n", "\(found.errors)")
  }

  @Test func `A database of an earlier version is read as before`() throws {
    let folder = try DescribedDatabaseTests.loaded()
    try DescribedDatabaseTests.change(folder, "DROP TABLE _cdq")
    let given = ToolRun("eval 'count City' --data DIR/x.sqlite --schema DIR/schema/World.cdq", in: folder)
    #expect(given.output == "2\n", "\(given.errors)")
    let tables = ToolRun("eval 'City where name == \"Oslo\" select _id' --data DIR/x.sqlite --format csv", in: folder)
    #expect(tables.output == "_id\r\n0\r\n", "\(tables.errors)")
  }

  @Test(arguments: [
    ("UPDATE _cdq SET version = 2", "a later version of cdq made the tables"),
    ("UPDATE _cdq SET schema = '{\"entities\": 3'", "the table '_cdq' is damaged: it is no schema"),
    ("UPDATE _cdq SET schema = CAST(x'FF00' AS TEXT)", "the table '_cdq' is damaged"),
    ("UPDATE _cdq SET version = 'x'", "the table '_cdq' is damaged: a row has no version"),
  ])
  func `A description that cannot be read is an error, unless a schema is given`(change: String, message: String) throws {
    let folder = try DescribedDatabaseTests.loaded()
    try DescribedDatabaseTests.change(folder, change)
    let run = ToolRun("eval 'count City' --data DIR/x.sqlite", in: folder)
    #expect(run.code == 2 && run.errors.contains(message), "\(run.errors)")
    #expect(ToolRun("eval 'count City' --data DIR/x.sqlite --schema DIR/schema/World.cdq", in: folder).output == "2\n")
  }

  @Test func `A table of that name that others made is a table`() throws {
    let folder = try TestFolder([:])
    let connection = try SQLiteConnection(path: folder.path + "/x.sqlite", access: .create)
    _ = try connection.rows("CREATE TABLE _cdq (id INTEGER PRIMARY KEY, song TEXT)")
    _ = try connection.rows("INSERT INTO _cdq VALUES (1, 'Solveig')")
    let found = ToolRun("eval '_cdq where id == 1 select song' --data DIR/x.sqlite --format csv", in: folder)
    #expect(found.output == "song\r\nSolveig\r\n", "\(found.errors)")
  }

  @Test func `Two schemas in one database are told apart by --schema`() throws {
    let folder = try DescribedDatabaseTests.loaded()
    let tools = try TestFolder(["Tools.cdq": "entity Tool { id: Int64 @unique }", "Tool.json": "[{\"id\": 7}]"])
    let load = ToolRun(
      ["load", tools.path + "/Tool.json", "--schema", tools.path + "/Tools.cdq", "--to", folder.path + "/x.sqlite"],
      in: folder)
    #expect(load.code == 0, "\(load.errors)")
    let run = ToolRun("eval 'count City' --data DIR/x.sqlite", in: folder)
    #expect(run.errors.contains("objects of 2 schemas"), "\(run.errors)")
    #expect(ToolRun("eval 'count City' --data DIR/x.sqlite --schema DIR/schema/World.cdq", in: folder).output == "2\n")
  }

  @Test func `The library opens it by its connection`() throws {
    let folder = try DescribedDatabaseTests.loaded()
    let connection = try SQLiteConnection(path: folder.path + "/x.sqlite")
    let database = try #require(try Database.described(on: connection))
    #expect(database.schema.entities.map(\.name) == ["Country", "City"])
    #expect(database.mapping == OwnLayout(database.schema).mapping)
  }
}
