import CDQConnections
import CDQDatabase
import CDQSQL
import CDQTestSupport
import Foundation
import Testing

/// Commands on a file of SQLite: its tables as a schema, queries, plans and SQL.
@Suite struct DatabaseCommandTests {
  /// A folder with a database whose file name says nothing.
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder([
      "Own.cdq": "entity City { id: Int64 @unique  name: String  population: Int64?  tags: [Tag] inverse cities }\n"
        + "entity Tag { label: String @unique  cities: [City] inverse tags }\n"
    ])
    let connection = try SQLiteConnection(path: folder.path + "/shop", access: .create)
    for text in [
      "CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL)",
      """
      CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_code TEXT NOT NULL REFERENCES countries,
        population INT)
      """,
      "INSERT INTO countries VALUES ('NO', 'Norway'), ('SE', 'Sweden')",
      "INSERT INTO City VALUES (1, 'Oslo', 'NO', 700000), (2, 'Bergen', 'NO', NULL), (3, 'Göteborg', 'SE', 580000)",
    ] { _ = try connection.rows(text) }
    return folder
  }

  @Test func `A database is imported and asked`() throws {
    let folder = try DatabaseCommandTests.folder()
    let run = ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder)
    #expect(run.code == 0)
    let schema = try String(contentsOfFile: folder.path + "/Shop.cdq", encoding: .utf8)
    #expect(schema.contains("country: countries inverse cities"))
    let mapping = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Shop.mapping.json"))
    #expect(try JSONDecoder().decode(DatabaseMapping.self, from: mapping).entities["City"]?.table.name == "City")
    #expect(ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder).errors.contains("their names are kept"))
    for options in ["--schema DIR/Shop.cdq", ""] {
      let found = ToolRun(
        "eval 'City where country.name == \"Norway\" select name' --data DIR/shop --format csv \(options)", in: folder)
      #expect(found.code == 0)
      #expect(found.output == "name\r\nOslo\r\nBergen\r\n")
    }
    #expect(ToolRun("eval 'count City where population > $n' --data DIR/shop -p n=600000", in: folder).output == "1\n")
  }

  @Test func `A mapping is written for a schema, and functions are generated for its tables`() throws {
    let folder = try DatabaseCommandTests.folder()
    let schema = """
      entity Town {
        id: Int64 @unique
        label: String @column("name")
        land: Land inverse towns @column("country_code")
        @@table("City")
      }
      entity Land {
        code: String @unique
        towns: [Town] inverse land @delete(deny)
        @@table("countries")
      }
      query towns = Town where land.code == $code sort label
      """
    try Data(schema.utf8).write(to: URL(fileURLWithPath: folder.path + "/Towns.cdq"))
    let imported = ToolRun("schema import DIR/shop --schema DIR/Towns.cdq -o DIR/Towns.mapping.json", in: folder)
    #expect(imported.code == 0, "\(imported.errors)")
    let mapping = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Towns.mapping.json"))
    let town = try JSONDecoder().decode(DatabaseMapping.self, from: mapping).entities["Town"]
    #expect(town?.table.name == "City" && town?.key == ["id"] && town?.attributes["label"]?.column == "name")
    #expect(town?.relationships["land"] == .foreignKey(.init(["country_code"])))
    let generated = ToolRun(
      "generate DIR/Towns.cdq --backend sql --mapping DIR/Towns.mapping.json --stdout", in: folder)
    #expect(generated.code == 0, "\(generated.errors)")
    // The condition holds for no town without its country, so that the database may begin with the country.
    #expect(generated.output.contains(#" JOIN "countries" AS t2 ON t1."country_code" = t2."code""#))
    #expect(!generated.output.contains("LEFT JOIN"))
    try Data(#"{"backend": "sql", "mapping": "Towns.mapping.json"}"#.utf8).write(
      to: URL(fileURLWithPath: folder.path + "/cdq.json"))
    #expect(ToolRun("generate DIR --schema DIR/Towns.cdq --stdout", in: folder).output.contains(#"FROM "City" AS t1"#))
    let both = ToolRun("generate DIR/Towns.cdq --backend sql --writes --mapping DIR/Towns.mapping.json --stdout", in: folder)
    #expect(both.code == 2 && both.errors.contains("only tables of cdq's own layout"))

    // What the tables do not have is said; the rest is written.
    let other = ToolRun("schema import DIR/shop --schema DIR/Own.cdq", in: folder)
    #expect(other.code == 1 && other.errors.contains("the database has nothing for City.tags"), "\(other.errors)")
  }

  @Test func `A batch and a session ask a database`() throws {
    let folder = try DatabaseCommandTests.folder()
    let batch = ToolRun(
      ["eval", "--batch", "-", "--data", "DIR/shop"], in: folder,
      input: "{\"query\": \"count City\"}\n{\"query\": \"one City where id == 9\"}\n")
    #expect(batch.output.hasPrefix("{\"value\":3}\n"))
    #expect(batch.output.contains("not-found"))
    let session = ToolRun(
      ["repl", "--data", "DIR/shop"], in: folder, input: "City where name BEGINSWITH \"O\" select name\n:sql\n:schema\n")
    #expect(session.code == 0)
    #expect(session.output.contains("Oslo"))
    #expect(session.output.contains("FROM \"City\" AS t1"))
  }

  @Test func `A plan shows the statement and what is left for memory`() throws {
    let folder = try DatabaseCommandTests.folder()
    let plan = ToolRun("eval 'City where name ==[l] \"Oslo\"' --data DIR/shop --plan", in: folder)
    #expect(plan.code == 0)
    #expect(plan.output.contains("-- tested again in memory"))
    #expect(plan.output.contains("SCAN"))
    let refused = ToolRun("eval 'City where name ==[l] \"Oslo\"' --data DIR/shop --no-residual", in: folder)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("refused-by-database"))
    #expect(ToolRun("eval 'City where name ==[l] \"Oslo\" select name' --data DIR/shop -f csv", in: folder).output == "name\r\nOslo\r\n")
    #expect(ToolRun("eval 'City' --data DIR/Own.cdq --plan", in: folder).code != 0)
  }

  @Test(arguments: [
    ("sqlite", "cdq_match('CONTAINS', t1.\"name\", ?1)"), ("postgres", "t1.\"name\" ~ $1::text"),
    ("duckdb", "regexp_matches(cdq_t1.\"name\", $1::VARCHAR)"),
  ])
  func `The stage sql shows each dialect`(dialect: String, part: String) throws {
    let run = try ToolRun(
      "dump 'City where name CONTAINS \"o\" AND population > $n' --schema DIR/Own.cdq --stage sql --dialect \(dialect)",
      in: DatabaseCommandTests.folder())
    #expect(run.code == 0)
    #expect(run.output.contains(part))
    #expect(run.output.contains("FROM \"City\" AS \(dialect == "duckdb" ? "cdq_t1" : "t1")\nWHERE"))
  }

  @Test func `What is wrong with a mapping is told`() throws {
    let folder = try DatabaseCommandTests.folder()
    let path = folder.path + "/bad.json"
    for (text, message) in [
      ("{}", "bad.json:1:1: error: 'entities' is missing"), ("{", "bad.json:1:2: error: the text ends where a key in quotation marks should be"),
      ("[", "bad.json: this is no mapping: it has no JSON object"),
      ("{\"version\": 9, \"entities\": {}}", "bad.json:1:13: error: a newer cdq wrote this mapping"),
      ("{\"version\": 1, \"entities\": {\"City\": {\"table\": {}}}}", "bad.json:1:47: error: 'name' is missing"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let run = ToolRun("eval City --data DIR/shop --mapping DIR/bad.json", in: folder)
      #expect(run.code == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    try Data("{\"version\": 1, \"entities\": {}}".utf8).write(to: URL(fileURLWithPath: path))
    let run = ToolRun("eval City --data DIR/shop --mapping DIR/bad.json", in: folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("no table of 'City'"))
  }

  @Test func `A server that is not there is told`() throws {
    let run = try ToolRun("eval City --data postgres://ann:secret@127.0.0.1:1/shop", in: DatabaseCommandTests.folder())
    #expect(run.code == 2)
    // Without libpq another message says which package has it.
    #expect(run.errors.contains("cannot-connect") || run.errors.contains("library-missing"))
    #expect(!run.errors.contains("secret"))
  }

  @Test func `The JSON Schema of a mapping has the forms that are read`() throws {
    let bytes = try Data(contentsOf: Repository.url("Grammar/mapping.schema.json"))
    let root = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    let definitions = try #require(root?["$defs"] as? [String: [String: Any]])
    let column = try #require(definitions["column"]?["properties"] as? [String: [String: Any]])
    #expect(column["encoding"]?["enum"] as? [String] == ColumnEncoding.allCases.map(\.rawValue))
    #expect(Set(column.keys) == ["column", "encoding", "isNormalized", "isOrdered", "type", "folds"])
  }
}
