import CDQFiles
import CDQKit
import CDQResults
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal
import Foundation

/// The commands that read and write files: `:source`, `:edit`, `:out`, `:copy`.
extension Repl {
  private static let deepestSource = 16

  /// `:source FILE`: the statements of a file, or the queries of a `.cdq` file.
  mutating func runFile(_ argument: String) {
    let path = ReplPath.expanded(argument)
    guard !path.isEmpty else { return fail(":source needs a file", help: [":source FILE"]) }
    guard sourceDepth < Repl.deepestSource else {
      return fail("'\(path)' is not read: \(Repl.deepestSource) files are reading each other already")
    }
    let bytes: Data
    do throws(Failure) {
      bytes = try Files.read(path)
    } catch {
      return fail(error)
    }
    if PathText.fileExtension(of: path) == "cdq" { return takeQueries(of: SourceText(name: path, utf8: Array(bytes))) }
    guard let text = String(bytes: bytes, encoding: .utf8) else { return fail("'\(path)' is no text in UTF-8") }
    sourceDepth += 1
    defer { sourceDepth -= 1 }
    if isInteractive, sourceDepth == 1 {
      InterruptSignal.during { answerAll(in: text) }
    } else {
      answerAll(in: text)
    }
  }

  private mutating func takeQueries(of source: SourceText) {
    let (queries, diagnostics) = NamedQueries.compile([source], runner.schema, runner.limits)
    show(diagnostics, in: [source])
    for query in queries { named.add(query) }
    let names = queries.map(\.name).joined(separator: ", ")
    console.print("\(Phrase.count(queries.count, "query", plural: "queries"))\(names.isEmpty ? "" : ": \(names)")")
    let items = Parser.parseDocument(source).tree.items
    if items.contains(where: SchemaLocator.isSchemaPart) {
      console.print("its entities are not added to the session; 'cdq repl --schema \(source.name)' asks about them")
    }
  }

  /// `:edit`: a text in the user's editor, which is then run.
  mutating func edit(_ argument: String) {
    guard isInteractive else { return fail(":edit needs a terminal") }
    let environment = console.environment
    let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-\(UUID().uuidString).cdq").path
    let text = argument.isEmpty ? lastText ?? "" : argument
    // Queries can hold private data, so only the user may read the file.
    guard FileManager.default.createFile(
      atPath: path, contents: Data((text + "\n").utf8), attributes: [.posixPermissions: 0o600])
    else { return fail("cannot write '\(path)'") }
    defer { try? FileManager.default.removeItem(atPath: path) }
    console.output.flush()
    guard ForegroundProgram.isAvailable else { return fail("this system does not let cdq start '\(editor)'") }
    guard let code = ForegroundProgram.run("\(editor) \"$1\"", [path], environment: environment), code == 0 else {
      return fail("'\(editor)' did not end well, so that nothing is run", help: ["$EDITOR names the editor"])
    }
    guard let bytes = try? Files.read(path), let read = String(bytes: bytes, encoding: .utf8) else {
      return fail("the edited text is no text in UTF-8")
    }
    let edited = PastedText.cleaned(read)
    guard !edited.isEmpty else { return }
    written.append(edited)
    if Statements.of(edited).count == 1 { echo(edited) }
    sourceDepth += 1
    defer { sourceDepth -= 1 }
    answerAll(in: edited)
  }

  // MARK: Results

  mutating func changeOutput(_ argument: String) {
    let path = ReplPath.expanded(argument)
    guard !path.isEmpty else {
      if let outFile { console.print("results are shown again; '\(outFile.path)' is closed") }
      outFile = nil
      return
    }
    let name = FileSystem().absolute(path)
    outFile = nil
    do throws(Failure) {
      outFile = try OutFile(path, replaces: ownFiles.contains(name))
      ownFiles.insert(name)
      console.print("results go to '\(path)' as \(outFormat(path).rawValue), until ':out'")
    } catch {
      fail(error)
    }
  }

  /// The format of a file: the one that was set, else that of its extension.
  private func outFormat(_ path: String) -> ResultFormat {
    if let format { return format }
    switch PathText.fileExtension(of: path) {
    case "csv": return .csv
    case "json": return .json
    case "ndjson", "jsonl": return .ndjson
    case "md", "markdown": return .markdown
    default: return .table
    }
  }

  mutating func write(_ answer: Answer, to file: OutFile, _ suffix: String) {
    let target = Console(
      output: file.output, errors: console.errors, input: console.input, environment: console.environment,
      workingDirectory: console.workingDirectory)
    let writer = ResultWriter(
      console: target, format: outFormat(file.path), isColored: false, rowLimit: nil, recordOption: ":format record")
    if let refusal = writer.refusal(of: answer) { return fail(refusal.message, help: [refusal.help]) }
    writer.write(answer)
    file.output.flush()
    if let failure = file.output.failure {
      outFile = nil
      return fail("cannot write '\(file.path)': \(failure)")
    }
    switch answer {
    case .rows(let rows), .single(let rows):
      console.print("\(Phrase.count(rows.count, "row")) to '\(file.path)'\(suffix)")
    case .number, .truth, .deleted, .updated: console.print("1 value to '\(file.path)'\(suffix)")
    }
  }

  /// `:copy`: the last result to the clipboard of the terminal, which may be on another machine. The escape sequence
  /// OSC 52 does that; a terminal that does not know it ignores it.
  mutating func copy() {
    guard isInteractive else { return fail(":copy needs a terminal", help: [":out FILE writes a file"]) }
    guard let lastAnswer else { return fail("there is no result yet") }
    let memory = MemoryOutput()
    let target = Console(
      output: memory, errors: console.errors, input: console.input, environment: console.environment,
      workingDirectory: console.workingDirectory)
    let writer = ResultWriter(
      console: target, format: format ?? (lastAnswer.rows?.hasRelated == true ? .json : .csv), isColored: false,
      rowLimit: nil, recordOption: "")
    if let refusal = writer.refusal(of: lastAnswer) { return fail(refusal.message, help: [refusal.help]) }
    writer.write(lastAnswer)
    // Terminals refuse longer texts.
    let limit = 74_000
    guard memory.text.utf8.count <= limit else {
      return fail("the result has \(memory.text.utf8.count) bytes, too many for a clipboard", help: [":out FILE writes a file"])
    }
    console.output.writeControls("\u{1B}]52;c;\(Data(memory.text.utf8).base64EncodedString())\u{7}")
    console.print("\(Phrase.count(memory.text.utf8.count, "byte")) copied as \((format ?? .csv).rawValue)")
  }
}
