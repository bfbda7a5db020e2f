import CDQRuntime
import CDQTestSupport
import Testing

/// `eval --why`, `eval --plan`, `:why`, `prove` and `examples`, and the findings of `check` that are proofs.
@Suite struct WhyCommandTests {
  private static func folder() throws -> TestFolder {
    try TestFolder([
      "City.cdq": """
      entity City {
        id: Int64 @unique
        name: String
        population: Int64?
        rank: Int16
      }
      query large = City where rank > 5 AND rank > 3

      """,
      "data/City.json": """
      [{"id": 1, "name": "Oslo", "population": 709000, "rank": 2}, {"id": 2, "name": "Rome", "population": 2800000, "rank": 1},
       {"id": 3, "name": "Ås", "population": null, "rank": 7}]
      """,
    ])
  }

  @Test func whyNamesWhatRemovesTheMostAndTheNearestObjects() throws {
    let run = ToolRun(
      "eval 'City where population > 5000000 AND name BEGINSWITH $p' --data DIR/data --schema DIR --param p=R --why",
      in: try Self.folder())
    #expect(run.code == 0)
    #expect(run.output.contains("'population > 5000000' removes all 3; without it 1 is left\n"))
    #expect(
      run.output.contains(
        """
        City 2 ("Rome") does not match
          ✗ population > 5000000 AND name BEGINSWITH "R"
            ✗ population > 5000000   (population = 2800000)
            ✓ name BEGINSWITH "R"   (name = "Rome")
          it would match with population = 5000001
          it would match a query with 'population >= 2800000' in place of 'population > 5000000'

        """))
  }

  @Test func whyIdExplainsOneObject() throws {
    let folder = try Self.folder()
    let run = ToolRun("eval 'count City where rank > 5' --data DIR/data --schema DIR --why-id 3", in: folder)
    #expect(run.output.hasPrefix("1\nCity 3 (\"Ås\") matches\n  ✓ rank > 5   (rank = 7)\n"))
    let missing = ToolRun("eval 'City where rank > 5' --data DIR/data --schema DIR --why-id 9", in: folder)
    #expect(missing.code == 1)
    #expect(missing.errors.contains("there is no City with the identity '9' [not-found]"))
    let all = ToolRun("eval City --data DIR/data --schema DIR --why", in: folder)
    #expect(all.output.contains("the query has no condition, so that all objects match"))
  }

  @Test func planShowsTheStepsOfDataInMemory() throws {
    let run = ToolRun(
      "eval 'City where name CONTAINS \"o\" AND rank > 1' --data DIR/data --schema DIR --plan", in: try Self.folder())
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "engine: columns, the cheapest condition first")
    #expect(lines[1] == "index: none, all 3 rows are tested")
    #expect(lines[4].hasPrefix("   1  rank > 1") && lines[5].hasPrefix("   2  name CONTAINS"))
    #expect(run.output.contains("whole run: "))
  }

  @Test func whyAndPlanSayWhatIsMadeOfTheObjects() throws {
    let folder = try Self.folder()
    func output(_ query: String, _ option: String) -> String {
      ToolRun(["eval", query, "--data", "DIR/data", "--schema", "DIR", option], in: folder).output
    }
    #expect(
      output("City sort name limit 1 per rank", "--why").contains(
        "no condition, so that all objects match; only the first of each 'rank' is kept\n"))
    #expect(
      output("City group by rank having count() > 1 select rank, count()", "--why").contains(
        "all objects match; they are put into groups by 'rank', of which those with 'count() > 1' are kept\n"))
    #expect(
      output("City where rank > 1 limit 2 per rank", "--why").contains(
        "of the objects that match: only the first 2 of each 'rank' are kept\n"))
    #expect(output("City sort name limit 1 per rank", "--plan").contains("result: only the first of each 'rank' is kept\n"))
    let joined = output("City where SUBQUERY(City, $c, $c.population == population).@count > 1", "--plan")
    #expect(joined.contains("whole run: ") && !joined.contains("object by object"))
    let listed = output("City where name IN City.@unionOfObjects.name", "--plan")
    #expect(listed.contains("whole run: ") && !listed.contains("object by object"))
  }

  @Test func theReplExplainsTheLastQuery() throws {
    let folder = try Self.folder()
    let run = ToolRun(
      ["repl", "--schema", "DIR", "--data", "DIR/data"], in: folder,
      input: ":why\nCity where rank > 5\n:why 1\n:why 77\n")
    #expect(run.errors.contains("there is no query yet"))
    #expect(run.output.contains("City 1 (\"Oslo\") does not match\n  ✗ rank > 5   (rank = 2)\n"))
    #expect(run.errors.contains("there is no City with the identity '77'"))
  }

  @Test(arguments: [
    ("implies 'rank > 5' 'rank > 3'", 0, "yes\n"),
    ("equivalent 'City where rank > 5' 'City where rank >= 6 sort name'", 0, "yes\n"),
    ("never 'rank > 40000'", 0, "yes\n"), ("disjoint 'rank > 5' 'rank < 6'", 0, "yes\n"),
    ("always 'population > 5 OR population <= 5'", 1, "no\n  population: nil\n  City {id: 1, name: \"a\", rank: 1}\n"),
    ("never 'rank * 2 == 7'", 2, "not decided: it depends on arithmetic\n"),
  ])
  func proveAnswersWithItsExitCode(arguments: String, code: Int32, output: String) throws {
    let run = ToolRun("prove \(arguments) --entity City --schema DIR", in: try Self.folder())
    #expect(run.output == output, "\(run.errors)")
    #expect(run.code == code)
  }

  @Test(arguments: [
    ("prove", "needs a statement"), ("prove impliess a b", "did you mean 'implies'?"),
    ("prove implies 'rank > 5'", "is about two conditions, not 1"), ("prove never 'rnk > 5' --entity City", "did you mean 'rank'?"),
  ])
  func proveRefusesWrongCommandLines(line: String, message: String) throws {
    let run = ToolRun("\(line) --schema DIR", in: try Self.folder())
    #expect(run.code == 2)
    #expect(run.errors.contains(message))
  }

  @Test func aBatchOfStatementsIsAnsweredLineByLine() throws {
    let lines = """
      {"prove": "implies", "a": "rank > 5", "b": "rank > 6"}
      {"prove": "always", "a": "rank > $n"}
      {"prove": "maybe", "a": "rank > 5"}
      {"prove": "never", "a": "rank >"}
      not JSON

      """
    let run = ToolRun(
      ["prove", "--batch", "-", "--entity", "City", "--schema", "DIR"], in: try Self.folder(), input: lines)
    let answers = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(answers.count == 5)
    #expect(answers[0]["answer"] == .string("no"))
    #expect(answers[0]["truths"] == .array([.bool(true), .bool(false)]))
    #expect(answers[1]["answer"] == .string("no"))
    #expect(answers[2...].allSatisfy { $0["error"] != nil })
    #expect(run.code == 1)
  }

  @Test func examplesAreTestData() throws {
    let folder = try Self.folder()
    let run = ToolRun("examples 'City where rank > 5 AND population != NULL' --schema DIR --format json", in: folder)
    guard case .array(let examples) = try JSONValue(parsing: run.output) else {
      Issue.record("no array")
      return
    }
    #expect(examples.map { $0["matches"] } == [.bool(true), .bool(false), .bool(false)])
    #expect(examples.map { $0["unmet"] } == [.null, .string("rank > 5"), .string("population != NULL")])
    // The data can be loaded, and give the answer.
    for example in examples {
      guard let data = example["data"], let wanted = example["matches"] else { continue }
      let count = ToolRun(
        ["eval", "count City where rank > 5 AND population != NULL", "--schema", "DIR", "--data", "-"], in: folder,
        input: data.text)
      #expect(count.output == (wanted == .bool(true) ? "1\n" : "0\n"), "\(count.errors)")
    }
    let none = ToolRun("examples 'City where rank > 40000' --schema DIR", in: folder)
    #expect(none.code == 1)
  }

  @Test func checkReportsProofsAndCommentsAllowThem() throws {
    let folder = try Self.folder()
    let run = ToolRun("check DIR", in: folder)
    #expect(run.code == 0)
    #expect(run.errors.contains("City.cdq:7:39: warning: 'rank > 5' implies this condition [implied-condition]"))
    #expect(ToolRun("check DIR --strict", in: folder).code == 1)
    #expect(!ToolRun("check DIR --allow implied-condition", in: folder).errors.contains("implied-condition"))
    let allowed = try TestFolder([
      "City.cdq": "entity City { rank: Int16 }\nquery q = City where rank > 5 AND rank > 3 // cdq:allow implied-condition\n"
    ])
    #expect(!ToolRun("check DIR", in: allowed).errors.contains("warning"))
    // The comment is not called unused.
    #expect(!ToolRun("generate DIR --stdout", in: allowed).errors.contains("warning"))
  }
}
