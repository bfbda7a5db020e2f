import CDQFiles
import CDQSyntax
import CDQTerminal

/// `cdq fmt [paths|-]`: formats files in the canonical layout. It needs no schema.
enum FmtCommand: Command {
  static let name = "fmt"
  static let summary = "format .cdq files"
  static let usage = ["[paths] [--check] [--diff]", "-"]
  static let options: [OptionSpec] = [
    .flag("check", "change nothing, name the files that would change, and exit with 1 if there are any"),
    .flag("diff", "change nothing, show what would change, and exit with 1 if anything would"),
  ]
  static let notes = [
    "Without paths, all .cdq files below the working directory are formatted; - reads standard input and prints.",
    "Comments and the meaning never change. A file that does not parse is reported and left as it is.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let paths = arguments.positionals.isEmpty ? [DocumentFiles.startFolder(context.console)] : arguments.positionals
    let texts = try DocumentFiles(console: context.console).read(paths)
    var changes: [Change] = []
    var findings: [Diagnostic] = []
    var unreadable: Set<String> = []
    for text in texts {
      let result = SourceFormatter.format(text, as: .document)
      guard let formatted = result.text else {
        findings += result.diagnostics
        unreadable.insert(text.name)
        continue
      }
      let change = Change(old: text, new: SourceText(name: text.name, formatted))
      guard SourceFormatter.haveSameTree(text, change.new, as: .document) else {
        throw .bug("formatting '\(text.name)' would change its meaning; nothing was written")
      }
      changes.append(change)
    }
    context.show(findings, texts)
    let changed = changes.filter(\.isDifferent)
    if arguments.has("check") || arguments.has("diff") {
      for change in changed { report(change, context) }
    } else {
      try write(changes, context)
    }
    summarize(changed.count, of: texts.count, failed: unreadable.count, context)
    let isDry = arguments.has("check") || arguments.has("diff")
    return unreadable.isEmpty && (changed.isEmpty || !isDry) ? .clean : .findings
  }

  /// A text before and after formatting.
  private struct Change {
    var old: SourceText
    var new: SourceText
    var isDifferent: Bool { old.utf8 != new.utf8 }
    var isStandardInput: Bool { old.name == "<stdin>" }
  }

  private static func report(_ change: Change, _ context: CommandContext) {
    if context.arguments.has("diff") {
      context.console.output.write(UnifiedDiff(name: change.old.name, from: change.old.utf8, to: change.new.utf8).text)
    } else {
      context.console.print(change.old.name)
    }
  }

  /// Writes the changed files, all or none as far as a file system can, and prints the text of standard input.
  private static func write(_ changes: [Change], _ context: CommandContext) throws(Failure) {
    FileSystem().removeLeftovers(beside: changes.filter { !$0.isStandardInput }.map(\.old.name))
    let files = changes.filter { $0.isDifferent && !$0.isStandardInput }
    for change in files { context.verbose("writing \(change.old.name)") }
    try Files.replace(files.map { FileChange($0.old.name, old: Array($0.old.utf8), new: Array($0.new.utf8)) })
    for change in changes where change.isStandardInput {
      context.console.output.write(String(decoding: change.new.utf8, as: UTF8.self))
    }
  }

  private static func summarize(_ changed: Int, of total: Int, failed: Int, _ context: CommandContext) {
    let arguments = context.arguments
    if arguments.positionals == ["-"], !arguments.has("check") { return }
    let isDry = arguments.has("check") || arguments.has("diff")
    let verb = isDry ? "would change" : changed == 1 ? "was formatted" : "were formatted"
    let failures = failed == 0 ? "" : ", \(Phrase.count(failed, "file")) could not be parsed"
    context.summary("\(changed) of \(Phrase.count(total, "file")) \(verb)\(failures)")
  }
}
