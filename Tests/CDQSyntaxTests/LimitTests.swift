import CDQSyntax
import Dispatch
import Foundation
import Testing

@Suite struct LimitTests {
  /// A construct that nests: the text before and after each level, the text in the middle, and the weight of a level.
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var open: String
    var middle = "1"
    var close: String
    var weight = 1
    var testDescription: String { name }

    func text(_ count: Int) -> String {
      let nested = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
      return middle == "1" ? "x == \(nested)" : nested
    }
  }

  static let shapes = [
    Shape(name: "parentheses", open: "(", middle: "a == 1", close: ")"),
    Shape(name: "NOT", open: "NOT ", middle: "a == 1", close: ""),
    Shape(name: "SUBQUERY", open: "SUBQUERY(c, $x, ", middle: "a == 1", close: ").@count > 0", weight: 3),
    Shape(name: "conditions", open: "a == 1 OR (b == 2 AND ", middle: "c == 3", close: ")"),
    Shape(name: "signs", open: "-", close: ""),
    Shape(name: "lists", open: "{", close: "}", weight: 2),
    Shape(name: "calls", open: "f(", close: ")"),
    Shape(name: "selectors", open: "f:g:(1, ", close: ")"),
    Shape(name: "sums", open: "1 + (", close: ")"),
    Shape(name: "products", open: "(", close: " + 1) * 2"),
    Shape(name: "indexes", open: "b[", close: "]", weight: 2),
    Shape(name: "TERNARY", open: "TERNARY(a == 1, 2, ", close: ")", weight: 2),
    Shape(name: "conditions of TERNARY", open: "TERNARY(1 == ", close: ", 1, 2)", weight: 2),
  ]

  /// At the limit, parsing a text, dumping its tree and freeing it fit the small stack of a thread; one more level
  /// gives one error.
  @Test(arguments: shapes) func nestingFitsASmallStack(_ shape: Shape) {
    let limit = TextLimits().nesting / shape.weight
    let outcomes = onSmallStack {
      [limit, limit + 1, 4 * limit].map { count -> [DiagnosticCode] in
        let result = Parser.parsePredicate(SourceText(name: "t", shape.text(count)))
        _ = dump(result.tree)
        return result.diagnostics.map(\.code)
      }
    }
    #expect(outcomes == [[], ["nesting-limit"], ["nesting-limit"]])
  }

  /// The parser alone fits twice the default limit.
  @Test(arguments: shapes) func parsingTakesLittleStack(_ shape: Shape) {
    let options = ParseOptions(limits: TextLimits(nesting: 256))
    let outcome = onSmallStack {
      let text = shape.text(256 / shape.weight)
      return [Parser.parsePredicate(SourceText(name: "t", text), options: options).diagnostics.map(\.code)]
    }
    #expect(outcome == [[]])
  }

  /// Long or deep texts end in a tree or in one error.
  static let floods: [(String, Int, String, [DiagnosticCode])] = [
    ("(", 100_000, "a == 1", ["nesting-limit"]),
    ("NOT ", 50_000, "a == 1", ["nesting-limit"]),
    ("!", 50_000, "a == 1", ["nesting-limit"]),
    ("-", 100_000, "1 == a", ["nesting-limit"]),
    ("{", 100_000, "1", ["nesting-limit"]),
    ("a[", 100_000, "1", ["nesting-limit"]),
    ("f(", 100_000, "1", ["nesting-limit"]),
    ("SUBQUERY(a, $x, ", 50_000, "1", ["nesting-limit"]),
    ("a == 1 OR ", 50_000, "a == 1", []),
    ("a == 1 AND b == 2 OR ", 25_000, "a == 1", []),
    ("a + ", 100_000, "a == 1", []),
    ("a * b + ", 50_000, "a == 1", []),
    ("a.", 70, "a == 1", []),
    ("a.", 100_000, "a == 1", ["nesting-limit"]),
    ("a MINUS ", 50_000, "a == 1", ["nesting-limit"]),
    ("a == ", 50_000, "1", ["comparison-chain"]),
    ("a ** ", 50_000, "a == 1", ["needs-parentheses"]),
    ("ANY ", 50_000, "a == 1", ["misplaced-quantifier"]),
    ("5 IN ANY ", 1_000, "a", ["misplaced-quantifier"]),
    ("'a' ", 50_000, "== 1", ["adjacent-strings"]),
    ("\u{201C}", 1_000, "", ["unexpected-character"]),
  ]

  @Test(arguments: floods) func floodsEndQuickly(_ row: (String, Int, String, [DiagnosticCode])) {
    let source = SourceText(name: "t", String(repeating: row.0, count: row.1) + row.2)
    let codes = Parser.parsePredicate(source).diagnostics.map(\.code)
    #expect(Array(codes.prefix(1)) == row.3)
    #expect(codes.count <= DiagnosticBag.limit)
    _ = Parser.parseQuery(source)
    _ = Parser.parseDocument(source)
  }

  /// The parser still reads the declarations after one that is nested too deeply.
  @Test func theNextDeclarationIsParsed() {
    let text = "query a = City where \(String(repeating: "(", count: 1000))\nquery b = City where x === 1"
    let result = Parser.parseDocument(SourceText(name: "t", text))
    #expect(result.diagnostics.map(\.code) == ["nesting-limit", "foreign-syntax"])
    #expect(result.tree.items.count == 2)
    #expect(result.diagnostics.map(\.query) == ["a", "b"])
  }

  private func onSmallStack(_ work: @escaping @Sendable () -> [[DiagnosticCode]]) -> [[DiagnosticCode]] {
    let box = Box()
    let thread = Thread {
      box.codes = work()
      box.done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    box.done.wait()
    return box.codes
  }

  /// Passes an answer out of a thread; the semaphore orders the accesses.
  private final class Box: @unchecked Sendable {
    var codes: [[DiagnosticCode]] = []
    let done = DispatchSemaphore(value: 0)
  }
}
