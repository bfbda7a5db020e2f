import Device
import Foundation

// `device-report` runs every probe in a process of its own and prints a line for each; `device-report 12` is such a
// process.
let probes = Probe.all()
if let number = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
  guard probes.indices.contains(number) else { exit(64) }
  exit(Report.code(of: probes[number]))
}
let report = Report(executable: URL(filePath: CommandLine.arguments[0]))
var counts: [Outcome: Int] = [:]
for (number, probe) in probes.enumerated() {
  let outcome = try report.outcome(of: number)
  counts[outcome, default: 0] += 1
  if outcome != .runs || !probe.construct.hasPrefix("generated query") { print(Report.line(probe, outcome)) }
}
print(
  "\(counts[.runs, default: 0]) run, \(counts[.wrongRows, default: 0]) find wrong rows, \(counts[.dies, default: 0]) die"
)
