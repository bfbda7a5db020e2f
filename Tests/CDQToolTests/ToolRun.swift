import CDQTerminal
import CDQTool
import Foundation

/// One run of the command-line tool: its exit code, output and errors.
struct ToolRun {
  var code: Int32
  var output: String
  var errors: String

  /// Runs a command in this process. In arguments and results, `DIR` means the path of the folder.
  init(
    _ arguments: [String], in folder: TestFolder? = nil, input: String = "", environment: [String: String] = [:],
    columns: Int? = nil
  ) {
    self.init(arguments, in: folder, bytes: Array(input.utf8), environment: environment, columns: columns)
  }

  init(
    _ arguments: [String], in folder: TestFolder? = nil, bytes: [UInt8], environment: [String: String] = [:],
    columns: Int? = nil
  ) {
    self.init(arguments, at: folder?.path ?? "/nowhere", bytes: bytes, environment: environment, columns: columns)
  }

  /// Runs a command with a folder as its working directory.
  init(
    _ arguments: [String], at path: String, bytes: [UInt8] = [], environment: [String: String] = [:], columns: Int?
  ) {
    let output = TextOutput(columns: columns)
    let errors = TextOutput(columns: columns)
    let console = Console(
      output: output, errors: errors, input: BytesInput(bytes), environment: environment, workingDirectory: path)
    code = Tool.run(arguments: arguments.map { $0.replacingOccurrences(of: "DIR", with: path) }, console: console)
    self.output = output.text.replacingOccurrences(of: path, with: "DIR")
    self.errors = errors.text.replacingOccurrences(of: path, with: "DIR")
  }

  /// Runs a command line whose words are separated by spaces; words in quotes may contain spaces.
  init(_ line: String, in folder: TestFolder? = nil, input: String = "", environment: [String: String] = [:]) {
    self.init(ToolRun.words(line), in: folder, input: input, environment: environment)
  }

  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return word.map { words + [$0] } ?? words
  }
}

/// Output stream that keeps the text in memory.
final class TextOutput: ConsoleOutput {
  private(set) var text = ""
  let columns: Int?

  init(columns: Int? = nil) {
    self.columns = columns
  }

  func write(_ text: String) { self.text += text }
  func flush() {}
  var isTerminal: Bool { columns != nil }
  var failure: String? { nil }
  var isClosed: Bool { false }
}

/// A temporary folder that is deleted when the object is deallocated.
final class TestFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, Data(text.utf8)) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ name: String, _ bytes: Data) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: path).appendingPathComponent(name), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }
}

extension TestFolder {
  /// A small library with inheritance, an enum, decimals, floats, dates, a cascade, and an entity without a unique
  /// attribute.
  static func library() throws -> TestFolder {
    try TestFolder([
      "Library.cdq": """
      enum Genre: String { novel = "Novel", poem = "Poem" }
      abstract entity Work { id: Int64 @unique  title: String  published: Date? }
      entity Book: Work {
        pages: Int32?
        genre: Genre?
        price: Decimal?
        rating: Float?
        author: Author? inverse books
        scanned: Bool @transient
      }
      entity Author { name: String @unique  born: Int64?  books: [Book] inverse author @delete(cascade) }
      entity Remark { text: String }

      """,
      "Queries.cdq": """
      /// Books of an author.
      query booksBy = Book where author.name == $name sort title
      query longBooks($pages: Int32) = count Book where pages > $pages

      """,
      "data/Book.json": """
      [
      {"id":1,"title":"Faust","published":"1808-01-01","pages":158,"genre":"Novel","price":9.90,"rating":0.1,"author":"Johann"},
      {"id":2,"title":"Röslein","published":null,"pages":null,"genre":"Poem","price":"0.10","rating":null,"author":"Johann"},
      {"id":3,"title":"吾輩は猫である","published":"1905-01-01T10:30:00Z","pages":500,"genre":null,"price":null,"rating":4.5,"author":null},
      {"id":4,"title":"Emma, \\"the\\" novel","published":"1815-12-23","pages":474,"genre":"Novel","price":12,"rating":4,"author":"Jane"}
      ]
      """,
      "data/Author.json": """
      [{"name":"Johann","born":1749},{"name":"Jane","born":1775},{"name":"Nobody","born":null}]
      """,
      "data/Remark.ndjson": """
      {"text":"first"}
      {"text":""}

      """,
    ])
  }
}

extension String {
  /// Whether the text contains a part. Every text contains the empty one, for which Foundation's `contains` is false.
  func holds(_ part: String) -> Bool {
    part.isEmpty || contains(part)
  }
}
