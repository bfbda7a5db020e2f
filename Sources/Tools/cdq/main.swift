import CDQTerminal
import CDQTool
import Foundation

exit(Tool.run(arguments: Array(CommandLine.arguments.dropFirst()), console: .standard()))
