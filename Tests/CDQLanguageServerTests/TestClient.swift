import CDQFiles
import CDQJSON
import CDQLanguageServer
import CDQSchema
import CDQSyntax
import Foundation

/// Files in memory, as the server sees a disk.
final class MemoryFiles: ServerFiles, @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String: [UInt8]] = [:]
  private var dates: [String: Double] = [:]
  private var clock = 0.0

  init(_ texts: [String: String] = [:]) {
    for (path, text) in texts { self[path] = text }
  }

  subscript(path: String) -> String? {
    get { lock.withLock { texts[path].map { String(decoding: $0, as: UTF8.self) } } }
    set {
      lock.withLock {
        clock += 1
        texts[path] = newValue.map { Array($0.utf8) }
        dates[path] = newValue == nil ? nil : clock
      }
    }
  }

  func kind(of path: String) -> PathKind {
    lock.withLock {
      if texts[path] != nil { return .file }
      return texts.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .missing
    }
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let bytes = lock.withLock({ texts[path] }) else { throw FileError(path, .noSuchFile) }
    return bytes
  }

  func list(_ path: String) throws(FileError) -> [String] {
    let names = lock.withLock {
      texts.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) }
    }
    return Set(names).sorted()
  }

  func stamp(of path: String) -> FileStamp? {
    lock.withLock { dates[path].map { FileStamp(modified: $0, size: texts[path]?.count ?? 0) } }
  }
}

/// A client in the test's process. Places in texts are marked with `¦`.
final class TestClient {
  let files: MemoryFiles
  private(set) var server: LanguageServer!
  /// All messages of the server, in their order.
  private(set) var received: [JSONValue] = []
  private var nextID = 1
  private var versions: [String: Int] = [:]
  /// The last findings of each file, by path.
  private(set) var findings: [String: JSONValue] = [:]
  let initialization: JSONValue

  static let schema = """
    /// A place where people live.
    entity City {
      /// The name in English.
      name: String @index
      population: Int64
      kind: Kind = .small
      isCapital: Bool
      founded: Date?
      country: Country? inverse cities
    }
    entity Country {
      code: String @unique
      title: String
      cities: [City] inverse country
    }
    enum Kind: String { /// A village.
      small, large }

    """

  init(
    _ texts: [String: String] = ["/w/Schema.cdq": TestClient.schema], capabilities: String = "{}",
    options: String = "{}", encoding: String? = nil, root: String? = "/w",
    run: (@Sendable (RunRequest) -> Result<String, ResponseError>)? = nil
  ) throws {
    files = MemoryFiles(texts)
    var collect: (JSONValue) -> Void = { _ in }
    let server = LanguageServer(ServerEnvironment(files: files, version: "1", run: run)) { collect($0) }
    var parameters = "\"capabilities\": \(capabilities), \"initializationOptions\": \(options)"
    if let encoding { parameters = "\"capabilities\": {\"general\": {\"positionEncodings\": \(encoding)}}" }
    if let root { parameters += ", \"rootUri\": \"file://\(root)\"" }
    initialization = try JSONValue(parsing: "{\(parameters)}")
    self.server = server
    collect = { [unowned self] in take($0) }
    _ = request("initialize", initialization)
    notify("initialized", .fields([:]))
    server.settle()
  }

  private func take(_ message: JSONValue) {
    received.append(message)
    if message["method"]?.asString == "textDocument/publishDiagnostics",
      let uri = message[path: "params", "uri"]?.asString
    {
      findings[DocumentURI.path(uri)] = message[path: "params", "diagnostics"]
    }
  }

  // MARK: Messages

  /// The whole answer to a request, with `result` or `error`.
  func answer(_ method: String, _ parameters: JSONValue) -> JSONValue {
    let id = nextID
    nextID += 1
    server.receive(
      .fields(["jsonrpc": .string("2.0"), "id": .int(id), "method": .string(method), "params": parameters]))
    return received.last { $0["id"] == .int(id) && $0["method"] == nil } ?? .null
  }

