import CDQRuntime
import Foundation
import Generations

// `saver FILE`: saves one generation after the other over the same file, for ever, and prints the number after each.
let file = URL(fileURLWithPath: CommandLine.arguments[1])
var number: Int64 = 0
if FileManager.default.fileExists(atPath: file.path) {
  guard let found = Generation.number(of: try Store(contentsOf: file)) else { exit(1) }
  number = found
}
while true {
  number += 1
  try Generation.store(number).save(to: file)
  try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
}
