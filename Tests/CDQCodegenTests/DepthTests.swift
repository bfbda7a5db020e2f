import CDQCodegen
import CDQSyntax
import Foundation
import Testing

/// Queries nested as deep as the parser allows. Generated code grows with the text, and a caller needs only 512 KB of
/// stack, as for the parser and the checker.
@Suite struct DepthTests {
  static let schema = """
    entity Node {
      id: Int64 @unique
      rank: Int64
      level: Int64?
      rate: Double?
      price: Decimal?
      name: String
      isOpen: Bool
      tags: [String]
      next: Node? inverse nodes
      nodes: [Node] inverse next
    }
    """

  /// A text that nests in itself; `#` is replaced by the level.
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    /// Text before all levels and after them.
    var ends = ("", "")
    var open: String
    var middle: String
    var close = ""
    var testDescription: String { name }

    init(_ name: String, _ open: String, _ middle: String, _ close: String = "", in ends: (String, String) = ("", "")) {
      (self.name, self.open, self.middle, self.close, self.ends) = (name, open, middle, close, ends)
    }

    func text(depth: Int) -> String {
      var text = ends.0
      for level in 0..<depth { text += open.replacingOccurrences(of: "#", with: "\(level)") }
      return text + middle + String(repeating: close, count: depth) + ends.1
    }
  }

  static let connectives = [
    Shape("parentheses", "(", "rank == 1", ")"),
    Shape("NOT", "NOT ", "rank == 1"),
    Shape("OR in AND", "rank == 1 OR (rank == 2 AND (", "rank == 1", "))"),
    Shape("OR in AND, with statements", "rank + level == # OR (rank * level == # AND (", "rank == 1", "))"),
    Shape("NOT in AND in OR", "NOT (rank + level == # AND (rank == 2 OR ", "rank == 1", "))"),
    Shape("optional parameters", "rank == $p#? OR (level == $q#? AND (", "rank == $r?", "))"),
    Shape("NOT of optional parameters", "NOT (rank == $p#? AND ", "rank == $r?", ")"),
  ]

  static let collections = [
    Shape("SUBQUERY", "SUBQUERY(nodes, $s#, ", "rank == 1", ").@count > 0"),
    Shape("NOT SUBQUERY", "NOT SUBQUERY(nodes, $s#, rank < $s#.rank AND ", "rank == 1", ").@count > 0"),
    Shape("BETWEEN", "SUBQUERY(nodes, $s#, ", "rank == 1", ").@count BETWEEN {1, 2}"),
    Shape("NOT BETWEEN", "NOT SUBQUERY(nodes, $s#, ", "rank == 1", ").@count BETWEEN {1, 2}"),
    Shape("BETWEEN stored values", "SUBQUERY(nodes, $s#, ", "rank == 1", ").@count BETWEEN {rank, level}"),
    Shape("IN", "SUBQUERY(nodes, $s#, ", "rank == 1", ").@count IN {rank, level, 3}"),
    Shape("IN a set", "SUBQUERY(nodes, $s#, ", "rank == 1", ").@count IN ({1, 2} UNION {3})"),
    Shape("IN a SUBQUERY", "rank IN SUBQUERY(nodes, $s#, ", "rank == 1", ").rank"),
    Shape("sums", "nodes.@sum.rank < SUBQUERY(nodes, $s#, ", "rank == 1", ").@count"),
    Shape("ANY", "ANY nodes.rank == SUBQUERY(nodes, $s#, ", "rank == 1", ").@count"),
    Shape("ALL", "ALL nodes.rank > SUBQUERY(nodes, $s#, ", "rank == 1", ").@count"),
    Shape("ANY of a SUBQUERY", "ANY SUBQUERY(nodes, $s#, ", "rank == 1", ").rank == 1"),
    Shape("ANY of a list", "ANY {1, 2} < SUBQUERY(nodes, $s#, ", "rank == 1", ").@count"),
    Shape("set operators", "(nodes.rank UNION ", "{1}", ")", in: ("ANY ", " == 1")),
    Shape("a chain of set operators", " UNION {#}", "", in: ("rank IN ({1}", ")")),
    Shape("IN set operators", "({1, 2} INTERSECT ", "{1}", ")", in: ("rank IN ", "")),
    Shape("paths to many", "nodes.", "rank == 1", in: ("ANY ", "")),
  ]

  static let values = [
    Shape("TERNARY in a condition", "TERNARY(", "rank == 2", ", 1, 2) == 1"),
    Shape("TERNARY in an arm", "TERNARY(rank == #, 1, ", "2", ")", in: ("", " == 1")),
    Shape("TERNARY beside a SUBQUERY", "TERNARY(rank == 1, 1, 2) < SUBQUERY(nodes, $s#, ", "rank == 1", ").@count"),
    Shape("TERNARY in a pattern", "name BEGINSWITH[c] TERNARY(", "rank == 1", ", 'a', 'b')"),
    Shape("exclusive or", "(SUBQUERY(nodes, $s#, ", "rank == 1", ").@count ^ 1) == 2"),
    Shape("divisions by a SUBQUERY", "(3 / SUBQUERY(nodes, $s#, ", "rank == 1", ").@count) == 2"),
    Shape("sums of values", "(1 + ", "level", ")", in: ("", " == 1")),
    Shape("divisions", "(rank / ", "level", ")", in: ("", " == 1")),
    Shape("bits", "(rank ^ ", "level", ")", in: ("", " == 1")),
    Shape("Decimals", "(price + ", "price", ")", in: ("", " == 1")),
    Shape("signs", "-(", "rate", ")", in: ("", " == 1")),
    Shape("functions", "abs(", "level", ")", in: ("", " == 1")),
    Shape("functions of texts", "uppercase(", "name", ")", in: ("", " == 'A'")),
    Shape("CAST", "CAST(CAST(", "rank", ", 'String'), 'Int64')", in: ("", " == 1")),
    Shape("lists", "{", "1", "}[0]", in: ("rank == ", "")),
    Shape("functions of lists", "max({rank, ", "1", "})", in: ("", " == rank")),
    Shape("indexes", "tags[", "0", "].length", in: ("", " == 1")),
    Shape("paths", "next.", "level == 1"),
  ]

  @Test(arguments: connectives + collections + values)
  func `Code grows with the text`(_ shape: Shape) async {
    let most = DepthTests.deepest(shape)
    #expect(most >= 20, "\(shape.name) nests only \(most) deep")
    let (half, whole) = await DepthTests.onThread(stack: 512 << 10) {
      (DepthTests.sizes(shape, depth: most / 2), DepthTests.sizes(shape, depth: most))
    }
    for backend in BackEndName.allCases {
      guard let size = whole.size[backend] else { continue }
      // A few bytes of a query can become a line in each of many nested blocks, with the indentation of these.
      #expect(size <= 4000 + 200 * whole.text, "\(backend): \(size) bytes of \(whole.text)")
      if let before = half.size[backend] {
        #expect(size <= 6 * before, "\(backend): \(before) bytes became \(size) at twice the depth")
      }
    }
    // A query that is nested too deeply to be decoded again is refused, but none of half that depth is.
    #expect(half.size[.memory] != nil && half.size[.ir] != nil)
  }

  /// Runs `work` on a new thread, and returns its result.
  private static func onThread<Result: Sendable>(
    stack: Int, _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { (continuation: CheckedContinuation<Result, Never>) in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = stack
      thread.start()
    }
  }

  /// The greatest depth of the shape that the parser allows, up to the limit of nesting.
  private static func deepest(_ shape: Shape) -> Int {
    var low = 1
    var high = TextLimits().nesting
    while low < high {
      let middle = (low + high + 1) / 2
      let source = SourceText(name: "<query>", shape.text(depth: middle))
      if Parser.parsePredicate(source).diagnostics.isEmpty { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The number of bytes of a text, and of the code from each back end that does not refuse it.
  private static func sizes(_ shape: Shape, depth: Int) -> (text: Int, size: [BackEndName: Int]) {
    let text = "query q = Node where " + shape.text(depth: depth)
    let corpus = CodegenCorpus(texts: [("Schema.cdq", schema), ("Queries.cdq", text)])
    var sizes: [BackEndName: Int] = [:]
    for backend in BackEndName.allCases {
      let result = corpus.generate(GenerateOptions(backend: backend))
      for file in result.files where file.source == "Queries.cdq" { sizes[backend] = file.text.utf8.count }
      #expect((sizes[backend] == nil) == result.diagnostics.contains { $0.severity == .error }, "\(backend)")
    }
    return (text.utf8.count, sizes)
  }
}
