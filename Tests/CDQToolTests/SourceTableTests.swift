import CDQConnections
import CDQTestSupport
import Foundation
import Testing

/// Every command on every kind of data: files, a snapshot, databases that cdq made and others, and a Core Data store.
@Suite(.serialized) struct SourceTableTests {
  /// Data of one kind, and what a query finds there.
  struct Source: CustomTestStringConvertible {
    /// The value of `--data`.
    var path: String
    var entity = "City"
    /// A condition that one object satisfies.
    var condition = "name == \"Oslo\""
    /// The identity of an object that does not satisfy it.
    var other = "2"
    var count = 3
    /// The number of objects of all entities.
    var total = 5
    /// A part of the reason why a `delete` cannot change the data; nil where it can.
    var refusal: String?
    var testDescription: String { path }
  }

  private static let server = ProcessInfo.processInfo.environment["CDQ_POSTGRES"]
  /// The server with the tables of this suite, in a schema of their own.
  private static let postgres = server.map { "\($0)\($0.contains("?") ? "&" : "?")options=-csearch_path%3Dsource_table" }

  static let sources =
    [
      Source(path: "DIR/world"), Source(path: "DIR/world.json"), Source(path: "DIR/csv"), Source(path: "DIR/world.cdqdata"),
      Source(path: "DIR/own.sqlite"), Source(path: "DIR/foreign.sqlite", refusal: "others are only read"),
      Source(
        path: "DIR/Notes.sqlite", entity: "Note", condition: "title == \"Router\"", total: 12,
        refusal: "only its application changes"),
    ] + (postgres.map { [Source(path: $0)] } ?? [])

