import CDQConnections
import CDQDuckDB
import CDQTestSupport
import Foundation
import Testing

/// Commands on files that DuckDB reads, where its library is found.
@Suite(.enabled(if: DuckDBLibraryTest.isThere, "DuckDB is not on this machine: see .ci/duckdb"))
struct DuckDBCommandTests {
  /// A folder with `lake/City.parquet`, `lake/Country.parquet` and `Town.csv`.
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder([
      "lake/notes.txt": "no data", "Town.csv": "id,name\n1,Oslo\n2,\n", "Other.csv": "a\n1\n",
      "Own.cdq": "entity Place { @@table(\"City\")  title: String @column(\"name\")  population: Int64? }\n",
      "Wrong.cdq": "entity City { name: Int64  mayor: String }\n",
    ])
    let connection = try DuckDBConnection(canWrite: true)
    for (name, rows) in [
      ("City", "(1, 'Oslo', 'no', 700000), (2, 'Bergen', 'no', NULL), (3, 'Göteborg', 'se', 580000)"),
      ("Country", "(1, 'Norway', 'x', 5)"),
    ] {
      _ = try connection.rows(
        "COPY (SELECT * FROM (VALUES \(rows)) AS t(id, name, country, population)) TO '\(folder.path)/lake/\(name).parquet'")
    }
    return folder
  }

  @Test func `Parquet files are asked in place`() throws {
    let folder = try DuckDBCommandTests.folder()
    let run = ToolRun("eval 'City where name CONTAINS[c] \"R\" select name sort population' --data DIR/lake -f csv", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "name\r\nBergen\r\nGöteborg\r\n")
    #expect(ToolRun("eval 'count City where population > $n' --data DIR/lake/City.parquet -p n=600000", in: folder).output == "1\n")
    let own = ToolRun("eval 'Place where population == nil select title' --data DIR/lake --schema DIR/Own.cdq -f csv", in: folder)
    #expect(own.output == "title\r\nBergen\r\n", "\(own.errors)")
    let session = ToolRun(["repl", "--data", "DIR/lake"], in: folder, input: "City where id == 1 select name\n:sql\n:schema\n")
    #expect(session.output.contains("Oslo"))
    #expect(session.output.contains("FROM \"City\" AS cdq_t1"))
    let plan = ToolRun("eval 'City where name ==[l] \"Oslo\"' --data DIR/lake --plan", in: folder)
    #expect(plan.output.contains("-- tested again in memory"))
    #expect(plan.output.contains("READ_PARQUET"))
    #expect(plan.output.split(separator: "\n").dropFirst(4).allSatisfy { $0.hasPrefix("--") })
  }

  @Test func `The columns of files are a schema`() throws {
    let folder = try DuckDBCommandTests.folder()
    let run = ToolRun("schema import DIR/lake", in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("entity City {\n  id: Int32?\n  name: String?\n  country: String?\n  population: Int32?\n}"))
    #expect(run.output.contains("entity Country {"))
  }

  @Test func `CSV is DuckDB's when it is asked for`() throws {
    let folder = try DuckDBCommandTests.folder()
    let town = ToolRun("eval 'Town where name == nil select id' --data DIR/Town.csv --engine duckdb -f csv", in: folder)
    #expect(town.output == "id\r\n2\r\n", "\(town.errors)")
    let other = ToolRun("eval 'Town' --data DIR/Own.cdq --engine duckdb", in: folder)
    #expect(other.code == 2)
    #expect(other.errors.contains("has nothing that DuckDB reads"))
  }

  @Test func `What is wrong with files is told`() throws {
    let folder = try DuckDBCommandTests.folder()
    try Data("PAR1 and nothing PAR1".utf8).write(to: URL(fileURLWithPath: folder.path + "/bad.parquet"))
    let damaged = ToolRun("eval 'count bad' --data DIR/bad.parquet", in: folder)
    #expect(damaged.code == 2)
    #expect(damaged.errors.contains("DIR/bad.parquet: cannot connect"))
    let wrong = ToolRun("eval 'City where name > 5' --data DIR/lake --schema DIR/Wrong.cdq", in: folder)
    #expect(wrong.code != 0)
    #expect(wrong.errors.contains("City.mayor"), "\(wrong.errors)")
    let refused = ToolRun("eval 'City where name ==[l] \"Oslo\"' --data DIR/lake --no-residual", in: folder)
    #expect(refused.errors.contains("refused-by-database"))
  }
}

/// Whether this machine has the library.
enum DuckDBLibraryTest {
  static let isThere = (try? DuckDBConnection()) != nil
}
