import CDQIR
import CDQKit
import CDQSchema
import CDQSyntax
@testable import CDQTerminal
import Testing

@testable import CDQTool

/// The line editor with the bytes that a terminal would send.
@Suite struct LineEditorTests {
  /// A terminal that sends some bytes and then reaches the end of input.
  private final class Keyboard {
    private var bytes: ArraySlice<UInt8>
    private(set) var screen = ""
    /// The length of the screen when the keys ended: before the editor draws its text a last time.
    private(set) var lengthAtEnd = 0

    init(_ text: String) {
      bytes = Array(text.utf8)[...]
    }

    func device(columns: Int, rows: Int, isColored: Bool) -> LineEditor.Device {
      LineEditor.Device(
        source: { _ in
          if self.bytes.isEmpty { self.lengthAtEnd = self.screen.utf8.count }
          return self.bytes.popFirst()
        }, write: { self.screen += $0 }, size: { (columns, rows) }, isColored: isColored)
    }
  }

  static func edit(
    _ keys: String, history lines: [String] = [], columns: Int = 80, rows: Int = 24, isColored: Bool = false,
    assistant: LineEditor.Assistant = .init()
  ) -> (outcome: LineEditor.Outcome, screen: String, atEnd: String) {
    let keyboard = Keyboard(keys)
    var editor = LineEditor(keyboard.device(columns: columns, rows: rows, isColored: isColored), assistant)
    var history = History(lines)
    let outcome = editor.edit(prompt: "> ", history: &history)
    let atEnd = keyboard.lengthAtEnd == 0 ? keyboard.screen : String(keyboard.screen.utf8.prefix(keyboard.lengthAtEnd)) ?? ""
    return (outcome, keyboard.screen, atEnd)
  }

  static let lines: [(keys: String, line: String)] = [
    ("abc\r", "abc"),
    ("abc\n", "abc"),
    ("\r", ""),
    ("São 猫👩‍👩‍👧\r", "São 猫👩‍👩‍👧"),
    // Backspace takes a whole Character, Delete and Ctrl-D the one after the cursor.
    ("ae\u{301}\u{7F}b\r", "ab"),
    ("abc\u{8}\r", "ab"),
    ("abc\u{1}\u{1B}[3~\r", "bc"),
    ("abc\u{1}\u{4}\r", "bc"),
    ("\u{7F}\u{1B}[3~x\r", "x"),
    // Moving.
    ("bc\u{1}a\u{5}d\r", "abcd"),
    ("ac\u{1B}[Db\r", "abc"),
    ("ac\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[Cb\r", "abc"),
    ("bc\u{1B}[Ha\u{1B}[Fd\r", "abcd"),
    ("bc\u{1B}OHa\u{1B}OFd\r", "abcd"),
    ("bc\u{1B}[1~a\u{1B}[4~d\r", "abcd"),
    ("ac\u{2}b\u{6}d\r", "abcd"),
    ("one three\u{1B}btwo \r", "one two three"),
    ("one three\u{1}\u{1B}[1;5C two\r", "one two three"),
    // Cutting and pasting.
    ("abcdef\u{1B}[D\u{1B}[D\u{B}\r", "abcd"),
    ("abcdef\u{1B}[D\u{1B}[D\u{15}\r", "ef"),
    ("one two\u{17}2\r", "one 2"),
    ("one two\u{17}\u{1}\u{19} \r", "two one "),
    // Unknown keys.
    ("a\u{1B}[99Zb\u{1B}[5~\u{1A}\u{1B}c\r", "ab"),
  ]

  @Test(arguments: lines) func line(_ keys: String, _ line: String) {
    #expect(LineEditorTests.edit(keys).outcome == .line(line))
  }

  @Test func linesEndInOtherWays() {
    #expect(LineEditorTests.edit("abc\u{3}").outcome == .cancelled)
    #expect(LineEditorTests.edit("\u{4}").outcome == .end)
    #expect(LineEditorTests.edit("abc").outcome == .end)
    #expect(LineEditorTests.edit("\u{1B}").outcome == .end)
  }