  private static func folder() throws -> TestFolder {
    let cities = [(1, "Oslo", "700000", "NO"), (2, "Bergen", "null", "NO"), (3, "Malmö", "300000", "SE")]
    let json = cities.map { #"{"id":\#($0.0),"name":"\#($0.1)","population":\#($0.2),"country":"\#($0.3)"}"# }
    let countries = #"[{"code":"NO"},{"code":"SE"}]"#
    let schema = """
      entity City { id: Int64 @unique  name: String  population: Int64?  country: Country? inverse cities }
      entity Country { code: String @unique  cities: [City] inverse country @delete(cascade) }
      """
    let folder = try TestFolder([
      "World.cdq": schema, "world/City.ndjson": json.joined(separator: "\n"), "world/Country.json": countries,
      "world.json": "{\"City\": [\(json.joined(separator: ","))], \"Country\": \(countries)}",
      "csv/City.csv": "id,name,population,country\n1,Oslo,700000,NO\n2,Bergen,,NO\n3,Malmö,300000,SE\n",
      "csv/Country.csv": "code\nNO\nSE\n",
    ])
    try folder.write("Notes.sqlite", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
    #expect(ToolRun("snapshot --data DIR/world -o DIR/world.cdqdata", in: folder).code == 0)
    #expect(ToolRun("load DIR/world --to DIR/own.sqlite", in: folder).code == 0)
    let foreign = try SQLiteConnection(path: folder.path + "/foreign.sqlite", access: .create)
    for text in [
      "CREATE TABLE Country (code TEXT PRIMARY KEY)", "INSERT INTO Country VALUES ('NO'), ('SE')",
      """
      CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT NOT NULL, population INT,
        country_code TEXT REFERENCES Country)
      """,
      "INSERT INTO City VALUES (1, 'Oslo', 700000, 'NO'), (2, 'Bergen', NULL, 'NO'), (3, 'Malmö', 300000, 'SE')",
    ] { _ = try foreign.rows(text) }
    return folder
  }

  /// Makes the tables of the server again.
  private static func prepare(_ source: Source, _ folder: TestFolder) throws {
    guard let server, source.path == postgres else { return }
    let connection = try PostgresConnection(url: server, canWrite: true)
    try connection.execute("DROP SCHEMA IF EXISTS source_table CASCADE; CREATE SCHEMA source_table")
    #expect(ToolRun(["load", "DIR/world", "--to", source.path], in: folder).code == 0)
  }

  /// What a command must do with a source: its words and its input, a part of its output, and its exit code.
  private static func commands(_ source: Source) -> [(words: [String], input: String, part: String, code: Int32)] {
    let query = "\(source.entity) where \(source.condition)"
    let data = ["--data", source.path]
    func eval(_ words: String...) -> [String] { ["eval"] + words + data }
    return [
      (eval("count \(query)"), "", "1\n", 0), (eval(query, "-f", "ndjson"), "", "{", 0),
      (eval("exists \(query)"), "", "true", 0), (eval(query, "--exit-status"), "", "", 0),
      (eval(query, "--plan"), "", "", 0), (eval(query, "--why"), "", "does not match\n  ✗ ", 0),
      (eval(query, "--why-id", source.other), "", "\(source.entity) \(source.other)", 0),
      (eval("delete \(query)"), "", "1\n", 0),
      (eval("--batch", "-"), "{\"query\": \"count \(source.entity)\"}\n", "{\"value\":\(source.count)}\n", 0),
      (["repl"] + data, "count \(source.entity)\n:plan\n:sql\n:schema\n", "\(source.count)\n", 0),
      (["repl"] + data, "\(query)\n:why \(source.other)\n", "does not match", 0),
      (["repl"] + data, "delete \(query)\n:reload\n", "would delete 1 object", 0),
    ]
  }

  @Test(arguments: sources)
  func `Every command that reads answers`(source: Source) throws {
    let folder = try SourceTableTests.folder()
    try SourceTableTests.prepare(source, folder)
    for (words, input, part, code) in SourceTableTests.commands(source) {
      let run = ToolRun(words, in: folder, input: input)
      #expect(run.code == code && run.output.holds(part), "\(words)\n\(run.output)\n\(run.errors)")
    }
    let shown = ToolRun(["schema", "show", source.path], in: folder)
    #expect(shown.code == 0 && shown.output.contains("entity \(source.entity)"), "\(shown)")
  }

  @Test(arguments: sources)
  func `Objects go from every source to every form, and are the same there`(source: Source) throws {
    let folder = try SourceTableTests.folder()
    try SourceTableTests.prepare(source, folder)
    let data = ["--data", source.path]
    var copies = ["DIR/copy.sqlite", "DIR/copy.cdqdata"]
    #expect(ToolRun(["load", "--to", copies[0]] + data, in: folder).errors.contains("wrote \(source.total) objects"))
    #expect(ToolRun(["snapshot", "-o", copies[1]] + data, in: folder).code == 0)
    for format in ["json", "ndjson", "csv"] {
      copies.append("DIR/copy-\(format)")
      let run = ToolRun(["export", "-o", "DIR/copy-\(format)", "--format", format] + data, in: folder)
      #expect(run.code == 0 && run.errors.contains("\(source.total) objects"), "\(run.errors)")
    }
    let query = "\(source.entity) where \(source.condition)"
    for copy in copies {
      #expect(ToolRun(["eval", "count \(query)", "--data", copy], in: folder).output == "1\n", "\(copy)")
      let same = ToolRun(["diff-data", source.path, copy], in: folder)
      #expect(same.code == 0 && same.errors.contains("the same"), "\(copy)\n\(same.output)\n\(same.errors)")
    }
    #expect(ToolRun(["eval", "delete \(query)", "--write", "--data", copies[0]], in: folder).output == "1\n")
    let gone = ToolRun(["diff-data", source.path, copies[0]], in: folder)
    #expect(gone.code == 1 && gone.output.contains("- \(source.entity) "), "\(gone.output)\n\(gone.errors)")
    #expect(gone.errors.contains("1 only in"))
  }

  @Test(arguments: sources)
  func `A deletion changes the data, or says why it cannot`(source: Source) throws {
    let folder = try SourceTableTests.folder()
    try SourceTableTests.prepare(source, folder)
    let query = "\(source.entity) where \(source.condition)"
    func count() -> String { ToolRun(["eval", "count \(source.entity)", "--data", source.path], in: folder).output }
    #expect(ToolRun(["eval", "delete \(query)", "--data", source.path], in: folder).errors.contains("nothing was changed"))
    #expect(count() == "\(source.count)\n")
    let run = ToolRun(["eval", "delete \(query)", "--write", "--data", source.path], in: folder)
    if let refusal = source.refusal {
      #expect(run.code == 2 && run.errors.contains(refusal), "\(run.errors)")
      #expect(count() == "\(source.count)\n")
    } else {
      #expect(run.code == 0 && run.output == "1\n", "\(run.errors)")
      #expect(count() == "\(source.count - 1)\n")
    }
  }

  @Test(arguments: sources)
  func `A query is read in pages, whose cursors go on in every source`(source: Source) throws {
    let folder = try SourceTableTests.folder()
    try SourceTableTests.prepare(source, folder)
    let words = ["eval", "--data", source.path, "--format", "csv", "--page", "2"]
    let first = ToolRun(words + ["\(source.entity) sort name desc"], in: folder)
    if source.entity == "Note" {
      let run = ToolRun(words + ["Note sort title"], in: folder)
      #expect(run.code == 1 && run.errors.contains("has no identity"), "\(run.errors)")
      return
    }
    #expect(first.code == 0 && first.output.hasPrefix("id,name,population,"), "\(first.errors)")
    #expect(first.output.contains("1,Oslo,700000,") && first.output.contains("3,Malmö,300000,"))
    let cursor = try #require(first.errors.split(separator: "\n").first { $0.hasPrefix("the next page: --after ") }?.dropFirst(23))
    for path in [source.path, "DIR/world", "DIR/own.sqlite"] {
      let last = ToolRun(
        ["eval", "City select name sort name desc", "--data", path, "-f", "csv", "--after", String(cursor)], in: folder)
      #expect(last.output == "name\r\nBergen\r\n" && !last.errors.contains("--after"), "\(path) \(last.errors)")
    }
    for (order, wrong) in [("name", "abc"), ("name", "\(cursor)x"), ("population, id", String(cursor))] {
      let run = ToolRun(words + ["City sort \(order)", "--after", wrong], in: folder)
      #expect(run.code == 1 && run.errors.contains("[malformed-cursor]"), "\(run.errors)")
    }
    #expect(ToolRun(words + ["count City"], in: folder).errors.contains("a page is of a query"))
    #expect(ToolRun(["eval", "--batch", "-", "--page", "2", "--data", source.path], in: folder).errors.contains("with --batch"))
  }

  @Test(arguments: ["DIR/world", "DIR/own.sqlite"])
  func `A deletion keeps the rules of the schema`(path: String) throws {
    let folder = try SourceTableTests.folder()
    let run = ToolRun(["eval", "delete Country where code == \"NO\"", "--write", "--data", path], in: folder)
    #expect(run.code == 0 && run.output == "1\n", "\(run.errors)")
    #expect(ToolRun(["eval", "City select name", "-f", "csv", "--data", path], in: folder).output == "name\r\nMalmö\r\n")
  }

  @Test func `The two ends of a comparison may be of two kinds, and its schema may be given`() throws {
    let folder = try SourceTableTests.folder()
    let run = ToolRun("diff-data DIR/csv DIR/foreign.sqlite --schema DIR/World.cdq --entity City", in: folder)
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    _ = try SQLiteConnection(path: folder.path + "/own.sqlite", access: .readWrite).rows("UPDATE City SET name = 'Lund' WHERE id = 3")
    let other = ToolRun("diff-data DIR/world DIR/own.sqlite", in: folder)
    #expect(other.output == "~ City 3: name \"Malmö\" → \"Lund\"\n", "\(other.errors)")
  }
}