  func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
    answer(method, parameters)["result"] ?? .null
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    server.receive(.fields(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters]))
  }

  // MARK: Documents

  static func uri(_ path: String) -> String { "file://\(path)" }

  /// Opens a text. The position of the mark in it is returned; the start without one.
  @discardableResult
  func open(_ path: String, _ marked: String) -> Position {
    let (text, position) = TestClient.split(marked)
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      .fields([
        "textDocument": .fields([
          "uri": .string(TestClient.uri(path)), "languageId": .string("cdq"), "version": .int(1), "text": .string(text),
        ])
      ]))
    server.settle()
    return position
  }

  /// Replaces a part of a text, or all of it.
  func change(_ path: String, _ range: PositionRange?, _ text: String, settles: Bool = true) {
    let version = (versions[path] ?? 0) + 1
    versions[path] = version
    notify(
      "textDocument/didChange",
      .fields([
        "textDocument": .fields(["uri": .string(TestClient.uri(path)), "version": .int(version)]),
        "contentChanges": .array([.fields(["range": range?.json, "text": .string(text)])]),
      ]))
    if settles { server.settle() }
  }

  func text(_ path: String) -> String {
    server.workspace.documents[path].map { String(decoding: $0.source.utf8, as: UTF8.self) } ?? ""
  }

  /// The text without its mark, and the place of the mark in UTF-16.
  static func split(_ marked: String) -> (String, Position) {
    guard let mark = marked.range(of: "¦") else { return (marked, Position(line: 0, character: 0)) }
    let before = marked[..<mark.lowerBound]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return (
      String(before) + String(marked[mark.upperBound...]),
      Position(line: lines.count - 1, character: lines.last?.utf16.count ?? 0)
    )
  }

  /// Asks about a place.
  func ask(_ method: String, _ path: String, _ position: Position, _ more: KeyValuePairs<String, JSONValue?> = [:])
    -> JSONValue
  {
    request("textDocument/\(method)", at(path, position, more))
  }

  func at(_ path: String, _ position: Position, _ more: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    guard case .object(let members) = JSONValue.fields(more) else { return .null }
    return .object(
      [
        .init("textDocument", .fields(["uri": .string(TestClient.uri(path))])), .init("position", position.json),
      ] + members)
  }

  func about(_ method: String, _ path: String, _ more: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    guard case .object(let members) = JSONValue.fields(more) else { return .null }
    let document = JSONValue.Member("textDocument", .fields(["uri": .string(TestClient.uri(path))]))
    return request("textDocument/\(method)", .object([document] + members))
  }

  // MARK: Results

  /// The codes of the last findings of a file.
  func codes(_ path: String) -> [String] { (findings[path]?.asArray ?? []).compactMap { $0["code"]?.asString } }

  /// The labels of completions at the mark of a new text, best first.
  func labels(_ path: String, _ marked: String) -> [String] {
    let position = open(path, marked)
    let items = ask("completion", path, position)["items"]?.asArray ?? []
    return items.sorted { ($0["sortText"]?.asString ?? "") < ($1["sortText"]?.asString ?? "") }
      .compactMap { $0["label"]?.asString }
  }

  /// A text after the edits of an answer, applied from the end.
  static func apply(_ edits: [JSONValue], to text: String) -> String {
    let source = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    func index(_ position: Position) -> Int {
      source.prefix(position.line).reduce(0) { $0 + $1.count + 1 } + position.character
    }
    var units = Array(text.utf16)
    let ranges = edits.compactMap { edit in
      PositionRange(edit["range"]).map { (index($0.start), index($0.end), edit["newText"]?.asString ?? "") }
    }
    for (start, end, new) in ranges.sorted(by: { $0.0 > $1.0 }) {
      units.replaceSubrange(start..<end, with: Array(new.utf16))
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The texts after an edit of the workspace, by path.
  func texts(after edit: JSONValue) -> [String: String] {
    guard case .object(let files)? = edit["changes"] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let path = DocumentURI.path(file.key)
        return (path, TestClient.apply(file.value.asArray, to: text(path)))
      })
  }
}
