import Foundation

/// The time that `cdq lsp` takes for a keystroke, and its memory over many of them.
///
/// The server runs as a process, as under an editor; the time is elapsed time, from sending the change to receiving the
/// findings that it causes. Each keystroke makes an error or removes it, so that findings come each time.
struct EditorSession {
  let options: BenchmarkOptions

  private static let entityCount = 200

  func measure(into report: inout Report) throws {
    for count in options.isQuick ? [100] : [1000, 10_000] {
      let name = "keystroke, \(count) queries"
      guard options.wants(name) else { continue }
      Console.note(name)
      let edits = options.isQuick ? 50 : count == 1000 ? 10_000 : 1000
      let result = try EditorSession.run(queryCount: count, edits: edits)
      report.add(Measurement(query: name, rows: 0, engine: .column, milliseconds: result.keystroke, result: nil))
      report.add(
        Measurement(
          query: "completion, \(count) queries", rows: 0, engine: .column, milliseconds: result.completion, result: nil)
      )
      let memory = result.memory.map {
        " Memory: \($0.early) MB after \(edits / 10) edits, \($0.late) MB after \(edits)."
      }
      report.notes.append(
        "\(name) and \(EditorSession.entityCount) entities: median \(Report.short(result.keystroke)) ms, 95 of 100 within "
          + "\(Report.short(result.slowKeystroke)) ms to the findings; a completion \(Report.short(result.completion)) ms; "
          + "opening \(Report.short(result.opening)) ms." + (memory ?? ""))
    }
  }

  private struct Result {
    var opening: Double
    var keystroke: Double
    var slowKeystroke: Double
    var completion: Double
    var memory: (early: Int, late: Int)?
  }

  private static func run(queryCount: Int, edits: Int) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(schema.utf8).write(to: folder.appending(path: "Schema.cdq"))
    let lines = (0..<queryCount).map(query)
    let file = folder.appending(path: "Queries.cdq")
    try Data(lines.joined().utf8).write(to: file)

    let server = try ServerProcess()
    defer { server.stop() }
    var opening = 0.0
    opening = try Measuring.elapsed {
      try server.request("initialize", ["capabilities": [:] as [String: Any], "rootUri": folder.absoluteString])
      server.notify("initialized", [:])
      server.notify(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": file.absoluteString, "languageId": "cdq", "version": 1, "text": lines.joined(),
          ] as [String: Any]
        ])
      try server.awaitFindings(of: "Queries.cdq")
    }
    // The query in the middle: `q` becomes `x q`, which is an error, and `q` again.
    let line = queryCount / 2
    func change(_ number: Int) throws {
      let start = ["line": line, "character": 6]
      let end = ["line": line, "character": number % 2 == 0 ? 6 : 8]
      let change: [String: Any] = ["range": ["start": start, "end": end], "text": number % 2 == 0 ? "x " : ""]
      server.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": file.absoluteString, "version": number + 2] as [String: Any],
          "contentChanges": [change],
        ])
      try server.awaitFindings(of: "Queries.cdq")
    }
    var keystrokes: [Double] = []
    var completions: [Double] = []
    var early: Int?
    for number in 0..<edits {
      keystrokes.append(try Measuring.elapsed { try change(number) })
      if number % 50 == 0 {
        completions.append(
          try Measuring.elapsed {
            try server.request(
              "textDocument/completion",
              ["textDocument": ["uri": file.absoluteString], "position": ["line": line, "character": 60]])
          })
      }
      if number == edits / 10 { early = server.memory }
    }
    let memory = early.flatMap { early in server.memory.map { (early, $0) } }
    return Result(
      opening: opening, keystroke: Measuring.median(keystrokes),
      slowKeystroke: keystrokes.sorted()[keystrokes.count * 95 / 100], completion: Measuring.median(completions),
      memory: memory)
  }

  private static func query(_ number: Int) -> String {
    let entity = number % entityCount
    return
      "query q\(number) = Entity\(entity) where name BEGINSWITH[c] $prefix AND count > \(number) AND next.count != NULL "
      + "sort name limit 20\n"
  }

  private static var schema: String {
    (0..<entityCount).map { number in
      let next = (number + 1) % entityCount
      return """
        entity Entity\(number) {
          name: String @index
          count: Int64
          isDone: Bool
          changed: Date?
          next: Entity\(next)? inverse previous
          previous: [Entity\((number + entityCount - 1) % entityCount)] inverse next
        }

        """
    }.joined()
  }
}

/// A process of `cdq lsp` with the messages of a client.
private final class ServerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()
  private var nextID = 1

  init() throws {
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cdq")
    process.executableURL = tool
    process.arguments = ["lsp"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  func notify(_ method: String, _ parameters: [String: Any]) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request and waits for its answer.
  func request(_ method: String, _ parameters: [String: Any]) throws {
    let id = nextID
    nextID += 1
    send(["jsonrpc": "2.0", "id": id, "method": method, "params": parameters])
    while try next()["id"] as? Int != id {}
  }

  /// Waits for the next findings of a file.
  func awaitFindings(of file: String) throws {
    while true {
      let message = try next()
      guard message["method"] as? String == "textDocument/publishDiagnostics" else { continue }
      let parameters = message["params"] as? [String: Any]
      if (parameters?["uri"] as? String)?.hasSuffix(file) == true { return }
    }
  }

  private func send(_ message: [String: Any]) {
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    input.fileHandleForWriting.write(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = buffer.range(of: Data("\r\n\r\n".utf8)) {
        let header = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        guard let length = header.split(separator: " ").last.flatMap({ Int($0) }) else {
          throw BenchmarkError("the server sent the header '\(header)'")
        }
        if buffer.endIndex - end.upperBound >= length {
          let body = buffer[end.upperBound..<(end.upperBound + length)]
          let message = try JSONSerialization.jsonObject(with: body) as? [String: Any]
          buffer = Data(buffer[(end.upperBound + length)...])
          return message ?? [:]
        }
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw BenchmarkError("the server ended") }
      buffer.append(more)
    }
  }

  /// The memory of the process in megabytes; nil where the system does not tell.
  var memory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 / 1024 }
  }
}
