import Foundation

/// Runs a target in child processes, so that traps, stack overflows and hangs become findings and do not end the run.
struct Supervisor {
  let target: String
  let seed: UInt64
  let runs: Int
  let seconds: Double
  let corpus: String?
  /// The folder that has a folder for each target.
  let keep: URL

  /// How long a child may make no progress, and how long one child runs, both in seconds. A child ends itself much
  /// earlier when an input takes too long, unless it is stuck.
  private static let mostSecondsOfAnInput = 300.0
  private static let secondsOfAChild = 60.0
  /// The number of findings after which the supervisor stops a target.
  private static let mostFindings = 12

  /// Writes a line without buffering, because a run may take long and end early.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// The way in which a child process ended.
  private enum Ending {
    case clean
    case died(String)
    case hung
  }

  /// Runs children until the time or the number of inputs is used up.
  ///
  /// - Returns: the number of different findings.
  func run() -> Int {
    let start = Date()
    let progress = FileManager.default.temporaryDirectory.appending(path: "cdq-fuzz-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: progress) }
    var total = 0
    var next = seed
    var findings: Set<String> = []
    while findings.count < Supervisor.mostFindings, total < runs {
      let left = seconds + start.timeIntervalSinceNow
      guard left > 0 else { break }
      try? FileManager.default.removeItem(atPath: progress)
      var arguments = ["--target", target, "--seed", "\(next)", "--progress", progress]
      arguments += ["--seconds", "\(min(left, Supervisor.secondsOfAChild))", "--runs", "\(runs - total)"]
      if let corpus { arguments += ["--corpus", corpus] }
      let ending = child(arguments, progress: progress)
      let state = ProgressFile.read(progress)
      total += state?.count ?? 0
      if let reason = reason(ending), let input = state?.input {
        if findings.insert(reason).inserted { report(input, reason, next) }
      } else if state == nil {
        say("\(target): the child did not start")
        return findings.count + 1
      }
      next &+= 1
    }
    let time = Int(-start.timeIntervalSinceNow)
    say("\(target): \(total) inputs in \(time) s, seeds \(seed) to \(next &- 1), \(findings.count) findings")
    return findings.count
  }

  private func reason(_ ending: Ending) -> String? {
    switch ending {
    case .clean: nil
    case .died(let reason): reason
    case .hung: "takes more than \(Int(Supervisor.mostSecondsOfAnInput)) s"
    }
  }

  // MARK: Children

  private func child(_ arguments: [String], progress: String?) -> Ending {
    let process = Process()
    // The shell limits the memory, where the system supports it, so that an input cannot exhaust that of the machine.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "ulimit -v 8000000 2>/dev/null; ulimit -c 0; exec \"$0\" \"$@\"", Supervisor.executable] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let errors = FileManager.default.temporaryDirectory.appending(path: "cdq-fuzz-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardError = try? FileHandle(forWritingTo: errors)
    guard (try? process.run()) != nil else { return .died("cannot run \(Supervisor.executable)") }
    var last: (count: Int, since: Date)?
    let begin = Date()
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
      let count = progress.flatMap { ProgressFile.read($0)?.count } ?? 0
      if last == nil || last?.count != count { last = (count, Date()) }
      let since = progress == nil ? begin : last?.since ?? begin
      if -since.timeIntervalSinceNow > Supervisor.mostSecondsOfAnInput {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return .hung
      }
    }
    if process.terminationReason == .exit, process.terminationStatus == 0 { return .clean }
    return .died(Supervisor.summary(of: process, (try? String(contentsOf: errors, encoding: .utf8)) ?? ""))
  }

  /// A line that is the same for all inputs that cause the same error: the message without details of the input.
  private static func summary(of process: Process, _ errors: String) -> String {
    let lines = errors.split(separator: "\n")
    if let line = lines.first(where: { $0.hasPrefix("violation: ") }) {
      return line.split(separator: ":").prefix(2).joined(separator: ":")
    }
    if let line = lines.first(where: { $0.contains("Fatal error") || $0.contains("fatal error") }) {
      return String(line.prefix(300))
    }
    return "ended by signal \(process.terminationStatus)"
  }

  private static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

  // MARK: Findings

  /// Minimizes an input for at most half a minute, and writes it to the folder of the target.
  private func report(_ input: [UInt8], _ reason: String, _ seed: UInt64) {
    say("\(target): \(reason) (seed \(seed), \(input.count) bytes)")
    let small = minimized(input, reason)
    let folder = keep.appending(path: target)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "found-\(seed)-\(hash(small)).txt")
    do {
      try Data(small).write(to: file)
      say("\(target): wrote \(file.path), \(small.count) bytes")
    } catch {
      say("\(target): cannot write \(file.path): \(error)")
    }
  }

  private func minimized(_ input: [UInt8], _ reason: String) -> [UInt8] {
    let end = Date() + 30
    let file = FileManager.default.temporaryDirectory.appending(path: "cdq-fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    func stillFails(_ bytes: [UInt8]) -> Bool {
      guard (try? Data(bytes).write(to: file)) != nil else { return false }
      return self.reason(child(["--target", target, "--replay", file.path], progress: nil)) == reason
    }
    guard stillFails(input) else { return input }
    var best = input
    var size = max(1, best.count / 2)
    while Date() < end {
      var start = 0
      var hasShrunk = false
      while start < best.count, Date() < end {
        let candidate = Array(best[..<start] + best[min(best.count, start + size)...])
        if stillFails(candidate) {
          best = candidate
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { break }
      if !hasShrunk { size = max(1, size / 2) }
    }
    return best
  }

  private func hash(_ bytes: [UInt8]) -> String {
    let value = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(value & 0xFF_FFFF, radix: 16)
  }
}