  @Test func theHistoryIsWalked() {
    let lines = ["first", "second"]
    #expect(LineEditorTests.edit("\u{1B}[A\r", history: lines).outcome == .line("second"))
    #expect(LineEditorTests.edit("\u{1B}[A\u{1B}[A\u{1B}[A\r", history: lines).outcome == .line("first"))
    #expect(LineEditorTests.edit("new\u{1B}[A\u{1B}[A\u{1B}[B\u{1B}[B!\r", history: lines).outcome == .line("new!"))
    var history = History(["a"])
    #expect(!history.add("a") && !history.add("  ") && history.add("b"))
    #expect(history.lines == ["a", "b"])
    let many = History((0..<2000).map(String.init))
    #expect(many.lines.count == History.limit && many.lines.last == "1999")
  }

  static let histories: [(keys: String, line: String)] = [
    // Up finds what begins with the text before the cursor; Down comes back.
    ("co\u{1B}[A\r", "count City"), ("co\u{1B}[A\u{1B}[A\r", "count Country"),
    ("co\u{1B}[A\u{1B}[A\u{1B}[B\u{1B}[B!\r", "co!"),
    // Several lines are one entry, through which Up goes on.
    ("\u{1B}[A\u{1B}[A\u{1B}[A\r", "City\n  where x"),
    // Within a text of several lines, Up and Down move the cursor.
    ("ab\u{1B}\rcd\u{1B}[Ax\u{1B}[By\r", "abx\n  cyd"),
    // Ctrl-R.
    ("\u{12}country\r", "count Country"), ("\u{12}count\u{12}\r", "count Country"),
    ("\u{12}where\u{7}!\r", "!"), ("x\u{12}zzz\u{7}y\r", "xy"), ("\u{12}city\u{5}!\r", "count City!"),
    ("\u{12}\u{7F}x\r", "x"),
  ]

  @Test(arguments: histories) func history(_ keys: String, _ line: String) {
    let lines = ["count Country", "City\n  where x", "other", "count City"]
    #expect(LineEditorTests.edit(keys, history: lines).outcome == .line(line))
  }

  static let undos: [(keys: String, line: String)] = [
    ("one two\u{1F}\r", "one "), ("one two\u{1F}\u{1F}\u{1F}\r", ""), ("one two\u{17}\u{1F}\r", "one two"),
    ("one two\u{1F}\u{1F}\u{1B}_\u{1B}z\r", "one two"), ("\u{1F}a\r", "a"),
    // What was cut stays, even if the cut is undone.
    ("abc\u{15}\u{1F}\u{19}\r", "abcabc"),
    ("a\u{1B}[200~b\u{1B}[201~\u{1F}\r", "a"),
  ]

  @Test(arguments: undos) func undo(_ keys: String, _ line: String) {
    #expect(LineEditorTests.edit(keys).outcome == .line(line))
  }

  static let pastes: [(keys: String, line: String)] = [
    ("\u{1B}[200~City\r\n  where\tx\r\u{1B}[201~\r", "City\n  where  x"),
    ("\u{1B}[200~\n\n a\u{1B}[31mb\u{7}\n\n\u{1B}[201~!\r", " a[31mb!"),
    ("\u{1B}[200~\u{1B}[201~x\r", "x"),
    // An Escape in the text does not hide its end.
    ("\u{1B}[200~a\u{1B}\u{1B}[201~b\r", "ab"),
  ]

  @Test(arguments: pastes) func paste(_ keys: String, _ line: String) {
    #expect(LineEditorTests.edit(keys).outcome == .line(line))
  }

  @Test func aHugePasteIsRefused() {
    let huge = String(repeating: "a", count: LineBuffer.limit + 1)
    #expect(LineEditorTests.edit("x\u{1B}[200~\(huge)\u{1B}[201~y\r").outcome == .line("xy"))
  }

  @Test func openTextsGoOn() {
    let assistant = LineEditor.Assistant(isOpen: Statements.isOpen)
    #expect(LineEditorTests.edit("City where (\ra\r)\r", assistant: assistant).outcome == .line("City where (\n  a\n  )"))
    #expect(LineEditorTests.edit("City where\rx\r", assistant: assistant).outcome == .line("City where\n  x"))
    // An empty line ends a text whose bracket was forgotten.
    #expect(LineEditorTests.edit("City where (\r\r", assistant: assistant).outcome == .line("City where (\n  "))
    #expect(LineEditorTests.edit("City\u{1B}\rlimit 1\r", assistant: assistant).outcome == .line("City\n  limit 1"))
  }

