import CDQKit
import CDQRuntime
import CDQTestSupport
import Foundation
import Testing

@testable import CDQTool

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The commands of the REPL, and what counts as one statement.
@Suite struct ReplCommandTests {
  /// Lines, and texts that the output or the errors must contain after them.
  static let cases: [(lines: String, output: String, errors: String)] = [
    // Statements: semicolons, several lines, names.
    ("count Book; count Author;", "> count Book; count Author;\n4\n3\n", ""),
    ("Book\n  where pages > 499\n  select title", "  …>   where pages > 499\n  …>   select title\ntitle\n", ""),
    ("Book where pages > 499 AND\npages < 501 select pages", "pages\n─────\n  500\n1 row\n", ""),
    ("count Book where (pages > 400\n:params", "> :params\nno parameters are set\n", "error:"),
    ("query long = count Book where pages > $n\n:run long n=400", "long is declared; :run long n=…\n", ""),
    ("query long = count Book where pages > $n\n:run long n=400", "> :run long n=400\n2\n", ""),
    (":let $n = 400\nquery long = count Book where pages > $n", "pages > $n\n2\n", ""),
    ("query long = count Book where pages > $n\n:sql", "SELECT count(*)", ""),
    ("query a = Boko", "", "[unknown-entity]"),
    (":run", "", ":run needs the name of a query"),
    ("query long = Book\n:run lon", "", "did you mean 'long'?"),
    (":run x", "", "no query has a name"),
    ("query long = count Book where pages > $n\n:run long m=4", "", "has no parameter 'm'\n   = help: its parameters: $n: Int32\n"),
    ("query long = count Book where pages > $n\n:run long", "", "'long' needs $n (Int32)\n   = help: :run long n=…"),
    ("query long = count Book where pages > $n\n:run long n", "", "'n' gives no parameter a value"),
    ("query by = count Book where title == $t\n:run by t=\"Emma, \\\"the\\\" novel\"", "novel\"\n1\n", ""),
    ("query by = count Book where id IN $ids\n:run by ids:=[1, 2]", "2]\n2\n", ""),
    (":queries", "no query has a name", ""),
    (":source DIR/Queries.cdq\n:queries", "2 queries: booksBy, longBooks\n", ""),
    (":source DIR/Queries.cdq\n:queries", "booksBy    $name: String?  [Book]  Books of an author.\n", ""),
    (":source DIR/Queries.cdq\n:queries booksBy", "/// Books of an author.\nquery booksBy = ", ""),
    (":source DIR/Queries.cdq\n:run booksBy name=Johann", "Röslein", ""),
    (":source DIR/lines.txt", "lines.txt\n4\n", "[unknown-entity]"),
    (":source DIR/loop.txt", "", "16 files are reading each other already"),
    (":source DIR/latin1.txt", "", "latin1.txt' is no text in UTF-8"),
    (":source DIR/nothing", "", "cannot read"), (":source", "", ":source needs a file"),
    (":let $n = 1\n:unset $n\n:params", "no parameters are set\n", ""),
    (":unset $n", "", "$n is not set"), (":unset", "", ":unset needs the name"),
    (":explain", "", "there was no error or warning yet"),
    (":explain unknown-property", "error [unknown-property]: the entity has no such property\n", ""),
    (":explain unknown-proprety", "", "did you mean 'unknown-property'?"),
    ("count Boko\n:explain", "[unknown-entity]", "[unknown-entity]"),
    (":plan count Book", "engine: columns, the cheapest condition first\nindex: none, all ", ""),
    (":schema --mermaid", "classDiagram", ""), (":schema --mermaid Author", "Author", ""),
    (":schema --svg", "", "unknown option '--svg'"),
    (":edit", "", ":edit needs a terminal"), (":copy", "", ":copy needs a terminal"),
    (":pager off\n:pager", "\noff\n", ""), (":pager x", "", ":pager is on or off"),
    (":out DIR/out.csv\nBook select id sort id\n:out\ncount Book", "results go to 'DIR/out.csv' as csv, until ':out'\n", ""),
    (":out DIR/out.csv\nBook select id sort id\n:out\ncount Book", "\n4 rows to 'DIR/out.csv'\n", ""),
    (":out DIR/out.csv\n:out\ncount Book", "results are shown again; 'DIR/out.csv' is closed\ncdq> ", ""),
    (":out DIR/Library.cdq", "", "'DIR/Library.cdq' is there already"),
    (":out DIR/a.csv\n:out DIR/a.csv", "results go to", ""),
    (":reload", "read again: 4 Book, 3 Author, 2 Remark\n", ""),
    ("query q = count Book\n:reload\n:run q", "> :run q\n4\n", ""),
    (":chart", "", "there is no result yet"),
    (":chart Book where pages != nil select title, pages sort pages", "pages by title\nFaust", ""),
    (":chart histogram Book select pages", "rows by pages\n", ""), (":chart histogram Book select pages", "(1 row without a value)", ""),
    (":chart Book where published != nil select published, pages", "pages over published\n", ""),
    (":chart Book select published", "rows by published\n", ""),
    (":chart line DIR/line.svg Book select published, pages", "wrote 'DIR/line.svg'\n", ""),
    (":chart DIR/Library.svg count Book", "", "a single value cannot be drawn"),
    (":chart Book select title", "", "no column has numbers or dates"),
    ("Book limit 1\nBook limit 1", "1 row\nBook> Book limit 1\nid", "[limit-without-sort]"),
    ("Remark where text == \"nil\"\nRemark", "text\n", ""),
    (":help results", ":chart histogram", ""), (":help :run", ":run largest atLeast", ""),
  ]

