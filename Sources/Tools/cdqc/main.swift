import Foundation

// The tool that the plugins run. It reads only the files in its arguments, writes only its outputs, and does not read
// environment variables, so that a build depends on its inputs alone.

let arguments: ToolArguments
do throws(ToolArguments.UsageError) {
  arguments = try ToolArguments(CommandLine.arguments.dropFirst())
} catch {
  Output.fail("\(error.message)\n\(ToolArguments.usage)", code: 2)
}
switch arguments.verb {
case .generate, .check: Compiling(arguments).run()
case .fmt: exit(Formatting(arguments).run())
}
