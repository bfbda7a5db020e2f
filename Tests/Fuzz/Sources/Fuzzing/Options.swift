import Foundation

/// The command-line options of `cdq-fuzz`.
public struct Options: Sendable {
  private var targets: [String] = []
  private var seconds = 60.0
  private var seed = UInt64(Date().timeIntervalSince1970)
  private var runs = Int.max
  private var corpus: String?
  private var keep = RepositoryFiles.corpus.path
  private var replay: String?
  /// The progress file of a child process; nil in the parent process.
  private var progress: String?

  /// Makes options with their defaults: all targets, 60 seconds for each, and a seed from the clock.
  public init() {}

  /// An error in an option or its value.
  public struct Refusal: Error, CustomStringConvertible {
    /// The error message in one line.
    public let description: String
  }

  /// Sets one option by its name, such as `--seconds`.
  public mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "--target":
      guard FuzzTargets.all.contains(where: { $0.name == value }) else {
        throw Refusal(description: "there is no target '\(value)'")
      }
      targets.append(value)
    case "--seconds": seconds = try number(name, value)
    case "--seed": seed = try number(name, value)
    case "--runs": runs = try number(name, value)
    case "--corpus": corpus = value
    case "--keep": keep = value
    case "--replay": replay = value
    case "--progress": progress = value
    default: throw Refusal(description: "there is no option '\(name)'")
    }
  }

  private func number<Number: LosslessStringConvertible>(_ name: String, _ value: String) throws -> Number {
    guard let number = Number(value) else { throw Refusal(description: "'\(name)' needs a number, not '\(value)'") }
    return number
  }

  /// Runs the targets, or the one input of `--replay`.
  ///
  /// - Returns: the exit code; 0 when no rule was broken.
  public func run() -> Int32 {
    let chosen = FuzzTargets.all.filter { targets.isEmpty || targets.contains($0.name) }
    if let replay { return Worker.replay(replay, chosen[0]) }
    if let progress { return Worker.run(chosen[0], seed: seed, runs: runs, seconds: seconds, corpus, progress) }
    var found = 0
    for target in chosen {
      let supervisor = Supervisor(
        target: target.name, seed: seed, runs: runs, seconds: seconds, corpus: corpus, keep: URL(filePath: keep))
      found += supervisor.run()
    }
    return found == 0 ? 0 : 1
  }
}
