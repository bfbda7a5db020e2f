import CDQSyntax
import Foundation
import Testing

@Suite struct LimitTests {
  /// What nests: the text before and behind each level, and what stands in the middle.
  static let shapes: [(name: String, open: String, middle: String, close: String)] = [
    ("parentheses", "(", "a == 1", ")"),
    ("NOT", "NOT ", "a == 1", ""),
    ("SUBQUERY", "SUBQUERY(c, $x, ", "a == 1", ").@count > 0"),
    ("conditions", "a == 1 OR (b == 2 AND ", "c == 3", ")"),
    ("signs", "-", "1", ""),
    ("lists", "{", "1", "}"),
    ("calls", "f(", "1", ")"),
    ("selectors", "f:g:(1, ", "1", ")"),
    ("sums", "1 + (", "1", ")"),
    ("products", "(", "1", " + 1) * 2"),
    ("indexes", "b[", "1", "]"),
    ("TERNARY", "TERNARY(a == 1, 2, ", "1", ")"),
    ("conditions of TERNARY", "TERNARY(1 == ", "1", ", 1, 2)"),
  ]

  private static func text(_ shape: (name: String, open: String, middle: String, close: String), _ count: Int) -> String {
    let nested = String(repeating: shape.open, count: count) + shape.middle + String(repeating: shape.close, count: count)
    return shape.middle == "1" ? "x == \(nested)" : nested
  }

  /// At the limit a text parses, its tree is dumped and freed, all on the small stack of a thread; one more level is
  /// one error.
  @Test(arguments: shapes.indices) func nestingFitsASmallStack(_ index: Int) {
    let shape = LimitTests.shapes[index]
    let limit = ParseOptions().maximumNesting
    let outcomes = onSmallStack {
      [limit, limit + 1, 4 * limit].map { count -> [DiagnosticCode] in
        let result = Parser.parsePredicate(SourceText(name: "t", LimitTests.text(shape, count)))
        _ = dump(result.tree)
        return result.diagnostics.map(\.code)
      }
    }
    #expect(outcomes == [[], [.nestingLimit], [.nestingLimit]], "\(shape.name)")
  }

  /// Twice the default limit still parses.
  @Test(arguments: shapes.indices) func parsingTakesLittleStack(_ index: Int) {
    let text = LimitTests.text(LimitTests.shapes[index], 256)
    let outcome = onSmallStack {
      [Parser.parsePredicate(SourceText(name: "t", text), options: ParseOptions(maximumNesting: 256)).diagnostics.map(\.code)]
    }
    #expect(outcome == [[]])
  }

  /// Long or deep texts end in a tree or in one error.
  static let floods: [(String, Int, String, [DiagnosticCode])] = [
    ("(", 100_000, "a == 1", [.nestingLimit]),
    ("NOT ", 50_000, "a == 1", [.nestingLimit]),
    ("!", 50_000, "a == 1", [.nestingLimit]),
    ("-", 100_000, "1 == a", [.nestingLimit]),
    ("{", 100_000, "1", [.nestingLimit]),
    ("a[", 100_000, "1", [.nestingLimit]),
    ("f(", 100_000, "1", [.nestingLimit]),
    ("SUBQUERY(a, $x, ", 50_000, "1", [.nestingLimit]),
    ("a == 1 OR ", 50_000, "a == 1", []),
    ("a == 1 AND b == 2 OR ", 25_000, "a == 1", []),
    ("a + ", 100_000, "a == 1", []),
    ("a * b + ", 50_000, "a == 1", []),
    ("a.", 100_000, "a == 1", []),
    ("a == ", 50_000, "1", [.comparisonChain]),
    ("a ** ", 50_000, "a == 1", [.needsParentheses]),
    ("ANY ", 50_000, "a == 1", [.misplacedQuantifier]),
    ("5 IN ANY ", 1_000, "a", [.misplacedQuantifier]),
    ("'a' ", 50_000, "== 1", [.adjacentStrings]),
    ("\u{201C}", 1_000, "", [.unexpectedCharacter]),
  ]

  @Test(arguments: floods) func floodsEndQuickly(_ row: (String, Int, String, [DiagnosticCode])) {
    let source = SourceText(name: "t", String(repeating: row.0, count: row.1) + row.2)
    let codes = Parser.parsePredicate(source).diagnostics.map(\.code)
    #expect(Array(codes.prefix(1)) == row.3)
    #expect(codes.count <= DiagnosticBag.limit)
    _ = Parser.parseQuery(source)
    _ = Parser.parseDocument(source)
  }

  /// Behind a declaration that is nested too deep the next ones are still read.
  @Test func theNextDeclarationIsParsed() {
    let text = "query a = City where \(String(repeating: "(", count: 1000))\nquery b = City where x === 1"
    let result = Parser.parseDocument(SourceText(name: "t", text))
    #expect(result.diagnostics.map(\.code) == [.nestingLimit, .foreignSyntax])
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

  /// Carries an answer out of a thread; the semaphore orders the accesses.
  private final class Box: @unchecked Sendable {
    var codes: [[DiagnosticCode]] = []
    let done = DispatchSemaphore(value: 0)
  }
}
