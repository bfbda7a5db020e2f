import CWork
import Foundation

/// Runs each command on each construct of the grammar many times in a row, and says where the work grows faster than n log n
/// or the stack grows with the length. `growth` starts itself for each command, so that a crash ends that one only.
///
///     growth [COUNT [COMMAND [CONSTRUCT]]]
///     growth --quick
@main struct Main {
  static func main() throws {
    // The order of tables, and so the work on them, must be the same in each run.
    guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else { return try restart() }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let isQuick = arguments.first == "--quick"
    let count = arguments.first.flatMap { Int($0) } ?? 6
    if arguments.count > 1 {
      exit(measure(arguments[1], arguments.count > 2 ? arguments[2] : nil, count) ? 0 : 1)
    }
    exit(try supervise(count, isQuick: isQuick) ? 0 : 1)
  }

  /// Writes a line at once, since several processes write.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Starts this program again with the variable that must be set before.
  private static func restart() throws {
    let process = try start(Array(CommandLine.arguments.dropFirst()))
    process.waitUntilExit()
    exit(process.terminationStatus)
  }

  private static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try process.run()
    return process
  }

  /// Runs a process for each command, as many at once as there are processors; true if nothing is wrong.
  private static func supervise(_ count: Int, isQuick: Bool) throws -> Bool {
    var isFine = true
    var running: [(String, Process)] = []
    func finish() {
      let (name, process) = running.removeFirst()
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal || process.terminationStatus > 1 { say("\(name): it crashed") }
      if process.terminationStatus != 0 { isFine = false }
    }
    let commands = MeasuredCommand.all.filter { !isQuick || MeasuredCommand.quick.contains($0.name) }
    for command in commands {
      if running.count == max(ProcessInfo.processInfo.activeProcessorCount, 1) { finish() }
      running.append((command.name, try start([String(count), command.name] + (isQuick ? ["quick"] : []))))
    }
    while !running.isEmpty { finish() }
    let constructs = LongText.all.count { !isQuick || $0.isQuick }
    say("\(commands.count) commands, \(constructs) constructs, \(count) to \(8 * count) times")
    return isFine
  }

  /// Constructs that nest: up to the limit of nesting, they may use stack.
  private static let nesting: Set<String> = ["NOT", "signs", "UNION", "steps", "indexes"]

  /// What grows faster. `prove` compares each of the conditions with each other one, up to a limit of 400 facts, after which
  /// it answers at once. What shows a plan tests each of the first 63 conditions with all before it, so that its work
  /// grows with their square up to there.
  private static let known: Set<String> = ["eval plan", "prove, AND"]

  /// Whether a construct is asked for by its name, among the quick ones, or with all.
  private static func isWanted(_ text: LongText, _ construct: String?) -> Bool {
    construct == "quick" ? text.isQuick : text.name == construct ?? text.name
  }

  /// Measures one command on all constructs, on one, or on the quick ones.
  private static func measure(_ name: String, _ construct: String?, _ count: Int) -> Bool {
    guard work_start() != 0 else {
      say("this program must be built with --sanitize address -Xswiftc -sanitize-coverage=edge,trace-pc-guard")
      return false
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-growth-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for part in ["Data", "App"] {
      do {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
      } catch {
        say("\(folder) cannot be made: \(error)")
        return false
      }
    }
    precondition(FileManager.default.changeCurrentDirectoryPath(folder))
    MeasuredCommand.write(LongText.schema, to: "\(folder)/Schema.cdq")
    let node = #""rank": 1, "speed": 1.5, "name": "a", "isOpen": true, "tags": ["a"], "color": "red""#
    MeasuredCommand.write(
      "[\((0..<5).map { "{\"id\": \($0), \(node), \"next\": \(($0 + 1) % 5)}" }.joined(separator: ",\n"))]",
      to: "\(folder)/Data/Node.json")
    var isFine = true
    for command in MeasuredCommand.all where command.name == name {
      for text in LongText.all where command.kinds.contains(text.kind) && isWanted(text, construct) {
        let growth = Growth(of: command, on: text, from: count, in: folder)
        let (work, stack) = (growth.workProblem, nesting.contains(text.name) ? nil : growth.stackProblem)
        let isKnown = known.contains(name) || known.contains("\(name), \(text.name)")
        if let problem = work ?? stack, !isKnown {
          isFine = false
          say("\(name), \(text.name): \(problem)")
        } else if construct == text.name {
          say("\(name), \(text.name): \(growth)")
        }
      }
    }
    return isFine
  }
}
