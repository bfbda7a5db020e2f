import CDQFiles
import CDQInference
import CDQSchema
import CDQSyntax
import CDQTerminal

/// `cdq schema infer DATA`: prints the schema that fits data.
enum SchemaInferCommand: Command {
  static let name = "schema infer"
  static let summary = "print the schema that fits JSON, NDJSON or CSV"
  static let usage = ["DATA [--entity E] [-o FILE]"]
  static let options: [OptionSpec] = [
    .value("entity", letter: "e", "E", "the entity of data that no file names (default Record)"),
    .value("output", letter: "o", "FILE", "write a file instead; one that is there is not replaced"), CSVSeparator.spec,
  ]
  static let notes = [
    "DATA is a folder or file as for --data, or - for standard input. Each file becomes an entity: a key without a",
    "value in some record becomes an optional property, a key such as id with different values identifies the records,",
    "and a key that is named after another entity and holds its identities becomes a relationship.",
    "'cdq eval' and 'cdq repl' infer a schema in the same way where they find none.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let path = try context.arguments.single("data", "cdq schema infer DIR")
    let inferred = InferredSchema(try DataSource.read(path, context).inputs, entity: context.arguments["entity"])
    guard let source = inferred.source else {
      throw .unreadable("'\(path)' holds no records", help: ["data is JSON, NDJSON or CSV, with a file for each entity"])
    }
    for remark in inferred.remarks { context.summary(remark) }
    try context.write(String(decoding: source.utf8, as: UTF8.self), to: context.arguments["output"])
    return .clean
  }
}

extension CommandContext {
  /// Writes a text to a new file, or to standard output without one.
  func write(_ text: String, to file: String?) throws(Failure) {
    guard let file else { return console.output.write(text) }
    try create([(file, text)])
  }

  /// Writes several new files: all of them, or none if one is there already.
  func create(_ files: [(path: String, text: String)]) throws(Failure) {
    do throws(FileError) {
      try FileSystem().create(files.map { ($0.path, Array($0.text.utf8)) })
    } catch {
      throw Failure(error)
    }
    for file in files { verbose("wrote \(file.path)") }
  }
}
