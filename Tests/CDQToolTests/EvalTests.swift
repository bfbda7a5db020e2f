import CDQTool
import Foundation
import Testing

/// The output of `cdq eval`.
@Suite struct EvalTests {
  static let folder = try? TestFolder.library()

  struct Case: Sendable, CustomTestStringConvertible {
    var query: String
    var options = "--format json"
    var code: Int32 = 0
    var output: String
    var errors = ""
    var testDescription: String { "\(query) \(options)" }
  }

  static let faust =
    #"{"id":1,"title":"Faust","published":"1808-01-01T00:00:00Z","pages":158,"genre":"Novel","price":9.9,"rating":0.1,"author":"Johann"}"#

  static let cases: [Case] = [
    // Every cardinality as JSON.
    Case(query: "Book where title == \"Faust\"", output: "[\n\(faust)\n]\n"),
    Case(query: "Book where FALSEPREDICATE", output: "[]\n"),
    Case(
      query: "first Book sort pages",
      output:
        #"{"id":2,"title":"Röslein","published":null,"pages":null,"genre":"Poem","price":0.1,"rating":null,"author":"Johann"}"#
        + "\n"),
    Case(query: "first Book where FALSEPREDICATE", output: "null\n"),
    Case(query: "one Book where id == 1", output: faust + "\n"),
    Case(query: "one Book where id == 99", code: 1, output: "", errors: "[not-found]"),
    Case(query: "one Book", code: 1, output: "", errors: "[not-unique]"),
    Case(query: "count Book", output: "4\n"),
    Case(query: "count Book", options: "", output: "4\n"),
    Case(query: "exists Book where pages > 499", output: "true\n"),
    Case(query: "exists Book where pages > 500", options: "", output: "false\n"),
    // Rows of an abstract entity have its own properties only. Objects without a unique attribute appear as record
    // numbers, but only in references to them.
    Case(
      query: "Work where id < 3",
      output: "[\n" + #"{"id":1,"title":"Faust","published":"1808-01-01T00:00:00Z"},"# + "\n"
        + #"{"id":2,"title":"Röslein","published":null}"# + "\n]\n"),
    Case(query: "Remark", options: "--format ndjson", output: "{\"text\":\"first\"}\n{\"text\":\"\"}\n"),
    // Select, also of one item without parentheses, and of aggregates.
    Case(
      query: "Book where id < 3 select title sort id", output: "[\n{\"title\":\"Faust\"},\n{\"title\":\"Röslein\"}\n]\n"
    ),
    Case(
      query: "Book where id == 1 select rating, price, author.born as born",
      output: "[\n{\"rating\":0.1,\"price\":9.9,\"born\":1749}\n]\n"),
    Case(query: "Book select count() as n, sum(pages) as pages", output: "[\n{\"n\":4,\"pages\":1132}\n]\n"),
    Case(
      query: "first Book select title sort title desc", options: "--format ndjson", output: "{\"title\":\"吾輩は猫である\"}\n"),
    // CSV by RFC 4180.
    Case(
      query: "Book where id IN {2, 4} sort id", options: "--format csv",
      output:
        "id,title,published,pages,genre,price,rating,author\r\n2,Röslein,,,Poem,0.1,,Johann\r\n"
        + "4,\"Emma, \"\"the\"\" novel\",1815-12-23T00:00:00Z,474,Novel,12,4.0,Jane\r\n"),
    Case(query: "Remark", options: "--format csv", output: "text\r\nfirst\r\n\"\"\r\n"),
    Case(query: "count Remark", options: "--format csv", output: "2\n"),
    // A table, aligned by display width.
    Case(
      query: "Book where id IN {1, 3} select title, pages, author.name as author sort id", options: "",
      output: """
        title           pages  author
        ──────────────  ─────  ──────
        Faust             158  Johann
        吾輩は猫である    500  nil

        """, errors: "2 rows ("),
    Case(query: "Book where FALSEPREDICATE select id", options: "", output: "id\n──\n", errors: "0 rows ("),
    Case(query: "first Book select id", options: "-q", output: "id\n──\n 1\n"),
    // Parameters.
    Case(query: "count Book where author.name == $n", options: "--param n=Johann", output: "2\n"),
    Case(query: "count Book where author.name == $n", options: "-p $n=Johann", output: "2\n"),
    Case(query: "count Book where title == $n", options: "--param n=", output: "0\n"),
    Case(query: "count Book where id IN $ids", options: "--param ids:=[1,2,99]", output: "2\n"),
    Case(query: "count Book where published > $d", options: "--param d=1815-01-01", output: "2\n"),
    Case(query: "count Book where price == $p", options: "--param p=0.1", output: "1\n"),
    Case(query: "count Book where author == $a", options: "--param a=Johann", output: "2\n"),
    Case(query: "count Book where genre == $g", options: "--param g=Novel", output: "2\n"),
    Case(query: "count Book where pages > $n?", output: "4\n"),
    Case(query: "count Book where pages > $n?", options: "--param n=200", output: "2\n"),
    Case(query: "count Book where pages > $n?", options: "--param n:=null", output: "4\n"),
    Case(
      query: "count Book where pages > $n", code: 1, output: "",
      errors: "<query>:1:26: error: there is no value for '$n' (Int32) [missing-argument]"),
    Case(
      query: "count Book where pages > $n", options: "--param n=many", code: 1, output: "",
      errors: "'$n' (Int64): \"many\" is not a valid Int64 [type-mismatch]"),
    Case(
      query: "count Book where pages > $pages", options: "--param pagse=1 --param pages=1", code: 1, output: "",
      errors: "did you mean '$pages'?"),
    Case(query: "count Book", options: "--param n=1", code: 1, output: "", errors: "it has no parameters"),
    Case(
      query: "count Book where genre == $g", options: "--param g=Play", code: 1, output: "", errors: "[unknown-case]"),
    Case(query: "Book limit $n", options: "--param n=-1 -f csv", code: 1, output: "", errors: "[negative-count]"),
    // Predicates.
    Case(
      query: "pages > 200", options: "--entity Book --format json -q --exit-status",
      output: "[\n"
        + #"{"id":3,"title":"吾輩は猫である","published":"1905-01-01T10:30:00Z","pages":500,"genre":null,"price":null,"rating":4.5,"author":null},"#
        + "\n"
        + #"{"id":4,"title":"Emma, \"the\" novel","published":"1815-12-23T00:00:00Z","pages":474,"genre":"Novel","price":12,"rating":4.0,"author":"Jane"}"#
        + "\n]\n"),
    Case(query: "pages > 200", code: 1, output: "", errors: "[missing-entity]"),
    Case(query: "pages > 200", options: "--entity Boko", code: 2, output: "", errors: "did you mean 'Book'?"),
    Case(
      query: "count Book", options: "--entity Author", code: 2, output: "",
      errors: "the query is about 'Book', not 'Author'"),
    Case(query: "Book", options: "--format ndjson --exit-status -q --entity Book", output: ""),
    // Findings.
    Case(
      query: "Book where nmae == \"x\"", code: 1, output: "",
      errors: "<query>:1:12: error: 'Book' has no property 'nmae' [unknown-property]"),
    Case(query: "Book where", code: 1, output: "", errors: "<query>:1:11: error:"),
    Case(query: "", code: 1, output: "", errors: "<query>:1:1: error:"),
    // Options.
    Case(query: "exists Book where pages > 500", options: "--exit-status", code: 1, output: "false\n"),
    Case(query: "count Book where pages > 500", options: "--exit-status", code: 1, output: "0\n"),
    Case(query: "first Book where pages > 500", options: "--exit-status -f json", code: 1, output: "null\n"),
    Case(
      query: "count Book where pages > 400", options: "--explain", output: "2\n",
      errors: "count Book where pages~Int32? > 400"),
    Case(
      query: "count Book where pages > 400", options: "--engine row -v", output: "2\n",
      errors: "read DIR/data/Author.json\n"),
    Case(
      query: "title BEGINSWITH[c] 'f'", options: "--strict-nspredicate --entity Book --format csv -q",
      output:
        "id,title,published,pages,genre,price,rating,author\r\n1,Faust,1808-01-01T00:00:00Z,158,Novel,9.9,0.1,Johann\r\n"
    ),
    Case(
      query: "%K == %@ AND id < %d",
      options: "--strict-nspredicate --entity Book --arg title --arg Faust -a 5 --format csv",
      output:
        "id,title,published,pages,genre,price,rating,author\r\n1,Faust,1808-01-01T00:00:00Z,158,Novel,9.9,0.1,Johann\r\n"
    ),
    Case(
      query: "id < %d", options: "--strict-nspredicate --entity Book", code: 1, output: "",
      errors: "the text takes 1 argument, but 0 are given [argument-count]"),
    Case(query: "id < 1", options: "--entity Book --arg 1", code: 2, output: "", errors: "--arg fills conversions such as %@"),
    Case(
      query: "Book select id sort $order in (title, id desc) limit 1", options: "--param order=id -f csv",
      output: "id\r\n4\r\n"),
    Case(
      query: "Book select id sort $order in (title, id desc) limit 1", options: "--param order=pages", code: 1,
      output: "", errors: "[unknown-sort-choice]"),
    Case(query: "scanned", options: "--entity Book", code: 1, output: "", errors: "scanned"),
    // A delete without --write.
    Case(
      query: "delete Author where name == \"Johann\"", output: "1\n", errors: "nothing was changed; --write deletes"),
    Case(query: "delete Author where FALSEPREDICATE", output: "0\n"),
    Case(query: "count Author", options: "--write", code: 2, output: "", errors: "--write is for delete and update"),
    // An update without --write.
    Case(
      query: "update Author where born > 1760 set born = born + 1", output: "1\n",
      errors: "nothing was changed; --write updates"),
    Case(query: "update Author where FALSEPREDICATE set born = 1", output: "0\n"),
    Case(query: "update Author set name = \"x\"", code: 1, output: "", errors: "[not-unique]"),
    Case(query: "update Book set price = rating", code: 1, output: "", errors: "CAST(rating, \"Decimal\")"),
    // Files of queries.
    Case(
      query: "DIR/Queries.cdq", options: "--query booksBy -p name=Jane -f json",
      output: "[\n"
        + #"{"id":4,"title":"Emma, \"the\" novel","published":"1815-12-23T00:00:00Z","pages":474,"genre":"Novel","price":12,"rating":4.0,"author":"Jane"}"#
        + "\n]\n"),
    Case(query: "DIR/Queries.cdq", options: "--query longBooks -p pages=400", output: "2\n"),
    Case(
      query: "DIR/Queries.cdq", code: 2, output: "",
      errors: "has 2 queries\n   = help: --query NAME, one of booksBy, longBooks"),
    Case(query: "DIR/Queries.cdq", options: "--query bookBy", code: 2, output: "", errors: "did you mean 'booksBy'?"),
    Case(query: "DIR/Library.cdq", code: 2, output: "", errors: "has no query"),
  ]

  @Test(arguments: cases) func eval(_ test: Case) throws {
    let folder = try #require(EvalTests.folder)
    let options = test.options.split(separator: " ").map(String.init)
    let run = ToolRun(
      ["eval", test.query, "--schema", "DIR/Library.cdq", "--data", "DIR/data"] + options, in: folder)
    #expect(run.code == test.code, "\(run.errors)")
    if !test.testDescription.hasPrefix("Book --format ndjson --exit-status") { #expect(run.output == test.output) }
    #expect(run.errors.holds(test.errors), "\(run.errors)")
    if test.errors.isEmpty { #expect(run.errors.isEmpty) }
  }

  @Test func theQueryCanComeFromStandardInput() throws {
    let folder = try #require(EvalTests.folder)
    let run = ToolRun(
      "eval - --schema DIR/Library.cdq --data DIR/data", in: folder, input: "count Book\nwhere pages > 400\n")
    #expect(run.output == "2\n")
    let wrong = ToolRun(
      "eval - --schema DIR/Library.cdq --data DIR/data", in: folder, input: "count Book\nwhere nmae > 4\n")
    #expect(wrong.errors.hasPrefix("<stdin>:2:7: error:"))
  }

  @Test func dataCanComeFromStandardInputOrOneFile() throws {
    let folder = try TestFolder.library()
    let all = #"{"Author": [{"name": "A"}], "Book": [{"id": 1, "title": "T", "author": "A"}]}"#
    try folder.write("all.json", Data(all.utf8))
    #expect(
      ToolRun("eval 'count Book where author.name == \"A\"' --schema DIR/Library.cdq --data -", in: folder, input: all)
        .output == "1\n")
    #expect(ToolRun("eval 'count Author' --schema DIR/Library.cdq --data DIR/all.json", in: folder).output == "1\n")
    #expect(
      ToolRun("eval 'count Author' --schema DIR/Library.cdq --data DIR/data/Author.json", in: folder).output == "3\n")
    #expect(
      ToolRun("eval 'count Remark' --schema DIR/Library.cdq --data DIR/data/Remark.ndjson", in: folder).output == "2\n")
  }

