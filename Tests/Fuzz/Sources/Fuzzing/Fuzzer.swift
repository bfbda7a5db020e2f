import Dispatch
public import Foundation

/// Runs one target on inputs that a seed determines, in this process. `Supervisor` runs it in a child process, so that
/// a trap does not end the run.
public struct Fuzzer {
  private let target: any FuzzTarget
  private let mutator: Mutator
  private var pool: [[UInt8]]
  private var seen: Set<String> = []
  private var random: SplitMix
  private let seedCount: Int
  private static let mostKept = 4000

  /// Makes a fuzzer that starts with the seeds of the target and the inputs in `extra`.
  public init(_ type: any FuzzTarget.Type, seed: UInt64, extra: [[UInt8]] = []) {
    target = type.init()
    mutator = Mutator(dictionary: type.dictionary)
    pool = type.seeds().filter { $0.count <= Mutator.most } + extra
    if pool.isEmpty { pool = [[]] }
    seedCount = pool.count
    random = SplitMix(seed: seed)
  }

  /// Makes inputs and runs them.
  ///
  /// - Parameters:
  ///   - runs: the maximal number of inputs.
  ///   - deadline: the time at which the run ends.
  ///   - before: called with each input before it runs.
  ///   - fail: called with each input that breaks a rule.
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
    // The inputs that were found last are the closest to new ones.
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

/// Runs work on a thread with the stack size of a target, and waits for it.
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
