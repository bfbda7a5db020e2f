import CDQIR
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQTerminal
import Foundation

/// `cdq snapshot --data D -o FILE`: writes data to one file that opens fast; `--check FILE` counts the objects of one.
enum SnapshotCommand: Command {
  static let name = "snapshot"
  static let summary = "put data into one file that opens at once"
  static let usage = ["--data D [--schema S] -o FILE.cdqdata", "--check FILE.cdqdata [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("output", letter: "o", "FILE", "the snapshot file to write or replace").also("to"),
    .value("check", letter: "c", "FILE", "count the objects of a snapshot file, and say how it is migrated to --schema"),
  ] + OptionSpec.loading + OptionSpec.databases
  static let notes = [
    "A snapshot holds its schema. Where --schema is another version, the data is migrated as it is opened; what cannot",
    "be inferred is listed with what to declare. A file that exists is replaced in one step.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    switch (arguments["check"], try arguments.data(), arguments["output"]) {
    case (let file?, nil, nil): return try check(file, context)
    case (nil, let data?, let output?): return try write(data, to: output, context)
    default:
      throw .usage(
        "'cdq snapshot' needs --data and -o, or --check", help: ["cdq snapshot --data DIR -o FILE.cdqdata"])
    }
  }

  private static func schema(_ context: CommandContext, near file: String) throws(Failure) -> Schema {
    let finder = SchemaFinder(
      console: context.console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"])
    return try context.sound(finder.require(near: [file])).schema.schema
  }

  private static func write(_ data: String, to output: String, _ context: CommandContext) throws(Failure) -> ExitCode {
    let store = Store(try context.objects(at: data))
    do throws(SnapshotError) {
      try store.save(to: URL(fileURLWithPath: output))
    } catch {
      throw context.failure(error)
    }
    context.verbose("wrote \(output)")
    return .clean
  }

  private static func check(_ file: String, _ context: CommandContext) throws(Failure) -> ExitCode {
    guard FileManager.default.fileExists(atPath: file) else { throw .unreadable("cannot read '\(file)': no such file") }
    let url = URL(fileURLWithPath: file)
    let schema = context.arguments.has("schema") ? try schema(context, near: file) : nil
    do throws(SnapshotError) {
      let saved = try Snapshot.schema(inFile: url)
      let snapshot = try Snapshot(contentsOf: url, schema: schema ?? saved)
      for entity in snapshot.schema.entities where !entity.isAbstract {
        let count = snapshot.count(of: entity.name, includingSubentities: false)
        context.console.print("\(entity.name): \(Phrase.count(count, "object"))")
      }
      if let plan = schema.flatMap({ try? MigrationPlan(from: saved, to: $0) }) {
        for line in plan.summary { context.console.print(line) }
      }
    } catch {
      throw context.failure(error)
    }
    return .clean
  }
}
