import CDQSemantics
import Foundation
import Testing

@Suite struct InPartsTests {
  @Test(arguments: [0, 1, 31, 64, 65, 1000])
  func `Every item is in one part, and the parts are in order`(count: Int) {
    let parts = inParts(of: count) { Array($0) }
    #expect(parts.joined().elementsEqual(0..<count))
  }

  @Test(arguments: [0, 1, 31, 64, 65, 1000])
  func `Parts that ask for a stack have one, and are in order`(count: Int) async {
    let sums = await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
      let thread = Thread {
        continuation.resume(returning: inParts(of: count, stack: 16 << 20) { part in sum(part.first ?? 0, depth: 50_000) })
      }
      thread.stackSize = 128 << 10
      thread.start()
    }
    #expect(sums == inParts(of: count) { ($0.first ?? 0) + 50_000 })
  }

  /// Computes `value + depth` by recursion, so that each level uses some stack.
  private func sum(_ value: Int, depth: Int) -> Int {
    depth == 0 ? value : sum(value, depth: depth - 1) + 1
  }
}
