import CDQDatabase
import CDQDuckDB
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import CDQValues
import Foundation
import Testing

/// Deep and large queries: their SQL neither overflows a small stack nor grows with a power of the depth.
@Suite struct SQLDepthTests {
  private static let text = """
    entity A {
      id: Int64 @unique
      n: Int64?
      d: Double?
      s: String?
      b: A? inverse as
      as: [A] inverse b
    }
    """

  /// Texts that nest a construct to a depth.
  private static let nests: [@Sendable (Int) -> String] = [
    { depth in String(repeating: "NOT (", count: depth) + "n == 1" + String(repeating: ")", count: depth) },
    { depth in String(repeating: "abs(", count: depth) + "n" + String(repeating: ")", count: depth) + " > 1" },
    { depth in "n" + String(repeating: " + n", count: depth * 10) + " > 1" },
    { depth in (0..<depth * 10).map { "n == \($0)" }.joined(separator: " OR ") },
    { depth in
      String(repeating: "TERNARY(n > 1, ", count: depth) + "n" + String(repeating: ", n)", count: depth) + " != n"
    },
    { depth in "b" + String(repeating: ".b", count: depth) + ".n == n" },
    { depth in
      (0..<depth).map { "SUBQUERY(\($0 == 0 ? "as" : "$v\($0 - 1).as"), $v\($0), " }.joined() + "$v0.n != n"
        + String(repeating: ").@count > 0", count: depth)
    },
  ]

  @Test(arguments: SQLDepthTests.nests.indices)
  func `Deep queries have SQL`(index: Int) throws {
    let schema = try Schema(parsing: SQLDepthTests.text)
    let nest = SQLDepthTests.nests[index]
    // The deepest text that the parser takes.
    let depth = [200, 100, 60, 40, 20, 10, 5].first { (try? CheckedPredicate(parsing: nest($0), for: "A", in: schema)) != nil }
    let deepest = try #require(depth)
    let ir = try CheckedQuery(parsing: "A where \(nest(deepest))", in: schema).ir
    let half = try CheckedQuery(parsing: "A where \(nest(max(1, deepest / 2)))", in: schema).ir
    for dialect in SQLDialect.all {
      let name = dialect.name
      let database = Database(schema: schema, dialect: dialect)
      let sizes = Locked<[Int]>([])
      // 512 KB, the stack of the threads of Dispatch on Apple's systems.
      let thread = Thread {
        for query in [half, ir] {
          let size = (try? database.plan(query))?.statement.text.utf8.count ?? -1
          sizes.withLock { $0.append(size) }
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
      while !thread.isFinished { Thread.sleep(forTimeInterval: 0.005) }
      let found = sizes.withLock { $0 }
      #expect(found.count == 2)
      #expect(found.allSatisfy { $0 > 0 }, "\(name): \(found)")
      // Beyond a depth, a part is left to memory.
      #expect(found[1] < found[0] * 5, "\(name) at depth \(deepest): \(found)")
    }
  }
}
