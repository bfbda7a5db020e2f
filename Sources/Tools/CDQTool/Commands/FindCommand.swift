import CDQConnections
import CDQDatabase
import CDQFiles
import CDQIR
import CDQRuntime
import CDQSchema
import CDQSyntax
import CDQTerminal
import Foundation

/// `cdq find PATH`: the Core Data stores below a folder, such as an app's container or an extracted backup.
enum FindCommand: Command {
  static let name = "find"
  static let summary = "find the Core Data stores below a folder"
  static let usage = ["[FOLDER]"]
  static let options: [OptionSpec] = [
    .choice("format", letter: "f", ["text", "json"], "how they are written (default text)")
  ]
  static let notes = [
    "Files are recognized by their content, whatever their name is. The exit code is 1 when there is no store.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 1)
    let folder = context.arguments.positionals.first ?? "."
    let system = FileSystem()
    guard system.kind(of: folder) != .missing else { throw .unreadable("\(folder): no such file or folder") }
    var found = 0
    var others = 0
    for path in system.kind(of: folder) == .file ? [folder] : files(below: folder) {
      guard !context.console.output.isClosed, let location = DatabaseLocation(path) else { continue }
      do throws(Failure) {
        guard let store = try context.store(.database(location)) else {
          others += 1
          continue
        }
        try show(AppleStoreSummary(store, name: path), context)
        found += 1
      } catch {
        // One file that cannot be read does not end the search.
        if case .unreadable(let message, _) = error { context.console.report("error: \(VisibleText.escaped(message))") }
      }
    }
    context.summary(
      "\(Phrase.count(found, "store"))" + (others > 0 ? "; \(Phrase.count(others, "other database"))" : ""))
    return found > 0 ? .clean : .findings
  }

  /// The paths of the files below a folder, sorted. Links are not followed, which could lead in a circle.
  private static func files(below folder: String) -> [String] {
    var result: [String] = []
    let names = FileManager.default.enumerator(atPath: folder)
    while let name = names?.nextObject() as? String {
      if names?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { result.append(PathText.join(folder, name)) }
    }
    return result.sorted()
  }

  private static func show(_ report: AppleStoreSummary, _ context: CommandContext) throws(Failure) {
    var counts: [(entity: String, count: Int)] = []
    do throws(DatabaseError) {
      for entity in report.store.model.entities where !entity.isAbstract {
        if let count = try report.count(of: entity.name, includingSubentities: false) { counts.append((entity.name, count)) }
      }
    } catch {
      throw Failure(error, .sqlite(path: report.name))
    }
    if context.arguments["format"] == "json" {
      let members = counts.map { "\(ValueCoding.json(.string($0.entity))):\($0.count)" }
      return context.console.print(
        "{\"path\":\(ValueCoding.json(.string(report.name))),\"entities\":{\(members.joined(separator: ","))}}")
    }
    context.console.print(report.title)
    let texts = counts.map { "\($0.entity) \($0.count)" }
    context.console.print("  " + (texts.isEmpty ? "no entities" : texts.joined(separator: ", ")))
  }
}
