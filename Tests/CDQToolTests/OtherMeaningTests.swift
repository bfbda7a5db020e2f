import CDQTool
import Testing

/// What `cdq eval` says beside a result that other languages would not give, and where it points at mistakes of a command line.
@Suite struct OtherMeaningTests {
  static let folder = try? TestFolder.library()

  /// Queries that find nothing, or too little, and the note.
  @Test(arguments: [
    ("Book where title LIKE 'aus'", "LIKE compares the whole text; with CONTAINS[cd], or with LIKE[cd] and '*' before and after the pattern, there is 1"),
    ("Book where title MATCHES 'aus'", "MATCHES compares the whole text; with '.*' before and after the pattern there is 1"),
    ("Book where title == 'faust'", "texts are compared with case and accents; with [cd] after the operator there is 1"),
    ("Book where title == 'Fuast'", "no 'title' is \"Fuast\"; did you mean \"Faust\"?"),
    ("count Book where title CONTAINS 'FAU'", "with [cd] after the operator there is 1"),
    ("count Book where published == date('1905-01-01')", "a date without a time is midnight"),
    ("Author where books.title CONTAINS 'aus'", "with ANY before it, for a part of one, there is 1"),
  ])
  func `A result that another language would not give has a note`(query: String, note: String) throws {
    let run = ToolRun(["eval", query, "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: Self.folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains(note), "\(run.errors)")
  }

  /// Texts that mean what they say, and formats for programs.
  @Test(arguments: [
    ("Book where title LIKE '*aus*'", ""), ("Book where title == 'nothing'", ""), ("Book where title == 'faust'", "json"),
    ("Book where title LIKE 'Faust'", ""), ("Author where books.title CONTAINS 'Faust'", ""),
  ])
  func `A result without another meaning has no note`(query: String, format: String) throws {
    let options = format.isEmpty ? [] : ["--format", format]
    let run = ToolRun(
      ["eval", query, "--schema", "DIR/Library.cdq", "--data", "DIR/data"] + options, in: Self.folder)
    #expect(run.code == 0 && !run.errors.contains("there "), "\(run.errors)")
  }

  @Test func `A parameter without a value is shown in the text`() throws {
    let run = ToolRun(
      ["eval", "Book where title == $n", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: Self.folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("<query>:1:21: error: there is no value for '$n'"), "\(run.errors)")
    #expect(run.errors.contains("--param n=… sets it"))
  }

  @Test func `The tree of one object comes without the other objects`() throws {
    let run = ToolRun(
      ["eval", "Book where pages > 0", "--schema", "DIR/Library.cdq", "--data", "DIR/data", "--why-id", "2"],
      in: Self.folder)
    #expect(run.code == 0 && run.output.contains("pages > 0") && !run.output.contains("Faust"), "\(run.output)")
  }

  @Test func `A limit at the command line needs no order, and a division by zero is no lost fraction`() throws {
    let folder = Self.folder
    let limit = ToolRun(["eval", "Book limit 1", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder)
    #expect(!limit.errors.contains("warning"), "\(limit.errors)")
    let zero = ToolRun(["eval", "Book where pages / 0 == 1", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder)
    #expect(zero.errors.contains("a division by zero has no result: it is nil"), "\(zero.errors)")
  }

  /// Examples in findings have the names of the schema at hand.
  @Test func `Examples are about the schema`() throws {
    let run = ToolRun(
      ["eval", "Book where id IN (select id from Author)", "--schema", "DIR/Library.cdq", "--data", "DIR/data"],
      in: Self.folder)
    #expect(run.errors.contains("author.name == \"…\"") && !run.errors.contains("country"), "\(run.errors)")
  }
}