  @Test func theNearestSchemaIsFound() throws {
    let folder = try TestFolder.library()
    // The schema is that of the working directory; a folder with queries only has none.
    #expect(ToolRun("eval 'count Book' --data DIR/data", in: folder).output == "4\n")
    try folder.write("data/only.cdq", Data("query q = Book\n".utf8))
    #expect(ToolRun("eval 'count Book' --data DIR/data", in: folder).output == "4\n")
    // A schema in the folder of the data comes first.
    try folder.write("data/Schema.cdq", Data("entity Author { name: String  born: Int64? }\n".utf8))
    let near = ToolRun("eval 'count Author where born > 1750' --data DIR/data -q", in: folder)
    #expect(near.output == "1\n")
    let none = try TestFolder(["Package.swift": "", "City.json": "[]"])
    let run = ToolRun("eval 'count City' --data DIR", in: none)
    #expect(run.code == 2)
    #expect(run.errors.holds("there is no schema"))
  }

  @Test func aTableIsCutToTheTerminal() throws {
    let folder = try #require(EvalTests.folder)
    let run = ToolRun(
      ["eval", "Book where id == 3", "--schema", "DIR/Library.cdq", "--data", "DIR/data", "--color", "never"],
      in: folder, columns: 60)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines[3].hasSuffix("columns; 'select', '--format record' or a wider"))
    #expect(lines[4] == "window shows the rest")
    let colored = ToolRun(
      ["eval", "Book where id == 3 select genre", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder,
      environment: ["TERM": "xterm"], columns: 60)
    #expect(colored.output.contains("\u{1B}[2mnil"))
  }
}
