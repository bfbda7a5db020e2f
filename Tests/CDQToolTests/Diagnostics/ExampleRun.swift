import CDQCodegen
import CDQExplanations
import CDQIR
import CDQKit
import CDQReasoning
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// The run of an example of an explanation, or of a case of a diagnostic snapshot, and its output.
struct ExampleRun {
  /// Diagnostics with their sources; empty for an example that runs as a command.
  var diagnostics: [Diagnostic] = []
  var sources: [SourceText] = []
  /// The rendered output.
  var shown = ""
  /// Codes of the findings without notes.
  var codes: [String] = []
  /// The text that fix-its edit.
  var text: SourceText?

  /// - Parameter lints: codes of the lints to enable.
  init(_ example: Explanation.Example, lints: Set<DiagnosticCode> = []) throws {
    switch example.form {
    case .predicate, .strict, .query: compile(example, lints)
    case .document: check(example, lints)
    case .model: importModel(example)
    case .files, .data, .command: try runTool(example)
    case .swift: break
    }
  }

  private static let schemaSource = SourceText(name: "Example.cdq", Explanation.schema)

  private static let schema = buildSchema(
    SchemaInputs(documents: [(schemaSource, Parser.parseDocument(schemaSource).tree)]), reader: NoFiles()
  ).schema

  private mutating func finish(_ found: [Diagnostic], _ texts: [SourceText], _ lints: Set<DiagnosticCode>) {
    var levels = DiagnosticLevels(.compiling)
    for lint in lints { levels.set(.warn, for: lint) }
    let report = DiagnosticReport(
      diagnostics: levels.applied(to: found, in: texts), sources: texts, maximum: .max)
    diagnostics = report.diagnostics
    sources = texts
    shown = report.rendered()
    codes = diagnostics.filter { $0.severity != .note }.map(\.code.rawValue)
  }

  private mutating func compile(_ example: Explanation.Example, _ lints: Set<DiagnosticCode>) {
    let source =
      example.bytes.map { SourceText(name: "<query>", utf8: $0) } ?? SourceText(name: "<query>", example.text)
    let limits = ParseOptions(strictNSPredicate: example.form == .strict, limits: example.limits ?? TextLimits())
    let parsed: ParseResult<Pipeline.Tree>
    if example.form == .query {
      let result = Parser.parseQuery(source, options: limits)
      parsed = ParseResult(.query(result.tree), result.diagnostics)
    } else {
      let result = Parser.parsePredicate(source, options: limits)
      parsed = ParseResult(.predicate(result.tree), result.diagnostics)
    }
    let compiled = Pipeline.compile(
      parsed, source: source, entity: "City", schema: Self.schema,
      options: CheckOptions(strictNSPredicate: example.form == .strict, lints: lints))
    text = source
    finish(compiled.diagnostics, [source, Self.schemaSource], lints)
  }

  private mutating func check(_ example: Explanation.Example, _ lints: Set<DiagnosticCode>) {
    let source = SourceText(name: "File.cdq", example.text)
    let parsed = Parser.parseDocument(source)
    var documents = [(source, parsed.tree)]
    let hasSchema = example.text.contains("entity ") || example.text.contains("enum ")
    if !hasSchema { documents.append((Self.schemaSource, Parser.parseDocument(Self.schemaSource).tree)) }
    let built = buildSchema(SchemaInputs(documents: documents), reader: NoFiles())
    let compilation = Compilation(
      [ParsedDocument(source: source, tree: parsed.tree)], schema: built.schema, lints: lints)
    text = source
    let proofs = ReasoningLints.findings(compilation.queries, built.schema.schema, others: compilation.diagnostics)
    finish(parsed.diagnostics + built.diagnostics + compilation.diagnostics + proofs, built.sources, lints)
  }

  private mutating func importModel(_ example: Explanation.Example) {
    let model = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(example.text)\n</model>\n"
    let reader = NoFiles(files: ["M.xcdatamodel/contents": Array(model.utf8)])
    let built = buildSchema(SchemaInputs(modelPaths: ["M.xcdatamodel"]), reader: reader)
    let compilation = Compilation([], schema: built.schema, models: built.sources)
    finish(built.diagnostics + compilation.diagnostics, built.sources, [])
  }

