/// How work grows with the length of an input.
package struct Growth: Sendable, CustomStringConvertible {
  /// The work for `count`, twice and four times as much.
  package var works: [Work]

  /// Runs `body` with `count`, twice and four times that length, after a first run that fills caches.
  ///
  /// - Parameter count: so many elements that what each of them needs outweighs what a run needs once; some hundred.
  package init(from count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    _ = Work.of { body(count / 4) }
    works = [count, 2 * count, 4 * count].map { length in Work.of { body(length) } }
  }

  /// The work of the second doubling, as a multiple of that of the first: 2 if the work grows in proportion to the
  /// length, 4 if with its square. What does not depend on the length falls out.
  package var factor: Double {
    Double(works[2].units - works[1].units) / Double(max(works[1].units - works[0].units, 1))
  }

  /// The bytes of stack that four times the length needs more.
  package var stack: Int { works[2].stack - works[0].stack }

  /// What is wrong; nil for work that grows with n log n at most and a stack that does not grow.
  ///
  /// Tables of the standard library double their size, so that the allocated bytes grow in steps: hence 2.7 instead of
  /// the 2.2 of n log n. Any recursion by length needs 50 KB for the thousand elements more.
  package var problem: String? {
    if works[2].units - works[0].units > 20_000, factor > 2.7 { return "the work grows faster than the length: \(self)" }
    return stack > 20_000 ? "the stack grows with the length: \(self)" : nil
  }

  package var description: String {
    "units \(works.map(\.units)), \(factor) times as many; stack \(works.map(\.stack))"
  }
}
