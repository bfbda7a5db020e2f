import CDQIR
import CDQKit
import CDQReasoning
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQWhy
import Foundation
import Testing

/// Explanations and proofs about the deepest texts that the parser accepts fit a stack of 512 KB in a debug build.
@Suite struct DepthTests {
  @Test(arguments: [
    ("NOT ", "rank == 1", ""), ("rank == 1 OR (rank == 2 AND (", "rank == 3", "))"),
    ("SUBQUERY(country.cities, $s#, ", "rank == 1", ").@count > 0"), ("TERNARY(rank == 1, 1, ", "2", ") == 1"),
    ("(1 + ", "rank", ") == 1"), ("abs(", "rank", ") == 1"),
  ])
  func `The deepest conditions fit a small stack`(open: String, middle: String, close: String) async throws {
    let parts = close.components(separatedBy: " == 1")
    @Sendable func text(_ depth: Int) -> String {
      let opening = (0..<depth).map { open.replacingOccurrences(of: "#", with: "\($0)") }.joined()
      return opening + middle + String(repeating: parts[0], count: depth) + (parts.count > 1 ? " == 1" : "")
    }
    let schema = try Schema(parsing: ProverTests.schema)
    let store = Store(schema: schema)
    try store.insert(
      "City",
      [
        "id": .int(1), "name": .string("a"), "rank": .int(1), "area": .double(1), "isCapital": .bool(true),
        "mood": .string("calm"), "tags": .list([]),
      ])
    let isDone = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let thread = Thread {
        var (low, high) = (1, 2 * TextLimits().nesting)
        while low < high {
          let depth = (low + high + 1) / 2
          let isAccepted = (try? CheckedPredicate(parsing: text(depth), for: "City", in: schema)) != nil
          if isAccepted { low = depth } else { high = depth - 1 }
        }
        continuation.resume(returning: DepthTests.run(text(low), store))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isDone)
  }

  private static func run(_ text: String, _ store: Store) -> Bool {
    let source = SourceText(name: "Deep.cdq", "query q = City where \(text) AND (\(text))")
    let parsed = Parser.parseDocument(source)
    let compilation = Compilation(
      [ParsedDocument(source: source, tree: parsed.tree)], schema: CheckedSchema(schema: store.schema))
    _ = ReasoningLints.findings(compilation.queries, store.schema)
    guard let ir = try? CheckedPredicate(parsing: text, for: "City", in: store.schema).ir else { return false }
    _ = Prover(schema: store.schema).never(ir)
    guard let record = store.records(of: "City").first, let tree = try? record.why(ir) else { return false }
    _ = try? record.turningChanges(of: ir)
    return !"\(tree)".isEmpty
  }
}
