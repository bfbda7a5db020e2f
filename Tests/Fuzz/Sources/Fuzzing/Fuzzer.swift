public import Foundation

/// Runs one target on inputs that follow from a seed, in this process: whoever wants to survive a trap runs it in a child.
public struct Fuzzer {
  private let target: any FuzzTarget
  private let mutator: Mutator
  private var pool: [[UInt8]]
  private var seen: Set<String> = []
  private var random: SplitMix
  private let seedCount: Int
  private static let mostKept = 4000

  /// A fuzzer of a target, with the inputs of a folder beside the target's own.
  public init(_ type: any FuzzTarget.Type, seed: UInt64, extra: [[UInt8]] = []) {
    target = type.init()
    mutator = Mutator(dictionary: type.dictionary)
    pool = type.seeds().filter { $0.count <= Mutator.most } + extra
    if pool.isEmpty { pool = [[]] }
    seedCount = pool.count
    random = SplitMix(seed: seed)
  }

  /// Makes and runs inputs.
  ///
  /// - Parameters:
  ///   - runs: most inputs.
  ///   - deadline: when to end.
  ///   - before: called with each input before it runs.
  ///   - fail: called with each input for which something does not hold.
  public mutating func run(
    runs: Int, until deadline: Date, before: ([UInt8]) -> Void, fail: ([UInt8], Violation) -> Void
  ) {
    var count = 0
    while count < runs, count % 16 != 0 || Date() < deadline {
      let input = count < seedCount ? pool[count] : next()
      count += 1
      before(input)
      do {
        keep(input, try target.run(input))
      } catch let violation as Violation {
        fail(input, violation)
      } catch {
        fail(input, Violation("an error that no rule names", "\(error)"))
      }
    }
  }

  private mutating func next() -> [UInt8] {
    if random.once(in: 2), let made = target.generate(&random) {
      return random.once(in: 3) ? mutator.mutate(made, with: random.pick(pool), &random) : made
    }
    // What was found last is closest to what was not found yet.
    let recent = pool.count > seedCount && random.once(in: 2)
    let parent = recent ? pool[pool.count - 1 - random.below(min(64, pool.count - seedCount))] : random.pick(pool)
    return mutator.mutate(parent, with: random.pick(pool), &random)
  }

  private mutating func keep(_ input: [UInt8], _ features: Set<String>) {
    guard !features.isSubset(of: seen) else { return }
    seen.formUnion(features)
    if pool.count >= Fuzzer.mostKept { pool.remove(at: seedCount + random.below(pool.count - seedCount)) }
    pool.append(input)
  }
}

/// Runs work on a thread with the stack that a target is to fit.
public func onStack(of target: any FuzzTarget.Type, _ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    done.signal()
  }
  thread.stackSize = target.stackSize
  thread.start()
  done.wait()
}
