import Foundation

// The tool behind the plugins. It reads the files it is given, writes those it is asked for, and never looks at the
// environment, so that a build depends on its inputs alone.

let arguments: Arguments
do throws(Arguments.UsageError) {
  arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
  Output.fail("\(error.message)\n\(Arguments.usage)", code: 2)
}
switch arguments.verb {
case .generate, .check: Compiling(arguments).run()
case .fmt: exit(Formatting(arguments).run())
}
