import Foundation

/// What `cdq-fuzz` is asked to do.
public struct Options: Sendable {
  private var targets: [String] = []
  private var seconds = 60.0
  private var seed = UInt64(Date().timeIntervalSince1970)
  private var runs = Int.max
  private var corpus: String?
  private var keep = RepositoryFiles.corpus.path
  private var replay: String?
  /// Where a child tells its parent what it does.
  private var progress: String?

  /// The defaults.
  public init() {}

  /// Why an option is not accepted.
  public struct Refusal: Error, CustomStringConvertible {
    /// In one line.
    public let description: String
  }

  /// Sets one option.
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

  /// Does it.
  ///
  /// - Returns: the exit code: 1 when something was found.
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
