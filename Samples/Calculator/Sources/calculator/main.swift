import Foundation
import Tape

// `calculator 12 + 3 '*' 4` calculates and prints today's tape; without arguments it prints all tapes.
let home = ProcessInfo.processInfo.environment["CALCULATOR_HOME"] ?? NSTemporaryDirectory()
let calculator = try Calculator(file: URL(fileURLWithPath: home).appendingPathComponent("calculator.cdqdata"))
let text = CommandLine.arguments.dropFirst().joined(separator: " ")

if text.isEmpty {
  for tape in try DataAccess<Tape>(calculator.store).all() {
    print("\(tape.name):")
    for line in try calculator.print(tape.name) { print("  \(line)") }
  }
} else {
  try calculator.calculate(text)
  try calculator.save()
  print(try calculator.print("today").joined(separator: "\n"))
}