  @Test func coloursAndHints() {
    let assistant = LineEditor.Assistant(highlight: Highlighter(schema: Schema(entities: [Entity(name: "City")])).spans)
    let screen = LineEditorTests.edit(
      "City where x > 5", history: ["City where x > 50 limit 3"], isColored: true, assistant: assistant
    ).screen
    #expect(screen.contains("\u{1B}[34mCity\u{1B}[0m \u{1B}[35mwhere\u{1B}[0m x > \u{1B}[36m5\u{1B}[0m\u{1B}[2m0 limit 3\u{1B}[0m"))
    let taken = LineEditorTests.edit("Ci\u{5}\r", history: ["City limit 1"], isColored: true)
    #expect(taken.outcome == .line("City limit 1"))
    #expect(LineEditorTests.edit("Ci\u{5}\r", history: ["City limit 1"]).outcome == .line("Ci"))
  }

  /// What the screen of a terminal shows after some keys.
  private static func shown(_ keys: String, columns: Int, rows: Int = 24, assistant: LineEditor.Assistant = .init()) -> String {
    var screen = TestScreen(columns: columns, rows: rows)
    screen.feed(LineEditorTests.edit(keys, columns: columns, rows: rows, assistant: assistant).atEnd)
    return screen.text
  }

  static let wraps: [(keys: String, columns: Int, screen: String)] = [
    ("abcdefghijklmno\r", 10, "> abcdefgh\nijklmno"), ("abcdefgh\r", 10, "> abcdefgh"),
    // A wide Character that does not fit begins the next row.
    ("猫猫猫猫猫\r", 9, "> 猫猫猫\n猫猫"), ("ab\u{1B}\rcd\r", 20, "> ab\n…>   cd"),
    // Changes in the first row redraw all rows.
    ("abcdefghijklmno\u{1}XY\r", 10, "> XYabcdef\nghijklmno"), ("abcdefghijklmno\u{15}ab\r", 10, "> ab"),
    ("\u{9}\u{1B}[A\r", 10, ">"),
  ]

  @Test(arguments: wraps) func wrapping(_ keys: String, _ columns: Int, _ screen: String) {
    #expect(LineEditorTests.shown(keys, columns: columns) == screen)
  }

  @Test func ofATextTallerThanTheTerminalThePartAroundTheCursorIsShown() {
    let lines = (0..<30).map { "line\($0)" }.joined(separator: "\u{1B}\r")
    #expect(LineEditorTests.shown(lines + "\u{C}", columns: 20, rows: 5).contains("line29"))
    let up = String(repeating: "\u{1B}[A", count: 40)
    #expect(LineEditorTests.shown(lines + up + "!", columns: 20, rows: 5).contains("line0"))
  }

  @Test func tabCompletes() {
    let complete = { (text: String) in
      LineEditor.Completion(
        stem: "",
        choices: ["population", "popular"].filter { $0.hasPrefix(text) }.map { .init(text: $0, remark: "Int64?") })
    }
    let assistant = LineEditor.Assistant(complete: complete)
    let cases = [
      ("p\t\r", "popula"), ("p\tt\t> 5\r", "population > 5"), ("p\tt\t > 5\r", "population > 5"),
      ("p\tt\t.x\r", "population.x"), ("x\t\r", "x"),
      // In the menu, Tab and arrows choose, Enter takes a choice, Escape none.
      ("p\t\t\r\r", "population "), ("p\t\t\t\r=\r", "popular ="), ("p\t\u{1B}[Z\r\r", "popular "),
      ("p\t\t\t\t\r\r", "population "), ("p\t\t\u{7}\r", "popula"), ("p\t\t> 5\r", "population > 5"),
    ]
    for (keys, line) in cases {
      #expect(LineEditorTests.edit(keys, assistant: assistant).outcome == .line(line), "\(keys.debugDescription)")
    }
    #expect(LineEditorTests.shown("p\t", columns: 40, assistant: assistant) == "> popula\npopulation  Int64?   popular     Int64?")
    #expect(LineEditorTests.shown("p\tx", columns: 40, assistant: assistant) == "> populax")
  }

