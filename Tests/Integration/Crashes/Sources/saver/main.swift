import CDQRuntime
import Foundation
import Generations

// `saver FILE`: saves the next generation over the last one, for ever, and says so after each.
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