  @Test(arguments: cases) func answer(_ lines: String, _ output: String, _ errors: String) throws {
    let folder = try TestFolder.library()
    try folder.write("lines.txt", Data("count Book\n\nBoko\n".utf8))
    try folder.write("loop.txt", Data(":source \(folder.path)/loop.txt\n".utf8))
    try folder.write("latin1.txt", Data([0x42, 0xF6, 0x6B]))
    let input = lines.replacing("DIR", with: folder.path)
    let run = ToolRun(["repl", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder, input: input)
    #expect(run.output.holds(output), "\(run.output)")
    #expect(run.errors.holds(errors), "\(run.errors)")
    #expect(errors.isEmpty == run.errors.isEmpty, "\(run.errors)")
  }

  @Test func theGuideNamesEveryCommand() throws {
    let guide = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ExploringData.md"), encoding: .utf8)
    for directive in ReplDirectives.all {
      #expect(guide.contains("`:\(directive.name)`") || guide.contains("`:\(directive.name) "), "\(directive.name)")
      #expect(ReplHelp.overview(width: 80).contains { $0.hasPrefix("  :\(directive.name)") })
    }
    #expect(ReplHelp.overview(width: 80).allSatisfy { $0.count <= 80 })
  }

  @Test func remarksAreMadeOnce() throws {
    let folder = try TestFolder.library()
    let lines = "Book limit 1\nBook limit 2\nBook where nmae == 1\nBook where nmae == 2\n"
    let run = ToolRun(["repl", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder, input: lines)
    #expect(run.errors.components(separatedBy: "limit-without-sort").count == 2)
    #expect(run.errors.components(separatedBy: "'Book' is declared here").count == 2)
    #expect(run.errors.components(separatedBy: "[unknown-property]").count == 3)
  }

  @Test func resultsAndPicturesAreWritten() throws {
    let folder = try TestFolder.library()
    let lines = """
      :out \(folder.path)/books.csv
      Book where id > 2 select id, title sort id
      :out \(folder.path)/books.json
      Book where id == 3 select id
      :out
      :chart bars \(folder.path)/books.svg Book select title, pages
      :chart histogram \(folder.path)/years.svg Book select published
      """
    let run = ToolRun(["repl", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder, input: lines)
    #expect(run.errors.isEmpty)
    #expect(try folder.text("books.csv") == "id,title\r\n3,吾輩は猫である\r\n4,\"Emma, \"\"the\"\" novel\"\r\n")
    #expect(try folder.text("books.json") == "[\n{\"id\":3}\n]\n")
    for name in ["books.svg", "years.svg"] {
      let picture = try folder.text(name)
      let parser = XMLParser(data: Data(picture.utf8))
      #expect(parser.parse(), "\(name) is no XML")
      #expect(picture.components(separatedBy: "<rect").count > 3)
    }
    #expect(try folder.text("books.svg").contains("Emma, &quot;the&quot; novel"))
  }

  /// Without a schema of its own, a session infers that of the data, and infers it again for other data.
  @Test func theSchemaIsInferred() throws {
    let folder = try TestFolder(["a/Tree.json": "[{\"id\":1,\"height\":2.5}]", "b/Shop.csv": "id,name\n1,A\n"])
    let run = ToolRun(
      ["repl", "--data", "DIR/a"], in: folder, input: "count Tree\n:load \(folder.path)/b\nShop\n:load \(folder.path)/c\ncount Shop\n")
    #expect(run.output.contains("> count Tree\n1\n"))
    #expect(run.output.contains("loaded 1 Shop\n"))
    #expect(run.output.hasSuffix("> count Shop\n1\n"))
    #expect(run.errors.contains("no such file or folder"))
  }

  static let statements: [(text: String, statements: [String])] = [
    ("City", ["City"]), ("City;\n", ["City"]), ("a; b ;c", ["a", "b", "c"]), ("a ';' b", ["a ';' b"]),
    ("City\n  where x\n\n\nCountry\n", ["City\n  where x", "Country"]),
    ("City\nwhere x\nAND y\n|| z\nsort a", ["City\nwhere x\nAND y\n|| z\nsort a"]),
    ("City\nlimit > 5\nlimit 5", ["City", "limit > 5\nlimit 5"]), ("sort == 1\nsort == 2", ["sort == 1", "sort == 2"]),
    ("x IN {1,\n2}\ny", ["x IN {1,\n2}", "y"]), ("City where (\n\nCountry", ["City where (", "Country"]),
    ("// c\nCity // d\n// e\n  where x\n// f\n", ["City // d\n// e\n  where x"]),
    (":let $x = (\nCity", [":let $x = (", "City"]), (":type City where (\nx)\ny", [":type City where (\nx)", "y"]),
    ("City where (x\n:params", ["City where (x", ":params"]), ("/* a\n\nb */ City", ["/* a\n\nb */ City"]),
    ("query a =\n  City\n  where x\nquery b = City", ["query a =\n  City\n  where x", "query b = City"]),
    ("City where\nx", ["City where\nx"]), ("\"open (\nCity", ["\"open (", "City"]), (")\nCity", [")", "City"]), ("", []),
    ("x == (1; 2)", ["x == (1; 2)"]), ("a; b;(c; d);e", ["a", "b", "(c; d)", "e"]),
  ]

  @Test(arguments: statements) func division(_ text: String, _ statements: [String]) {
    #expect(Statements.of(text) == statements)
  }

  static let open: [(text: String, isOpen: Bool)] = [
    ("Book where (", true), ("Book where (id IN {1,", true), ("Book where (id == 1)", false), ("\"(\"", false),
    ("(\"a\\\")\"", true), ("'('", false), ("(// )", true), (")(", false), ("(\"open\n)", false), ("/* (", true),
    ("Book where", true), ("Book sort", true), ("Book group by", true), ("x AND", true), ("a.sort", false), ("AND", false),
    ("x == where", false), ("query x =", true), ("x =", false), ("Book; Book where", true), (":let $x = (", false),
    (":type Book where (", true), ("Book\n", false),
  ]

  @Test(arguments: open) func openText(_ text: String, _ isOpen: Bool) {
    #expect(Statements.isOpen(text) == isOpen)
  }

  @Test func aRunEndsWhenTheUserAsksForIt() throws {
    var options = ExecutionOptions()
    options.isCancelled = { true }
    let schema = try Schema(parsing: "entity Book { id: Int64  title: String }")
    let store = Store(schema: schema)
    for id in 0..<10 { try store.insert("Book", ["id": .int(Int64(id)), "title": .string("x")]) }
    let query = try CheckedQuery(parsing: "count Book where id > 0 AND title CONTAINS \"x\"", in: schema)
    for engine in ExecutionOptions.Engine.allCases {
      options.engine = engine
      #expect(throws: ExecutionError.deadlineExceeded) { try store.run(query.ir, arguments: [:], options: options) }
    }
    options.isCancelled = { false }
    #expect(try store.run(query.ir, arguments: [:], options: options) == .count(9))
  }
}
