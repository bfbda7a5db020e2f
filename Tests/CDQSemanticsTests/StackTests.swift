import CDQIR
import CDQSemantics
import CDQSyntax
import Foundation
import Testing

/// The checker and the lowering of texts at the nesting limit fit a stack of 512 KB in a debug build.
@Suite struct StackTests {
  struct Shape: CustomTestStringConvertible {
    var name: String
    var open: String
    var middle: String
    var close: String
    var testDescription: String { name }
  }

  static let shapes: [Shape] = [
    Shape(name: "parentheses", open: "(", middle: "rank == 1", close: ")"),
    Shape(name: "NOT", open: "NOT ", middle: "rank == 1", close: ""),
    Shape(name: "AND in OR", open: "rank == 1 OR (rank == 2 AND (", middle: "rank == 1", close: "))"),
    Shape(name: "unary minus", open: "-(", middle: "rank", close: ")"),
    Shape(name: "SUBQUERY", open: "SUBQUERY(streets, $s#, ", middle: "rank == 1", close: ").@count > 0"),
    Shape(name: "TERNARY", open: "TERNARY(rank == 1, 1, ", middle: "2", close: ")"),
    Shape(name: "functions", open: "abs(", middle: "rank", close: ")"),
    Shape(name: "arithmetic", open: "(1 + ", middle: "rank", close: ")"),
    Shape(name: "indexes", open: "tags[", middle: "0", close: "].length"),
    Shape(name: "aggregates", open: "{", middle: "1", close: "}[0]"),
  ]

  /// A text nested `depth` times.
  private func text(_ shape: Shape, depth: Int) -> String {
    var text = ""
    for level in 0..<depth { text += shape.open.replacingOccurrences(of: "#", with: "\(level)") }
    text += shape.middle + String(repeating: shape.close, count: depth)
    let isPredicate = ["parentheses", "NOT", "AND in OR", "SUBQUERY"].contains(shape.name)
    return isPredicate ? text : text + " == 1"
  }

  @Test(arguments: shapes) func theNestingLimitFitsASmallStack(_ shape: Shape) async {
    // Bisects for the deepest text of this shape that the parser accepts.
    var low = 1
    var high = 2 * TextLimits().nesting
    while low < high {
      let middle = (low + high + 1) / 2
      let source = SourceText(name: "<query>", text(shape, depth: middle))
      if Parser.parsePredicate(source).diagnostics.isEmpty { low = middle } else { high = middle - 1 }
    }
    let deepest = text(shape, depth: low)
    let isChecked = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let thread = Thread {
        let source = SourceText(name: "<query>", deepest)
        let parsed = Parser.parsePredicate(source)
        let result = check(
          parsed.tree, entity: Identifier("City", SourceSpan(at: 0)), source: source, schema: Sample.schema)
        if let query = result.query { _ = Lowering.lower(query).predicate == .constant(true) }
        continuation.resume(returning: result.query != nil || !result.diagnostics.isEmpty)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isChecked)
    #expect(low >= 40, "\(shape.name) nests only \(low) deep")
  }
}
