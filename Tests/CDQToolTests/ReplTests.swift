import CDQTool
import Testing

/// Transcripts of the REPL, which it prints when standard input is no terminal.
@Suite struct ReplTests {
  private static func session(_ lines: String, options: [String] = ["--data", "DIR/data"]) throws -> ToolRun {
    let folder = try TestFolder.library()
    return ToolRun(["repl", "--schema", "DIR/Library.cdq"] + options, in: folder, input: lines)
  }

  @Test func aSessionIsATranscript() throws {
    let run = try ReplTests.session(
      """
      // A comment and an empty line say nothing.

      Book where pages > 400 select title, pages sort pages
      pages == NULL
      count Book
      exists Author where born > 1800
      delete Author where name == "Johann"
      Author where (
        born > 1750
        OR name == "Nobody")
      :entity
      :quit
      count Book

      """)
    #expect(
      run.output == """
        cdq> // A comment and an empty line say nothing.
        cdq>
        cdq> Book where pages > 400 select title, pages sort pages
        title              pages
        ─────────────────  ─────
        Emma, "the" novel    474
        吾輩は猫である       500
        2 rows
        Book> pages == NULL
        id  title    published  pages  genre  price  rating  author
        ──  ───────  ─────────  ─────  ─────  ─────  ──────  ──────
         2  Röslein  nil          nil  Poem     0.1     nil  Johann
        1 row
        Book> count Book
        4
        Book> exists Author where born > 1800
        false
        Author> delete Author where name == "Johann"
        would delete 1 object
        Author> Author where (
             …>   born > 1750
             …>   OR name == "Nobody")
        name    born
        ──────  ────
        Jane    1775
        Nobody   nil
        2 rows
        Author> :entity
        Author
        Author> :quit

        """)
    #expect(run.errors.isEmpty)
    #expect(run.code == 0)
  }

  /// Lines, and texts that the output or the errors must contain after them.
  static let cases: [(lines: String, output: String, errors: String)] = [
    (":schema", "entity  attributes  relationships  objects\n", ""),
    (":schema Book", "author     Author?   inverse books\n", ""),
    (":schema Book", "id         Int64     unique\n", ""),
    (":schema Boko", "", "there is no entity 'Boko'\n   = help: did you mean 'Book'?"),
    (":entity Book\npages > 499", "Book> pages > 499\nid  title", ""),
    (":entity Boko", "cdq> :entity Boko\n", "did you mean 'Book'?"),
    (":entity", "no entity is set\n", ""),
    ("pages > 499", "", "[missing-entity]"),
    (":entity Book\n:type pages * 2", "\nInt64?\n", ""),
    (":type Book where id == $x", "[Book]\n$x: Int64\n", ""),
    (":type one Book where pages > $n?", "Book\n$n?: Int32\n", ""),
    (":type Book select title, count(distinct pages) as n", "", "error:"),
    (":type count Book", "Int\n", ""),
    (":type exists Book", "Bool\n", ""),
    (":type nmae", "", "[foreign-syntax]"),
    (":ir count Book where pages > 5", "count Book where pages~Int32? > 5", ""),
    (":ast Book where pages > 5", "(query Book (where (> (path pages) 5)))\n", ""),
    (":ast Book where", "(query Book", "<query>:1:11: error:"),
    ("count Book\n:ir", "count Book\n", ""),
    (":ir", "", "there is no query yet"),
    (":let $n = 400\ncount Book where pages > $n", "> count Book where pages > $n\n2\n", ""),
    (":let n = \"Faust\"\n:params\ncount Book where title == $n", "$n = \"Faust\"\n", ""),
    (":let $n = 'Faust'\ncount Book where title == $n", "$n\n1\n", ""),
    (":let $n = Faust\ncount Book where title == $n", "$n\n1\n", ""),
    (":let $d = 1815-01-01\ncount Book where published > $d", "$d\n2\n", ""),
    (":let $ids = [1, 2]\n:let $other = 1\ncount Book where id IN $ids", "$ids\n2\n", ""),
    (":let $n = 1\n:let $n = 2\n:let $n", "$n = 2\n", ""),
    (":let 5", "", "sets no parameter\n   = help: :let $name = value"),
    (":let $n", "$n is not set\n", ""),
    (":params", "no parameters are set\n", ""),
    ("count Book where pages > $n", "", "[missing-argument]\n   = help: :let $n = … sets it"),
    (":let $n = \"x\"\ncount Book where pages > $n", "", "[type-mismatch]"),
    (":format json\nfirst Remark", "> first Remark\n{\"text\":\"first\"}\n1 row\n", ""),
    (":format\n:format xml", "\ntable, or record where few columns fit\n", "there is no format 'xml'"),
    (":limit 1\nRemark", "text\n─────\nfirst\n… 1 more\n2 rows\n", ""),
    (":limit 0\n:limit\n:limit x", "\n0\n", ":limit needs a whole number"),
    (":time on\n:time\ncount Book", " ms\n", ""),
    (":time maybe", "", ":time is on or off"),
    (":help", ":let $name = value", ""),
    (":help queries", "[first|one|count|exists|delete] Entity", ""),
    (":help let", ":let $name = value", ""),
    (":help qeries", "", "did you mean ':help queries'?"),
    (":shema", "", "unknown command ':shema'\n   = help: did you mean ':schema'?"),
    (":sch", "", "did you mean ':schema'?"),
    (":", "", "unknown command ':'"),
    ("quit", "", ""), ("\\q", "", ""), ("exit;\ncount Book", "> exit;\n", ""),
    ("\\d", "entity ", ""), (".tables", "entity ", ""), ("show tables;", "entity ", ""), ("?", ":schema [--mermaid]", ""),
    ("describe Book", "property ", ""), ("\\d Book", "pages ", ""), (".schema Author", "property ", ""),
    (":help examples", ":schema Book", ""),
    (":load DIR/other", "", "DIR/other"),
    (":load", "", ":load needs a path"),
    (":load DIR/data/Remark.ndjson\ncount Book", "loaded 0 Book, 0 Author, 2 Remark\n", ""),
    ("Book where nmae == 1", "", "<query>:1:12: error: 'Book' has no property 'nmae' [unknown-property]"),
    ("one Book", "", "[not-unique]"),
    ("count Book where pages > NULL // cdq:allow null-ordering", "\n0\n", ""),
    ("Book where title == \"open\ncount Book", "cdq> count Book\n4\n", "[unterminated-string]"),
    ("Book where (id == 1\n\ncount Book", "cdq> count Book\n4\n", "error:"),
  ]

  @Test(arguments: cases) func answer(_ lines: String, _ output: String, _ errors: String) throws {
    let folder = try TestFolder.library()
    let input = lines.replacing("DIR", with: folder.path)
    let run = ToolRun(["repl", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder, input: input)
    #expect(run.output.holds(output), "\(run.output)")
    #expect(run.errors.holds(errors), "\(run.errors)")
    #expect(errors.isEmpty == run.errors.isEmpty, "\(run.errors)")
    #expect(run.code == (errors.isEmpty ? 0 : 1))
  }

  @Test func aTranscriptIsTheSameEveryTime() throws {
    let lines = "Book\ncount Book\n:schema\n:params\n"
    #expect(try ReplTests.session(lines).output == ReplTests.session(lines).output)
  }

  @Test func dataAreOptional() throws {
    let run = try ReplTests.session("count Book\n", options: ["--entity", "Book"])
    #expect(run.output == "Book> count Book\n0\nBook>\n" || run.output == "Book> count Book\n0\n")
    #expect(try ReplTests.session("", options: ["--entity", "Boko"]).code == 2)
  }
}
