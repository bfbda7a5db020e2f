import CDQIR
package import CDQJSON
import CDQSchema
import CDQSyntax

/// A language server for `.cdq` files: it takes the messages of a client in their order and sends its own.
///
/// The server does no input or output itself. `LanguageServerLoop` connects it with streams; tests call it directly.
/// Any message in any order gets an answer or is ignored.
package final class LanguageServer {
  enum State {
    case starting, running, shutDown
  }

  let environment: ServerEnvironment
  package let workspace: Workspace
  private let send: (JSONValue) -> Void
  var state = State.starting
  /// The exit code of the process, once the client asked it to exit.
  package private(set) var exitCode: Int32?
  package internal(set) var encoding = PositionEncoding.utf16
  var client = ClientCapabilities()
  /// The folder with data of the client's settings.
  var dataFolder: String?
  /// Whether a request was cancelled.
  package var isCancelled: (JSONValue) -> Bool = { _ in false }
  /// Does slow work, then calls the completion between two messages; the default does both at once.
  package var inBackground: (@escaping @Sendable () -> @Sendable (LanguageServer) -> Void) -> Void = { _ in }
  private var nextRequest = 1
  private var nextTokens = 1
  /// The URIs with findings on the client's side that are no documents, with the text that was sent.
  private var publishedOthers: [String: String] = [:]
  private var publishedDocuments: [String: String] = [:]
  /// The packages that SwiftPM was asked about.
  private var described: Set<String> = []
  private var isDescribing = false
  private var shownSchemas: [ObjectIdentifier: Schema] = [:]

  package init(_ environment: ServerEnvironment, send: @escaping (JSONValue) -> Void) {
    self.environment = environment
    self.send = send
    workspace = Workspace(environment.files)
    inBackground = { [unowned self] work in work()(self) }
  }

  // MARK: Messages

  /// Handles one message. Findings are sent by `settle`, so that several changes in a row are checked once.
  package func receive(_ message: JSONValue) {
    switch Message(message) {
    case .request(let id, let method, let parameters):
      let result: Result<JSONValue, ResponseError>
      do throws(ResponseError) {
        guard let answer = try answer(method, parameters, id) else { return }
        result = .success(answer)
      } catch {
        result = .failure(error)
      }
      send(.response(id: id, result))
    case .notification(let method, let parameters): notify(method, parameters)
    case .response: break
    case .invalid(let id):
      send(.response(id: id, .failure(ResponseError(.invalidRequest, "this is no request of JSON-RPC 2.0"))))
    }
  }

  /// Answers bytes that are no JSON.
  package func refuseUnreadable(_ reason: String) {
    send(.response(id: .null, .failure(ResponseError(.parseError, reason))))
  }

  /// Refuses a request that was cancelled before its turn.
  package func refuseCancelled(_ id: JSONValue) {
    send(.response(id: id, .failure(ResponseError(.requestCancelled, "the request was cancelled"))))
  }

  /// - Returns: nil when the answer comes later.
  private func answer(_ method: String, _ parameters: JSONValue, _ id: JSONValue) throws(ResponseError) -> JSONValue? {
    switch (state, method) {
    case (.starting, "initialize"): return initialize(parameters)
    case (.starting, _): throw ResponseError(.serverNotInitialized, "'initialize' comes first")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "'initialize' was sent already")
    case (.shutDown, _): throw ResponseError(.invalidRequest, "the server is shut down")
    case (.running, "shutdown"):
      state = .shutDown
      return .null
    case (.running, "workspace/executeCommand"): return try execute(parameters, id)
    case (.running, _):
      workspace.update()
      return try FeatureTable.answer(method, parameters, self) { self.isCancelled(id) }
    }
  }

  private func notify(_ method: String, _ parameters: JSONValue) {
    if method == "exit" {
      exitCode = state == .shutDown ? 0 : 1
      return
    }
    guard state == .running else { return }
    switch method {
    case "initialized":
      watchFiles()
    case "textDocument/didOpen": open(parameters["textDocument"])
    case "textDocument/didChange": change(parameters)
    case "textDocument/didClose": if let document = document(parameters) { workspace.close(document) }
    case "textDocument/didSave": if let document = document(parameters) { workspace.filesChanged([document.path]) }
    case "workspace/didChangeWatchedFiles":
      workspace.filesChanged(
        parameters["changes"]?.asArray.compactMap { $0["uri"]?.asString.map(DocumentURI.path) } ?? [])
    case "workspace/didChangeWorkspaceFolders":
      let event = parameters["event"]
      let removed = Set(folders(event?["removed"]))
      workspace.setRoots(workspace.roots.filter { !removed.contains($0) } + folders(event?["added"]))
    case "workspace/didChangeConfiguration": configure(parameters["settings"]?["cdq"] ?? .null)
    default: break
    }
  }

  func notifyClient(_ method: String, _ parameters: JSONValue) { send(.notification(method, parameters)) }

  func requestOfClient(_ method: String, _ parameters: JSONValue) {
    send(.request(id: nextRequest, method, parameters))
    nextRequest += 1
  }

  func respond(_ id: JSONValue, _ result: Result<JSONValue, ResponseError>) { send(.response(id: id, result)) }

  /// A new identifier of a set of semantic tokens.
  func makeTokensID() -> Int {
    defer { nextTokens += 1 }
    return nextTokens
  }

  // MARK: Documents

  func document(_ parameters: JSONValue) -> QueryDocument? {
    guard let uri = parameters[path: "textDocument", "uri"]?.asString else { return nil }
    return workspace.documents[DocumentURI.path(uri)]
  }

  private func open(_ item: JSONValue?) {
    guard let uri = item?["uri"]?.asString, let text = item?["text"]?.asString else { return }
    let path = DocumentURI.path(uri)
    guard PathText.fileExtension(of: path) == "cdq" || item?["languageId"]?.asString == "cdq" else { return }
    workspace.open(path: path, uri: uri, version: item?["version"]?.asInt ?? 0, text: Array(text.utf8))
  }

  private func change(_ parameters: JSONValue) {
    guard let document = document(parameters), document.isOpen else { return }
    if let version = parameters[path: "textDocument", "version"]?.asInt { document.version = version }
    var text = document.source
    for change in parameters["contentChanges"]?.asArray ?? [] {
      guard let new = change["text"]?.asString else { continue }
      guard let range = PositionRange(change["range"]) else {
        text = SourceText(name: text.name, new)
        continue
      }
      let span = TextPositions(text, encoding).span(of: range)
      var bytes = text.utf8
      bytes.replaceSubrange(Int(span.start)..<Int(span.end), with: Array(new.utf8))
      text = SourceText(name: text.name, utf8: bytes)
    }
    workspace.change(document, to: text)
  }

  // MARK: Findings

  /// Brings everything up to date and sends the findings that changed. To be called when no message waits.
  package func settle() {
    guard state == .running else { return }
    workspace.update()
    publish()
    refresh()
    describePackages()
  }

  /// Looks for changed files, for a client that does not watch them.
  package func poll() {
    guard state == .running, !client.watchesFiles else { return }
    let changed = workspace.changedFiles()
    if changed.isEmpty { return }
    workspace.filesChanged(changed)
    settle()
  }

  private func publish() {
    let diagnostics = PublishedDiagnostics(workspace: workspace, encoding: encoding, client: client)
    for document in workspace.documents.values.sorted(by: { $0.path < $1.path }) where document.needsPublishing {
      document.needsPublishing = false
      let found = workspace.target(of: document)?.findings(of: document) ?? document.parseFindings
      let json = diagnostics.json(found, in: document.source)
      let text = json.text
      // An open document gets its first findings even if there are none, so that the client knows that it was checked.
      let before = document.published.isEmpty && !document.isOpen ? "[]" : document.published
      document.published = text
      if text == before { continue }
      publishedDocuments[document.uri] = text == "[]" ? nil : document.path
      publish(json, uri: document.uri, version: document.version)
    }
    for (uri, path) in publishedDocuments where workspace.documents[path] == nil {
      publishedDocuments[uri] = nil
      publish(.array([]), uri: uri, version: nil)
    }
    var others: [String: String] = [:]
    for (source, findings) in workspace.otherFindings() where source.name.hasPrefix("/") {
      let uri = DocumentURI.uri(source.name)
      let json = diagnostics.json(findings, in: source)
      let text = json.text
      if text != (publishedOthers[uri] ?? "[]") { publish(json, uri: uri, version: nil) }
      if text != "[]" { others[uri] = text }
    }
    for uri in publishedOthers.keys where others[uri] == nil { publish(.array([]), uri: uri, version: nil) }
    publishedOthers = others
  }

  private func publish(_ findings: JSONValue, uri: String, version: Int?) {
    notifyClient(
      "textDocument/publishDiagnostics",
      .fields(["uri": .string(uri), "version": version.map { .int($0) }, "diagnostics": findings]))
  }

  /// Asks the client to ask again for what depends on a schema that changed.
  private func refresh() {
    var current: [ObjectIdentifier: Schema] = [:]
    var hasChanged = false
    for target in workspace.targets {
      let key = ObjectIdentifier(target)
      current[key] = target.schema.schema
      if let shown = shownSchemas[key], !shown.isCopy(of: target.schema.schema) { hasChanged = true }
    }
    shownSchemas = current
    guard hasChanged else { return }
    if client.refreshesTokens { requestOfClient("workspace/semanticTokens/refresh", .null) }
    if client.refreshesHints { requestOfClient("workspace/inlayHint/refresh", .null) }
    if client.refreshesLenses { requestOfClient("workspace/codeLens/refresh", .null) }
  }

  // MARK: Packages

  /// Asks SwiftPM about the packages of open documents, one at a time: each takes seconds and a processor.
  private func describePackages() {
    guard let describe = environment.describePackage, !isDescribing else { return }
    guard let folder = workspace.packagesOfOpenDocuments.first(where: { !described.contains($0) }) else { return }
    described.insert(folder)
    isDescribing = true
    inBackground {
      let description = describe(folder)
      return { server in
        server.isDescribing = false
        if let description {
          server.workspace.add(description)
          server.settle()
        }
        server.describePackages()
      }
    }
  }
}
