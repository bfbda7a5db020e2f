import CWork

/// How the work of a command grows with the number of elements of a text.
///
/// The unit of work is an edge of the control flow of this package's code, which the compiler's instrumentation counts, and
/// sixteen allocated bytes. Unlike a clock they are the same on a machine that does something else, and unlike the
/// processor's counter of instructions they need no permission of the system, which virtual machines often lack. A machine
/// in software, such as valgrind's, counts all instructions, but a hundred times slower than this. What is not counted: the
/// code of the standard library on its own, such as a search for a text in a list of texts.
struct Growth: CustomStringConvertible {
  /// The work for `count` elements, and for two, four and eight times as many.
  var units: [Int] = []
  /// The bytes of stack for these.
  var stacks: [Int] = []

  /// Runs a command with `count` elements, and with two, four and eight times as many, after a first run that fills caches.
  init(of command: MeasuredCommand, on text: LongText, from count: Int, in folder: String) {
    command.run(text, 2, folder)
    for length in [count, 2 * count, 4 * count, 8 * count] {
      work_reset_stack()
      let start = work_units()
      command.run(text, length, folder)
      units.append(Int(work_units() - start))
      stacks.append(Int(work_stack()))
    }
  }

  /// The work of each doubling after the first, as a multiple of that of the one before it: 2 if the work grows in proportion
  /// to the length, 4 if with its square. What does not depend on the length falls out.
  var factors: [Double] {
    let more = zip(units.dropFirst(), units).map { Double($0 - $1) }
    return zip(more.dropFirst(), more).map { $1 > 0 ? $0 / $1 : 0 }
  }

  /// What is wrong with the work; nil for work that grows with n log n at most, or that a limit ends.
  ///
  /// Tables of the standard library double their size, so that the allocated bytes grow in steps: hence 2.6 instead of the
  /// 2.2 of n log n, and on average. A limit, after which a text has other errors, changes only one factor.
  var workProblem: String? {
    let factors = factors
    let isFast = factors.allSatisfy { $0 > 2.2 } && factors.reduce(1, *) > 2.6 * 2.6
    return units[3] - units[0] > 20_000 && isFast ? "the work grows faster than the length: \(self)" : nil
  }

  /// What is wrong with the stack; nil if it does not grow by length.
  var stackProblem: String? {
    let isGrowing = stacks[2] - stacks[1] > 7_000 && stacks[3] - stacks[2] > 14_000
    return isGrowing ? "the stack grows with the length: \(self)" : nil
  }

  var description: String { "units \(units), \(factors.map { ($0 * 100).rounded() / 100 }) times as many; stack \(stacks)" }
}
