import Foundation
import Fuzzing

/// The usage of the command, shown by `--help` and after an error.
let usage = """
  usage: cdq-fuzz [--target NAME]… [--seconds N] [--seed N] [--runs N] [--corpus DIR] [--keep DIR]
    --target NAME   \(FuzzTargets.all.map { $0.name }.joined(separator: ", ")); all when none is given
    --seconds N     how long each target runs (default 60)
    --seed N        where the inputs begin (default: the time)
    --runs N        most inputs of each target
    --corpus DIR    files that are mutated beside the built-in ones
    --keep DIR      where findings are written (default Tests/Fuzz/Corpus)
    --replay FILE   runs one input of the target
  """

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n\(usage)\n".utf8))
  exit(2)
}

var options = Options()
var rest = CommandLine.arguments.dropFirst()
while let word = rest.popFirst() {
  if word == "--help" || word == "-h" {
    print(usage)
    exit(0)
  }
  guard let value = rest.popFirst() else { fail("'\(word)' needs a value") }
  do {
    try options.set(word, value)
  } catch {
    fail("\(error)")
  }
}
exit(options.run())