  static let completions: [(text: String, choices: [String])] = [
    (":sch", ["schema"]), (":schema B", ["Book"]), (":format j", ["json"]), (":help que", ["queries", "queries"]),
    (":let $x = B", []), (":unset $", ["$pages"]), (":explain unknown-pr", ["unknown-property"]), (":run l", ["long"]),
    (":run long ", ["pages="]), (":run long pages=5 ", []), (":chart hi", ["histogram"]), (":chart Book where ti", ["title"]),
    ("Book where title CONTAINS[", ["cd]", "c]", "d]", "l]"]), ("Book where title CONTAINS[c", ["cd]", "c]"]),
    ("Author where books.@", ["@count", "@sum.", "@avg.", "@min.", "@max."]), ("Book where pages > $", ["$pages", "$value"]),
    ("Book where kind == ", [".novel", ".poem", "kind", "$pages", "nil", "$value", "author"]), ("Book where kind == .p", ["poem"]),
    ("query x = Book where ti", ["title"]), ("Book where (\n  ti", ["title"]), ("count Book\nBook where ti", ["title"]),
    ("Book; Author where na", ["name"]),
    ("B", ["Book"]), ("Book where title B", ["BEGINSWITH", "BETWEEN"]), ("Book where pages B", ["BETWEEN"]), ("Book where ti", ["title"]), ("Book where TI", ["title"]),
    ("Book where author.", ["name", "books"]), ("Author where books.", ["title", "pages", "kind", "author", "@count", "@sum.", "@avg.", "@min.", "@max."]), ("Book where author.books.ti", ["title"]), ("Book where title.", []),
    ("na", ["name"]), ("Book where na", []), ("count Book where pag", ["pages"]), (":type Book where pag", ["pages"]),
    ("Book where title == \"ti", []), ("Book where title == $ti", []), ("Book so", ["sort"]), ("Book where ye", ["year("]),
    ("Book where bitwiseA", ["bitwiseAnd:with:("]),
  ]

  @Test(arguments: completions) func completion(_ text: String, _ choices: [String]) {
    let kind = Enumeration(
      name: "Kind", rawType: .string,
      cases: ["novel", "poem"].map { Enumeration.Case(name: $0, rawValue: .string($0)) })
    let schema = Schema(entities: [
      Entity(
        name: "Book",
        properties: [
          .attribute(Attribute(name: "title", type: .string)), .attribute(Attribute(name: "pages", type: .int64)),
          .attribute(Attribute(name: "kind", type: .enumeration("Kind"), isOptional: true)),
          .relationship(Relationship(name: "author", destination: "Author")),
        ]),
      Entity(
        name: "Author",
        properties: [
          .attribute(Attribute(name: "name", type: .string)),
          .relationship(Relationship(name: "books", destination: "Book", isToMany: true)),
        ]),
    ], enumerations: [kind])
    let queries = NamedQueries.compile(
      [SourceText(name: "q.cdq", "query long = count Book where pages > $pages")], CheckedSchema(schema: schema), Limits()
    ).queries
    let completer = Completer(schema: schema, entity: "Author", parameters: ["pages"], queries: { queries })
    let found = completer.completion(of: text)
    #expect(found.choices.map(\.text) == choices)
    #expect(text.hasPrefix(found.stem))
  }

  @Test func theHistoryFileKeepsEntriesOfSeveralLines() throws {
    let folder = try TestFolder()
    let path = folder.path + "/state/history"
    let file = try #require(HistoryFile(environment: ["CDQ_HISTORY": path, "HOME": "/nowhere"]))
    #expect(file.read().isEmpty)
    let lines = ["Book where (\n  id == 1)", "a \\n b", "c"]
    file.write(lines)
    #expect(file.read() == lines)
    #expect(HistoryFile(environment: ["CDQ_HISTORY": "", "HOME": folder.path]) == nil)
    #expect(HistoryFile(environment: [:]) == nil)
  }
}
