import CDQPrinting
import CDQSyntax
import Foundation
import Testing

/// Printing and formatting at the limits of the parser.
@Suite struct PrinterLimitTests {
  static let shapes: [(open: String, middle: String, close: String)] = [
    ("(", "rank == 1", ")"),
    ("NOT ", "rank == 1", ""),
    ("rank == 1 OR (rank == 2 AND (", "rank == 1", "))"),
    ("-(", "rank", ") == 1"),
    ("SUBQUERY(streets, $s, ", "rank == 1", ").@count > 0"),
    ("TERNARY(rank == 1, 1, ", "2", ")"),
    ("abs(", "rank", ")"),
    ("(1 + ", "rank", ")"),
    ("tags[", "0", "].length"),
    ("{", "1", "}[0]"),
  ]

  @Test(arguments: shapes) func theNestingLimitFitsASmallStack(
    _ shape: (open: String, middle: String, close: String)
  ) async {
    var low = 1
    var high = 2 * TextLimits().nesting
    func source(_ depth: Int) -> SourceText {
      let text =
        String(repeating: shape.open, count: depth) + shape.middle + String(repeating: shape.close, count: depth)
      let isPredicate = shape.middle.contains("==") || shape.close.contains("==")
      return SourceText(name: "t", isPredicate ? text : text + " == 1")
    }
    while low < high {
      let middle = (low + high + 1) / 2
      if Parser.parsePredicate(source(middle)).diagnostics.isEmpty { low = middle } else { high = middle - 1 }
    }
    let deepest = source(low)
    let isKept = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let thread = Thread {
        let tree = Parser.parsePredicate(deepest).tree
        let text = SourceText(name: "t", printed(tree).text)
        let apple = printed(tree, style: .nsPredicate)
        let formatted = SourceFormatter.format(deepest, as: .predicate).text
        continuation.resume(
          returning: formatted != nil && !apple.text.isEmpty
            && SourceFormatter.haveSameTree(deepest, text, as: .predicate))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isKept)
  }

  @Test func aMillionAlternativesArePrinted() {
    let comparison = PredicateNode.bare(
      BarePredicate(
        quantifier: nil, expression: .variable(VariableNode(name: "a", isOptional: false, span: SourceSpan(at: 0))),
        span: SourceSpan(at: 0)))
    let tree = PredicateNode.compound(
      CompoundPredicate(.or, Array(repeating: comparison, count: 1_000_000), span: SourceSpan(at: 0)))
    #expect(printed(tree).text.utf8.count == 6 * 1_000_000 - 4)
  }

  @Test func aLongChainIsFormatted() {
    let text = Array(repeating: "a==1", count: 20_000).joined(separator: "||")
    let formatted = SourceFormatter.format(SourceText(name: "t", text), as: .predicate).text ?? ""
    #expect(formatted == Array(repeating: "a == 1", count: 20_000).joined(separator: "\nOR "))
  }
}