  private mutating func runTool(_ example: Explanation.Example) throws {
    let files = Self.files(of: example)
    let folder = try TestFolder(files.reduce(into: example.form == .files ? [:] : Self.sample) { $0[$1.0] = $1.1 })
    let run: ToolRun
    switch example.form {
    case .files:
      let first = files[0].0.split(separator: "/").map(String.init)[0]
      run = ToolRun(["schema", "check", "DIR/\(first)"], in: folder)
    case .data: run = ToolRun("eval City --schema DIR/Example.cdq --data DIR/data", in: folder)
    default: run = ToolRun(Self.located(example.text), in: folder)
    }
    shown = example.form == .command && example.text.contains("--batch") ? run.output : run.errors
    shown = shown.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains(" ms)") }
      .joined(separator: "\n")
    let pattern = example.text.contains("--batch") ? /"code":"([a-z-]+)"/ : /(?:error|warning): .*\[([a-z-]+)\]/
    codes = shown.matches(of: pattern).map { String($0.output.1) }
  }

  /// Completes a command line: puts its files in the folder, and adds `--schema` with the schema that the examples
  /// share unless the line names another.
  private static func located(_ line: String) -> String {
    var line = line
    for word in ["data", "towns", "works", "books", "pages", "seats", "rows", "notes.cdqdata"] { line.replace("--data \(word)", with: "--data DIR/\(word)") }
    line.replace("--schema ", with: "--schema DIR/")
    line.replace("-o ", with: "-o DIR/")
    for file in ["Closure.cdq", "Locale.cdq", "Clash.cdq", "Queries.cdq", "wrong.ndjson", "right.ndjson", "wrong.json", "right.json"] {
      line.replace(" \(file)", with: " DIR/\(file)")
    }
    return line.contains("--schema") || line.hasPrefix("convert") ? line : line + " --schema DIR/Example.cdq"
  }

  private static func files(of example: Explanation.Example) -> [(String, String)] {
    guard example.form != .command else { return [] }
    let parts = ("\n" + example.text).components(separatedBy: "\n=== ").dropFirst()
    return parts.map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let name = example.form == .data ? "data/\(lines[0])" : String(lines[0])
      return (name, lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// The files in the folder in which commands run.
  private static let sample = [
    "Example.cdq": Explanation.schema,
    "notes.cdqdata": "Paris\n",
    "Queries.cdq": "query capitals = City where isCapital\n",
    "Locale.cdq": "query local = City where name IN[l] {'Ärger'}\n",
    "wrong.json": "{\n  // The rows are in memory.\n  \"backend\": \"memori\"\n}\n",
    "right.json": "{\n  // The rows are in memory.\n  \"backend\": \"memory\"\n}\n",
    "Closure.cdq": "query medians = City group by rank select rank, avg(area) as area\n",
    "Clash.cdq": "query country = Country\nquery byName = City sort $by in (name, rank)\nquery ByName = City where isCapital sort $by in (name, rank)\n",
    "Deny.cdq": "entity Town { id: Int64 @unique  parts: [Part] inverse town @delete(deny) }\nentity Part { town: Town? inverse parts }\n",
    "Seats.cdq": "entity Seat { number: Int32 @range(1...200) }\n",
    "Works.cdq": """
    abstract entity Work { id: Int64 @unique  title: String }
    entity Book: Work { pages: Int32 }
    entity Page { number: Int32  text: String? @transient }

    """,
    "data/City.json": """
    [{"id": 1, "name": "Paris", "rank": 1, "isCapital": true, "population": 2100000, "country": "FR"},
     {"id": 2, "name": "Lyon", "rank": 3, "isCapital": false}]
    """,
    "data/Country.json": #"[{"id": "FR", "name": "France"}, {"id": "DE", "name": "Germany"}]"#,
    "data/Street.json": #"[{"name": "Rivoli", "length": 3000}]"#,
    "towns/Town.json": #"[{"id": 1}]"#, "towns/Part.json": #"[{"town": 1}]"#,
    "works/Work.json": #"[{"id": 1, "title": "Faust"}]"#, "books/Book.json": #"[{"id": 1, "title": "Faust", "pages": 158}]"#,
    "seats/Seat.json": #"[{"number": 0}]"#, "rows/Seat.json": #"[{"number": 1}]"#,
    "pages/Page.json": #"[{"number": 1, "text": "x"}]"#,
    "wrong.ndjson": "{\"text\": \"City\"}\n", "right.ndjson": "{\"query\": \"City\"}\n",
  ]
}

/// Reads files from memory, never from disk.
struct NoFiles: SchemaReader {
  var files: [String: [UInt8]] = [:]

  func kind(of path: String) -> PathKind {
    if files[path] != nil { return .file }
    return files.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .missing
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let bytes = files[path] else { throw FileError(path, .noSuchFile) }
    return bytes
  }

  func list(_ path: String) throws(FileError) -> [String] {
    files.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) }.sorted()
  }
}
