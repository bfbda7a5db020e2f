import CDQIR
import CDQKit
import CDQTerminal

/// `cdq version [--json]`: prints the version.
enum VersionCommand: Command {
  static let name = "version"
  static let summary = "print the version"
  static let usage = ["[--json]"]
  static let options: [OptionSpec] = [.flag("json", "as a JSON object")]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 0)
    if context.arguments.has("json") {
      context.console.print("{\"name\":\"cdq\",\"version\":\"\(Version.current)\",\"ir\":\(QueryIR.currentVersion)}")
    } else {
      context.console.print("cdq \(Version.current)")
    }
    return .clean
  }
}
