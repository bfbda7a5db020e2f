import CDQFuzzSupport
import Foundation

/// A command of `cdq` that is run on long texts.
struct MeasuredCommand: Sendable {
  /// The name, such as `generate sql`.
  var name: String
  /// The kinds of texts that it takes.
  var kinds: [LongText.Kind]
  /// Runs it once with so many elements; the folder has `F.cdq` and `Data/Node.json`.
  var run: @Sendable (_ text: LongText, _ count: Int, _ folder: String) -> Void

  private init(
    _ name: String, _ kinds: [LongText.Kind] = [.predicate, .query, .declarations],
    run: @escaping @Sendable (LongText, Int, String) -> Void
  ) {
    (self.name, self.kinds, self.run) = (name, kinds, run)
  }

  static let all: [MeasuredCommand] =
    [.file("check", ["check", "F.cdq"]), .file("fmt", ["fmt", "--check", "F.cdq"])]
    + ["memory", "closure", "coredata", "swiftdata", "sql", "ir"].map {
      .file("generate \($0)", ["generate", "F.cdq", "--stdout", "--backend", $0])
    }
    + [.file("generate postgres", ["generate", "F.cdq", "--stdout", "--backend", "sql", "--dialect", "postgres", "--writes"])]
    + ["tokens", "ast", "typed", "ir", "sql"].map { .file("dump \($0)", ["dump", "F.cdq", "--stage", $0]) }
    + [
      .text("eval", ["eval"], ["--data", "Data"]), .text("eval row", ["eval"], ["--data", "Data", "--engine", "row"]),
      .text("eval plan", ["eval"], ["--data", "Data", "--plan"]), .text("eval why", ["eval"], ["--data", "Data", "--why"]),
      .text("convert", ["convert"], [], [.predicate]), .text("prove", ["prove", "never"], [], [.predicate]),
      .scan, .languageServer, .schema, .schemaDiff,
    ]

  /// The commands of a quick run: one for each stage, printer and tool.
  static let quick: Set<String> = [
    "check", "fmt", "generate memory", "generate closure", "generate coredata", "generate sql", "dump typed", "eval", "eval why",
    "convert", "prove", "language server", "schema",
  ]

  /// A command on the file.
  private static func file(_ name: String, _ arguments: [String]) -> MeasuredCommand {
    MeasuredCommand(name) { text, count, folder in
      MeasuredCommand.write(text.file(count), to: "\(folder)/F.cdq")
      MeasuredCommand.execute(arguments, in: folder)
    }
  }

  /// A command on a predicate or a query that is an argument.
  private static func text(
    _ name: String, _ command: [String], _ options: [String], _ kinds: [LongText.Kind] = [.predicate, .query]
  ) -> MeasuredCommand {
    MeasuredCommand(name, kinds) { text, count, folder in
      let entity = text.kind == .predicate ? ["--entity", "Node"] : []
      let schema = name == "convert" ? [] : ["--schema", "Schema.cdq"]
      MeasuredCommand.execute(command + [text.text(count)] + (name == "convert" ? [] : entity) + schema + options, in: folder)
    }
  }

  /// A source with the predicate, and the same as often as it has elements.
  private static let scan = MeasuredCommand("scan", [.predicate]) { text, count, folder in
    func source(_ predicate: String) -> String {
      let text = predicate.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "let request = NSFetchRequest<Node>(entityName: \"Node\")\nrequest.predicate = NSPredicate(format: \"\(text)\")\n"
    }
    let one = source(text.text(1))
    MeasuredCommand.write(source(text.text(count)) + String(repeating: one, count: count), to: "\(folder)/App/App.swift")
    MeasuredCommand.execute(["scan", "App", "--schema", "Schema.cdq"], in: folder)
  }

  private static let schema = MeasuredCommand("schema", [.declarations]) { text, count, folder in
    MeasuredCommand.write(text.file(count), to: "\(folder)/F.cdq")
    for command in ["show", "check"] { MeasuredCommand.execute(["schema", command, "F.cdq"], in: folder) }
  }

  private static let schemaDiff = MeasuredCommand("schema diff", [.declarations]) { text, count, folder in
    MeasuredCommand.write(text.file(count), to: "\(folder)/F.cdq")
    MeasuredCommand.execute(["schema", "diff", "Schema.cdq", "F.cdq"], in: folder)
    MeasuredCommand.execute(["schema", "diff", "F.cdq", "Schema.cdq"], in: folder)
  }

  /// What an editor asks while a file is written: its findings, completion at the end, and what it shows of the text.
  private static let languageServer = MeasuredCommand("language server") { text, count, _ in
    let file = text.file(count)
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let last = max(lines.count - 2, 0)
    let end = "{\"line\":\(last),\"character\":\(lines[last].utf16.count)}"
    let document = "\"textDocument\":{\"uri\":\"file:///F.cdq\"}"
    var messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"file:///","capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///F.cdq\","
        + "\"languageId\":\"cdq\",\"version\":1,\"text\":\(MeasuredCommand.json(file))}}}",
    ]
    let requests = [
      ("completion", ",\"position\":\(end)"), ("hover", ",\"position\":\(end)"), ("documentSymbol", ""),
      ("semanticTokens/full", ""), ("formatting", ",\"options\":{\"tabSize\":2,\"insertSpaces\":true}"), ("foldingRange", ""),
      ("inlayHint", ",\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":\(end)}"),
      ("codeAction", ",\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":\(end)},\"context\":{\"diagnostics\":[]}"),
    ]
    for (index, (method, more)) in requests.enumerated() {
      messages.append(
        "{\"jsonrpc\":\"2.0\",\"id\":\(index + 2),\"method\":\"textDocument/\(method)\",\"params\":{\(document)\(more)}}")
    }
    _ = ServerSession(messages.flatMap { ServerSession.frame($0) }, files: [:])
  }

  private static func json(_ text: String) -> String {
    guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a command, which may find mistakes in the text, but not in its arguments.
  private static func execute(_ arguments: [String], in folder: String) {
    let run = CommandRun(arguments, in: folder)
    precondition(run.code != 2 || run.errors.isEmpty || run.errors.contains("["), "\(arguments): \(run.errors)")
    precondition(run.code != 70, "\(arguments): \(run.errors)")
  }

  static func write(_ text: String, to path: String) {
    precondition(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)), "cannot write \(path)")
  }
}

extension LongText {
  /// Whether a quick run measures the construct: one for each repetition of the grammar.
  var isQuick: Bool {
    let names: Set<String> = [
      "OR", "OR of optional parameters", "AND", "AND of OR", "NOT", "+", "*", "sums of products", "UNION", "signs", "indexes",
      "steps", "IN", "IN[cd]", "arguments", "selector", "keys of groups", "selected values", "sort keys", "clauses", "queries",
      "wrong queries", "related entities", "mappings", "cases", "attributes", "annotations", "parameters", "entries",
      "a word", "a string", "comments", "lines",
    ]
    return names.contains(name)
  }
}
