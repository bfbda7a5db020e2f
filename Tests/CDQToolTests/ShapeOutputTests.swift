import CDQConnections
import CDQTool
import Foundation
import Testing

/// Rows of related objects in the formats of results.
@Suite struct ShapeOutputTests {
  private static let schema = """
    entity Country { code: String @unique  name: String  cities: [City] inverse country }
    entity City { name: String @unique  population: Int64?  country: Country inverse cities  streets: [Street] inverse city }
    entity Street { name: String @unique  city: City inverse streets }

    """
  private static let data = """
    {"Country": [{"code": "NO", "name": "Norway"}, {"code": "XX", "name": "Empty"}],
     "City": [{"name": "Oslo", "population": 700000, "country": "NO"}, {"name": "Bergen", "country": "NO"}],
     "Street": [{"name": "Karl Johans gate", "city": "Oslo"}, {"name": "Akersgata", "city": "Oslo"}]}
    """
  private static let query = "Country select name, cities { name, population, streets { name sort name } sort name } as all"

  private static func run(_ query: String = query, _ options: String...) throws -> ToolRun {
    let folder = try TestFolder(["S.cdq": schema, "d.json": data])
    return ToolRun(["eval", query, "--schema", "DIR/S.cdq", "--data", "DIR/d.json"] + options, in: folder)
  }

  @Test func `JSON nests them`() throws {
    let norway = """
      {"name":"Norway","all":[{"name":"Bergen","population":null,"streets":[]},\
      {"name":"Oslo","population":700000,"streets":[{"name":"Akersgata"},{"name":"Karl Johans gate"}]}]}
      """
    #expect(try ShapeOutputTests.run(ShapeOutputTests.query, "-f", "ndjson").output == norway + "\n{\"name\":\"Empty\",\"all\":[]}\n")
    let city = try ShapeOutputTests.run("one City where name == 'Oslo' select country { code }", "-f", "json")
    #expect(city.output == "{\"country\":{\"code\":\"NO\"}}\n")
  }

  @Test func `A table shows them below each other`() throws {
    let table = """
      name    all.name  all.population  all.streets.name
      ──────  ────────  ──────────────  ────────────────
      Norway  Bergen               nil
              Oslo              700000  Akersgata
                                        Karl Johans gate
      Empty

      """
    let output = try ShapeOutputTests.run().output
    // A line may end with the spaces of an empty cell.
    let lines = output.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(lines == table.split(separator: "\n").map { String($0) })
  }

  @Test func `A record has the related objects of one object`() throws {
    let output = try ShapeOutputTests.run(ShapeOutputTests.query, "-f", "record").output
    let lines = output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.filter { $0.hasPrefix("──") }.map { $0.prefix(4) } == ["── 1", "── 2"])
    #expect(lines.filter { !$0.hasPrefix("──") } == [
      "name Norway", "all.name Bergen", "all.population nil", "all.streets.name", "all.name Oslo", "all.population 700000",
      "all.streets.name Akersgata", "all.streets.name Karl Johans gate", "name Empty", "all.name", "all.population",
      "all.streets.name",
    ])
  }

  @Test func `A limit of shown rows counts objects`() throws {
    let folder = try TestFolder(["S.cdq": ShapeOutputTests.schema, "d.json": ShapeOutputTests.data])
    let run = ToolRun(
      ["repl", "--schema", "DIR/S.cdq", "--data", "DIR/d.json"], in: folder,
      input: ":limit 1\n\(ShapeOutputTests.query)\n")
    #expect(run.output.contains("Karl Johans gate\n… 1 more\n2 rows\n") && !run.output.contains("Empty"))
  }

  @Test func `CSV is refused with the format that has them`() throws {
    let run = try ShapeOutputTests.run(ShapeOutputTests.query, "-f", "csv")
    #expect(run.code != 0 && run.output.isEmpty && run.errors.contains("json"))
  }

  @Test func `A shape is formatted over several lines where it is long`() throws {
    let folder = try TestFolder([
      "A.cdq": "query a=Country select name,cities{name,population where population>$least AND name BEGINSWITH $prefix "
        + "sort population desc,name limit 5}as largest sort name\nquery b=City select country{name}\n"
    ])
    #expect(ToolRun("fmt DIR", in: folder).code == 0)
    let text = """
      query a = Country
        select name,
          cities {
            name,
            population
            where population > $least AND name BEGINSWITH $prefix
            sort population desc, name
            limit 5
          } as largest
        sort name
      query b = City select country { name }

      """
    #expect(try folder.text("A.cdq") == text)
  }

  @Test func `Tables with keys of two columns have any number of owners`() throws {
    let folder = try TestFolder()
    let connection = try SQLiteConnection(path: folder.path + "/shop.sqlite", access: .create)
    for text in [
      "CREATE TABLE orders (region TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (region, number))",
      """
      CREATE TABLE lines (id INTEGER PRIMARY KEY, region TEXT NOT NULL, number INTEGER NOT NULL,
        FOREIGN KEY (region, number) REFERENCES orders (region, number))
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
        INSERT INTO orders SELECT 'R' || i % 7, i FROM n
      """,
      "INSERT INTO lines SELECT number * 10, region, number FROM orders",
    ] { _ = try connection.rows(text) }
    let run = ToolRun("eval 'orders select number, lines { id } sort number' --data DIR/shop.sqlite -f ndjson", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let lines = (1...1200).map { #"{"number":\#($0),"lines":[{"id":\#($0 * 10)}]}"# }
    #expect(run.output.split(separator: "\n").map(String.init) == lines)
  }
}
