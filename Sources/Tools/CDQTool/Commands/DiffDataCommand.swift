import CDQTerminal

/// `cdq diff-data A B`: the objects that differ between two sources of data.
enum DiffDataCommand: Command {
  static let name = "diff-data"
  static let summary = "list the objects that differ between two sources of data"
  static let usage = ["OLD NEW [--key ATTRIBUTE] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value(
      "key", letter: "k", "ATTRIBUTE",
      "the attribute that identifies objects, where an entity has it (default: its unique one, or a number)"),
    .value("entity", letter: "e", "E", "only this entity"),
  ] + OptionSpec.loading.filter { $0.name != OptionSpec.data.name } + OptionSpec.databases
  static let notes = [
    "The exit code is 1 when something differs. Values of both are compared by the names of the properties.",
    "Of two objects with the same key, the one with the higher number counts.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let paths = context.arguments.positionals
    guard paths.count == 2 else {
      throw .usage("'cdq diff-data' needs two paths", help: ["cdq diff-data old.sqlite new.sqlite"])
    }
    let difference = DataDifference(
      old: try context.objects(at: paths[0], isPortable: false), new: try context.objects(at: paths[1], isPortable: false),
      key: context.arguments["key"])
    let names = difference.entities.filter { context.arguments["entity"] == nil || context.arguments["entity"] == $0 }
    if names.isEmpty, let entity = context.arguments["entity"] {
      throw .usage("neither has an entity '\(entity)'")
    }
    var totals = DataDifference.Totals()
    for name in names {
      difference.forEach(of: name, &totals) { context.console.print($0) }
    }
    guard totals.isDifferent else {
      context.summary("the objects are the same")
      return .clean
    }
    context.summary(
      "\(totals.changed) changed, \(totals.removed) only in '\(paths[0])', \(totals.added) only in '\(paths[1])'")
    return .findings
  }
}
