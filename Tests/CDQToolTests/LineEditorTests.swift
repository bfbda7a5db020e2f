import CDQIR
import Testing

@testable import CDQTool

/// The line editor with the bytes that a terminal would send.
@Suite struct LineEditorTests {
  /// A terminal that sends some bytes and then reaches the end of input.
  private final class Keyboard {
    private var bytes: ArraySlice<UInt8>
    private(set) var screen = ""

    init(_ text: String) {
      bytes = Array(text.utf8)[...]
    }

    func editor(columns: Int = 80, complete: @escaping (String) -> LineEditor.Completion) -> LineEditor {
      LineEditor(
        source: { _ in self.bytes.popFirst() }, write: { self.screen += $0 }, columns: { columns }, complete: complete)
    }
  }

  private static func edit(
    _ keys: String, history lines: [String] = [], columns: Int = 80,
    complete: @escaping (String) -> LineEditor.Completion = { .init(stem: $0, choices: []) }
  ) -> (outcome: LineEditor.Outcome, screen: String) {
    let keyboard = Keyboard(keys)
    var editor = keyboard.editor(columns: columns, complete: complete)
    var history = History(lines)
    return (editor.edit(prompt: "> ", history: &history), keyboard.screen)
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

  @Test func aWideLineIsShownAroundTheCursor() {
    let screen = LineEditorTests.edit(String(repeating: "猫", count: 40) + "end\r", columns: 30).screen
    let last = screen.split(separator: "\r").last ?? ""
    #expect(last.contains("end\u{1B}[K"))
    #expect(last.count { $0 == "猫" } <= 13)
  }

  @Test func tabCompletes() {
    let complete = { (text: String) in
      LineEditor.Completion(
        stem: "",
        choices: ["population", "popular"].filter { $0.hasPrefix(text) }.map { .init(text: $0, remark: "Int64?") })
    }
    #expect(LineEditorTests.edit("p\t\r", complete: complete).outcome == .line("popula"))
    #expect(LineEditorTests.edit("p\tt\t > 5\r", complete: complete).outcome == .line("population > 5"))
    #expect(LineEditorTests.edit("x\t\r", complete: complete).outcome == .line("x"))
    #expect(LineEditorTests.edit("p\t\t\r", complete: complete).screen.contains("  population  Int64?\n  popular"))
  }

  static let completions: [(text: String, choices: [String])] = [
    (":sch", ["schema"]), (":schema B", ["Book"]), (":format j", ["json"]), (":help q", ["queries"]),
    (":let $x = B", []),
    ("B", ["Book"]), ("Book where title B", ["BEGINSWITH", "BETWEEN"]), ("Book where pages B", ["BETWEEN"]), ("Book where ti", ["title"]), ("Book where TI", ["title"]),
    ("Book where author.", ["name", "books"]), ("Book where author.books.ti", ["title"]), ("Book where title.", []),
    ("na", ["name"]), ("Book where na", []), ("count Book where pag", ["pages"]), (":type Book where pag", ["pages"]),
    ("Book where title == \"ti", []), ("Book where title == $ti", []), ("Book so", ["sort"]), ("Book where ye", ["year("]),
    ("Book where bitwiseA", ["bitwiseAnd:with:("]),
  ]

  @Test(arguments: completions) func completion(_ text: String, _ choices: [String]) {
    let schema = Schema(entities: [
      Entity(
        name: "Book",
        properties: [
          .attribute(Attribute(name: "title", type: .string)), .attribute(Attribute(name: "pages", type: .int64)),
          .relationship(Relationship(name: "author", destination: "Author")),
        ]),
      Entity(
        name: "Author",
        properties: [
          .attribute(Attribute(name: "name", type: .string)),
          .relationship(Relationship(name: "books", destination: "Book", isToMany: true)),
        ]),
    ])
    let found = Completer(schema: schema, entity: "Author").completion(of: text)
    #expect(found.choices.map(\.text) == choices)
    #expect(text.hasPrefix(found.stem))
  }

  static let open: [(text: String, isOpen: Bool)] = [
    ("Book where (", true), ("Book where (id IN {1,", true), ("Book where (id == 1)", false), ("\"(\"", false),
    ("(\"a\\\")\"", true), ("'('", false), ("(// )", true), (")(", false), ("(\"open\n)", false),
  ]

  @Test(arguments: open) func openText(_ text: String, _ isOpen: Bool) {
    #expect(OpenText.isOpen(text) == isOpen)
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
